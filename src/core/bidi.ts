// The order of a line with Hebrew or Arabic in it (Unicode Standard Annex 9), for PDFs. Only the rules of a plain line: text
// from forms has no control characters that embed or override directions.

type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'NSM' | 'WS' | 'ON';
type Side = 'L' | 'R';

/** The class of a character; the first pattern that matches it. */
const CLASSES: readonly [BidiClass, RegExp][] = [
  ['EN', /[0-9²³¹⁰⁴-⁹₀-₉０-９۰-۹]/u],
  ['AN', /[٠-٩٫٬]/u],
  ['ES', /[-+⁺⁻₊₋−＋－]/u],
  ['CS', /[,./:،\u00a0／：，．]/u],
  ['ET', /[#%°±‰‱′″٪]|\p{Sc}/u],
  ['NSM', /[\p{Mn}\p{Me}]/u],
  ['R', /\p{Script=Hebrew}/u],
  ['AL', /[\p{Script=Arabic}؛؟]/u],
  ['WS', /\s/u],
  ['L', /[\p{L}\p{Mc}\p{Nd}\p{Nl}ªº]/u],
];

function classOf(character: string): BidiClass {
  return CLASSES.find(([, pattern]) => pattern.test(character))?.[0] ?? 'ON';
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}؛؟٠-٩]/u;

/** The embedding level of each character: odd ones run from right to left. The first letter decides the direction of the line. */
export function levelsOf(characters: readonly string[]): number[] {
  if (!characters.some((character) => RIGHT_TO_LEFT.test(character))) return characters.map(() => 0);
  const classes = characters.map(classOf);
  const first = classes.find((kind) => kind === 'L' || kind === 'R' || kind === 'AL') ?? 'L';
  const base = first === 'L' ? 0 : 1;
  const side: Side = base === 0 ? 'L' : 'R';
  const types = [...classes];
  resolveWeak(types, side);
  resolveBrackets(characters, classes, types, side);
  resolveNeutral(types, side);
  const levels = types.map((type) => base + raised(type, base));
  for (let at = levels.length - 1; at >= 0 && classes[at] === 'WS'; at--) levels[at] = base; // L1
  return levels;
}

/** The level of a type above the base (rules I1 and I2). */
function raised(type: BidiClass, base: number): number {
  if (base === 1) return type === 'R' ? 0 : 1;
  return type === 'L' ? 0 : type === 'R' ? 1 : 2;
}

/** Numbers, their signs and combining marks (rules W1 to W7). */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the rules W1 to W7 of UAX #9, in their order
function resolveWeak(types: BidiClass[], side: Side): void {
  let strong: BidiClass = side;
  for (const [at, type] of types.entries()) {
    if (type === 'NSM') types[at] = types[at - 1] ?? side;
    if (type === 'L' || type === 'R' || type === 'AL') strong = type;
    if (types[at] === 'EN' && strong === 'AL') types[at] = 'AN';
  }
  for (const [at, type] of types.entries()) if (type === 'AL') types[at] = 'R';
  for (const [at, type] of types.entries()) {
    const [before, after] = [types[at - 1], types[at + 1]];
    if (type === 'ES' && before === 'EN' && after === 'EN') types[at] = 'EN';
    if (type === 'CS' && (before === 'EN' || before === 'AN') && before === after) types[at] = before;
  }
  for (const { from, to } of spansOf(types, (type) => type === 'ET'))
    types.fill(types[from - 1] === 'EN' || types[to] === 'EN' ? 'EN' : 'ON', from, to);
  strong = side;
  for (const [at, type] of types.entries()) {
    if (type === 'ES' || type === 'CS') types[at] = 'ON';
    if (type === 'L' || type === 'R') strong = type;
    if (type === 'EN' && strong === 'L') types[at] = 'L';
  }
}

const CLOSING: Record<string, string> = {
  '(': ')',
  '[': ']',
  '{': '}',
  '「': '」',
  '『': '』',
  '【': '】',
  '〈': '〉',
  '《': '》',
};

/** Both brackets of a pair get one direction (rule N0). */
function resolveBrackets(
  characters: readonly string[],
  classes: readonly BidiClass[],
  types: BidiClass[],
  side: Side,
): void {
  const set = (at: number, type: Side) => {
    types[at] = type;
    for (let mark = at + 1; classes[mark] === 'NSM'; mark++) types[mark] = type;
  };
  for (const [from, to] of pairsOf(characters, types)) {
    const inside = types.slice(from + 1, to).map(sideOf);
    if (inside.includes(side)) for (const at of [from, to]) set(at, side);
    else if (inside.some((direction) => direction !== null)) {
      const before =
        types
          .slice(0, from)
          .map(sideOf)
          .findLast((direction) => direction !== null) ?? side;
      for (const at of [from, to]) set(at, before);
    }
  }
}

/** The pairs of brackets that still are neutral, in the order of the opening ones. */
function pairsOf(characters: readonly string[], types: readonly BidiClass[]): [number, number][] {
  const open: { at: number; closing: string }[] = [];
  const pairs: [number, number][] = [];
  for (const [at, character] of characters.entries()) {
    if (types[at] !== 'ON') continue;
    const closing = CLOSING[character];
    if (closing) open.push({ at, closing });
    const opening = open.findLastIndex((bracket) => bracket.closing === character);
    if (opening < 0) continue;
    pairs.push([open[opening]?.at ?? 0, at]);
    open.length = opening;
  }
  return pairs.sort(([start], [other]) => start - other);
}

/** Blanks and signs between letters (rules N1 and N2). */
function resolveNeutral(types: BidiClass[], side: Side): void {
  for (const { from, to } of spansOf(types, (type) => type === 'WS' || type === 'ON')) {
    const before = from === 0 ? side : sideOf(types[from - 1] ?? side);
    const after = to === types.length ? side : sideOf(types[to] ?? side);
    types.fill(before === after && before !== null ? before : side, from, to);
  }
}

/** The side that a type counts for beside neutral characters; numbers count as right-to-left. */
function sideOf(type: BidiClass): Side | null {
  if (type === 'L') return 'L';
  return type === 'R' || type === 'EN' || type === 'AN' ? 'R' : null;
}

function spansOf(types: readonly BidiClass[], belongs: (type: BidiClass) => boolean): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const [at, type] of types.entries()) {
    if (!belongs(type)) continue;
    const last = spans.at(-1);
    if (last?.to === at) last.to = at + 1;
    else spans.push({ from: at, to: at + 1 });
  }
  return spans;
}

/** Puts items with levels into the order from left to right (rule L2). */
export function visualOrder<T extends { level: number }>(items: readonly T[]): T[] {
  const ordered = [...items];
  const highest = Math.max(0, ...items.map(({ level }) => level));
  for (let level = highest; level > 0; level--)
    for (const { from, to } of spansAt(ordered, level))
      ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
  return ordered;
}

function spansAt(items: readonly { level: number }[], level: number): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = [];
  for (const [at, item] of items.entries()) {
    if (item.level < level) continue;
    const last = spans.at(-1);
    if (last?.to === at) last.to = at + 1;
    else spans.push({ from: at, to: at + 1 });
  }
  return spans;
}

const MIRRORED = new Map(
  [
    ...'()',
    ...'[]',
    ...'{}',
    ...'<>',
    ...'«»',
    ...'‹›',
    ...'≤≥',
    ...'「」',
    ...'『』',
    ...'【】',
    ...'〈〉',
    ...'《》',
  ].map((bracket, at, all) => [bracket, all[at ^ 1] ?? bracket]),
);

/** The character that shows a bracket in text from right to left. */
export function mirrored(character: string): string {
  return MIRRORED.get(character) ?? character;
}
