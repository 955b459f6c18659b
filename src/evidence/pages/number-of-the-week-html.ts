import { html } from 'hono/html';
import { articlePath } from '#article/own-page.ts';
import type { ShownNumber } from '#evidence/number-of-the-week.ts';
import { direction, type Html } from '#html/html.ts';

/** The figure and the unit of a number: `$15.8` and `billion`. */
const FIGURE_AND_UNIT = /^([^\p{L}%]*[\d%])\s*(.*)$/u;
/** Characters of a figure that are set smaller. */
const LONG_FIGURE = 4;

/** A settled number, large, with the sentence that states it and the words of its source. */
export function numberHtml(label: string, { text, sentence, quote, source, section, slug }: ShownNumber): Html {
  const [, figure = text, unit = ''] = FIGURE_AND_UNIT.exec(text) ?? [];
  return html`<section class="number" aria-labelledby="number">
<h2 class="label" id="number">${label}</h2>
<svg class="span" viewBox="0 0 260 18" preserveAspectRatio="none" aria-hidden="true"><path vector-effect="non-scaling-stroke" d="M8 9H252M2 15L14 3M246 15L258 3"/></svg>
<p class="figure${figure.length > LONG_FIGURE ? ' long' : ''}">${figure}${unit === '' ? '' : html` <span>${unit}</span>`}</p>
<p class="dek"${direction(sentence)}>${sentence}</p>
<p class="fact source"><q${direction(quote)}>${quote}</q><br><a href="${source.url}">${source.title}</a>${source.publisher ? `, ${source.publisher}` : ''}. <a href="${articlePath({ section, slug })}">The story</a></p>
</section>`;
}
