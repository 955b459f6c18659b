import { html } from 'hono/html';
import { describeEntry } from '#article/gate-entry.ts';
import type { Failure } from '#core/failure.ts';
import { type FormFields, passForm } from '#editorial/newsroom/figure-forms.ts';
import {
  type FigureState,
  indexOf,
  ledgerAddress,
  needsAttention,
  nextNeedingAttention,
  STATE_LABELS,
  stateOf,
  stateSign,
} from '#editorial/newsroom/figure-state.ts';
import { findEarlierSettlement } from '#editorial/settle/earlier-settlement.ts';
import { type ArticleFigures, readFigures } from '#editorial/settle/read-figures.ts';
import { type FigureLookup, proposedPassages } from '#editorial/sources/look-up.ts';
import { readArchivedCopies } from '#evidence/archived-copies.ts';
import { settlementRefusal } from '#evidence/figures/check-settlement.ts';
import { unsearchedLanguage } from '#evidence/figures/foreign-numbers.ts';
import type { Html } from '#html/html.ts';
import { refusalNote } from '#html/newsroom/form.ts';
import { markHidden, markNote } from '#html/newsroom/marked.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { placeOf } from '#newsroom/publish/gate-list.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { ArchivedForms } from './archived-form.ts';
import { figurePanel } from './figure-panel.ts';
import { copyView, exemptView, sentencesView, sourcesView } from './figures-views.ts';
import { hasLookups, type LookupsView, lookupsProgress, lookupsView, nextFound } from './lookups-view.ts';

const VIEWS: Record<string, { name: string; show: (sheet: LookupsView & ArchivedForms) => Html }> = {
  copy: { name: 'In the article', show: copyView },
  sentences: { name: 'By sentence', show: sentencesView },
  sources: { name: 'By source', show: sourcesView },
  exempt: { name: 'Dates and names', show: exemptView },
  lookups: { name: 'Looked up', show: lookupsView },
};

export type LedgerQuery = { view: string | undefined; figure: string | undefined; was?: string | undefined };
export type LedgerFormError = { failure: Failure; status: number; typed: FormFields };

/** The ledger of one revision: the text with its figures marked, and beside it the panel of one figure. */
export async function figuresPage(
  c: Context,
  file: ArticleFigures,
  asked: LedgerQuery,
  { refused = null, looked = null }: { refused?: LedgerFormError | null; looked?: FigureLookup | null } = {},
): Promise<Response> {
  const { figures, hasMore } = file.ledger;
  const view = asked.view !== undefined && Object.hasOwn(VIEWS, asked.view) ? asked.view : 'copy';
  const named = indexOf(figures, asked.figure);
  const first = view === 'lookups' ? nextFound(figures, -1) : nextNeedingAttention(figures, -1);
  const chosen = named === -1 ? Math.max(0, first) : named;
  const typed = refused?.typed ?? {};
  const { actor, deps } = c.var;
  const figure = figures[chosen];
  const earlier = figure ? await findEarlierSettlement(deps.db.read, file, figure) : null;
  const passages = proposedPassages(deps, file);
  const copies = await readArchivedCopies(deps.db.read, file.articleId);
  const views = Object.entries(VIEWS).filter(([key]) => key !== 'lookups' || view === key || hasLookups(file));
  return newsroomPage(c, {
    title: `Numbers: ${file.copy.headline}`,
    ...(refused && { status: refused.status }),
    scripts: ['ledger'],
    styles: ['newsroom-review.css', 'newsroom-ledger.css'],
    main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${file.articleId}">Article</a></p>
<h1><small>Numbers of revision ${file.revision}</small> ${markHidden(file.copy.headline)}</h1>
${refused ? refusalNote(settlementRefusal(refused.failure)) : ''}
${doneLine(file, asked.was)}
${revisionNote(file)}
${progress(file)}
<div id="lookups" data-at="/newsroom/articles/${file.articleId}/figures/lookups?revision=${file.revision}">${lookupsProgress({ file, actor })}</div>
${wayOn(file)}
${hasMore ? html`<p class="refusal">The revision has more numbers than the ledger can show. The numbers beyond the limit stay open.</p>` : ''}
${languageNote()}
${markNote([file.copy])}
<nav class="views" aria-label="Ways to look at the numbers"><ul>${views.map(
      ([key, { name }]) =>
        html`<li><a href="${ledgerAddress(file, { view: key, figure: named === -1 ? undefined : figures[chosen] }).replace('#figure', '')}"${key === view ? html` aria-current="page"` : ''}>${name}</a></li>`,
    )}<li><a href="/newsroom/articles/${file.articleId}/wordings?revision=${file.revision}">Quotations and names</a></li></ul></nav>
${keysNote()}
<div class="ledger">
${figurePanel({ file, actor, view, chosen, typed, failure: refused?.failure ?? null, earlier, looked, passages })}
<section class="sheet-of-figures" aria-labelledby="sheet-title">
<h2 id="sheet-title">${VIEWS[view]?.name}</h2>
${legend()}
${VIEWS[view]?.show({ file, view, chosen, actor, passages, copies, typed, failure: refused?.failure ?? null })}
${held(c, file, view, refused)}
</section>
</div>`,
  });
}

function languageNote(): Html | string {
  const unsearched = unsearchedLanguage(siteSnapshot().publication.language);
  return unsearched === null ? '' : html`<p class="refusal">${unsearched}</p>`;
}

function doneLine({ ledger }: ArticleFigures, was: string | undefined): Html | string {
  const figure = ledger.figures[indexOf(ledger.figures, was)];
  if (!figure) return '';
  const left = ledger.figures.filter(needsAttention).length;
  const rest = left === 0 ? 'No number is open.' : `${left} to go.`;
  return html`<p class="done" role="status">“${markHidden(figure.text)}”: ${STATE_LABELS[stateOf(figure)].toLowerCase()}. ${rest}</p>`;
}

function revisionNote({ articleId, revision, latestRevision, liveRevision }: ArticleFigures): Html | string {
  if (revision === latestRevision) return '';
  return html`<p class="hint">${revision === liveRevision ? 'Readers see this revision.' : 'An earlier revision.'} A settlement applies to every revision in which the number is unchanged. <a href="/newsroom/articles/${articleId}/figures">Numbers of revision ${latestRevision}, the latest</a></p>`;
}

/** How many figures are settled, as a bar and as text. */
function progress({ ledger: { figures } }: ArticleFigures): Html {
  const count = (state: string) => figures.filter((figure) => stateOf(figure) === state).length;
  const [settled, proposed, again] = [count('settled'), count('proposed'), count('again')];
  const total = figures.length;
  if (total === 0) return html`<p class="progress-words"><strong>No number in this revision.</strong></p>`;
  const width = (part: number) => Math.round((part / total) * 3000) / 10;
  const rest = [
    proposed > 0 ? `${proposed} proposed` : '',
    count('open') > 0 ? `${count('open')} open` : '',
    again > 0 ? `${again} to check again` : '',
  ].filter((words) => words !== '');
  return html`<p class="progress-words"><strong>${settled} of ${total} settled</strong>${rest.length > 0 ? `; ${rest.join(', ')}` : ''}
<svg class="progress-bar" viewBox="0 0 300 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" x="0.5" y="0.5" width="299" height="9"/><rect class="part" x="${width(settled)}" width="${width(proposed)}" y="3" height="4"/><rect class="whole" width="${width(settled)}" height="10"/></svg></p>`;
}

/** When every figure is settled: the way on to the page on which the article is approved and published. */
function wayOn({ articleId, ledger: { figures, hasMore }, gate }: ArticleFigures): Html | string {
  if (hasMore || figures.some(needsAttention)) return '';
  const left = gate.filter(({ severity }) => severity === 'block').length;
  const rest =
    left === 0
      ? 'Nothing blocks publication.'
      : `${left} other ${left === 1 ? 'thing blocks' : 'things block'} publication.`;
  return html`<p class="done">${figures.length === 0 ? '' : 'Every number is settled. '}${rest} <a href="/newsroom/articles/${articleId}" data-key="n">${left === 0 ? 'On to publication' : 'Back to the article'}</a></p>`;
}

function legend(): Html {
  return html`<p class="legend hint">${(Object.keys(STATE_LABELS) as FigureState[]).map((state) => html`<span>${stateSign(state)} ${STATE_LABELS[state]}</span> `)}</p>`;
}

function keysNote(): Html {
  return html`<p class="keys hint" hidden><label><input type="checkbox" id="keys"> Keys</label> <span><kbd>n</kbd> next open, <kbd>p</kbd> previous open, <kbd>s</kbd> source, <kbd>Enter</kbd> confirm, <kbd>?</kbd> all keys</span></p>
<dialog id="all-keys" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
<dl><div><dt><kbd>n</kbd></dt><dd>next open number; when none is open, on to the article</dd></div><div><dt><kbd>p</kbd></dt><dd>previous open number</dd></div><div><dt><kbd>j</kbd></dt><dd>following number</dd></div><div><dt><kbd>k</kbd></dt><dd>preceding number</dd></div><div><dt><kbd>Enter</kbd></dt><dd>confirm the first proposal</dd></div><div><dt><kbd>s</kbd></dt><dd>settle by a source: write where in it, then <kbd>Enter</kbd></dd></div><div><dt><kbd>r</kbd></dt><dd>go to the source and the place of the last one; <kbd>Enter</kbd> settles by them again</dd></div><div><dt><kbd>f</kbd>, <kbd>q</kbd>, <kbd>e</kbd>, <kbd>v</kbd></dt><dd>settle as calculated, quoted, no measurement or signed</dd></div><div><dt><kbd>Shift</kbd> <kbd>Enter</kbd></dt><dd>in a form: also the other open numbers that say the same</dd></div><div><dt><kbd>?</kbd></dt><dd>this list</dd></div></dl>
<form method="dialog"><button>Close</button></form></dialog>`;
}

/** The blockers of the gate that are not about one figure; a chief can override some of them. */
function held(c: Context, file: ArticleFigures, view: string, refused: LedgerFormError | null): Html | string {
  const { typed = {}, failure = null } = refused ?? {};
  const entries = file.gate.filter(({ severity, anchor }) => severity === 'block' && !anchor);
  if (entries.length === 0) return '';
  return html`<section class="held" aria-labelledby="held-title"><h2 id="held-title">Other things to fix</h2>
<ul>${entries.map((entry) => html`<li>${markHidden(describeEntry(entry))}${placeOf(entry, file.copy)} ${passForm({ file, actor: c.var.actor, view, typed, failure }, entry)}</li>`)}</ul></section>`;
}

/** `GET /newsroom/articles/{articleId}/figures?revision=…&view=…&figure=…`: the ledger of one revision, by default the latest. */
export async function showFigures(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const given = c.req.query('revision');
  const revision = given === undefined ? null : parseRevisionNumber(given);
  const file = await readFigures(deps.db.read, actor, deps, { articleId: articleIdOf(c), revision });
  const [view, figure, was] = ['view', 'figure', 'was'].map((name) => c.req.query(name));
  return figuresPage(c, file, { view, figure, was });
}
