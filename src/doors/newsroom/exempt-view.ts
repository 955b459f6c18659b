import { html } from 'hono/html';
import type { LedgerFigure } from '../../article/figures/ledger.ts';
import { EXEMPT_CLASSES, type ExemptClass, suggestedClass } from '../../article/figures/settling.ts';
import type { Html } from '../../editions/html.ts';
import { CLASS_WORDS, isToDo, shortAnchor } from './figure-state.ts';
import { type Sheet, sentenceOf } from './figures-sheet.ts';

/** Figures confirmed by one press: as many as somebody looks at. */
const MOST_AT_ONCE = 60;

/** The open figures that look like dates, names or places in an order, or were proposed as such: confirmed class by class. */
export function exemptView({ file, view }: Sheet): Html {
  const open = file.ledger.figures.filter(isToDo);
  const classes = EXEMPT_CLASSES.map((one) => ({ one, figures: open.filter((figure) => looksLike(figure, one)) }));
  const filled = classes.filter(({ figures }) => figures.length > 0);
  if (filled.length === 0) return html`<p>No open figure looks like a date, a name or a place in an order.</p>`;
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
})}`;
}

function looksLike({ looksLike: found, proposals }: LedgerFigure, one: ExemptClass): boolean {
  return (
    suggestedClass(found) === one ||
    proposals.some(({ settling }) => settling.kind === 'exempt' && settling.class === one)
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
