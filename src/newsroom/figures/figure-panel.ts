import { html } from 'hono/html';
import { isEditorial } from '#core/actor.ts';
import { hiddenFields, type PanelProps, settleForms } from '#editorial/newsroom/figure-forms.ts';
import {
  describeFinding,
  describeProposers,
  describeSettlement,
  ledgerAddress,
  needsAttention,
  nextNeedingAttention,
  STATE_LABELS,
  shortAnchor,
  stateOf,
  stateSign,
} from '#editorial/newsroom/figure-state.ts';
import { lookupForms, lookupResult } from '#editorial/newsroom/lookup-forms.ts';
import type { ArticleFigures } from '#editorial/settle/read-figures.ts';
import { isMissed } from '#editorial/settle/settle.ts';
import { isByItsName, type LedgerFigure, type Settlement } from '#evidence/figures/ledger.ts';
import type { Html } from '#html/html.ts';
import { markHidden } from '#html/newsroom/marked.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { earlierForm } from './earlier-form.ts';
import { placeWords, sentenceOf, textsOf } from './figures-views.ts';

/** One figure: its sentence, its state, the proposals, and the forms that settle it. */
export function figurePanel(panel: PanelProps): Html {
  const { file, view, chosen } = panel;
  const { figures } = file.ledger;
  const figure = figures[chosen];
  if (!figure)
    return html`<section id="figure" class="figure-panel" aria-labelledby="figure-title" tabindex="-1"><h2 id="figure-title">No number</h2>
<p>No number was found in this revision. Numbers of later revisions will appear here.</p></section>`;
  const state = stateOf(figure);
  return html`<section id="figure" class="figure-panel" aria-labelledby="figure-title" tabindex="-1">
<h2 id="figure-title"><span class="stated">${markHidden(figure.text)}</span> <small>Number ${chosen + 1} of ${figures.length}: <strong>${stateSign(state)} ${STATE_LABELS[state]}</strong></small></h2>
${ways(file, view, chosen)}
<blockquote class="words">${sentenceOf(file, figure)}</blockquote>
<p class="hint">${placeWords(figure.path, textsOf(file))}${figure.inBlock > 1 ? html`, the ${figure.inBlock}. of these` : ''}. <a href="#figure-${shortAnchor(figure)}">Show it in the article</a></p>
${figure.lapsed && figure.settlement ? html`<p class="refusal">The settlement no longer applies: ${figure.lapsed.quoted}</p>` : ''}
${figure.state === 'open' && figure.sentBack ? sentBack(figure.sentBack) : ''}
${figure.settlement?.lookAgain ? html`<p class="refusal">Check again: ${figure.settlement.lookAgain}</p>${saysNow(figure.settlement)}` : ''}
${settled(panel, figure)}
${proposals(panel, figure)}
${panel.earlier ? earlierForm(panel, figure, panel.earlier) : ''}
${lookupForms(panel, figure)}
${settleForms(panel, figure)}
</section>`;
}

/** What the source says in place of the passage that settled the number. */
function saysNow({ now }: Settlement): Html | string {
  if (!now?.passage) return '';
  return html`<div class="looked"><p><strong>The nearest passage now</strong>:</p><div class="candidate"><blockquote class="words">${markHidden(now.passage)}</blockquote><p class="hint">${markHidden(now.place ?? '')}</p></div></div>`;
}

function sentBack({ what, told: decision }: NonNullable<LedgerFigure['sentBack']>): Html {
  const did = what === 'refused' ? 'refused the last proposal' : 'opened it again';
  return html`<p class="refusal">${decision.by === 'chief' ? 'A chief' : 'An editor'} ${did} ${formatTime(decision.at)}${decision.because ? html`: ${markHidden(decision.because)}` : ', without a reason.'}</p>`;
}

/** Links to the next and the previous open number, and to the neighbours of this one. */
function ways(file: ArticleFigures, view: string, chosen: number): Html {
  const { figures } = file.ledger;
  const link = (at: number, key: string, words: string) => {
    const figure = figures[at];
    return figure && at !== chosen
      ? html`<a href="${ledgerAddress(file, { view, figure })}" data-key="${key}">${words}</a>`
      : '';
  };
  const others = figures.some((figure, at) => at !== chosen && needsAttention(figure));
  return html`<p class="ways">${others ? link(nextNeedingAttention(figures, chosen), 'n', 'Next open') : 'No other number is open.'} ${others ? link(nextNeedingAttention(figures, chosen, -1), 'p', 'Previous open') : ''} ${link(chosen + 1, 'j', 'Following')} ${link(chosen - 1, 'k', 'Preceding')}</p>`;
}

function settled(panel: PanelProps, figure: LedgerFigure): Html | string {
  const { file, actor, view } = panel;
  const { settlement } = figure;
  if (!settlement) return '';
  return html`<div class="settlement"><p class="way">${describeSettlement(settlement.settling, file.ledger)}</p>
${lookupResult(panel, figure, settlement) || describeFinding(settlement)}
${describeProposers(settlement)}
${isEditorial(actor) && settlement.lookAgain ? stillHolds(file, view, figure, settlement) : ''}
${
  isEditorial(actor) && !isByItsName(settlement)
    ? html`<details><summary>Open it again …</summary>
<form method="post" action="/newsroom/articles/${file.articleId}/figures/open">${hiddenFields(file, view, figure, settlement)}
${because('open', 'Why')}
<p><button class="plain">Open “${markHidden(short(figure.text))}” again</button></p></form></details>`
    : ''
}</div>`;
}

/** A form that settles the figure again in the same way, after an editor has checked the source. */
function stillHolds(file: ArticleFigures, view: string, figure: LedgerFigure, { settling }: Settlement): Html | string {
  if (settling.kind !== 'sourced') return '';
  const { source, locator, quote = '' } = settling;
  return html`<form method="post" action="/newsroom/articles/${file.articleId}/figures/settle">${hiddenFields(file, view, figure)}
<input type="hidden" name="kind" value="sourced"><input type="hidden" name="source" value="${source}"><input type="hidden" name="locator" value="${locator}"><input type="hidden" name="quote" value="${quote}">
<p><button>I checked the source: it still holds</button></p></form>`;
}

function proposals(panel: PanelProps, figure: LedgerFigure): Html | string {
  const { file, actor, view, passages } = panel;
  if (figure.proposals.length === 0) return '';
  const many = figure.proposals.length > 1;
  return html`<h3>${many ? 'Proposals' : 'Proposal'}</h3>
${figure.proposals.map(
  (
    proposal,
    at,
  ) => html`<div class="settlement"><p class="way">${describeSettlement(proposal.settling, file.ledger)}</p>
${describeProposers(proposal)}
${lookupResult(panel, figure, proposal) || describeFinding(proposal)}
${isEditorial(actor) ? decide({ file, view, figure, hasPassage: passages.has(proposal.id), which: many ? ` proposal ${at + 1}` : '' }, proposal, at) : html`<p>An editor confirms it.</p>`}</div>`,
)}`;
}

type Decided = { file: ArticleFigures; view: string; figure: LedgerFigure; hasPassage: boolean; which: string };

/** The forms that confirm or refuse a proposal. What the server did not find in the source is confirmed with a reason, and by no key. */
function decide(decided: Decided, proposal: Settlement, at: number): Html {
  const { file, view, figure, which } = decided;
  const path = `/newsroom/articles/${file.articleId}/figures`;
  const hidden = hiddenFields(file, view, figure, proposal);
  return html`${isMissed(proposal) ? confirmMissed(path, hidden, at, which) : confirmForm(path, hidden, at, decided)}
<details><summary>Refuse${which || ' it'} …</summary>
<form method="post" action="${path}/refuse">${hidden}
${because(`refuse-${at}`, 'Why, for the person or agent who proposed it')}
<p><button class="plain">Refuse${which}</button></p></form></details>`;
}

function confirmForm(path: string, hidden: Html, at: number, { hasPassage, which }: Decided): Html {
  return html`<form method="post" action="${path}/confirm"${at === 0 && !hasPassage ? html` data-key="Enter"` : ''}>${hidden}
<p><button${hasPassage ? html` class="plain"` : ''}>Confirm${which || ' this'}</button></p></form>`;
}

function confirmMissed(path: string, hidden: Html, at: number, which: string): Html {
  return html`<details><summary>Confirm${which || ' it'} all the same …</summary>
<form method="post" action="${path}/confirm">${hidden}
${because(`confirm-${at}`, 'Why it holds although the server did not find it there')}
<p><button class="plain">Confirm${which || ' this'}</button></p></form></details>`;
}

function because(id: string, label: string): Html {
  return html`<p class="field"><label for="${id}-because">${label}</label> <input id="${id}-because" name="because" maxlength="500" autocomplete="off"></p>`;
}

function short(text: string): string {
  const letters = [...text];
  return letters.length > 40 ? `${letters.slice(0, 39).join('')}…` : text;
}
