import type { ChangeKind } from './left-out.ts';

// What the parts of pasted HTML are: pictures, notes, comments, deletions.

const NAMED: [RegExp, ChangeKind][] = [
  [/^(?:IMG|SVG|CANVAS)$/, 'picture'],
  [/^(?:IFRAME|OBJECT|EMBED|VIDEO|AUDIO)$/, 'film'],
  [/^(?:MATH|MJX-CONTAINER)$/, 'formula'],
  [/^(?:BUTTON|SELECT|TEXTAREA|INPUT|METER|PROGRESS)$/, 'control'],
  [/^DEL$/, 'deleted'],
];

/** As what an element is left out of the body; null when it is read. */
export function leftOutAs(element: Element, style: string): ChangeKind | null {
  const name = element.nodeName.toUpperCase();
  if (name === 'INPUT') return inputKind(element.getAttribute('type') ?? '');
  const classes = element.getAttribute('class') ?? '';
  if (/\bmsocomanchor\b/i.test(classes) || /mso-element:\s*comment(?![\w-])/i.test(style)) return 'comment';
  if (/\bmsoDel\b/i.test(classes)) return 'deleted';
  if (/(?<![\w-])(?:katex|MathJax|mwe-math-element)(?![\w-])/.test(classes)) return 'formula';
  return NAMED.find(([names]) => names.test(name))?.[1] ?? null;
}

function inputKind(type: string): ChangeKind | null {
  if (/^(?:hidden|file|radio)$/i.test(type)) return null;
  return /^checkbox$/i.test(type) ? 'tick' : 'control';
}

/** Whether it is a footnote or an endnote of Word, with all of its text. */
export function isNote(style: string): boolean {
  return /mso-element:\s*(?:foot|end)note(?![\w-])/i.test(style);
}

const NOTE_ADDRESS = /#(?:_?ftn|_?edn|_?fn|cite[_-](?:note|ref)|(?:sd)?(?:foot|end)note)/i;

/** Whether it is the mark of a note: `[1]` in the text, and the same before the note itself. */
export function isNoteMark(element: Element, style: string): boolean {
  if (/mso-(?:foot|end)note-id/i.test(style)) return true;
  if (/^doc-(?:noteref|backlink)$/.test(element.getAttribute('role') ?? '')) return true;
  const link = element.nodeName === 'SUP' ? element.querySelector('a') : element.nodeName === 'A' ? element : null;
  return NOTE_ADDRESS.test(link?.getAttribute('href') ?? '') && (element.textContent ?? '').trim().length <= 8;
}

/** The visible words of an element, on one line: what a field holds, what a picture shows. */
export function wordsOf(element: Element): string {
  const named = ['alt', 'value', 'placeholder', 'title'].map((name) => element.getAttribute(name)?.trim());
  const formula = element.querySelector('annotation')?.textContent ?? '';
  const shown = formula === '' ? element.textContent : `${element.textContent?.replace(formula, '')} (${formula})`;
  const words = (shown ?? '').replace(/\s+/g, ' ').trim();
  return words || named.find((one) => one) || '';
}
