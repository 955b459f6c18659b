import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { RefusedForm } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields } from '#html/newsroom/kit/form.ts';
import type { Context } from '#http/context.ts';
import type { ImportRun } from '#import/import-runs.ts';
import { hasFreshFactor } from '#people/second-factor/fresh-factor.ts';
import { reasonFields, shownReason } from './import-archive.ts';

/** The choice to bring an export of Plumbline back as it was, before its import begins. */
export function restoreSection(c: Context, run: ImportRun, refused: RefusedForm | null): Html {
  const { deps, session } = c.var;
  if (run.restore) return chosen(run, run.restore);
  return html`<section class="act" aria-labelledby="restore-title">
<h2 id="restore-title">As it was</h2>
<p>This is an export of Plumbline, and nothing was published here yet. Its articles can be restored live, with their dates, revisions, corrections, evidence and addresses. Nobody gets a message. An article whose evidence does not cover each of its numbers stays a draft. To leave articles out, save that in the plan first.</p>
<form class="entry" method="post" action="/newsroom/imports/${run.id}/restore">
${drawFields(reasonFields('Why they go live without a review here', hasFreshFactor(deps, session)), shownReason(refused))}<p>${button({ text: 'Restore everything as it was', weight: 'plain' })}</p>
</form>
</section>`;
}

function chosen(run: ImportRun, { reason, by }: NonNullable<ImportRun['restore']>): Html {
  const canUndo = run.state === 'looked' && run.startedAt === null && run.done === 0;
  return html`<section class="act" aria-labelledby="restore-title">
<h2 id="restore-title">As it was</h2>
<p>The articles are restored live, with their history. Chosen by ${by}:</p>
<blockquote>${reason.split(/\n+/).map((line) => html`<p>${line}</p>`)}</blockquote>
${
  canUndo
    ? html`<form method="post" action="/newsroom/imports/${run.id}/restore">
<input type="hidden" name="undo" value="yes">
<p>${button({ text: 'Make them drafts instead', weight: 'plain' })}</p>
</form>`
    : ''
}
</section>`;
}
