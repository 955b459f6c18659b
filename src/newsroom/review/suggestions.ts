import { diffWordsWithSpace } from 'diff';
import { html } from 'hono/html';
import type { Thread } from '#editorial/review/comment-threads.ts';
import { acceptSuggestions, refuseSuggestion, suggestChange, suggestionSchema } from '#editorial/review/suggest.ts';
import type { Html } from '#html/html.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { drawFields, formFields, type ShownForm, wrongOf } from '#html/newsroom/kit/form.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { refusedPage } from '#html/newsroom/refused-page.ts';
import { validateForm } from '#http/body.ts';
import type { Context, Handler } from '#http/context.ts';

const LABELS = { after: 'The suggested text', note: 'The note', blockId: 'The block' };

/** `POST /newsroom/articles/{articleId}/suggestions`: suggests another text for a block. A script gets JSON, as for the acts below. */
export async function postSuggestion(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  const { revision = '', block = '', after = '', note = '' } = typed;
  if (isForScript(c)) return jsonHandler(async () => ({ id: await suggest(c, typed) }))(c);
  try {
    return toComment(c, await suggest(c, typed));
  } catch (error) {
    const typed = new URLSearchParams({ after, note });
    return renderFormError(error, (failure, status) =>
      refusedPage(
        c,
        { failure, status },
        {
          title: 'Suggestion not sent',
          form: suggestionForm({ articleId: articleIdOf(c), revision, blockId: block }, { typed, failure }),
          back: { text: 'Article', href: `/newsroom/articles/${encodeURIComponent(articleIdOf(c))}` },
        },
      ),
    );
  }
}

function suggest(
  c: Context,
  { revision = '', block = '', after = '', note = '' }: Record<string, string>,
): Promise<string> {
  const sent = {
    revision: parseRevisionNumber(revision),
    blockId: block,
    after: after.replaceAll('\r\n', '\n'),
    note: note.replaceAll('\r\n', '\n').trim() || null,
  };
  const suggestion = validateForm(suggestionSchema, sent, LABELS);
  return suggestChange(c.var.deps, c.var.actor, articleIdOf(c), suggestion);
}

/** `POST /newsroom/articles/{articleId}/suggestions/accept`: accepts all whose text is still as it was. */
export const postAcceptAll = forPageOrScript(
  (c) => acceptSuggestions(c.var.deps, c.var.actor, articleIdOf(c), 'all'),
  (c) => redirect(`/newsroom/articles/${encodeURIComponent(articleIdOf(c))}#copy-title`),
);

/** `POST /newsroom/articles/{articleId}/suggestions/{commentId}/accept`. */
export const postAccept = forPageOrScript(
  (c) => acceptSuggestions(c.var.deps, c.var.actor, articleIdOf(c), [commentOf(c)]),
  (c) => toComment(c, commentOf(c)),
);

/** `POST /newsroom/articles/{articleId}/suggestions/{commentId}/refuse`. */
export const postRefusal = forPageOrScript(
  (c) => refuseSuggestion(c.var.deps, c.var.actor, articleIdOf(c), commentOf(c)),
  (c) => toComment(c, commentOf(c)),
);

/** An act of a page; the script of the editor gets JSON in place of the page that follows. */
function forPageOrScript(act: (c: Context) => Promise<unknown>, next: (c: Context) => Response): Handler {
  const forScript = jsonHandler(async (c) => {
    await act(c);
    return { id: commentOf(c) };
  });
  return async (c) => {
    if (isForScript(c)) return forScript(c);
    await act(c);
    return next(c);
  };
}

function isForScript(c: Context): boolean {
  return c.req.header('accept') === 'application/json';
}

function toComment(c: Context, id: string): Response {
  return redirect(`/newsroom/articles/${encodeURIComponent(articleIdOf(c))}#comment-${encodeURIComponent(id)}`);
}

function commentOf(c: Context): string {
  return (c.req.param('commentId') ?? '').toLowerCase();
}

/** How many suggestions are open, and the button that accepts all. */
export function acceptAllForm(articleId: string, threads: readonly Thread[]): Html | string {
  const count = threads.filter(({ suggestion, resolved }) => suggestion !== null && resolved === null).length;
  if (count === 0) return '';
  return html`<form class="accept-all" method="post" action="/newsroom/articles/${articleId}/suggestions/accept"><p>${count} ${count === 1 ? 'suggestion is' : 'suggestions are'} open. ${count > 1 ? html`<button class="plain">Accept all</button>` : ''}</p></form>`;
}

/** Milliseconds after which the two texts are shown one after the other. */
const LONGEST_DIFF = 300;

/** The suggested text beside that of the block, word by word. */
export function suggestedWords({ before, after }: NonNullable<Thread['suggestion']>): Html {
  const changes = diffWordsWithSpace(before, after, { timeout: LONGEST_DIFF }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  return html`<p class="words suggested">${changes.map(({ value, added, removed }) => (added ? html`<ins>${markHidden(value)}</ins>` : removed ? html`<del>${markHidden(value)}</del>` : markHidden(value)))}</p>`;
}

/** The buttons that decide about an open suggestion. */
export function suggestionActs(articleId: string, { id, by }: Thread): Html {
  const path = `/newsroom/articles/${articleId}/suggestions/${id}`;
  const ofWhom = html`<span class="unseen"> the suggestion of ${by}</span>`;
  return html`<form method="post" action="${path}/accept"><button class="plain">Accept${ofWhom}</button></form>
<form method="post" action="${path}/refuse"><button class="plain">Refuse${ofWhom}</button></form>`;
}

const FIELDS = formFields({
  note: { label: 'Why', most: 4000, optional: true },
});

type SuggestedBlock = { articleId: string; revision: number | string; blockId: string };

function suggestionForm({ articleId, revision, blockId }: SuggestedBlock, shown: ShownForm, ids = ''): Html {
  return html`<form method="post" action="/newsroom/articles/${articleId}/suggestions">
<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="block" value="${blockId}">
${afterField(shown, `${ids}after`)}
${drawFields(FIELDS, shown, { ids })}<button>Send the suggestion</button>
</form>`;
}

/** The whole text of the block, without the line break that the kit puts before the text of an area. */
function afterField({ typed, failure }: ShownForm, id: string): Html {
  const wrong = wrongOf(failure, 'after');
  return html`<div class="field"><label for="${id}">The text as it should be</label><textarea id="${id}" name="after" rows="6"${wrong ? html` aria-invalid="true" aria-describedby="${id}-wrong"` : ''}>${typed.get('after') ?? ''}</textarea>${wrong ? html`<span class="wrong" id="${id}-wrong">${wrong}</span>` : ''}</div>`;
}

/** The form that suggests another text for a block, in a closed details element. */
export function suggestForm({ key, ...block }: SuggestedBlock & { key: string }, text: string): Html {
  return html`<details class="begin suggest"><summary>Suggest<span class="unseen"> another text for block ${key}</span></summary>
${suggestionForm(block, { typed: new URLSearchParams({ after: text }) }, `suggest-${key}-`)}</details>`;
}
