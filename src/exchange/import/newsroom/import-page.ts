import { html } from 'hono/html';
import { openSections } from '#article/section.ts';
import { countArchive } from '#exchange/import/archive-run.ts';
import {
  countLost,
  countOutcomes,
  getRun,
  type ImportRun,
  type KindCount,
  listItems,
  type ReportLine,
} from '#exchange/import/import-runs.ts';
import { itemWords, lostWords, OUTCOMES } from '#exchange/import/item-report.ts';
import { linkWarnings } from '#exchange/import/link-warnings.ts';
import { listRedirected } from '#exchange/import/list-redirects.ts';
import type { ImportPlan } from '#exchange/import/plan.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { drawFields, type Fields } from '#html/newsroom/kit/form.ts';
import { htmlFragment, newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { archiveSection } from './import-archive.ts';
import { stateOfImport } from './imports-page.ts';

/** Articles on one page of the plan or the report. */
export const ITEMS_ON_PAGE = 200;
const WORKING: readonly ImportRun['state'][] = ['waits to look', 'looks', 'waits to run', 'runs'];

/** `GET /newsroom/imports/{importId}`: the progress, the plan or the report. */
export function showImport(c: Context): Promise<Response> {
  return importPage(c, null);
}

/** `GET /newsroom/imports/{importId}/progress`: the part of the page that a script renews. */
export async function showImportProgress(c: Context): Promise<Response> {
  return htmlFragment(c, progress(await getRun(c.var.deps.db.read, c.var.actor, c.req.param('importId') ?? '')));
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the markup of one page, with what each state of a run leaves out
export async function importPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, actor } = c.var;
  const run = await getRun(deps.db.read, actor, c.req.param('importId') ?? '');
  const after = Number(c.req.query('after') ?? -1);
  const isWorking = WORKING.includes(run.state);
  const hasBegun = run.startedAt !== null || run.done > 0;
  const lines = isWorking
    ? []
    : await listItems(deps.db.read, run.id, {
        after: Number.isSafeInteger(after) ? after : -1,
        limit: ITEMS_ON_PAGE,
        only: 'reported',
      });
  return newsroomPage(c, {
    title: run.fileName,
    status: refused?.status ?? 200,
    styles: ['newsroom-ledger.css', 'newsroom-imports.css'],
    ...(isWorking && { scripts: ['import'] }),
    head: {
      title: html`<span class="address">${run.fileName}</span>`,
      trail: [{ text: 'Import', href: '/newsroom/imports' }],
    },
    main: html`${refusalNote(refused?.failure ?? null)}
<div id="progress" data-at="/newsroom/imports/${run.id}/progress">${progress(run)}</div>
${isWorking ? html`<p><a href="/newsroom/imports/${run.id}">Reload</a></p>` : ''}
${isWorking || run.format === '' ? '' : await counts(c, run, hasBegun)}
${isWorking || hasBegun ? '' : linkWarnings(run, c.var.config.publication.baseUrl).map((warning) => html`<p class="hint">${warning}</p>`)}
${run.archive || (run.format !== '' && run.state === 'looked' && !hasBegun) ? await archiveSection(c, run, refused) : ''}
${startForm(run, hasBegun)}
${lines.length === 0 ? '' : run.state === 'looked' && !hasBegun ? planForm(run, lines, refused) : report(run, lines)}
${removeForm(run)}`,
  });
}

/** The state in words, and the share of the items that is done, drawn as a bar. */
function progress(run: ImportRun): Html {
  const { done, found: total, state, trouble } = run;
  const share = total === 0 ? 0 : Math.round((done / total) * 300);
  const words = state === 'looks' ? `${total} items so far` : `${done} of ${total} items`;
  const isCounted = total > 0 && ['runs', 'waits to run', 'failed', 'looks'].includes(state);
  const isDrawn = isCounted || (state === 'done' && total > 0);
  return html`<p class="progress-words" data-state="${state}">${stateOfImport(run)}${isCounted ? `: ${words}` : ''}.
${isDrawn ? bar(state === 'done' ? 300 : share) : ''}</p>
${trouble ? html`<div class="refusal"><p><strong>${trouble}</strong></p></div>` : ''}`;
}

/** A bar of 300 units. */
function bar(share: number): Html {
  return html`<svg class="progress-bar" viewBox="0 0 300 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" x="0.5" y="0.5" width="299" height="9"/><rect class="whole" width="${share}" height="10"/></svg>`;
}

/** Old addresses of lists that the page names; `import show` names all. */
const MOST_LISTS = 500;

async function counts(c: Context, run: ImportRun, hasBegun: boolean): Promise<Html> {
  const { read } = c.var.deps.db;
  const all = await countOutcomes(read, run.id, hasBegun ? 'outcome' : 'expected');
  const lost = await countLost(read, run.id);
  const lists = await listRedirected(read, run.id);
  const live = run.archive && hasBegun ? (await countArchive(read, run.id)).live : null;
  return html`<section aria-labelledby="counts-title">
<h2 id="counts-title">${hasBegun ? 'Result' : 'What an import would do'}</h2>
<table class="plan counted">
<caption class="unseen">Items by kind</caption>
<thead><tr><th scope="col">Kind</th><th scope="col" class="number">Found</th>${OUTCOMES.map((outcome) => html`<th scope="col" class="number">${outcome[0]?.toUpperCase()}${outcome.slice(1)}</th>`)}</tr></thead>
<tbody>${all.map(countRow)}</tbody>
</table>
${lost.length === 0 ? '' : html`<p>Missing in the articles: ${lost.map(({ kind, count }) => `${kind} ${count}`).join(', ')}. Each place has a comment.</p>`}
${lists.length === 0 ? '' : html`<details><summary>Old addresses of lists that redirect: ${lists.length}</summary><ul>${lists.slice(0, MOST_LISTS).map(({ path, target }) => html`<li>${path} leads to ${target}</li>`)}</ul></details>`}
${live === null ? '' : html`<p>Live as an archive: ${live}.</p>`}
</section>`;
}

function countRow(count: KindCount): Html {
  return html`<tr><th scope="row">${count.kind}</th><td class="number"><span class="label">found</span> ${count.found}</td>${OUTCOMES.map((outcome) => html`<td class="number"><span class="label">${outcome}</span> ${count[outcome]}</td>`)}</tr>`;
}

function startForm(run: ImportRun, hasBegun: boolean): Html | string {
  if (!['looked', 'failed'].includes(run.state) || run.format === '') return '';
  return html`<form class="act" method="post" action="/newsroom/imports/${run.id}/run">
<p>${hasBegun ? 'What is imported stays; the import continues with the rest.' : whatBecomes(run)}</p>
<p>${button({ text: hasBegun ? 'Resume' : 'Import' })}</p>
</form>`;
}

function removeForm({ id, state }: ImportRun): Html | string {
  if (state === 'done') return '';
  return html`<form class="act" method="post" action="/newsroom/imports/${id}/remove">
<p>This removes the plan and the report, too. Articles that it imported stay.</p>
<p>${button({ text: 'Remove this import', weight: 'quiet' })}</p>
</form>`;
}

function whatBecomes({ archive }: ImportRun): string {
  const become = archive
    ? 'Articles that were public there go live; the others become drafts.'
    : 'Each article becomes a draft.';
  return `${become} Save the plan first if you changed it.`;
}

function planForm(
  run: ImportRun,
  lines: readonly (ReportLine & { place: number })[],
  refused: RefusedForm | null,
): Html {
  const { plan } = run;
  const articles = lines.filter(({ kind, expected }) => kind === 'article' && expected !== 'refused');
  return html`<section aria-labelledby="plan-title">
<h2 id="plan-title">The plan</h2>
<form class="entry wide" method="post" action="/newsroom/imports/${run.id}/plan">
${drawFields(planFields(plan), refused ? { typed: new URLSearchParams(refused.typed), failure: refused.failure } : { typed: typedPlan(plan) })}
<fieldset><legend>Articles to import</legend>
<input type="hidden" name="first" value="${articles[0]?.place ?? 0}"><input type="hidden" name="last" value="${articles.at(-1)?.place ?? 0}">
<ul class="items">${articles.map(
    ({
      place,
      title,
      decision,
      expected,
      why,
      report: { changed, lost, notes },
    }) => html`<li><input type="checkbox" id="item-${place}" name="item-${place}" value="import"${decision === 'import' ? html` checked` : ''}>
<label for="item-${place}">${title}</label> <span class="by">${[expected, why, ...changed.map(({ kind }) => kind), ...notes].filter((text) => text).join('; ')}</span>${lostList(lost)}</li>`,
  )}</ul></fieldset>
<p>${button({ text: 'Save the plan', weight: 'plain' })}</p>
</form>
${more(run, lines)}
</section>`;
}

/** The hosts of other pictures, which a chief can add. */
function hostsHint({ otherImageHosts = [] }: ImportPlan): string {
  return otherImageHosts.length > 0 ? ` Other pictures of the texts are at ${otherImageHosts.join(', ')}.` : '';
}

/** The fields of the plan: of the site, of each category, and of each author. */
function planFields(plan: ImportPlan): Fields {
  const options = openSections().map(({ slug, name }) => ({ value: slug, text: name }));
  const categories = Object.keys(plan.sections).slice(0, ITEMS_ON_PAGE);
  const authors = Object.keys(plan.authors).slice(0, ITEMS_ON_PAGE);
  const section = (label: string) => ({ label, kind: 'select', options }) as const;
  return {
    siteName: { label: 'The site they come from' },
    siteUrl: { label: 'Its address, so that links to it are known', kind: 'url', optional: true },
    section: section('Section of articles without a known category'),
    ...Object.fromEntries(categories.map((name, at) => [`category-${at}`, section(`Section of “${name}”`)])),
    ...Object.fromEntries(
      authors.map((name, at) => [`author-${at}`, { label: `Byline of “${name}”`, optional: true } as const]),
    ),
    imageHosts: {
      label: 'Hosts that pictures are fetched from, by https',
      kind: 'area',
      hint: `One on a line. Without a host no picture is fetched.${hostsHint(plan)}`,
      optional: true,
    },
    upgradeLinks: {
      label: 'Try links by http whether they answer by https',
      kind: 'switch',
      hint: 'Otherwise they become plain words.',
    },
    repairLinks: {
      label: 'Repair articles that were imported before',
      kind: 'switch',
      hint: 'A link that became plain words then becomes a link again, and one to the previous site leads to the imported article, where nobody changed the words.',
    },
  };
}

function typedPlan(plan: ImportPlan): URLSearchParams {
  const sections = Object.values(plan.sections).map((slug, at) => [`category-${at}`, slug] as const);
  const authors = Object.values(plan.authors).map((name, at) => [`author-${at}`, name ?? ''] as const);
  return new URLSearchParams([
    ['siteName', plan.siteName],
    ['siteUrl', plan.siteUrl ?? ''],
    ['section', plan.section],
    ...sections.map(([name, slug]) => [name, slug ?? '']),
    ...authors.map(([name, text]) => [name, text]),
    ['imageHosts', plan.imageHosts.join('\n')],
    ...(plan.upgradeLinks === false ? [] : [['upgradeLinks', 'yes']]),
    ...(plan.repairLinks ? [['repairLinks', 'yes']] : []),
  ]);
}

function report(run: ImportRun, lines: readonly (ReportLine & { place: number })[]): Html {
  return html`<section aria-labelledby="report-title">
<h2 id="report-title">Each article</h2>
<table class="plan">
<caption class="unseen">What became of each article</caption>
<thead><tr><th scope="col">Article</th><th scope="col">Outcome</th><th scope="col">Changed or missing</th></tr></thead>
<tbody>${lines.map(
    ({ title, articleId, outcome, expected, why, report }) => html`<tr>
<th scope="row">${articleId ? html`<a href="/newsroom/articles/${articleId}">${title}</a>` : title}</th>
<td class="outcome">${outcome ?? `expected: ${expected}`}</td>
<td>${itemWords({ outcome, why, report })}${outcome === 'left out' ? '' : lostList(report.lost)}</td>
</tr>`,
  )}</tbody>
</table>
${more(run, lines)}
</section>`;
}

/** What is missing in an article, each thing with its words and its place. */
function lostList(lost: ReportLine['report']['lost']): Html | string {
  if (lost.length === 0) return '';
  return html`<details><summary>${lost.length} lost</summary><ul>${lost.map((thing) => html`<li>${lostWords(thing)}</li>`)}</ul></details>`;
}

function more(run: ImportRun, lines: readonly { place: number }[]): Html | string {
  if (lines.length < ITEMS_ON_PAGE) return '';
  return html`<p><a href="/newsroom/imports/${run.id}?after=${lines.at(-1)?.place ?? 0}">The next ${ITEMS_ON_PAGE}</a></p>`;
}
