import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

// The dialogs of the editor: its keys, a link, and what to keep where two people changed the same place.

const KEYS: [string, string][] = [
  ['Ctrl S', 'Save as a revision'],
  ['Ctrl I · Ctrl B · Ctrl E', 'Emphasis · strong · code'],
  ['Ctrl K', 'Link'],
  ['Ctrl Shift K', 'Add the link at the cursor, or the links in the selected words, to the sources'],
  ['Ctrl F', 'Find and replace; Enter goes to the next place, Shift Enter back, Esc returns to the text'],
  ['Alt Enter', 'Settle the number at the cursor, or the next open one'],
  ['Alt Down · Alt Up', 'The next open number · the previous one'],
  ['Alt Shift Up · Alt Shift Down', 'Move the block at the cursor'],
  ['/', 'In an empty paragraph: choose its kind'],
  ['Ctrl Alt P', 'Preview beside the text, and the panel again'],
  ['Ctrl .', 'Only the sheet, and all bars again'],
  ['Ctrl Alt 0', 'Text: a paragraph'],
  ['Ctrl Alt 2 · Ctrl Alt 3', 'Heading · subheading'],
  ['Ctrl Alt 4', 'Quote'],
  ['Ctrl Alt 8 · Ctrl Alt 7', 'List · numbered list'],
  ['Ctrl Z · Ctrl Shift Z', 'Undo · redo'],
  [
    '## · ### · > · - · 1. and a space',
    'Heading · subheading · quote · list · numbered list, at the start of a paragraph',
  ],
  ['*so* · **so** · `so`', 'Emphasis · strong · code, while typing'],
  ['F6', 'Move between the text, its comments and the fields'],
  ['Ctrl Alt M', 'Comment on the selected words; Ctrl Enter sends it'],
  ['Ctrl Alt G', 'Suggest other words for the selected ones, or another text for the block'],
  [
    'Alt F10',
    'Move to the toolbar of the selected words, then to the one above; arrow keys move along it, Esc returns to the text',
  ],
  ['? · Ctrl /', 'Show these keys (? only outside the text)'],
];

export function dialogs(): Html {
  return html`<dialog id="keys-dialog" aria-labelledby="keys-title"><h2 id="keys-title">Keys</h2>
<table class="plan"><thead class="unseen"><tr><th scope="col">Keys</th><th scope="col">Action</th></tr></thead>
<tbody>${KEYS.map(([keys, does]) => html`<tr><th scope="row"><kbd>${keys}</kbd></th><td>${does}</td></tr>`)}</tbody></table>
<form method="dialog"><button>Close</button></form></dialog>
<dialog id="link-dialog" aria-labelledby="link-title"><h2 id="link-title">Link</h2>
<form method="dialog" id="link-form" novalidate><p class="field"><label for="link-address">Address</label>
<input id="link-address" type="url" placeholder="https://" aria-describedby="link-trouble"><span class="trouble" id="link-trouble" role="alert"></span></p>
<p class="field"><label for="link-words">Or find an article of ours</label>
<input id="link-words" type="search" autocomplete="off" placeholder="Words of its headline" aria-describedby="link-count"> <span class="hint" id="link-count" role="status"></span></p>
<ul id="link-articles" class="choices"></ul>
<p class="acts"><button value="set">Set the link</button> <button class="plain" value="source">Set it and add it to the sources</button> <button class="plain" value="none">No link</button> <button class="plain" value="cancel">Cancel</button></p></form></dialog>
<dialog id="merge-dialog" aria-labelledby="merge-title"><h2 id="merge-title">Both of you changed these</h2>
<p id="merge-words"></p>
<form method="dialog" id="merge-form"><div id="merge-list"></div>
<p class="acts"><button value="take">Merge</button> <button class="plain" value="later" formnovalidate>Not now</button></p></form></dialog>`;
}
