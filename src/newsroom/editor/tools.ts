import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { sign } from '#html/newsroom/kit/sign.ts';

// The tools beside the text: the bubble over selected words, the menu of blocks, the handle of a block, and the bar at the foot of a phone.

/** The small toolbar over selected words. */
export function bubble(): Html {
  return html`<div class="tools bubble" id="bubble" role="toolbar" aria-label="Selected words" aria-controls="body" hidden>
${tool('strong', 'Strong', html`<b>B</b>`, 'Ctrl B')}${tool('em', 'Emphasis', html`<i>I</i>`, 'Ctrl I')}${tool('link', 'Link', 'Link', 'Ctrl K')}${tool('comment', 'Comment', 'Comment', 'Ctrl Alt M')}${tool('suggest', 'Suggest other words', 'Suggest', 'Ctrl Alt G')}${tool('source', 'Source: add this link', 'Source', 'Ctrl Shift K')}<button type="button" class="plain" data-tool="kind" title="Kind of block: /"><span class="unseen">Kind of block: </span><span id="kind-name">Text</span> ${sign('open')}</button>
</div>`;
}

/** What `/`, `+` and the kind of the bubble offer, by the name of the command. */
const BLOCKS: readonly [name: string, label: string, keys: string, markdown: string][] = [
  ['paragraph', 'Text', 'Ctrl Alt 0', ''],
  ['heading', 'Heading', 'Ctrl Alt 2', '##'],
  ['subheading', 'Subheading', 'Ctrl Alt 3', '###'],
  ['quote', 'Quote', 'Ctrl Alt 4', '>'],
  ['list', 'List', 'Ctrl Alt 8', '-'],
  ['numbers', 'Numbered list', 'Ctrl Alt 7', '1.'],
];

/** The menu of blocks, with what moves a block where there is no handle. The handle is beside the block of the cursor. */
export function blockMenu(): Html {
  return html`<div class="handle" id="block-handle" hidden><button type="button" class="btn quiet icon" data-handle="add" aria-label="Add a block" title="Add a block: /" >${sign('plus')}</button><button type="button" class="btn quiet icon" data-handle="move" aria-label="Move this block: Alt and arrow keys, or drag" title="Drag, or Alt Shift and arrow keys"><span class="grip" aria-hidden="true"></span></button></div>
<div class="drop-line" id="drop-line" hidden></div>
<div class="popup block-menu" id="block-menu" role="listbox" aria-label="Kind of block" tabindex="0" hidden>
${BLOCKS.map(([name, label, keys, markdown]) => html`<div role="option" id="kind-${name}" data-block="${name}" data-words="${label.toLowerCase()}" aria-selected="false">${label} ${markdown ? html`<code aria-hidden="true">${markdown}</code>` : ''}<kbd aria-hidden="true">${keys}</kbd></div>`)}
<div role="option" id="kind-table" data-block="table" data-words="table" aria-selected="false">Table</div>
<div role="option" id="kind-chart" data-block="chart" data-words="chart" aria-selected="false">Chart</div>
<div role="option" id="kind-up" data-block="up" data-words="move up" aria-selected="false">Move up <kbd aria-hidden="true">Alt Shift Up</kbd></div>
<div role="option" id="kind-down" data-block="down" data-words="move down" aria-selected="false">Move down <kbd aria-hidden="true">Alt Shift Down</kbd></div>
<div role="option" id="kind-comment" data-block="comment" data-words="comment" aria-selected="false">Comment <kbd aria-hidden="true">Ctrl Alt M</kbd></div>
<div role="option" id="kind-suggest" data-block="suggest" data-words="suggest another text" aria-selected="false">Suggest another text <kbd aria-hidden="true">Ctrl Alt G</kbd></div>
</div>`;
}

/** The one bar of a phone, in reach of a thumb and above its keyboard. */
export function phoneTools(): Html {
  return html`<div class="tools phone-tools" id="phone-tools" role="toolbar" aria-label="Text" aria-controls="body">
${tool('kind', 'Kind of block', sign('plus'), '/')}${tool('strong', 'Strong', html`<b>B</b>`, 'Ctrl B')}${tool('em', 'Emphasis', html`<i>I</i>`, 'Ctrl I')}${tool('link', 'Link', 'Link', 'Ctrl K')}${tool('heading', 'Heading', 'H', 'Ctrl Alt 2')}${tool('undo', 'Undo', sign('undo'), 'Ctrl Z')}<button type="button" class="plain" data-tool="settle"><span class="name">Numbers</span> <span data-numbers></span></button>
</div>`;
}

function tool(name: string, label: string, shown: Html | string, keys: string): Html {
  return html`<button type="button" class="plain" data-tool="${name}" aria-label="${label}" title="${label}: ${keys}">${shown}</button>`;
}
