import { readInline } from './inline.ts';

/** A run of body text with its marks, as the editor holds it. */
export type TextRun = { text: string; em?: boolean; strong?: boolean; code?: boolean; link?: string };
type Toggle = 'em' | 'strong';

/** Parses stored body text into runs, exactly as the public pages parse it. */
export function readSpans(text: string): TextRun[] {
  const open = { em: 0, strong: 0 };
  let link: string | undefined;
  const spans: TextRun[] = [];
  for (const part of readInline(text)) {
    if ('text' in part) {
      const { em, strong } = open;
      spans.push(spanOf({ text: part.text, em: em > 0, strong: strong > 0, code: part.kind === 'code', link }));
    } else if (part.mark === 'link') link = part.kind === 'open' ? part.href : undefined;
    else open[part.mark] += part.kind === 'open' ? 1 : -1;
  }
  return joined(spans);
}

/**
 * Writes runs as body text that parses back to the same runs. Where inline Markdown cannot express a mark (an emphasis that
 * starts with a quotation mark inside a word), the mark is shortened or dropped; the text never changes.
 */
export function writeSpans(given: readonly TextRun[]): string {
  const spans = folded(given);
  for (const tried of simpler(spans)) {
    for (const way of WAYS) {
      const text = write(tried, way);
      if (sameSpans(readSpans(text), joined(tried))) return text;
    }
  }
  return escaped(spans.map(({ text }) => text).join(''), FULL);
}

/** The runs, and then with shorter and with fewer marks. */
function* simpler(spans: readonly TextRun[]): Generator<readonly TextRun[]> {
  yield spans;
  yield trimmed(spans, SPACE);
  yield trimmed(spans, SPACE_OR_POINT);
  yield* withoutMarks(spans);
}

/** Whether two lists of runs are equal apart from white space. */
export function sameSpans(runs: readonly TextRun[], other: readonly TextRun[]): boolean {
  return JSON.stringify(folded(runs)) === JSON.stringify(folded(other));
}

type Way = { escape: RegExp | null; em: '*' | '_' };
const FULL = /[\\`*_[\]]/g;
const WAYS: readonly Way[] = [
  { escape: null, em: '*' },
  { escape: FULL, em: '*' },
  { escape: FULL, em: '_' },
];
const SPACE = /^\s+|\s+$/g;
const SPACE_OR_POINT = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;

function write(spans: readonly TextRun[], way: Way): string {
  let text = '';
  const open: string[] = [];
  spans.forEach((span, at) => {
    const wanted = marksOf(span).sort((mark, other) => reach(spans, at, other) - reach(spans, at, mark));
    let same = 0;
    while (same < open.length && wanted.includes(open[same] ?? '')) same++;
    while (open.length > same) text += closing(open.pop() ?? '', way);
    for (const mark of wanted.filter((candidate) => !open.includes(candidate))) {
      open.push(mark);
      text += opening(mark, way);
    }
    text += span.code ? coded(span.text) : escaped(span.text, way.escape);
  });
  while (open.length > 0) text += closing(open.pop() ?? '', way);
  return text;
}

function marksOf({ em, strong, link }: TextRun): string[] {
  return [...(link === undefined ? [] : [link]), ...(strong ? ['strong'] : []), ...(em ? ['em'] : [])];
}

/** The number of runs that a mark spans from here: longer marks are opened first. */
function reach(spans: readonly TextRun[], from: number, mark: string): number {
  let at = from;
  while (at < spans.length && marksOf(spans[at] as TextRun).includes(mark)) at++;
  return at - from;
}

function opening(mark: string, { em }: Way): string {
  return mark === 'em' ? em : mark === 'strong' ? '**' : '[';
}

function closing(mark: string, way: Way): string {
  if (mark === 'em' || mark === 'strong') return opening(mark, way);
  return `](${/[()]/.test(mark) ? `<${mark}>` : mark})`;
}

function coded(text: string): string {
  const runs: string[] = text.match(/`+/g) ?? [];
  let fence = '`';
  while (runs.includes(fence)) fence += '`';
  const pad = /^`|`$|^ .*[^ ].* $/s.test(text) ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
}

function escaped(text: string, marks: RegExp | null): string {
  return marks ? text.replace(marks, '\\$&') : text;
}

/** The same runs, with white space (or also punctuation) at the ends of marks moved out of them. */
function trimmed(spans: readonly TextRun[], ends: RegExp): TextRun[] {
  return joined(
    spans.flatMap((span) => {
      if (span.code || (!span.em && !span.strong)) return [span];
      const inner = span.text.replace(ends, '');
      const start = inner === '' ? span.text.length : span.text.indexOf(inner);
      const bare = (text: string): TextRun => spanOf({ text, ...(span.link !== undefined && { link: span.link }) });
      return [
        bare(span.text.slice(0, start)),
        { ...span, text: inner },
        bare(span.text.slice(start + inner.length)),
      ].filter(({ text }) => text !== '');
    }),
  );
}

/** The runs with fewer and fewer marks. */
function withoutMarks(spans: readonly TextRun[]): TextRun[][] {
  const without = (...names: (Toggle | 'code' | 'link')[]) =>
    joined(
      spans.map((span) =>
        spanOf(Object.fromEntries(Object.entries(span).filter(([name]) => !names.includes(name as Toggle))) as TextRun),
      ),
    );
  return [
    without('em'),
    without('strong'),
    without('em', 'strong'),
    without('em', 'strong', 'code'),
    without('em', 'strong', 'link'),
    without('em', 'strong', 'code', 'link'),
  ];
}

/** White space as it will be parsed: at most one space between words, none at the ends. */
function folded(spans: readonly TextRun[]): TextRun[] {
  const kept: TextRun[] = [];
  let before = ' ';
  for (const span of spans) {
    let text = span.text.replace(/[ \t\r\n]+/g, ' ');
    if (before.endsWith(' ') && text.startsWith(' ')) text = text.slice(1);
    if (text === '') continue;
    before = text;
    kept.push({ ...span, text });
  }
  const last = kept.at(-1);
  if (last?.text.endsWith(' '))
    kept.splice(-1, 1, ...(last.text === ' ' ? [] : [{ ...last, text: last.text.slice(0, -1) }]));
  return joined(kept);
}

function joined(spans: readonly TextRun[]): TextRun[] {
  const list: TextRun[] = [];
  for (const given of spans) {
    const span = spanOf(given);
    const last = list.at(-1);
    if (last && !last.code && !span.code && marksOf(last).join() === marksOf(span).join())
      list.splice(-1, 1, { ...last, text: last.text + span.text });
    else if (last?.code && span.code && marksOf(last).join() === marksOf(span).join())
      list.splice(-1, 1, { ...last, text: last.text + span.text });
    else list.push(span);
  }
  return list;
}

/** A run with a fixed order of fields and without false ones, so that runs can be compared as JSON. */
function spanOf({ text, em, strong, code, link }: { [name in keyof TextRun]: TextRun[name] | undefined }): TextRun {
  return {
    text: text ?? '',
    ...(em && { em }),
    ...(strong && { strong }),
    ...(code && { code }),
    ...(link !== undefined && { link }),
  };
}
