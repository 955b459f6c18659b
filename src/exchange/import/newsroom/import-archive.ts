import { html } from 'hono/html';
import { archiveHtml } from '#article/archive-words.ts';
import { countArchive } from '#exchange/import/archive-run.ts';
import type { ImportRun } from '#exchange/import/import-runs.ts';
import type { Html } from '#html/html.ts';
import type { RefusedForm } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, type Fields, type ShownForm } from '#html/newsroom/kit/form.ts';
import type { Context } from '#http/context.ts';
import { hasFreshFactor } from '#people/second-factor/fresh-factor.ts';
import { now } from '#runtime/deps.ts';

/** The choice before the import begins; empty where the setting is off. */
export async function archiveSection(c: Context, run: ImportRun, refused: RefusedForm | null): Promise<Html | string> {
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
${drawFields(reasonFields(hasFreshFactor(deps, session)), shownReason(refused))}<p>${button({ text: 'Have them go live', weight: 'plain' })}</p>
</form>`
}
</section>`;
}

/** Why articles go live, and a code for a chief without a fresh second factor. */
function reasonFields(isFresh: boolean): Fields {
  return {
    reason: {
      label: 'Why they may go live',
      kind: 'area',
      most: 1000,
      hint: '20 to 1,000 characters, for the activity log.',
    },
    ...(isFresh
      ? {}
      : {
          code: {
            label: 'A new code of your app',
            autocomplete: 'one-time-code',
            hint: 'With a passkey: sign in again, and come back within 15 minutes.',
            optional: true,
          },
        }),
  };
}

function shownReason(refused: RefusedForm | null): ShownForm {
  return { typed: new URLSearchParams({ reason: refused?.typed.reason ?? '' }), failure: refused?.failure ?? null };
}

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
<p>${button({ text: 'Make them drafts instead', weight: 'plain' })}</p>
</form>`
    : ''
}
</section>`;
}

function countWords(planned: number): string {
  if (planned === 0) return 'No article of the plan was';
  return planned === 1 ? '1 article of the plan was' : `Up to ${planned} articles of the plan were`;
}
