import { escapeAttribute } from './read-text.ts';

// The text of a Ghost post without HTML: its Lexical or its Mobiledoc document as HTML. Ghost stores the HTML beside them; older
// and unfinished posts can be without it.

const DEEPEST = 50;

type Part = Record<string, unknown>;

/** Null when neither document can be read. */
export function documentToHtml(lexical: unknown, mobiledoc: unknown): string | null {
  const root = (parseJson(lexical)?.root ?? null) as Part | null;
  if (root) return childrenOf(root, 0);
  const document = parseJson(mobiledoc);
  return document ? readMobiledoc(document) : null;
}

function parseJson(text: unknown): Part | null {
  if (typeof text !== 'string' || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Part) : null;
  } catch {
    return null;
  }
}

function childrenOf(part: Part, depth: number): string {
  if (depth > DEEPEST) return '';
  return (Array.isArray(part.children) ? part.children : [])
    .map((child) => partToHtml((child ?? {}) as Part, depth + 1))
    .join('');
}

function partToHtml(part: Part, depth: number): string {
  const inner = () => childrenOf(part, depth);
  switch (String(part.type).replace('extended-', '')) {
    case 'text':
      return textToHtml(part);
    case 'linebreak':
      return '<br>';
    case 'heading':
      return wrap(/^h[1-6]$/.test(String(part.tag)) ? String(part.tag) : 'h2', inner());
    case 'quote':
    case 'aside':
      return wrap('blockquote', inner());
    case 'list':
      return wrap(part.listType === 'number' ? 'ol' : 'ul', inner());
    case 'listitem':
      return wrap('li', inner());
    case 'link':
      return `<a href="${escapeAttribute(String(part.url ?? ''))}">${inner()}</a>`;
    case 'paragraph':
      return wrap('p', inner());
    default:
      return cardToHtml(String(part.type), part) + inner();
  }
}

function wrap(name: string, inner: string): string {
  return `<${name}>${inner}</${name}>`;
}

const FORMATS: [number, string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
];

function textToHtml({ text, format }: Part): string {
  return FORMATS.reduce(
    (html, [bit, name]) => (Number(format) & bit ? wrap(name, html) : html),
    escapeAttribute(String(text ?? '')),
  );
}

/** A card of either document. What has no text is an embed, which bodyToCopy reports as lost. */
type Value = (key: string) => string;

const codeToHtml = (_: Part, value: Value) => `<pre>${value('code').replaceAll('&#10;', '\n')}</pre>`;
const ruleToHtml = () => '<hr>';

/** The cards that have a form in HTML. `value` gives a field, escaped for an attribute. */
const CARDS = new Map<string, (card: Part, value: Value) => string>([
  ['html', (card) => String(card.html ?? '')],
  [
    'image',
    (card, value) =>
      `<figure><img src="${value('src')}" alt="${value('alt')}"><figcaption>${String(card.caption ?? '')}</figcaption></figure>`,
  ],
  ['codeblock', codeToHtml],
  ['code', codeToHtml],
  ['bookmark', (card) => bookmarkToHtml(card)],
  [
    'file',
    (_, value) =>
      `<p><a href="${value('src')}">${value('fileTitle') || value('fileName')}</a></p><p>${value('fileCaption')}</p>`,
  ],
  [
    'video',
    (card, value) =>
      `<figure><video src="${value('src')}"></video><figcaption>${String(card.caption ?? '')}</figcaption></figure>`,
  ],
  ['audio', (_, value) => `<audio src="${value('src')}"></audio><p>${value('title')}</p>`],
  [
    'signup',
    (card) =>
      `<div class="kg-signup-card">${['header', 'subheader', 'disclaimer'].map((key) => String(card[key] ?? '')).join(' ')}</div>`,
  ],
  ['horizontalrule', ruleToHtml],
  ['hr', ruleToHtml],
  ['paywall', () => '<!--members-only--><hr>'],
  ['callout', (card) => wrap('p', String(card.calloutText ?? ''))],
  ['toggle', (card) => wrap('h4', String(card.heading ?? '')) + String(card.content ?? '')],
]);

function cardToHtml(name: string, card: Part): string {
  const known = CARDS.get(name);
  if (known) return known(card, (key) => escapeAttribute(String(card[key] ?? '')));
  return /^(?:root|tab)$/.test(name)
    ? ''
    : `<embed data-shortcode="${escapeAttribute(`${name} ${String(card.url ?? card.src ?? '')}`.trim())}">`;
}

function bookmarkToHtml(card: Part): string {
  const texts = { ...card, ...((card.metadata ?? {}) as Part) };
  const value = (key: string) => escapeAttribute(String(texts[key] ?? ''));
  const by = [value('author'), value('publisher')].filter((words) => words !== '').join(' · ');
  const lines = [
    `<a href="${value('url')}">${value('title') || value('url')}</a>`,
    value('description'),
    by,
    String(card.caption ?? ''),
  ];
  return lines.map((line) => wrap('p', line)).join('');
}

const MOBILEDOC_MARKS = new Map([
  ['b', 'strong'],
  ['strong', 'strong'],
  ['i', 'em'],
  ['em', 'em'],
  ['code', 'code'],
  ['a', 'a'],
  ['s', 's'],
]);

function readMobiledoc(document: Part): string {
  const [markups, cards, sections] = [document.markups, document.cards, document.sections].map((list) =>
    Array.isArray(list) ? list : [],
  );
  const write = (markers: unknown) => markersToHtml(Array.isArray(markers) ? markers : [], markups ?? []);
  return (
    (sections ?? [])
      // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each kind of section
      .map((section: unknown) => {
        const [kind, first, second] = Array.isArray(section) ? section : [];
        if (kind === 1) return wrap(/^(?:p|h[1-6]|blockquote|aside)$/.test(first) ? first : 'p', write(second));
        if (kind === 3)
          return wrap(
            first === 'ol' ? 'ol' : 'ul',
            (Array.isArray(second) ? second : []).map((item: unknown) => wrap('li', write(item))).join(''),
          );
        const [name, card] = (kind === 10 && cards?.[first]) || [];
        return name === undefined ? '' : cardToHtml(String(name), (card ?? {}) as Part);
      })
      .join('')
  );
}

function markersToHtml(markers: unknown[], markups: unknown[]): string {
  const open: string[] = [];
  return markers
    .map((marker) => {
      const [, opened = [], closed = 0, text = ''] = Array.isArray(marker) ? marker : [];
      let html = '';
      for (const number of opened as number[]) {
        const [tag, attributes] = (markups[number] as [string, string[]] | undefined) ?? ['span'];
        const name = MOBILEDOC_MARKS.get(tag) ?? 'span';
        open.push(name);
        html += name === 'a' ? `<a href="${escapeAttribute(String(attributes?.[1] ?? ''))}">` : `<${name}>`;
      }
      html += typeof text === 'string' ? escapeAttribute(text) : ' ';
      for (let count = Math.min(Number(closed), open.length); count > 0; count--) html += `</${open.pop()}>`;
      return html;
    })
    .join('');
}
