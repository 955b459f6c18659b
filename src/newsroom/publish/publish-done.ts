import { html } from 'hono/html';
import { findNextInQueue } from '#article/waiting.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { inZone, todayOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import type { PublishView } from './publish-view.ts';

/** What was just done in the drawer. `before`: the schedule that the new one replaced. */
export type Done = {
  act: 'published' | 'scheduled' | 'unscheduled' | 'unpublished' | 'asked' | 'moved' | 'left-archive' | 'taken-back';
  zone?: string;
  before?: { at: string; revision: number; noCorrectionBecause: string | null } | null;
};

type Told = { title: string; body: Html; foot: Html };

/** Says what was done, checked against what is stored, with an undo where no reader can have seen it. */
export async function doneSection(c: Context, view: PublishView, done: Done): Promise<Told> {
  const { file, schedule, number } = view;
  const next = await findNextInQueue(c.var.deps.db.read, c.var.actor, file.id, todayOf(c));
  const onward = next
    ? html`<p>Next of ${next.left} waiting: <a href="/newsroom/articles/${next.id}">${next.headline}</a></p>`
    : '';
  const close = html`<a class="btn plain" href="/newsroom/articles/${file.id}" data-close>Close</a>`;
  const panel = (title: string, words: Html | string, undo: Html | string = ''): Told => ({
    title,
    body: html`<section class="part done-part" role="status"><p>${words}</p></section>${onward ? html`<section class="part">${onward}</section>` : ''}`,
    foot: html`${close}${undo}`,
  });
  switch (done.act) {
    case 'published':
      return panel('Published', html`Readers see revision ${file.liveRevision} now.`);
    case 'scheduled': {
      const { planned } = schedule;
      if (!planned) return panel('Nothing is scheduled', 'Nothing is scheduled for this article now.');
      return panel(
        'Scheduled',
        html`Revision ${planned.revision} will be published on ${timesIn(planned.at, done.zone)}. Nobody sees it before.`,
        undoSchedule(file.id, done.before),
      );
    }
    case 'unscheduled':
      return panel('Not scheduled', 'Nothing is scheduled for this article now.');
    case 'unpublished':
      return panel('Unpublished', 'Nobody can read it at its address any more.');
    case 'moved':
      return panel('Moved', html`Readers find it at its new address; every earlier address redirects there.`);
    case 'left-archive':
      return panel('Out of the archive', 'Readers see it without the mark of an archive.');
    case 'taken-back':
      return panel('Withdrawn', 'The review is withdrawn.');
    case 'asked':
      return panel(
        'In review',
        html`Revision ${number} is in review. An editor decides, and you get an email.`,
        html`<form method="post" action="/newsroom/articles/${file.id}/review/take-back"><input type="hidden" name="revision" value="${number}">${button({ text: 'Undo', weight: 'plain' })}</form>`,
      );
  }
}

/** Undoes a schedule: the previous one is set again, if there was one. */
function undoSchedule(id: string, before: Done['before']): Html {
  const undo = button({ text: 'Undo', weight: 'plain' });
  if (!before) return html`<form method="post" action="/newsroom/articles/${id}/schedule/cancel">${undo}</form>`;
  const because = before.noCorrectionBecause
    ? html`<input type="hidden" name="correction" value="none"><input type="hidden" name="noCorrectionBecause" value="${before.noCorrectionBecause}">`
    : '';
  return html`<form method="post" action="/newsroom/articles/${id}/publish"><input type="hidden" name="revision" value="${before.revision}"><input type="hidden" name="when" value="time"><input type="hidden" name="at" value="${before.at.slice(0, 16)}"><input type="hidden" name="zone" value="UTC">${because}${undo}</form>`;
}

/** A time in UTC, and in the zone in which the editor scheduled it. */
export function timesIn(at: string, zone = 'UTC'): string {
  const inUtc = `${inZone(at, 'UTC')} UTC`;
  return zone === 'UTC' ? inUtc : `${inUtc}, which is ${inZone(at, zone)} in ${zone}`;
}
