import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import type { ImportRun } from '#import/import-runs.ts';
import { hasFreshFactor } from '#people/second-factor/fresh-factor.ts';
import { CODE_FIELD } from './import-archive.ts';

/** The choice to bring an export of Plumbline back as it was, before its import begins. */
export function restoreSection(c: Context, run: ImportRun, typed: Record<string, string>): Html {
  const { deps, session } = c.var;
  if (run.restore) return chosen(run, run.restore);
  return html`<section class="act" aria-labelledby="restore-title">
<h2 id="restore-title">As it was</h2>
<p>This is an export of Plumbline, and nothing was published here yet. Its articles can come back live, with their dates, revisions, corrections, evidence and addresses. Nobody gets a message. An article whose evidence does not cover each of its numbers stays a draft. To leave articles out, save that in the plan first.</p>
<form class="entry" method="post" action="/newsroom/imports/${run.id}/restore">
<p class="field"><label for="restore-reason">Why they go live without a review here</label><textarea id="restore-reason" name="reason" rows="3" minlength="20" maxlength="1000" required aria-describedby="restore-reason-hint">${typed.restore ?? ''}</textarea><span class="hint" id="restore-reason-hint">20 to 1,000 characters, for the journal.</span></p>
${hasFreshFactor(deps, session) ? '' : CODE_FIELD}
<p><button class="plain">Bring everything back as it was</button></p>
</form>
</section>`;
}

function chosen(run: ImportRun, { reason, by }: NonNullable<ImportRun['restore']>): Html {
  const canUndo = run.state === 'looked' && run.startedAt === null && run.done === 0;
  return html`<section class="act" aria-labelledby="restore-title">
<h2 id="restore-title">As it was</h2>
<p>The articles come back live, with their history. Chosen by ${by}:</p>
<blockquote>${reason.split(/\n+/).map((line) => html`<p>${line}</p>`)}</blockquote>
${
  canUndo
    ? html`<form method="post" action="/newsroom/imports/${run.id}/restore">
<input type="hidden" name="undo" value="yes">
<p><button class="plain">Make them drafts instead</button></p>
</form>`
    : ''
}
</section>`;
}
