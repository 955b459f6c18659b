import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import { hiddenFields, type PanelProps } from '#editorial/newsroom/figure-forms.ts';
import { stateOf } from '#editorial/newsroom/figure-state.ts';
import type { FigureLookup, FoundPassage } from '#editorial/sources/look-up.ts';
import { isNamed } from '#editorial/sources/look-up-named.ts';
import type { LedgerFigure, Settlement } from '#evidence/figures/ledger.ts';
import type { Candidate, Lookup } from '#evidence/lookup/find-number.ts';
import { headsOf, locatorOf } from '#evidence/lookup/passage.ts';
import type { Html } from '#html/html.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { formatTime } from '#html/newsroom/time.ts';

/** A form that opens a source and looks the figure up in it, and the result. */
export function lookupForms(panel: PanelProps, figure: LedgerFigure): Html | string {
  const { file, view, looked } = panel;
  const { sources } = file.ledger;
  if (sources.length === 0 || (stateOf(figure) === 'settled' && !looked && !isNamed(figure))) return '';
  const chosen = looked?.source ?? proposedSource(figure) ?? sources[0]?.url;
  return html`<section class="lookup" aria-labelledby="lookup-title"><h3 id="lookup-title">Look it up in the source</h3>
<form method="post" enctype="multipart/form-data" action="/newsroom/articles/${file.articleId}/figures/lookup#figure" data-key="l">${hiddenFields(file, view, figure)}
<p class="field"><label for="lookup-source">Source to open</label>
<select id="lookup-source" name="source">${sources.map(({ url, title }, at) => html`<option value="${url}"${url === chosen ? html` selected` : ''}>${at + 1}. ${title}</option>`)}</select></p>
<details${looked && 'trouble' in looked ? html` open` : ''}><summary>If the server cannot open the source, give its file or a passage</summary>
<p class="field"><label for="lookup-file">File of the source</label>
<input id="lookup-file" name="file" type="file" accept=".pdf,.html,.htm,.txt,.md,.csv,.tsv,.xlsx,.docx" aria-describedby="lookup-file-hint"> <span class="hint" id="lookup-file-hint">PDF, web page, text, CSV, XLSX or DOCX, at most 12 MB. It is not kept.</span></p>
<p class="field"><label for="lookup-passage">Passage that you copied from the source</label>
<textarea id="lookup-passage" name="passage" rows="3" maxlength="20000"></textarea></p></details>
<p><button class="plain">Open the source</button> <span class="hint" data-keys hidden><kbd>l</kbd></span></p></form>
${looked ? lookedUp(panel, figure, looked) : ''}</section>`;
}

function proposedSource({ proposals, settlement }: LedgerFigure): string | undefined {
  return [...proposals, ...(settlement ? [settlement] : [])].flatMap(({ settling }) =>
    settling.kind === 'sourced' ? [settling.source] : [],
  )[0];
}

const STATE_WORDS: Record<Lookup['state'], string> = {
  found: 'Found in the source',
  near: 'Not found as the article says it. The nearest passages',
  not_found: 'Not found in this source',
};

type Panel = Pick<PanelProps, 'file' | 'view' | 'actor' | 'passages'>;

/**
 * The result of a lookup for an agent's proposal, or for a settled number that an editor had looked up, with the form that settles by the
 * passage; empty without a lookup. `hasKey`: `Enter` sends the form.
 */
export function lookupResult(
  panel: Panel,
  figure: LedgerFigure,
  proposal: Settlement,
  { hasKey = true } = {},
): Html | string {
  const { settling } = proposal;
  const lookup = proposal.asked ?? proposal.lookup;
  if (!lookup || settling.kind !== 'sourced' || settling.found) return '';
  if (lookup.state === 'waiting') return html`<p class="hint">The server has not opened this source yet.</p>`;
  if (lookup.state === 'unreachable')
    return html`<p class="refusal">The server could not open this source ${formatTime(lookup.at)}. ${lookup.trouble}</p>`;
  const { candidate, state } = lookup;
  const passage = panel.passages.get(proposal.id);
  const shown = candidate && {
    figure,
    source: settling.source,
    candidate,
    passage,
    isFirst: hasKey && passage !== undefined,
  };
  return html`<div class="looked"><p><strong>${STATE_WORDS[state]}</strong>${candidate ? ':' : '.'}</p>
${shown ? candidateForm(panel, shown) : ''}
<p class="hint">The server opened it ${formatTime(lookup.at)}${lookup.title ? html`: “${markHidden(lookup.title.slice(0, 160))}”` : ''}.</p></div>`;
}

function lookedUp(panel: PanelProps, figure: LedgerFigure, looked: FigureLookup): Html {
  const source = panel.file.ledger.sources.find(({ url }) => url === looked.source);
  if ('trouble' in looked)
    return html`<p class="refusal" role="status">The source was not opened. ${looked.trouble} Give its file, or paste the passage.</p>`;
  const { opened, lookup } = looked;
  const { candidates, state } = lookup;
  return html`<div class="looked" role="status"><p><strong>${STATE_WORDS[state]}</strong>${candidates.length > 0 ? ':' : '.'}</p>
${candidates.map((candidate, at) => candidateForm(panel, { figure, source: looked.source, candidate, passage: looked.passages[at], isFirst: at === 0 && state === 'found' }))}
<p class="hint">${OPENED_BY[looked.by]} ${formatTime(looked.at)}${opened.title ? html`: “${markHidden(opened.title.slice(0, 160))}”` : ''}.${opened.isWhole ? '' : ' It is long: only its beginning was read.'}${source ? html` <a href="${source.url}" rel="noreferrer">Open it in the browser</a>` : ''}</p></div>`;
}

const OPENED_BY: Record<FigureLookup['by'], string> = {
  address: 'The server opened its address',
  file: 'You gave the file',
  passage: 'You gave the passage',
};

type Shown = {
  figure: LedgerFigure;
  source: string;
  candidate: Candidate;
  /** The passage that settles the figure by this candidate. */
  passage: FoundPassage | null | undefined;
  isFirst: boolean;
};

function candidateForm({ file, view, actor }: Panel, { figure, source, candidate, passage, isFirst }: Shown): Html {
  const { agreement } = candidate;
  const verb = isEditorial(actor) ? 'Settle' : 'Propose';
  const says =
    agreement === null
      ? html`<p class="hint">The source says “${markHidden(candidate.text)}” here.</p>`
      : agreementWords(candidate);
  return html`<div class="candidate"><blockquote class="words">${marked(candidate)}</blockquote>
<p class="hint">${markHidden(locatorOf(candidate))}</p>${says}
${
  !passage
    ? ''
    : html`<form method="post" action="/newsroom/articles/${file.articleId}/figures/settle"${isFirst ? html` data-key="Enter"` : ''}>${hiddenFields(file, view, figure)}
<input type="hidden" name="kind" value="sourced"><input type="hidden" name="source" value="${source}"><input type="hidden" name="locator" value="${passage.locator}"><input type="hidden" name="quote" value="${passage.quote}"><input type="hidden" name="found" value="${passage.sealed}">
<p><button${isFirst ? '' : html` class="plain"`} aria-label="${verb} by this passage: “${figure.text}”">${verb} by this passage</button>${isFirst ? html` <span class="hint" data-keys hidden><kbd>Enter</kbd></span>` : ''}</p></form>`
}</div>`;
}

function agreementWords({ agreement, text }: Candidate): Html | string {
  if (agreement === 'converted')
    return html`<p class="hint">The same in another unit: the source says “${markHidden(text)}”.</p>`;
  return agreement === 'rounded' ? html`<p class="hint">Rounded: the source says “${markHidden(text)}”.</p>` : '';
}

/** The passage with its number marked; for a table cell, with the heads of its row and column. */
function marked(candidate: Candidate): Html {
  const { passage, at, length } = candidate;
  const heads = headsOf(candidate);
  return html`${heads === '' ? '' : html`${markHidden(heads)}: `}${markHidden(passage.slice(0, at))}<mark>${markHidden(passage.slice(at, at + length))}</mark>${markHidden(passage.slice(at + length))}`;
}
