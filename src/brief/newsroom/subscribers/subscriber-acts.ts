import { html } from 'hono/html';
import { type ListedBounce, listBounces } from '#brief/bounces/record-bounce.ts';
import { eraseSubscriber } from '#brief/subscribers/erase.ts';
import { readSubscriber, type SubscriberPage } from '#brief/subscribers/list-subscribers.ts';
import { EDITORS_REASONS, suppressSchema, suppressSubscriber, undoSuppression } from '#brief/subscribers/suppress.ts';
import type { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { NO_ADDRESS, STATE_LABELS, statePill } from './state-words.ts';
import { SUBSCRIBERS_TRAIL } from './trail.ts';

/** `GET /newsroom/subscribers/{subscriberId}`: one subscriber, with everything that happened. */
export function showSubscriber(c: Context): Promise<Response> {
  return subscriberPage(c, null);
}

type Refused = ShownForm & { failure: Failure; status: number };

async function subscriberPage(c: Context, refused: Refused | null): Promise<Response> {
  const subscriber = await readSubscriber(c.var.deps.db.read, idOf(c));
  const { address, state, reason, note, origin, consent, createdAt, askedAt, askedFrom, confirmedAt } = subscriber;
  const bounces = await listBounces(c.var.deps.db.read, subscriber.id);
  const time = (at: string | null) => (at === null ? 'never' : formatTime(at));
  const name = address ?? NO_ADDRESS;
  return newsroomPage(c, {
    title: name,
    status: refused?.status ?? 200,
    head: { title: html`<span class="address">${name}</span>`, trail: SUBSCRIBERS_TRAIL },
    toast: refused ? null : toastOf(c, subscriber),
    main: html`<p>${statePill(subscriber)}</p>
<dl class="copy">
<div><dt>State</dt><dd>${STATE_LABELS[state]}: ${reason}${note ? html`. ${note}` : ''}</dd></div>
<div><dt>Came by</dt><dd>${origin === 'form' ? 'the form' : 'an import'} ${formatTime(createdAt)} (UTC)</dd></div>
${consent ? html`<div><dt>Consent</dt><dd>${consent}</dd></div>` : ''}
<div><dt>Last asked (UTC)</dt><dd>${time(askedAt)}${askedFrom ? html`, from ${askedFrom}` : ''}</dd></div>
<div><dt>Confirmed (UTC)</dt><dd>${time(confirmedAt)}</dd></div>
</dl>
${refusalSummary(refused?.failure)}
${state === 'erased' ? '' : acts(subscriber, refused)}
${bounces.length === 0 ? '' : bounceSection(bounces)}
${historySection(subscriber)}`,
  });
}

/** A word after an act, and the form that takes it back while it can be. */
function toastOf(c: Context, { id, state }: SubscriberPage): Toast | null {
  const { done } = c.req.query();
  if (done === 'suppressed' && state === 'suppressed')
    return {
      text: 'No more email goes to this address.',
      undo: html`<form method="post" action="/newsroom/subscribers/${id}/undo">${button({ text: 'Undo', weight: 'plain' })}</form>`,
    };
  if (done === 'undone' && state !== 'suppressed') return { text: 'The suppression is undone.' };
  return null;
}

const REASON_LABELS: Record<(typeof EDITORS_REASONS)[number], string> = {
  asked: 'They asked for no more email',
  bounced: 'Emails to the address fail',
  complained: 'They reported an email as spam',
};

const SUPPRESS_FIELDS = formFields({
  reason: {
    label: 'Reason',
    kind: 'select',
    options: EDITORS_REASONS.map((value) => ({ value, text: REASON_LABELS[value] })),
    schema: suppressSchema.shape.reason,
  },
  note: {
    label: 'What happened',
    schema: suppressSchema.shape.note,
    hint: 'At least ten characters, without an email address: the activity log keeps it.',
  },
});

function acts({ id, state }: SubscriberPage, refused: ShownForm | null): Html {
  const at = `/newsroom/subscribers/${id}`;
  const suppress = html`<section aria-labelledby="suppress-title">
<h2 id="suppress-title">Suppress</h2>
<p class="hint">No email goes to the address until a chief undoes it. An import cannot bring it back.</p>
<form class="entry" method="post" action="${at}/suppress">
${drawFields(SUPPRESS_FIELDS, refused ?? { typed: new URLSearchParams() })}<div class="acts">${button({ text: 'Suppress the address' })}</div>
</form>
</section>`;
  const undo = html`<section aria-labelledby="undo-title">
<h2 id="undo-title">Undo the suppression</h2>
<p class="hint">The subscriber gets the state from before it.</p>
<form method="post" action="${at}/undo">${button({ text: 'Undo the suppression' })}</form>
</section>`;
  return html`${state === 'suppressed' ? undo : suppress}
<section aria-labelledby="erase-title">
<h2 id="erase-title">Erase</h2>
<p class="hint">Erases the address and everything that names the person. Nothing brings them back. A keyed hash stays, so that an import cannot bring the address back. Earlier backups still hold the address.</p>
<details><summary>Erase the address …</summary>
<form class="entry" method="post" action="${at}/erase">${button({ text: 'Erase permanently', weight: 'danger' })}</form></details>
</section>`;
}

const KINDS: Record<ListedBounce['kind'], string> = {
  hard: 'The address does not exist: suppresses at once',
  soft: 'It could not be delivered: suppresses after 3 briefs in 14 days or more',
  policy: 'The sender was refused: counts against this site only',
  complaint: 'Reported as spam: suppresses at once',
};

function bounceSection(bounces: readonly ListedBounce[]): Html {
  return html`<section aria-labelledby="bounces-title">
<h2 id="bounces-title">Reports about deliveries</h2>
<p class="hint">Undoing a suppression also sets the count of failed briefs back to zero.</p>
${table({
  caption: 'Reports about deliveries, latest first',
  hasUnseenCaption: true,
  columns: [{ text: 'When (UTC)' }, { text: 'Brief' }, { text: 'What was counted' }, { text: 'Reported by' }],
  rows: bounces.map(({ at, day, kind, code, source }) => [
    formatTime(at),
    day ?? 'unknown',
    html`${KINDS[kind]}${code ? html`<span class="by">${code}</span>` : ''}`,
    source,
  ]),
})}
</section>`;
}

function historySection({ history }: SubscriberPage): Html {
  return html`<section aria-labelledby="history-title">
<h2 id="history-title">What happened</h2>
${table({
  caption: 'Status history, latest first',
  hasUnseenCaption: true,
  columns: [{ text: 'When (UTC)' }, { text: 'State' }, { text: 'Why' }, { text: 'By' }],
  rows: history.map(({ at, state, reason, note, by }) => [
    formatTime(at),
    STATE_LABELS[state],
    html`${reason}${note ? html`<span class="by">${note}</span>` : ''}`,
    by ?? '',
  ]),
})}
</section>`;
}

/** `POST /newsroom/subscribers/{subscriberId}/suppress`. */
export async function postSuppression(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    await suppressSubscriber(c.var.deps, c.var.actor, idOf(c), readFields(SUPPRESS_FIELDS, typed));
  } catch (error) {
    return renderFormError(error, (failure, status) => subscriberPage(c, { typed, failure, status }));
  }
  return redirect(`/newsroom/subscribers/${idOf(c)}?done=suppressed`);
}

/** `POST /newsroom/subscribers/{subscriberId}/undo`. */
export async function postUndo(c: Context): Promise<Response> {
  await undoSuppression(c.var.deps, c.var.actor, idOf(c));
  return redirect(`/newsroom/subscribers/${idOf(c)}?done=undone`);
}

/** `POST /newsroom/subscribers/{subscriberId}/erase`. */
export async function postErasure(c: Context): Promise<Response> {
  await eraseSubscriber(c.var.deps, c.var.actor, idOf(c));
  return redirect('/newsroom/subscribers?done=erased');
}

function idOf(c: Context): string {
  return c.req.param('subscriberId') ?? '';
}
