import type { Script } from '#article/clean-text.ts';
import type { PasteChangeKind } from './paste-notice.ts';

// Recognises elements of pasted HTML: pictures, notes, comments, deletions, marks.

const NAMED: [RegExp, PasteChangeKind][] = [
  [/^(?:IMG|SVG|CANVAS)$/, 'picture'],
  [/^(?:IFRAME|OBJECT|EMBED|VIDEO|AUDIO)$/, 'film'],
  [/^(?:MATH|MJX-CONTAINER)$/, 'formula'],
  [/^(?:BUTTON|SELECT|TEXTAREA|INPUT|METER|PROGRESS)$/, 'control'],
  [/^DEL$/, 'deleted'],
];

/** The kind of an element that the body cannot contain; null when its content is read. */
export function omittedKind(element: Element, style: string): PasteChangeKind | null {
  const name = element.nodeName.toUpperCase();
  if (name === 'INPUT') return inputKind(element.getAttribute('type') ?? '');
  const classes = element.getAttribute('class') ?? '';
  if (/\bmsocomanchor\b/i.test(classes) || /mso-element:\s*comment(?![\w-])/i.test(style)) return 'comment';
  if (/\bmsoDel\b/i.test(classes)) return 'deleted';
  if (/(?<![\w-])(?:katex|MathJax|mwe-math-element)(?![\w-])/.test(classes)) return 'formula';
  return NAMED.find(([names]) => names.test(name))?.[1] ?? null;
}

function inputKind(type: string): PasteChangeKind | null {
  if (/^(?:hidden|file|radio)$/i.test(type)) return null;
  return /^checkbox$/i.test(type) ? 'tick' : 'control';
}

/** Whether it is a footnote or an endnote of Word. */
export function isNote(style: string): boolean {
  return /mso-element:\s*(?:foot|end)note(?![\w-])/i.test(style);
}

const NOTE_ADDRESS = /#(?:_?ftn|_?edn|_?fn|cite[_-](?:note|ref)|(?:sd)?(?:foot|end)note)/i;

/** Whether it is the mark of a note, such as `[1]`, in the text or before the note. */
export function isNoteMark(element: Element, style: string): boolean {
  if (/mso-(?:foot|end)note-id/i.test(style)) return true;
  if (/^doc-(?:noteref|backlink)$/.test(element.getAttribute('role') ?? '')) return true;
  const link = element.nodeName === 'SUP' ? element.querySelector('a') : element.nodeName === 'A' ? element : null;
  return NOTE_ADDRESS.test(link?.getAttribute('href') ?? '') && (element.textContent ?? '').trim().length <= 8;
}

/** The visible text of an element on one line; for a field its value, for a picture its alternative text. */
export function visibleText(element: Element): string {
  const named = ['alt', 'value', 'placeholder', 'title'].map((name) => element.getAttribute(name)?.trim());
  const formula = element.querySelector('annotation')?.textContent ?? '';
  const shown = formula === '' ? element.textContent : `${element.textContent?.replace(formula, '')} (${formula})`;
  const words = (shown ?? '').replace(/\s+/g, ' ').trim();
  return words || named.find((text) => text) || '';
}

/** The formatting of a piece of pasted text. */
export type PasteMarks = {
  em: boolean;
  strong: boolean;
  code: boolean;
  struck: boolean;
  href: string | null;
  script: Script | null;
  /** The symbol font of the text. */
  symbols: string | null;
  isHeading: boolean;
};

export const NO_MARKS: PasteMarks = {
  em: false,
  strong: false,
  code: false,
  struck: false,
  href: null,
  script: null,
  symbols: null,
  isHeading: false,
};

export function withMarks(marks: PasteMarks, element: Element, style: string): PasteMarks {
  const name = element.nodeName;
  const weight = styleValue(style, 'font-weight');
  const slant = styleValue(style, 'font-style');
  const isStrong = weight
    ? /^(?:bold|bolder|[6-9]00)$/.test(weight)
    : name === 'B' || name === 'STRONG' || marks.strong;
  return {
    ...marks,
    strong: isStrong,
    em: slant ? slant !== 'normal' : name === 'I' || name === 'EM' || name === 'CITE' || marks.em,
    code: marks.code || /^(?:CODE|KBD|SAMP|TT)$/.test(name),
    struck: marks.struck || /^(?:S|STRIKE)$/.test(name) || /text-decoration(?:-line)?:[^;]*line-through/i.test(style),
    href: name === 'A' ? addressOf(element.getAttribute('href') ?? '') : marks.href,
    script: scriptOf(name, styleValue(style, 'vertical-align')) ?? marks.script,
    symbols: symbolFont(style, marks.symbols),
  };
}

function styleValue(style: string, property: string): string | undefined {
  return new RegExp(`(?<![\\w-])${property}:\\s*([a-z0-9-]+)`, 'i').exec(style)?.[1]?.toLowerCase();
}

function scriptOf(name: string, align: string | undefined): Script | null {
  if (name === 'SUP' || align === 'super') return 'sup';
  return name === 'SUB' || align === 'sub' ? 'sub' : null;
}

/** Word has a separate property for the font of an inserted symbol. */
function symbolFont(style: string, around: string | null): string | null {
  const named = /mso-symbol-font-family:\s*["']?(Symbol|Wingdings)(?!\s*\d)\b/i.exec(style);
  if (named) return named[1] ?? null;
  const font = /(?<![\w-])font-family:\s*["']?([^;"',]*)/i.exec(style)?.[1]?.trim();
  return font === undefined ? around : (/^(?:Symbol|Wingdings)$/i.exec(font)?.[0] ?? null);
}

/** An https address, without the redirect that Google Docs adds; null for any other address. */
export function addressOf(href: string): string | null {
  const url = URL.parse(href);
  if (url?.hostname === 'www.google.com' && url.pathname === '/url') return addressOf(url.searchParams.get('q') ?? '');
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : null;
}

/** Matches comments, style sheets, scripts and start tags, each as a whole. */
const TOKEN =
  /<!--(?:-?>|[\s\S]*?(?:--!?>|$))|<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)|<[a-z](?:[^"'<>]|"[^"]*"|'[^']*')*>/gi;

/**
 * Removes comments, scripts and style sheets, and renames `style` attributes to `data-style`: the page's content security
 * policy would report each of them, even though nothing of it is shown. A comment ends where the browser ends it, so that
 * Word's `<!--[if …]> … <![endif]-->` does not remove the text after it.
 */
export function removeActiveHtml(html: string): string {
  return html.replace(TOKEN, (token) =>
    /^<(?:!|style\b|script\b)/i.test(token) ? '' : token.replace(/(\s)style(?=\s*=)/gi, '$1data-style'),
  );
}
