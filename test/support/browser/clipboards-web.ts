import { type Clipboard, PICTURES } from './clipboards.ts';

// Clipboards of web applications and web pages. `told`: the lines of the notice.

/** Google Docs with a picture, raised digits, struck words, a checklist, a nested list and a table. */
export const DOCS_REPORT: Clipboard = {
  held: {
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400;vertical-align:baseline;white-space:pre-wrap;">Up to 10</span><span style="font-size:0.6em;font-weight:400;vertical-align:super;">6</span><span style="vertical-align:baseline;"> points of H</span><span style="font-size:0.6em;vertical-align:sub;">2</span><span style="vertical-align:baseline;">O, </span><span style="text-decoration:line-through;vertical-align:baseline;">1,420</span><span> 1,240 kept.</span></p><p dir="ltr"><span style="border:none;display:inline-block;overflow:hidden;width:602px;"><img src="https://lh7.example/picture" width="602" height="401" style="margin-left:0px;" alt="A slab"></span></p><ul style="margin-top:0;"><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,iVBORw0KGgo=" alt="checked" aria-roledescription="checkbox"><p dir="ltr" role="presentation"><span>Order caps</span></p></li></ul><ol start="3"><li dir="ltr" aria-level="1"><p dir="ltr"><span>Third</span></p></li><ol><li dir="ltr" style="list-style-type:lower-alpha;" aria-level="2"><p dir="ltr"><span>inner</span></p></li></ol><li dir="ltr" aria-level="1"><p dir="ltr"><span>Fourth</span></p><p dir="ltr"><span>goes on</span></p></li></ol><div dir="ltr" align="left"><table><colgroup><col><col></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700;">Machine</span></p></td><td><p dir="ltr"><span>Points</span></p></td></tr><tr><td colspan="2"><p dir="ltr"><span>None yet</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`,
  },
  blocks: [
    ['paragraph', 'Up to 10⁶ points of H₂O, 1,420 1,240 kept.'],
    ['list', '- Order caps'],
    ['list', '3. Third\n4. inner\n5. Fourth goes on'],
    ['paragraph', '**Machine** · Points'],
    ['paragraph', 'None yet'],
  ],
  told: [
    `Left out: 1 picture. Changed: 1 table with merged cells, whose columns may not line up, 1 nested list, now flat, 1 list with other numbers than before, 1 tick box, now a list item, 1 struck-through passage, now plain words. ${PICTURES}`,
    'Struck-through passage, now plain words: 1,420',
    'Picture: A slab',
    'Tick box, now a list item: ticked',
    'List with other numbers than before: “Fourth goes on” was 4, is 5',
  ],
};

export const NOTION: Clipboard = {
  held: {
    html: `<meta charset='utf-8'><!-- notionvc: 0b0f5b1e --><h1>Site notes</h1><p>Seen on <strong>3 sites</strong>.</p><ul><li>Caps<ul><li>Rebar</li></ul></li><li>Water</li></ul><ul><li><input type="checkbox" checked> Done it</li></ul><aside>💡 A callout.</aside><details open><summary>A toggle</summary><p>Within it.</p></details><figure class="equation"><span class="katex"><span class="katex-mathml"><math><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span></span></figure><blockquote>Quoted.</blockquote><table><thead><tr><th>Machine</th><th>Points</th></tr></thead><tbody><tr><td>A</td><td>412</td></tr></tbody></table><!-- notionvc: 0b0f5b1e -->`,
  },
  blocks: [
    ['heading', 'Site notes'],
    ['paragraph', 'Seen on **3 sites**.'],
    ['list', '- Caps\n- Rebar\n- Water'],
    ['list', '- Done it'],
    ['paragraph', '💡 A callout.'],
    ['paragraph', 'A toggle'],
    ['paragraph', 'Within it.'],
    ['quote', 'Quoted.'],
    ['paragraph', 'Machine · Points'],
    ['paragraph', 'A · 412'],
  ],
  told: [
    'Left out: 1 formula. Changed: 1 table, each row now one line, 1 nested list, now flat, 1 tick box, now a list item.',
    'Tick box, now a list item: ticked',
    'Formula: x2 (x^2)',
  ],
};

export const SLACK: Clipboard = {
  held: {
    html: `<meta charset='utf-8'><span style="color: rgb(29, 28, 29); display: inline !important;">Seen at <b data-stringify-type="bold">14:02</b>, <s data-stringify-type="strike">412</s> 397 kept <img data-stringify-type="emoji" data-stringify-emoji=":tada:" src="https://emoji.example/tada.png" alt="🎉" class="c-emoji"><img data-stringify-type="emoji" data-stringify-emoji=":site-robot:" src="https://emoji.example/robot.png" alt=":site-robot:"></span><span aria-label="" class="c-mrkdwn__br" data-stringify-type="paragraph-break" style="box-sizing: inherit; display: block; height: 8px;"></span><span style="color: rgb(29, 28, 29);">Second line, see <a href="https://example.org/log" class="c-link">the log</a>.</span><ul data-stringify-type="unordered-list" data-indent="0" class="p-rich_text_list"><li data-stringify-indent="0">Caps</li></ul><ul data-stringify-type="unordered-list" data-indent="1" class="p-rich_text_list"><li data-stringify-indent="1">Rebar</li></ul><pre class="c-mrkdwn__pre" data-stringify-type="pre">x = 1</pre><button type="button">Show more</button>`,
  },
  blocks: [
    ['paragraph', 'Seen at **14:02**, 412 397 kept 🎉'],
    ['paragraph', 'Second line, see [the log](https://example.org/log).'],
    ['list', '- Caps\n- Rebar'],
    ['paragraph', 'x = 1'],
  ],
  told: [
    `Left out: 1 picture, 1 button or form field. Changed: 1 nested list, now flat, 1 struck-through passage, now plain words. ${PICTURES}`,
    'Struck-through passage, now plain words: 412',
    'Picture: :site-robot:',
    'Button or form field: Show more',
  ],
};

/** A page with references, a layout table, and markup of another editor. */
export const ENCYCLOPAEDIA: Clipboard = {
  held: {
    html: `<meta charset='utf-8'><div data-pm-slice="0 0 []"><table role="presentation"><tbody><tr><td><h2>Laser trackers</h2><p>Range 10<sup>2</sup> m.<sup id="cite_ref-1" class="reference"><a href="https://wiki.example/Tracker#cite_note-1"><span>[1]</span></a></sup> See <a href="/wiki/Laser">lasers</a>.</p><ul><li>one</li></ul></td></tr></tbody></table><ul><li>Another list</li></ul><p>He said <q>yes</q>, <del>no</del>. <span hidden>Unseen words.</span><svg><text>12 %</text></svg><iframe src="https://video.example/1" title="A film"></iframe></p><textarea>Typed</textarea></div>`,
  },
  blocks: [
    ['heading', 'Laser trackers'],
    ['paragraph', 'Range 10² m. See lasers.'],
    ['list', '- one'],
    ['list', '- Another list'],
    ['paragraph', 'He said “yes”, .'],
  ],
  told: [
    `Left out: 1 picture, 1 film, sound or embedded page, 1 button or form field, 1 link that is not https, 1 deleted passage, 1 footnote mark. ${PICTURES}`,
    'Footnote mark: [1]',
    'Link that is not https: lasers (/wiki/Laser)',
    'Deleted passage: no',
    'Picture: 12 %',
    'Film, sound or embedded page: A film',
    'Button or form field: Typed',
  ],
};
