import { html } from 'hono/html';
import type { LedgerFigure } from '../../../article/figures/ledger.ts';
import { suggestedClass } from '../../../article/figures/settlement.ts';
import { EXEMPT_CLASSES } from '../../../article/model/settlement-kinds.ts';
import type { Html } from '../../../render/html/html.ts';
import { markHidden } from '../kit/marked.ts';
import { CLASS_WORDS, isToDo, ledgerAddress, shortAnchor } from './figure-state.ts';
import { type Sheet, sentenceOf } from './figures-sheet.ts';

/** Figures confirmed by one press: as many as somebody looks at. */
const MOST_AT_ONCE = 60;

/**
 * The open figures that look like dates, names or places in an order, confirmed class by class. What was proposed as one
 * and looks like a measurement is only listed: an editor settles it alone.
 */
export function exemptView({ file, view, chosen }: Sheet): Html {
  const open = file.ledger.figures.filter(isToDo);
  const classes = EXEMPT_CLASSES.map((one) => ({
    one,
    figures: open.filter(({ looksLike }) => suggestedClass(looksLike) === one),
  }));
  const filled = classes.filter(({ figures }) => figures.length > 0);
  const others = oneAtATime({ file, view, chosen }, open.filter(isProposedOtherwise));
  if (filled.length === 0)
    return html`<p>No open figure looks like a date, a name or a place in an order.</p>
${others}`;
  return html`<p>Look at each in its sentence, and take the tick away where it is a measurement after all. Nothing is exempt until an editor has said so.</p>
${filled.map(({ one, figures }) => {
  const shown = figures.slice(0, MOST_AT_ONCE);
  const { many } = CLASS_WORDS[one];
  return html`<form class="exempt" method="post" action="/newsroom/articles/${file.articleId}/figures/exempt" aria-labelledby="class-${one}">
<h3 id="class-${one}">${capital(many)}, ${figures.length}</h3>
<input type="hidden" name="revision" value="${file.revision}"><input type="hidden" name="view" value="${view}"><input type="hidden" name="class" value="${one}">
<ul>${shown.map(
    (figure) =>
      html`<li><input type="checkbox" name="x-${shortAnchor(figure)}" id="x-${one}-${shortAnchor(figure)}" checked> <label for="x-${one}-${shortAnchor(figure)}">${sentenceOf(file, figure)}</label></li>`,
  )}</ul>
${figures.length > shown.length ? html`<p class="hint">The first ${shown.length}; the others come after them.</p>` : ''}
<p><button>Confirm these as ${many}</button></p></form>`;
})}
${others}`;
}

/** Figures proposed as exempt that do not look it: each with the page on which it is settled alone. */
function oneAtATime({ file, view }: Sheet, figures: readonly LedgerFigure[]): Html | string {
  if (figures.length === 0) return '';
  return html`<h3>Proposed as exempt, but not for the list, ${figures.length}</h3>
<p>They do not look like what they were proposed as. Open each and settle it alone.</p>
<ul>${figures
    .slice(0, MOST_AT_ONCE)
    .map(
      (figure) =>
        html`<li><a href="${ledgerAddress(file, { view, figure })}">“${markHidden(figure.text)}”</a> ${sentenceOf(file, figure)}</li>`,
    )}</ul>`;
}

function isProposedOtherwise({ looksLike, proposals }: LedgerFigure): boolean {
  return proposals.some(({ settling }) => settling.kind === 'exempt' && settling.class !== suggestedClass(looksLike));
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
