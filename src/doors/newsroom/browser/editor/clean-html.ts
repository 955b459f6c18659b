import { tidy } from './plain-text.ts';

// HTML from a word processor or a page of the web, made into the few elements the editor reads. What Word and Google Docs
// mean stands in styles and classes: a list is a paragraph with `mso-list`, bold a span of weight 700, and the `<b>` around
// all of Google Docs' copy is not bold at all.

const HEADINGS: Record<string, string> = { H1: 'h2', H2: 'h2', H3: 'h3', H4: 'h3', H5: 'h3', H6: 'h3' };
const LEFT_OUT =
  /^(?:STYLE|SCRIPT|META|LINK|TITLE|HEAD|SVG|IMG|IFRAME|OBJECT|NOSCRIPT|TEMPLATE|BUTTON|INPUT|SELECT|TEXTAREA|O:P)$/i;
const BLOCK =
  /^(?:P|DIV|H[1-6]|BLOCKQUOTE|UL|OL|LI|PRE|TABLE|TBODY|THEAD|TFOOT|TR|SECTION|ARTICLE|HEADER|FOOTER|MAIN|ASIDE|FIGURE|FIGCAPTION|DL|DT|DD|HR|ADDRESS|NAV|FORM|FIELDSET|DETAILS|SUMMARY)$/;

type Tag = 'p' | 'h2' | 'h3' | 'blockquote' | 'ul' | 'ol';
type Line = { tag: Tag; html: string };
type Marks = { em: boolean; strong: boolean; code: boolean; href: string | null };
const NONE: Marks = { em: false, strong: false, code: false, href: null };

/** Clean HTML of what was copied: p, h2, h3, blockquote, ul, ol, li, em, strong, code and https links. */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(quieted(html), 'text/html');
  const lines: Line[] = [];
  const page = { lines, tag: 'p' as Tag, open: '' };
  readInto(page, body, NONE);
  close(page);
  return print(lines);
}

/** With styles as data: the policy of the page would note each of them as an offence, though nothing of it is ever shown. */
export function quieted(html: string): string {
  return html
    .replace(/<style\b[\s\S]*?<\/style>|<!\[(?:if|endif)[^>]*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/(\s)style(?=\s*=)/gi, '$1data-style'));
}

type Page = { lines: Line[]; tag: Tag; open: string };

function readInto(page: Page, parent: Node, marks: Marks): void {
  for (const node of parent.childNodes) {
    if (node.nodeType === Node.TEXT_NODE)
      page.open += write(
        node.nodeValue ?? '',
        page.tag.startsWith('h') ? { ...marks, em: false, strong: false } : marks,
      );
    else if (node instanceof HTMLElement) readElement(page, node, marks);
  }
}

function readElement(page: Page, element: HTMLElement, marks: Marks): void {
  const style = element.dataset.style ?? '';
  if (LEFT_OUT.test(element.nodeName) || /display:\s*none|mso-hide:\s*all|mso-list:\s*ignore/i.test(style)) return;
  const isCell = element.nodeName === 'TD' || element.nodeName === 'TH';
  if (isCell && page.open.trim() !== '') page.open += ' · ';
  if (element.nodeName === 'BR') lineBreak(page, element);
  else if (isCell) readInto(page, element, marks);
  else if (BLOCK.test(element.nodeName)) readBlock(page, element, style, marks);
  else readInto(page, element, withMarks(marks, element, style));
}

function readBlock(page: Page, element: HTMLElement, style: string, marks: Marks): void {
  const around = page.tag;
  close(page);
  page.tag = tagOf(element, style, around);
  readInto(page, element, marks);
  close(page);
  page.tag = around;
}

/** Two in a row part paragraphs; one is a space. */
function lineBreak(page: Page, element: HTMLElement): void {
  if (element.className.includes('interchange')) return;
  if (page.open.endsWith('\n')) close(page);
  else page.open += '\n';
}

function tagOf(element: HTMLElement, style: string, around: Tag): Tag {
  const name = element.nodeName;
  if (name === 'UL') return 'ul';
  if (name === 'OL') return 'ol';
  if (/mso-list:\s*l\d/i.test(style)) return /^\s*(?:\d{1,3}|[a-z])[.)]/i.test(markerOf(element)) ? 'ol' : 'ul';
  if (around === 'ul' || around === 'ol') return around;
  if (name === 'BLOCKQUOTE' || /\bMso(?:Intense)?Quote\b/i.test(element.className)) return 'blockquote';
  if (around === 'blockquote') return around;
  if (/\bMsoTitle\b/.test(element.className)) return 'h2';
  return (HEADINGS[name] as Tag | undefined) ?? 'p';
}

/** What Word writes before an item, which is left out of its text. */
function markerOf(element: HTMLElement): string {
  return (
    element.querySelector('[data-style*="mso-list:ignore" i], [data-style*="mso-list: ignore" i]')?.textContent ?? ''
  );
}

function withMarks(marks: Marks, element: HTMLElement, style: string): Marks {
  const name = element.nodeName;
  const weight = /(?<![\w-])font-weight:\s*([a-z0-9]+)/i.exec(style)?.[1]?.toLowerCase();
  const slant = /(?<![\w-])font-style:\s*([a-z]+)/i.exec(style)?.[1]?.toLowerCase();
  const isStrong = weight
    ? /^(?:bold|bolder|[6-9]00)$/.test(weight)
    : name === 'B' || name === 'STRONG' || marks.strong;
  return {
    strong: isStrong,
    em: slant ? slant !== 'normal' : name === 'I' || name === 'EM' || name === 'CITE' || marks.em,
    code: marks.code || /^(?:CODE|KBD|SAMP|TT)$/.test(name),
    href: name === 'A' ? addressOf(element.getAttribute('href') ?? '') : marks.href,
  };
}

/** An https address, taken out of the redirect that Google Docs puts around it; null for any other. */
function addressOf(href: string): string | null {
  const url = URL.parse(href);
  if (url?.hostname === 'www.google.com' && url.pathname === '/url') return addressOf(url.searchParams.get('q') ?? '');
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null;
}

function write(given: string, marks: Marks): string {
  const text = tidy(given).replace(/[ \t\n]+/g, ' ');
  if (text === '') return '';
  let html = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  if (text.trim() === '') return html;
  if (marks.code) html = `<code>${html}</code>`;
  if (marks.em) html = `<em>${html}</em>`;
  if (marks.strong) html = `<strong>${html}</strong>`;
  return marks.href === null
    ? html
    : `<a href="${marks.href.replaceAll('"', '%22').replaceAll('&', '&amp;')}">${html}</a>`;
}

function close(page: Page): void {
  const html = page.open.replace(/\s+/g, (space) => (space.includes('\u00a0') ? space : ' ')).trim();
  if (html !== '') page.lines.push({ tag: page.tag, html });
  page.open = '';
}

function print(lines: readonly Line[]): string {
  let html = '';
  lines.forEach(({ tag, html: inner }, at) => {
    const isList = tag === 'ul' || tag === 'ol';
    if (isList && lines[at - 1]?.tag !== tag) html += `<${tag}>`;
    html += isList ? `<li>${inner}</li>` : `<${tag}>${inner}</${tag}>`;
    if (isList && lines[at + 1]?.tag !== tag) html += `</${tag}>`;
  });
  return html;
}
