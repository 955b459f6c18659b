import { html } from 'hono/html';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import type { Schedule } from '#editorial/publish/schedule.ts';
import type { ReviewStatus } from '#editorial/review/review.ts';
import type { Html } from '#html/html.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { canBePublished, countBlocking } from '#newsroom/publish/publish-box.ts';
import { mayApprove } from '#newsroom/review/decision.ts';

/** The bar that stays in sight: where the article is, what has to be fixed, and the next steps. */
export function articleBar(actor: Actor, file: ArticleRecord, review: ReviewStatus, schedule: Schedule): Html {
  const { id, revision } = file;
  const path = `/newsroom/articles/${id}`;
  const publishes = isEditorial(actor) && canBePublished(file, revision);
  return html`<section class="article-bar" aria-label="Stage and next steps">
<p class="stage"><strong>${stageName(review, schedule)}.</strong> <span>${readerWords(file)}</span> ${toFix(file)}</p>
<div class="acts">
<a class="button plain" href="${path}/edit">Edit</a>
<a class="button plain" href="${path}/preview?revision=${revision}">Preview</a>
${
  mayApprove(actor, review)
    ? html`<form method="post" action="${path}/review/approve"><input type="hidden" name="revision" value="${revision}"><button class="plain">Approve<span class="unseen"> what is shown here</span></button></form>`
    : ''
}
${publishes ? html`<a class="button plain" href="${path}/schedule?revision=${revision}">Schedule</a>` : ''}
${publishes ? html`<a class="button" href="${path}/publish?revision=${revision}">Publish</a>` : ''}
</div>
</section>`;
}

const STAGE_NAMES: Record<ReviewStatus['stage'], string> = {
  draft: 'Draft',
  in_review: 'In review',
  changes_requested: 'Changes requested',
  approved: 'Approved',
  scheduled: 'Scheduled',
  changed: 'Changed since publication',
  published: 'Published',
  unpublished: 'Unpublished',
};

/** The one stage of the article; the sentence after it says only what readers see. */
function stageName({ stage }: ReviewStatus, { planned, trouble }: Schedule): Html | string {
  if (trouble) return 'Not published as planned';
  return planned ? html`Scheduled for ${formatTime(planned.at)} UTC` : STAGE_NAMES[stage];
}

function readerWords({ status, liveRevision, revision }: ArticleRecord): string {
  switch (status) {
    case 'draft':
      return 'Readers have not seen it.';
    case 'published':
      return `Readers see revision ${liveRevision}, the latest.`;
    case 'changed':
      return `Readers see revision ${liveRevision}; revision ${revision} is waiting.`;
    case 'unpublished':
      return 'Readers saw it once; nobody can read it at its address now.';
  }
}

function toFix(file: ArticleRecord): Html | string {
  const count = countBlocking(file);
  if (count === 0) return '';
  return html`<a href="#gate-title">${count} ${count === 1 ? 'thing' : 'things'} to fix</a>`;
}
