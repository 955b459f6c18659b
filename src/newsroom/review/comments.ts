import { html } from 'hono/html';
import * as z from 'zod';
import type { Failure } from '#core/failure.ts';
import { addComment, commentSchema, reopen, replyTo, resolve } from '#editorial/review/comment.ts';
import type { Thread, ThreadReply } from '#editorial/review/comment-threads.ts';
import { findMentions } from '#editorial/review/mention-words.ts';
import type { Html } from '#html/html.ts';
import { plainText } from '#html/inline.ts';
import { formFieldsOf, renderFormError } from '#html/newsroom/form.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, formFields } from '#html/newsroom/kit/form.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { refusedPage } from '#html/newsroom/refused-page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { readForm, validateForm } from '#http/body.ts';
import type { Context, Handler } from '#http/context.ts';
import { suggestedWords, suggestionActs } from './suggestions.ts';

const LABELS = {
  text: 'The comment',
  passage: 'The words it is about',
  blockId: 'The block',
  occurrence: 'The words it is about',
};
const replySchema = z.strictObject({ text: commentSchema.shape.text });

/** `POST /newsroom/articles/{articleId}/comments`. */
export const postComment = forPageOrScript(async (c, typed) => {
  const { revision = '', about, block = '', passage = '', occurrence = '', text = '' } = formFieldsOf(typed);
  const comment = {
    revision: parseRevisionNumber(revision),
    blockId: about === 'block' ? block : null,
    passage: lines(passage) || null,
    occurrence: occurrence === '' ? null : Number(occurrence),
    text: lines(text),
  };
  return addComment(c.var.deps, c.var.actor, articleIdOf(c), validateForm(commentSchema, comment, LABELS));
});

/** `POST /newsroom/articles/{articleId}/comments/{commentId}/reply`. */
export const postReply = forPageOrScript(async (c, typed) => {
  const { text = '' } = formFieldsOf(typed);
  const reply = validateForm(replySchema, { text: lines(text) }, LABELS);
  await replyTo(c.var.deps, c.var.actor, { articleId: articleIdOf(c), commentId: commentOf(c), text: reply.text });
  return commentOf(c);
});

/** `POST /newsroom/articles/{articleId}/comments/{commentId}/resolve`. */
export const postResolve = forPageOrScript(async (c) => {
  await resolve(c.var.deps, c.var.actor, articleIdOf(c), commentOf(c));
  return commentOf(c);
});

/** `POST /newsroom/articles/{articleId}/comments/{commentId}/reopen`. */
export const postReopen = forPageOrScript(async (c) => {
  await reopen(c.var.deps, c.var.actor, articleIdOf(c), commentOf(c));
  return commentOf(c);
});

function lines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function commentOf(c: Context): string {
  return c.req.param('commentId') ?? '';
}

/** A form of the article's page, or of a script: a script gets JSON, and the page the thread that was written in. */
function forPageOrScript(act: (c: Context, typed: URLSearchParams) => Promise<string>): Handler {
  const forScript = jsonHandler(async (c) => ({ id: await act(c, await readForm(c.req.raw)) }));
  return async (c) => {
    if (c.req.header('accept') === 'application/json') return forScript(c);
    const article = `/newsroom/articles/${encodeURIComponent(articleIdOf(c))}`;
    let typed = new URLSearchParams();
    try {
      typed = await readForm(c.req.raw);
      return redirect(`${article}#comment-${encodeURIComponent(await act(c, typed))}`);
    } catch (error) {
      return renderFormError(error, async (failure, status) =>
        refusedPage(
          c,
          { failure, status },
          {
            title: 'Comment not sent',
            form: sentAgain(c.req.path, typed, failure),
            back: { text: 'Article', href: article },
          },
        ),
      );
    }
  };
}

/** The form of a comment as it was sent, to send it again. */
function sentAgain(action: string, typed: URLSearchParams, failure: Failure): Html {
  if (!typed.has('text')) return html``;
  const kept = ['revision', 'about', 'block', 'occurrence'].filter((name) => typed.has(name));
  const only = typed.has('passage') ? (['passage', 'text'] as const) : (['text'] as const);
  return html`<form method="post" action="${action}">
${kept.map((name) => html`<input type="hidden" name="${name}" value="${typed.get(name) ?? ''}">`)}
${drawFields(FIELDS, { typed, failure }, { only })}<p>${button({ text: 'Send the comment' })}</p>
</form>`;
}

const FIELDS = formFields({
  passage: {
    label: 'The words it is about',
    kind: 'area',
    rows: 2,
    most: 1000,
    hint: 'As in the text. If you leave this empty, the comment is about the whole paragraph.',
    optional: true,
  },
  text: {
    label: 'Comment',
    kind: 'area',
    rows: 3,
    most: 4000,
    hint: '@ and a name tells that colleague. Agents that work on this article can read it, with your name.',
  },
});

/** The revision and block that a new comment is about; null is the whole article. `key` makes the form's ids unique. */
export type CommentTarget = { articleId: string; revision: number; blockId: string | null; key: string };

/** A thread of comments; says whether the passage was changed or removed since. */
export function renderThread(articleId: string, thread: Thread): Html {
  const { id, resolved, replies, passage } = thread;
  const path = `/newsroom/articles/${articleId}/comments/${id}`;
  const said = html`${passage === null ? '' : html`<blockquote>${markHidden(plainText(passage))}</blockquote>`}
${becameOf(thread)}
${saying(thread)}
${thread.suggestion ? suggestedWords(thread.suggestion) : ''}
${replies.map((reply) => html`<div class="reply" id="comment-${reply.id}">${saying(reply)}</div>`)}`;
  if (resolved) {
    return html`<details class="thread resolved" id="comment-${id}"><summary>${verdictOf(thread)} by ${resolved.by}${replies.length > 0 ? html`, ${count(replies.length + 1, 'comment')}` : ''}</summary>
${said}
<p class="hint">Resolved ${formatTime(resolved.at)} UTC, at revision ${resolved.revision}.</p>
${thread.suggestion ? '' : html`<form method="post" action="${path}/reopen"><button class="plain">Open it again</button></form>`}
</details>`;
  }
  return html`<div class="thread" id="comment-${id}" tabindex="-1">
${said}
<div class="answer">
${thread.suggestion ? suggestionActs(articleId, thread) : html`<form method="post" action="${path}/resolve"><button class="plain">Resolve<span class="unseen"> the comment of ${thread.by}</span></button></form>`}
<details><summary>Reply<span class="unseen"> to ${thread.by}</span></summary>
<form method="post" action="${path}/reply">
<p class="field"><label for="reply-${id}">Reply</label><textarea id="reply-${id}" name="text" rows="3" required maxlength="4000"></textarea></p>
<button>Send the reply</button>
</form></details>
</div>
</div>`;
}

function verdictOf({ suggestion }: Thread): string {
  return suggestion?.verdict === 'accepted' ? 'Accepted' : suggestion?.verdict === 'refused' ? 'Refused' : 'Resolved';
}

/** The form that starts a thread, in a closed details element. */
export function commentForm({ articleId, revision, blockId, key }: CommentTarget): Html {
  const about =
    blockId === null
      ? ''
      : html`<input type="hidden" name="about" value="block"><input type="hidden" name="block" value="${blockId}"><input type="hidden" name="occurrence" value="">
<p class="field"><label for="passage-${key}">The words it is about</label><textarea id="passage-${key}" name="passage" rows="2" maxlength="1000" aria-describedby="passage-hint-${key}"></textarea>
<span class="hint" id="passage-hint-${key}">As in the text. If you leave this empty, the comment is about the whole paragraph.</span></p>`;
  return html`<details class="begin"><summary>Comment<span class="unseen"> on ${blockId === null ? 'the article' : html`block ${key}`}</span></summary>
<form method="post" action="/newsroom/articles/${articleId}/comments">
<input type="hidden" name="revision" value="${revision}">
${about}
<p class="field"><label for="text-${key}">Comment</label><textarea id="text-${key}" name="text" rows="3" required maxlength="4000" aria-describedby="text-hint-${key}"></textarea>
<span class="hint" id="text-hint-${key}">@ and a name tells that colleague. Agents that work on this article can read it, with your name.</span></p>
<button>Send the comment</button>
</form></details>`;
}

function saying({ by, byKind, at, text, mentions }: ThreadReply): Html {
  const guest = byKind === 'guest' ? html` <span class="mark">guest, by a preview link</span>` : '';
  return html`<p class="who"><strong>${by}</strong>${guest} ${formatTime(at)}</p>
<p class="words">${withMentions(text, mentions)}</p>`;
}

function withMentions(text: string, people: ThreadReply['mentions']): Html {
  const parts: Html[] = [];
  let at = 0;
  for (const { from, to } of people.length > 0 ? findMentions(text, people) : []) {
    parts.push(
      markHidden(text.slice(at, from)),
      html`<strong class="mention">${markHidden(text.slice(from, to))}</strong>`,
    );
    at = to;
  }
  return html`${parts}${markHidden(text.slice(at))}`;
}

function becameOf({ revision, changedIn, answeredBy, passage, blockId, position }: Thread): Html | string {
  const answered =
    answeredBy === null ? '' : html`<p class="became"><strong>Answered by revision ${answeredBy}.</strong></p>`;
  if (changedIn !== null && passage !== null) {
    return html`<p class="became"><strong>The passage was changed in revision ${changedIn}.</strong> The comment was written on revision ${revision}.</p>`;
  }
  if (blockId !== null && position === null) {
    return html`<p class="became"><strong>The block was removed${changedIn === null ? '' : html` in revision ${changedIn}`}.</strong> The comment was written on revision ${revision}.</p>`;
  }
  return answered;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
