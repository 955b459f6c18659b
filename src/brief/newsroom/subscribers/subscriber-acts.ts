import { html } from 'hono/html';
import { type ListedBounce, listBounces } from '#brief/bounces/record-bounce.ts';
import { eraseSubscriber } from '#brief/subscribers/erase.ts';
import { readSubscriber, type SubscriberPage } from '#brief/subscribers/list-subscribers.ts';
import { EDITORS_REASONS, suppressSchema, suppressSubscriber, undoSuppression } from '#brief/subscribers/suppress.ts';
import type { Html } from '#html/html.ts';
import { parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { SUBSCRIBER_STYLES } from './subscribers.ts';

/** `GET /newsroom/subscribers/{subscriberId}`: one subscriber, with everything that happened. */
export function showSubscriber(c: Context): Promise<Response> {
  return subscriberPage(c, null);
}

async function subscriberPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const one = await readSubscriber(c.var.deps.db.read, idOf(c));
  const { address, state, weekly, reason, note, origin, consent, createdAt, askedAt, askedFrom, confirmedAt } = one;
  const bounces = await listBounces(c.var.deps.db.read, one.id);
  const time = (at: string | null) => (at === null ? 'never' : formatTime(at));
  return newsroomPage(c, {
    title: address ?? 'An erased subscriber',
    status: refused?.status ?? 200,
    styles: SUBSCRIBER_STYLES,
    main: html`<p class="trail"><a href="/newsroom/subscribers">Subscribers</a></p>
<h1 class="address">${address ?? 'An erased subscriber'}</h1>
<dl class="copy">
<div><dt>State</dt><dd>${state}${state === 'confirmed' && !weekly ? ', paused by the subscriber' : ''}: ${reason}${note ? html`. ${note}` : ''}</dd></div>
<div><dt>Came by</dt><dd>${origin === 'form' ? 'the form' : 'an import'} ${formatTime(createdAt)} (UTC)</dd></div>
${consent ? html`<div><dt>Consent</dt><dd>${consent}</dd></div>` : ''}
<div><dt>Last asked (UTC)</dt><dd>${time(askedAt)}${askedFrom ? html`, from ${askedFrom}` : ''}</dd></div>
<div><dt>Confirmed (UTC)</dt><dd>${time(confirmedAt)}</dd></div>
</dl>
${refusalNote(refused?.failure ?? null)}
${state === 'erased' ? '' : acts(one, refused?.typed ?? {})}
${bounces.length === 0 ? '' : bounceSection(bounces)}
${historySection(one)}`,
  });
}

const REASON_LABELS: Record<(typeof EDITORS_REASONS)[number], string> = {
  asked: 'They asked for no more email',
  bounced: 'Emails to the address fail',
  complained: 'They reported an email as spam',
};

function acts({ id, state }: SubscriberPage, typed: Record<string, string>): Html {
  const at = `/newsroom/subscribers/${id}`;
  const suppress = html`<section aria-labelledby="suppress-title">
<h2 id="suppress-title">Suppress</h2>
<p>No email goes to the address until a chief undoes it. An import cannot bring it back.</p>
<form class="entry" method="post" action="${at}/suppress">
<p class="field"><label for="reason">Reason</label>
<select id="reason" name="reason">${EDITORS_REASONS.map(
    (one) => html`<option value="${one}"${one === typed.reason ? html` selected` : ''}>${REASON_LABELS[one]}</option>`,
  )}</select></p>
<p class="field"><label for="note">What happened</label>
<input id="note" name="note" value="${typed.note ?? ''}" maxlength="500" autocomplete="off" required aria-describedby="note-hint">
<span class="hint" id="note-hint">At least ten characters, without an email address: the journal keeps it.</span></p>
<p><button>Suppress the address</button></p>
</form>
</section>`;
  const undo = html`<section aria-labelledby="undo-title">
<h2 id="undo-title">Undo the suppression</h2>
<form class="entry" method="post" action="${at}/undo">
<p>The subscriber gets the state from before it.</p>
<p><button>Undo</button></p>
</form>
</section>`;
  return html`${state === 'suppressed' ? undo : suppress}
<section aria-labelledby="erase-title">
<h2 id="erase-title">Erase</h2>
<p>Erases the address and everything that names the person, for good. A keyed hash stays, so that an import cannot bring the address back. Backups from before still hold it.</p>
<details><summary>Erase the address …</summary>
<form class="entry" method="post" action="${at}/erase"><p><button>Erase for good</button></p></form></details>
</section>`;
}

const KINDS: Record<ListedBounce['kind'], string> = {
  hard: 'does not exist: suppresses at once',
  soft: 'could not be delivered: suppresses after 3 briefs in 14 days or more',
  policy: 'the sender was refused: counts against this site only',
  complaint: 'reported as spam: suppresses at once',
};

function bounceSection(bounces: readonly ListedBounce[]): Html {
  return html`<section aria-labelledby="bounces-title">
<h2 id="bounces-title">Reports about deliveries</h2>
<p>Undoing a suppression also sets the count of failed briefs back to zero.</p>
<table class="plan"><caption class="unseen">Reports about deliveries, latest first</caption>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">Brief</th><th scope="col">What was counted</th><th scope="col">Reported by</th></tr></thead>
<tbody>${bounces.map(
    ({ at, day, kind, code, source }) => html`<tr>
<th scope="row">${formatTime(at)}</th><td>${day ?? 'unknown'}</td><td>${kind}${code ? ` ${code}` : ''}<span class="by">${KINDS[kind]}</span></td><td>${source}</td></tr>`,
  )}</tbody></table>
</section>`;
}

function historySection({ history }: SubscriberPage): Html {
  return html`<section aria-labelledby="history-title">
<h2 id="history-title">What happened</h2>
<table class="plan"><caption class="unseen">Changes of the state, latest first</caption>
<thead><tr><th scope="col">When (UTC)</th><th scope="col">State</th><th scope="col">Why</th><th scope="col">By</th></tr></thead>
<tbody>${history.map(
    ({ at, state, reason, note, by }) => html`<tr>
<th scope="row">${formatTime(at)}</th><td>${state}</td><td>${reason}${note ? html`<span class="by">${note}</span>` : ''}</td><td>${by ?? ''}</td></tr>`,
  )}</tbody></table>
</section>`;
}

const LABELS = { reason: 'The reason', note: 'What happened' };

/** `POST /newsroom/subscribers/{subscriberId}/suppress`. */
export async function postSuppression(c: Context): Promise<Response> {
  const { reason = '', note = '' } = await parseForm(c);
  try {
    await suppressSubscriber(c.var.deps, c.var.actor, idOf(c), validateForm(suppressSchema, { reason, note }, LABELS));
  } catch (error) {
    const typed = { reason, note };
    return renderFormError(error, (failure, status) => subscriberPage(c, { typed, failure, status }));
  }
  return redirect(`/newsroom/subscribers/${idOf(c)}`);
}

/** `POST /newsroom/subscribers/{subscriberId}/undo`. */
export async function postUndo(c: Context): Promise<Response> {
  await undoSuppression(c.var.deps, c.var.actor, idOf(c));
  return redirect(`/newsroom/subscribers/${idOf(c)}`);
}

/** `POST /newsroom/subscribers/{subscriberId}/erase`. */
export async function postErasure(c: Context): Promise<Response> {
  await eraseSubscriber(c.var.deps, c.var.actor, idOf(c));
  return redirect('/newsroom/subscribers');
}

function idOf(c: Context): string {
  return c.req.param('subscriberId') ?? '';
}
