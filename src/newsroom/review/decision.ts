import { html } from 'hono/html';
import * as z from 'zod';
import type { QueuedArticle } from '#article/waiting.ts';
import { type Actor, isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import { saveTyped } from '#editorial/publish/revision-to-publish.ts';
import {
  approve,
  LONGEST_NOTE,
  type ReviewLine,
  type ReviewResult,
  type ReviewStatus,
  requestChanges,
  requestReview,
  takeBackReview,
} from '#editorial/review/review.ts';
import type { Html } from '#html/html.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { drawFields, formFields, type ShownForm } from '#html/newsroom/kit/form.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { refusedPage } from '#html/newsroom/refused-page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { doneResponse } from '#newsroom/publish/panel-response.ts';

/** The state of the review of the latest revision, and the forms about exactly this revision. Approve is in the bar above. */
export function decisionBox(actor: Actor, articleId: string, review: ReviewStatus, next: QueuedArticle | null): Html {
  return html`<section id="decide" class="decision" aria-labelledby="decide-title" tabindex="-1">
<h2 id="decide-title">Review of revision ${review.latest}</h2>
${standing(review)}
${review.live === review.latest ? '' : forms(actor, articleId, review)}
${nextLink(next)}
${history(review.lines)}
</section>`;
}

/** Links the next article in the queue. */
function nextLink(next: QueuedArticle | null): Html {
  if (!next) return html`<p class="next">No other article is waiting for you.</p>`;
  return html`<p class="next">Next of ${next.left} waiting: <a href="/newsroom/articles/${next.id}">${next.headline}</a></p>`;
}

function standing({ stage, latest, decided, lines, live }: ReviewStatus): Html {
  if (live === latest) return html`<p>Readers see this revision. A newer one can be reviewed once it is saved.</p>`;
  const last = lines.find(({ state, revision }) => decided && state === decided.state && revision === decided.revision);
  if (!decided || !last)
    return html`<p>No decision yet${stage === 'draft' ? ', and no review was requested' : ''}.</p>`;
  if (decided.revision !== latest) {
    const was = { approved: 'approved', changes_requested: 'asked for changes in', in_review: 'asked for a review of' }[
      decided.state as 'approved'
    ];
    return html`<p><strong>In review.</strong> ${last.by} ${was} revision ${last.revision} on ${formatTime(last.at)}; revision ${latest} was saved since.${decided.state === 'approved' ? ' The approval is void.' : ''}</p>
${note(last)}`;
  }
  const approvers = approvals(lines, latest);
  switch (decided.state) {
    case 'approved':
      return html`<p><strong>Approved</strong> by ${approvers.map(({ by }) => by).join(' and ')}, ${formatTime(last.at)} UTC.</p>`;
    case 'changes_requested':
      return html`<p><strong>Changes requested</strong> by ${last.by}, ${formatTime(last.at)} UTC. The next save puts the article in review again.</p>${note(last)}`;
    default:
      return html`<p><strong>In review.</strong> ${last.by} asked for it, ${formatTime(last.at)} UTC.</p>`;
  }
}

/** The approvals of a revision since the last other decision. */
function approvals(lines: readonly ReviewLine[], latest: number): ReviewLine[] {
  const other = lines.findIndex(({ revision, state }) => revision !== latest || state !== 'approved');
  return other === -1 ? [...lines] : lines.slice(0, other);
}

function note({ note: words }: ReviewLine): Html | string {
  return words === null ? '' : html`<blockquote class="words">${markHidden(words)}</blockquote>`;
}

/** Whether this person may approve the latest revision and has not done so. */
export function mayApprove(actor: Actor, { latest, lines, live }: ReviewStatus): boolean {
  return isEditorial(actor) && live !== latest && !approvals(lines, latest).some(({ byId }) => byId === actor.id);
}

function forms(actor: Actor, articleId: string, review: ReviewStatus): Html {
  const { stage, latest, decided } = review;
  const decides = isEditorial(actor);
  const form = (act: string, inner: Html) => reviewForm({ articleId, act, revision: latest }, inner);
  const asks = stage === 'draft' || stage === 'changed' || stage === 'unpublished';
  const takesBack = decided !== null && (decides || stage === 'in_review');
  return html`<div class="acts">
${asks && decides ? form('ask', html`<button class="plain">Ask for a review of revision ${latest}</button>`) : ''}
${takesBack ? form('take-back', html`<button class="plain">${decided?.state === 'approved' ? 'Withdraw the approval' : 'Withdraw the review'}</button>`) : ''}
</div>
${
  decides
    ? html`<details id="request-changes"><summary>Request changes …</summary>
${requestForm(articleId, latest, { typed: new URLSearchParams() })}</details>`
    : html`<p class="hint">An editor decides.</p>`
}`;
}

function reviewForm(
  { articleId, act, revision }: { articleId: string; act: string; revision: number | string },
  inner: Html,
): Html {
  return html`<form method="post" action="/newsroom/articles/${articleId}/review/${act}">
<input type="hidden" name="revision" value="${revision}">${inner}</form>`;
}

const NOTE_FIELDS = formFields({
  note: {
    label: 'What has to change',
    kind: 'area',
    rows: 4,
    most: LONGEST_NOTE,
    hint: 'The person or agent who revises the article reads this.',
  },
});

function requestForm(articleId: string, revision: number | string, shown: ShownForm): Html {
  return reviewForm(
    { articleId, act: 'request-changes', revision },
    html`${drawFields(NOTE_FIELDS, shown)}<button>Request changes to revision ${revision}</button>`,
  );
}

const SAID: Record<ReviewLine['state'], string> = {
  in_review: 'asked for a review of',
  changes_requested: 'requested changes to',
  approved: 'approved',
  taken_back: 'withdrew the review of',
};

function history(lines: ReviewLine[]): Html | string {
  if (lines.length === 0) return '';
  return html`<details><summary>History of the review, ${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}</summary>
<ol class="decided">${lines.map(
    (line) =>
      html`<li>${formatTime(line.at)} ${line.by} ${SAID[line.state]} revision ${line.revision}.${note(line)}</li>`,
  )}</ol></details>`;
}

// Each form names the exact revision that its page showed.

const noteSchema = z.strictObject({ note: text({ min: 1, max: LONGEST_NOTE, lines: true }) });

/** `POST /newsroom/articles/{articleId}/review/ask`. With `copy`, the number of a working copy, that is saved first. */
export async function postAsk(c: Context): Promise<Response> {
  const { revision = '', copy } = await parseForm(c);
  const { deps, actor } = c.var;
  const id = articleIdOf(c);
  const number = parseRevisionNumber(revision);
  const asked =
    copy === undefined ? number : await saveTyped(deps, actor, id, { number, workingCopy: parseRevisionNumber(copy) });
  await requestReview(deps, actor, id, asked);
  return doneResponse(c, id, { act: 'asked' });
}

/** `POST /newsroom/articles/{articleId}/review/request-changes`. */
export async function postRequestChanges(c: Context): Promise<Response> {
  const { revision = '', note: given = '' } = await parseForm(c);
  const number = parseRevisionNumber(revision);
  const id = articleIdOf(c);
  try {
    const { note } = validateForm(noteSchema, { note: given.replaceAll('\r\n', '\n') }, { note: 'What has to change' });
    return decided(await requestChanges(c.var.deps, c.var.actor, { id, revision: number, note }), 'changes-requested');
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'validation_failed') throw error;
    const form = requestForm(id, number, { typed: new URLSearchParams({ note: given }), failure: error });
    const back = { text: 'Article', href: `/newsroom/articles/${encodeURIComponent(id)}` };
    return refusedPage(c, { failure: error, status: 422 }, { title: 'No changes requested', form, back });
  }
}

/** `POST /newsroom/articles/{articleId}/review/approve`. */
export async function postApprove(c: Context): Promise<Response> {
  const { revision = '' } = await parseForm(c);
  return decided(await approve(c.var.deps, c.var.actor, articleIdOf(c), parseRevisionNumber(revision)), 'approved');
}

/** `POST /newsroom/articles/{articleId}/review/take-back`. */
export async function postTakeBack(c: Context): Promise<Response> {
  const { revision = '' } = await parseForm(c);
  const { id } = await takeBackReview(c.var.deps, c.var.actor, articleIdOf(c), parseRevisionNumber(revision));
  return doneResponse(c, id, { act: 'taken-back' });
}

function decided({ id }: ReviewResult, done: string): Response {
  return redirect(`/newsroom/articles/${id}?done=${done}`);
}
