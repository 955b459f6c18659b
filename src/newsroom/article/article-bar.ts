import { html } from 'hono/html';
import { type Actor, isEditorial } from '#core/actor.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import type { Schedule } from '#editorial/publish/schedule.ts';
import type { ReviewStatus } from '#editorial/review/review.ts';
import type { Html } from '#html/html.ts';
import { acts, button, linkButton, type Weight } from '#html/newsroom/kit/button.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { countBlocking, isLiveNow } from '#newsroom/publish/publish-box.ts';
import { publishLink } from '#newsroom/publish/publish-link.ts';
import { mayApprove } from '#newsroom/review/decision.ts';

/** The bar that stays in sight: where the article is, what has to be fixed, and the next step, which is the one primary act. */
export function articleBar(actor: Actor, file: ArticleRecord, review: ReviewStatus, schedule: Schedule): Html {
  const { id, revision } = file;
  const path = `/newsroom/articles/${id}`;
  const step = nextStep(actor, file, review);
  const weight = (of: Step): Weight => (of === step ? 'primary' : 'plain');
  const decides = mayApprove(actor, review);
  const words = publishWords(actor, file, review, schedule);
  return html`<section class="article-bar" aria-label="Stage and next steps">
<p class="stage"><strong>${stageName(review, schedule)}.</strong> <span>${readerWords(file)}</span>${step === 'fix' ? '' : html` ${toFix(file)}`}</p>
${acts(
  linkButton({ text: 'Preview', href: `${path}/preview?revision=${revision}`, weight: 'quiet' }),
  decides && review.stage === 'in_review'
    ? linkButton({ text: 'Request changes', href: '#request-changes', weight: 'quiet' })
    : '',
  step === 'fix'
    ? linkButton({ text: `Fix ${things(countBlocking(file))}`, href: '#gate-title', weight: 'primary' })
    : '',
  linkButton({ text: 'Edit', href: `${path}/edit`, weight: weight('edit') }),
  decides
    ? html`<form method="post" action="${path}/review/approve"><input type="hidden" name="revision" value="${revision}">${button({ text: html`Approve<span class="unseen"> revision ${revision}</span>`, weight: weight('approve') })}</form>`
    : '',
  words === null ? '' : publishLink({ articleId: id, revision, text: words, weight: weight('publish') }),
)}
</section>`;
}

type Step = 'edit' | 'fix' | 'approve' | 'publish';

/** What the article needs next from this person. */
function nextStep(actor: Actor, file: ArticleRecord, review: ReviewStatus): Step {
  if (isLiveNow(file, file.revision)) return 'edit';
  if (review.decided?.state === 'changes_requested' && review.decided.revision === review.latest) return 'edit';
  if (!isEditorial(actor)) return asksNext(review) ? 'publish' : 'edit';
  // Where nothing but a second person is missing, an approval is what fixes it.
  if (file.gate.some(({ code, severity }) => severity === 'block' && code !== 'needs_second_person')) return 'fix';
  return needsSecondPerson(file) && review.stage === 'in_review' && mayApprove(actor, review) ? 'approve' : 'publish';
}

function needsSecondPerson({ gate }: ArticleRecord): boolean {
  return gate.some(({ code }) => code === 'needs_second_person');
}

function asksNext({ stage }: ReviewStatus): boolean {
  return stage === 'draft' || stage === 'changed' || stage === 'unpublished';
}

/** What the button says that opens the drawer; null where the drawer has nothing for this person. */
function publishWords(actor: Actor, file: ArticleRecord, review: ReviewStatus, { planned }: Schedule): string | null {
  if (!isEditorial(actor)) return asksNext(review) ? 'Ask for a review …' : null;
  if (isLiveNow(file, file.revision)) return 'Publication …';
  if (planned?.revision === file.revision) return 'Change the schedule …';
  const approvesToo = review.stage === 'in_review' && mayApprove(actor, review) && countBlocking(file) === 0;
  return approvesToo ? 'Approve and publish …' : 'Publish …';
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
  if (trouble) return html`<a href="#publish-title">Not published as planned</a>`;
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
  return html`<a href="#gate-title">${things(count)} to fix</a>`;
}

function things(count: number): string {
  return count === 1 ? '1 thing' : `${count} things`;
}
