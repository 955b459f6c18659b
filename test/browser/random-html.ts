// Random pages in which each word occurs once. The same seed always makes the same page.

const STYLES = [
  ...[
    '',
    '',
    '',
    '',
    ' style="font-weight:700"',
    ' style="display:none"',
    ' style="display:block"',
    ' data-indent="1"',
  ],
  ...[
    ' style="text-decoration:line-through"',
    ' style="vertical-align:super"',
    ' class="MsoQuote"',
    ' role="checkbox"',
  ],
  ...[" style='mso-list:l0 level2 lfo1'", " style='mso-element:footnote'", " style='mso-element:comment'"],
];
const ELEMENTS = [
  ...[
    'p',
    'div',
    'span',
    'b',
    'em',
    'ul',
    'ol',
    'li',
    'h1',
    'h3',
    'blockquote',
    'table',
    'sup',
    'sub',
    'del',
    's',
    'q',
  ],
  ...['a href="http://x.example/"', 'a href="https://x.example/"', 'a href="#_ftn1"', 'pre', 'button', 'details open'],
  ...['dl', 'dt', 'figure', 'o:p', 'section', 'ins', 'code', 'label', 'fieldset', 'center', 'ruby', 'font', 'caption'],
];
const HOLDING = [
  ['select', 'option'],
  ['math', 'mi'],
  ['svg', 'text'],
  ['textarea', null],
] as const;

/** A page of nested elements, `depth` levels deep. */
export function randomHtml(seed: number, depth = 4): string {
  let [state, words] = [seed, 0];
  const below = (most: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 8) % most;
  };
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const word = () => `${one(['', ' '])}w${words++}x${one(['', ' '])}`;
  const many = (most: number, make: () => string) => Array.from({ length: 1 + below(most) }, make).join('');
  const part = (deep: number): string => {
    const inner = () => many(4, () => part(deep - 1));
    const kind = deep === 0 ? 0 : below(10);
    if (kind < 3) return word();
    if (kind === 3) return one(['<br>', '<hr>', '<!--[if x]>w<![endif]-->', '<![if !x]>', `<img alt="${word()}">`]);
    if (kind === 4)
      return `<table>${many(2, () => `<tr${one(STYLES)}>${many(3, () => `<td>${inner()}</td>`)}</tr>`)}</table>`;
    if (kind === 5) return `<ol start="4">${many(3, () => `<li>${inner()}</li>`)}</ol>`;
    if (kind === 6) {
      const [name, held] = one(HOLDING);
      return held ? `<${name}><${held}>${word()}</${held}></${name}>` : `<${name}>${word()}</${name}>`;
    }
    const element = one(ELEMENTS);
    return `<${element}${one(STYLES)}>${inner()}</${element.split(' ')[0]}>`;
  };
  return many(4, () => part(depth));
}
