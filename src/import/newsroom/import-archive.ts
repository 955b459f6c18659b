import { html } from 'hono/html';
import { archiveHtml } from '#article/archive-words.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { countArchive } from '#import/archive-run.ts';
import type { ImportRun } from '#import/import-runs.ts';
import { hasFreshFactor } from '#people/second-factor/fresh-factor.ts';
import { now } from '#runtime/deps.ts';

/** The choice before the import begins; empty where the setting is off. */
export async function archiveSection(
  c: Context,
  run: ImportRun,
  typed: Record<string, string>,
): Promise<Html | string> {
  const { deps, config, session } = c.var;
  if (run.archive) return chosen(run, run.archive);
  if (!config.importArchive) return '';
  const { planned } = await countArchive(deps.db.read, run.id);
  const { siteName: name, siteUrl: url } = run.plan;
  return html`<section class="act" aria-labelledby="archive-title">
<h2 id="archive-title">Live as an archive</h2>
<p>${countWords(planned)} public there. ${planned === 0 ? '' : 'They can go live, each with its date of then. Every form of such an article says:'}</p>
${
  planned === 0
    ? ''
    : html`<blockquote><p>${archiveHtml({ name, url, publishedAt: now(deps) })}</p></blockquote>
<p>Each has its own date there. No feed, no home page and no news sitemap has them, and nobody gets a message. Drafts, paid, private and scheduled posts stay drafts.${deps.policy.reviewBy === 'two' ? html` <strong>Two people publish here, so every article stays a draft.</strong>` : ''}</p>
<form class="entry" method="post" action="/newsroom/imports/${run.id}/archive">
<p class="field"><label for="archive-reason">Why they may go live</label><textarea id="archive-reason" name="reason" rows="3" minlength="20" maxlength="1000" required aria-describedby="archive-reason-hint">${typed.reason ?? ''}</textarea><span class="hint" id="archive-reason-hint">20 to 1,000 characters, for the journal.</span></p>
${hasFreshFactor(deps, session) ? '' : CODE_FIELD}
<p><button class="plain">Have them go live</button></p>
</form>`
}
</section>`;
}

/** For a chief without a fresh second factor. A page shows one choice that asks for it at a time. */
export const CODE_FIELD = html`<p class="field"><label for="archive-code">A new code of your app</label><input id="archive-code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="10" aria-describedby="archive-code-hint"><span class="hint" id="archive-code-hint">With a passkey: sign in again, and come back within 15 minutes.</span></p>`;

function chosen(run: ImportRun, { reason, by }: NonNullable<ImportRun['archive']>): Html {
  const canUndo = run.state === 'looked' && run.startedAt === null && run.done === 0;
  return html`<section class="act" aria-labelledby="archive-title">
<h2 id="archive-title">Live as an archive</h2>
<p>Articles that were public there go live, with the mark of the archive. Chosen by ${by}:</p>
<blockquote>${reason.split(/\n+/).map((line) => html`<p>${line}</p>`)}</blockquote>
${
  canUndo
    ? html`<form method="post" action="/newsroom/imports/${run.id}/archive">
<input type="hidden" name="undo" value="yes">
<p><button class="plain">Make them drafts instead</button></p>
</form>`
    : ''
}
</section>`;
}

function countWords(planned: number): string {
  if (planned === 0) return 'No article of the plan was';
  return planned === 1 ? '1 article of the plan was' : `Up to ${planned} articles of the plan were`;
}
