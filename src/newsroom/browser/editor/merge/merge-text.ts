import { diffArrays } from 'diff';
import { isMark, splitAtMarks } from './split-blocks.ts';

// Merges two changed versions of one text with a common base: first by sentence, then by word within the sentences that both changed.

/** The merged text with each side's answer where both changed the same words. Without such a place the three are the same. */
export type MergedText = { mine: string; theirs: string; both: string };

/** Prose is merged by sentence, a list by item. */
export type TextKind = 'prose' | 'list';

const ANY_MARK = '\uE000';

/** Added and removed parts after which a comparison takes the whole text as changed. */
const MOST_CHANGES = 2000;

/**
 * Changes that do not touch each other are merged. Where they do, `mine` and `theirs` have the sentences of one side, and `both`
 * has those of both, each once.
 */
export function mergeText(base: string, mine: string, theirs: string, kind: TextKind): MergedText {
  const parts = { mine: partsOf(mine, kind), theirs: partsOf(theirs, kind) };
  const merged = { mine: [] as string[], theirs: [] as string[], both: [] as string[] };
  for (const region of regionsOf(partsOf(base, kind), parts.mine, parts.theirs).flatMap(oneByOne)) {
    const agreed = agreeOn(region) ?? agreeOnWords(region, kind);
    merged.mine.push(...(agreed ?? region.own));
    merged.theirs.push(...(agreed ?? region.other));
    merged.both.push(...(agreed ?? withoutRepeats([...region.own, ...region.other], region.own, region.other)));
  }
  const finish = (list: string[]) => join(withoutRepeats(list, parts.mine, parts.theirs), kind);
  return { mine: finish(merged.mine), theirs: finish(merged.theirs), both: finish(merged.both) };
}

/** The text of the sentences or list items that only theirs has. */
export function onlyTheirs(mine: string, theirs: string, kind: TextKind): string {
  const known = new Set(partsOf(mine, kind).map(bare));
  return join(
    partsOf(theirs, kind).filter((part) => !known.has(bare(part))),
    kind,
  );
}

/** The text of sentences or of list items. The items of a numbered list are counted on from the first. */
export function join(parts: readonly string[], kind: TextKind): string {
  if (kind === 'list') {
    const first = /^(\d+)\. /.exec(parts[0] ?? '')?.[1];
    return parts.map((part, at) => `${first ? `${Number(first) + at}. ` : '- '}${bare(part)}`).join('\n');
  }
  return parts
    .reduce((text, part) => (text === '' || /\s$/.test(text) ? text + part : `${text} ${part}`), '')
    .trimEnd();
}

/** A run of sentences between two unchanged ones, in the base and on both sides. */
type Region = { from: string[]; own: string[]; other: string[] };
/** A change: the parts of the base from `from` to `to` became `parts`. */
type Hunk = { from: number; to: number; parts: string[] };

/** The text as a list of regions, in order: unchanged ones, those of one side, and those where changes of both sides touch. */
function regionsOf(base: string[], mine: string[], theirs: string[]): Region[] {
  const hunks = [
    ...hunksOf(base, mine).map((hunk) => ({ ...hunk, side: 'own' as const })),
    ...hunksOf(base, theirs).map((hunk) => ({ ...hunk, side: 'other' as const })),
  ].sort((hunk, next) => hunk.from - next.from || hunk.to - next.to);
  const regions: Region[] = [];
  let at = 0;
  while (hunks.length > 0) {
    const group = hunks.splice(0, 1);
    const from = group[0]?.from ?? 0;
    let to = group[0]?.to ?? 0;
    while (hunks[0] && hunks[0].from <= to) {
      to = Math.max(to, hunks[0].to);
      group.push(...hunks.splice(0, 1));
    }
    regions.push(unchanged(base.slice(at, from)));
    const apply = (side: 'own' | 'other') =>
      applyHunks(
        base,
        from,
        to,
        group.filter((hunk) => hunk.side === side),
      );
    regions.push({ from: base.slice(from, to), own: apply('own'), other: apply('other') });
    at = to;
  }
  return [...regions, unchanged(base.slice(at))];
}

/** Regions of one sentence each, where both sides changed sentences and none was added, removed or moved. */
function oneByOne({ from, own, other }: Region): Region[] {
  const isInPlace = (side: string[]) =>
    side.length === from.length && side.every((part, at) => isSame([part], from.slice(at, at + 1)) || !has(from, part));
  if (!isInPlace(own) || !isInPlace(other)) return [{ from, own, other }];
  return from.map((part, at) => ({ from: [part], own: own.slice(at, at + 1), other: other.slice(at, at + 1) }));
}

function has(parts: readonly string[], part: string): boolean {
  return parts.some((other) => bare(other) === bare(part));
}

function unchanged(parts: string[]): Region {
  return { from: parts, own: parts, other: parts };
}

function applyHunks(base: readonly string[], from: number, to: number, hunks: readonly Hunk[]): string[] {
  const parts: string[] = [];
  let at = from;
  for (const hunk of hunks) {
    parts.push(...base.slice(at, hunk.from), ...hunk.parts);
    at = hunk.to;
  }
  return [...parts, ...base.slice(at, to)];
}

function hunksOf(base: string[], side: string[]): Hunk[] {
  const changes = diffArrays(base.map(bare), side.map(bare), { maxEditLength: MOST_CHANGES });
  if (!changes) return [{ from: 0, to: base.length, parts: side }];
  const hunks: Hunk[] = [];
  let [before, after] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) {
      before += count;
      after += count;
      continue;
    }
    const last = hunks.at(-1);
    const hunk = last?.to === before ? last : { from: before, to: before, parts: [] };
    if (hunk !== last) hunks.push(hunk);
    if (removed) {
      before += count;
      hunk.to = before;
    }
    if (added) {
      hunk.parts.push(...side.slice(after, after + count));
      after += count;
    }
  }
  return hunks;
}

/** The parts when only one side changed them or both did the same; else null. */
function agreeOn({ from, own, other }: Region): string[] | null {
  if (isSame(from, other) || isSame(own, other)) return own;
  return isSame(from, own) ? other : null;
}

/** The merged words when an unchanged word is between any two changes. Changed formatting is not merged. */
function agreeOnWords(sentences: Region, kind: TextKind): string[] | null {
  const { from, own, other } = sentences;
  if (own.length === 0 || other.length === 0) return null; // one side removed what the other changed
  if (kind === 'list' && [from, own, other].some(({ length }) => length !== 1)) return null;
  const words: string[] = [];
  for (const region of regionsOf(wordsOf(from), wordsOf(own), wordsOf(other))) {
    const agreed = agreeOn(region);
    if (!agreed) return null;
    const isChanged = !isSame(region.from, agreed);
    if (isChanged && /[*_`[\]]/.test([...region.from, ...agreed].join(''))) return null;
    words.push(...agreed);
  }
  const text = join(words, 'prose');
  return kind === 'list' ? [text] : partsOf(text, kind);
}

function isSame(parts: readonly string[], other: readonly string[]): boolean {
  return parts.length === other.length && parts.every((part, at) => bare(part) === bare(other[at] ?? ''));
}

/** Drops each part that would be there more often than on either side, such as a sentence that both moved. */
function withoutRepeats(parts: string[], mine: string[], theirs: string[]): string[] {
  const count = (list: string[], part: string) => list.filter((other) => bare(other) === bare(part)).length;
  return parts.filter(
    (part, at) => isMark(part) || count(parts.slice(0, at), part) < Math.max(count(mine, part), count(theirs, part), 1),
  );
}

/** Words with the white space after them, without the sign of a list item. */
function wordsOf(parts: readonly string[]): string[] {
  return join(parts.map(withoutSign), 'prose').match(/\S+\s*/g) ?? [];
}

/** List items, or sentences with the white space after them. Sentences under one mark, such as a link, are one. */
export function partsOf(text: string, kind: TextKind): string[] {
  if (kind === 'list') return text === '' ? [] : text.split('\n');
  return splitAtMarks(text).flatMap((part) => (isMark(part) ? [part] : sentencesOf(part)));
}

function sentencesOf(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)) {
    const last = parts.at(-1);
    if (last !== undefined && !isBalanced(last)) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

function withoutSign(part: string): string {
  return part.replace(/^(?:[-*]|\d+\.) (?=.)/, '');
}

/** A part without white space around it and the sign of a list item. All marks of blocks are one to the comparison. */
export function bare(part: string): string {
  return isMark(part) ? ANY_MARK : withoutSign(part).trim();
}

/** Whether no inline mark reaches over the end of the part: without the rest, it would be shown as a sign. */
function isBalanced(text: string): boolean {
  const count = (sign: RegExp) => text.match(sign)?.length ?? 0;
  const pairs = [/\*/g, /`/g, /(?<!\w)_|_(?!\w)/g].every((sign) => count(sign) % 2 === 0);
  return pairs && count(/\[/g) === count(/\]/g) && count(/\(/g) === count(/\)/g);
}
