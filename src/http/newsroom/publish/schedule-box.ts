import { html } from 'hono/html';
import type { Schedule } from '../../../article/publish/schedule.ts';
import type { Html } from '../../../render/html/html.ts';
import { formatTime } from '../kit/time.ts';
import type { RevisionView } from './revision-view.ts';

/** The same in one line, for the head of the page. */
export function scheduleLine(schedule: Schedule): Html | string {
  const { planned, trouble } = schedule;
  if (trouble)
    return html`<p class="plans"><strong>Not published as planned.</strong> <a href="#publish-title">See why</a></p>`;
  if (!planned) return '';
  return html`<p class="plans"><strong>Scheduled.</strong> <a href="#publish-title">Revision ${planned.revision} goes out on ${formatTime(planned.at)} UTC</a></p>`;
}

/** What is planned for an article, or why a plan was not kept, or why readers do not see it any more. */
export function scheduleBox({ file }: RevisionView, schedule: Schedule, mayPublish: boolean): Html {
  return html`${schedule.trouble ? troubleNote(file.id, schedule.trouble, mayPublish) : ''}
${schedule.planned ? plan(file, schedule.planned, mayPublish) : ''}
${schedule.unpublishedBecause ? html`<p>Taken back from readers: “${schedule.unpublishedBecause}”</p>` : ''}`;
}

function troubleNote(articleId: string, trouble: string, mayPublish: boolean): Html {
  return html`<div class="refusal missed">
<p><strong>Not published as planned.</strong> ${trouble}</p>
${
  mayPublish
    ? html`<form method="post" action="/newsroom/articles/${articleId}/schedule/cancel"><p><button class="plain">Set this note aside</button></p></form>`
    : ''
}
</div>`;
}

function plan(
  { id, revision: latest }: RevisionView['file'],
  planned: NonNullable<Schedule['planned']>,
  mayPublish: boolean,
) {
  const { at, revision, by, noCorrectionBecause } = planned;
  return html`<div class="planned">
<p><strong>Revision ${revision} goes out on ${formatTime(at)} UTC</strong>, scheduled by ${by}. The gate is asked again then.</p>
${latest > revision ? html`<p>Revision ${latest} was saved since. It changes nothing of this: revision ${revision} goes out as it is.</p>` : ''}
${noCorrectionBecause ? html`<p>No correction, because: “${noCorrectionBecause}”</p>` : ''}
${
  mayPublish
    ? html`<p>Publishing or unpublishing by hand takes this plan back.</p>
<form method="post" action="/newsroom/articles/${id}/schedule/cancel">
<p><a href="/newsroom/articles/${id}/schedule?revision=${revision}">Change the time</a> <button class="plain">Cancel the schedule</button></p></form>`
    : ''
}
</div>`;
}
