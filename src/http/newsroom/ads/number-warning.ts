import { html } from 'hono/html';
import { findFigures } from '../../../article/figures/find-figures.ts';
import type { Html } from '../../../render/html/html.ts';
import { markHidden } from '../kit/marked.ts';

/** Numbers named in one warning. */
const MOST_NAMED = 5;

/**
 * A warning beside words that readers see and no gate looks at, when they state a number: words of suppliers, and what an
 * ad says to people who do not see it. It stops nothing. Dates, ordinals and names that hold a digit are left out.
 */
export function numberWarning(what: string, texts: readonly string[]): Html | string {
  const numbers = texts.flatMap((text) => findFigures(text).filter(({ looksLike }) => looksLike === 'measure'));
  if (numbers.length === 0) return '';
  const named = numbers.slice(0, MOST_NAMED).map(({ text }) => html`“${markHidden(text)}”`);
  const more = numbers.length > named.length ? ` and ${numbers.length - named.length} more` : '';
  return html`<p class="number-warning" role="note"><b>Look at the numbers.</b> ${what} ${numbers.length === 1 ? 'states a number' : 'state numbers'} that nobody has settled: ${named.map((one, at) => html`${at > 0 ? ', ' : ''}${one}`)}${more}. Check it before readers see it.</p>`;
}
