import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlacedFigure } from './place-figures.ts';

// Names with numbers: those of standards and laws, which the patterns here match, and those on the list of the magazine. A number within
// such a name is settled as a name. A quantity never is: the `40 %` of "EN 40 %" reaches beyond the name "EN 40".

/** Bodies that number their documents, and the words between a body and the number. */
const BODY =
  '(?:ISO|IEC|IEEE|EN|DIN|BS|ANSI|ASME|ASHRAE|ASTM|ACI|AISC|AWS|NFPA|UL|CSA|FIPS|AS/NZS|NIST)(?:[/ ](?:ISO|IEC|IEEE|EN|ASSP|SP|IR|TS|TR|PAS)){0,3}';

/** The patterns, each with names that it recognises. A test checks them. */
export const NUMBERED: readonly { pattern: string; examples: readonly string[] }[] = [
  { pattern: 'RFC \\d{1,5}', examples: ['RFC 8628'] },
  {
    // The designation of a part and its edition belong to the name.
    pattern: `${BODY} (?:[A-Z]{1,2}[ .]?)?\\d{1,6}(?:[.-][A-Z]?\\d{1,5}){0,4}[A-Za-z]{0,2}(?:/[A-Z]\\d{1,5}[A-Z]?(?:-\\d{2,4})?)?(?::\\d{4}(?:\\+A\\d{1,2}(?::\\d{4})?)?)?`,
    examples: [
      'ISO 9001',
      'ISO 19650-2:2018',
      'ISO/IEC 27001:2022',
      'ISO/TS 15066',
      'IEC 61508',
      'IEEE 802.11ax',
      'EN 1992-1-1',
      'DIN EN ISO 12100',
      'BS 7671:2018+A2:2022',
      'ASTM E84',
      'ASTM C150/C150M-22',
      'ANSI/ASSP A10.1',
      'ASME B31.3',
      'ASHRAE 90.1',
      'ACI 318-19',
      'AISC 360-22',
      'AWS D1.1',
      'NFPA 70E',
      'UL 1703',
      'CSA Z462',
      'FIPS 140-3',
      'AS/NZS 3000',
      'NIST SP 800-53',
    ],
  },
  { pattern: 'ETSI (?:EN|ES|TS|TR) \\d{3} \\d{3}(?:-\\d{1,3}){0,2}', examples: ['ETSI EN 303 645'] },
  {
    pattern: '\\d{1,2} (?:CFR|U\\.?S\\.?C\\.?) (?:[Pp]art |§ ?)?\\d{1,5}(?:\\.\\d{1,5})?(?:\\([a-z0-9]{1,4}\\)){0,6}',
    examples: ['29 CFR 1926.1400', '29 CFR part 1926', '29 CFR 1910.134(c)(1)', '29 USC 654'],
  },
  {
    pattern: '\\((?:EU|EC|EEC)\\) (?:No\\.? )?\\d{1,4}/\\d{1,4}',
    examples: ['Regulation (EU) 2024/1689', 'Regulation (EC) No 1907/2006'],
  },
  { pattern: '\\d{2,4}/\\d{1,4}/(?:EU|EC|EEC)', examples: ['Directive 2006/42/EC', 'Directive 89/391/EEC'] },
];

/** The text before and after a whole name. A percentage is a quantity whatever precedes it. */
const BEFORE = '(?<![\\p{L}\\p{N}])';
const AFTER = '(?![\\p{L}\\p{N}]| ?[%‰]| per ?cent)';
const WHOLE = new RegExp(`${BEFORE}(?:${NUMBERED.map(({ pattern }) => pattern).join('|')})${AFTER}`, 'gu');
const ENDS_WHOLE = new RegExp(`^${AFTER}`, 'u');
const BEGINS_WHOLE = new RegExp(`${BEFORE}$`, 'u');

/** Most characters on each side of a figure that can belong to its name. */
const REACH = 80;

/** A figure with a currency, a per cent sign, or a scale word or unit apart from its digits. */
const QUANTITY = /[%‰$€£¥₹]|\p{N}[ \u00a0\u202f\u2009-]\p{L}/u;
/** The same, and a unit directly after the digits: `40m`. In a name of the list, such as "Form 300A", the letter belongs to it. */
const MAYBE_QUANTITY = new RegExp(`${QUANTITY.source}|^\\P{L}*\\p{N}\\p{L}`, 'u');

/** Whether a figure states a quantity, which no list of names settles. */
export function isQuantity(figure: string): boolean {
  return QUANTITY.test(figure);
}

/** Figures handled before other work gets a turn. */
const TURN = 1000;

/** The figures, each with whether it is part of a name of these patterns or of this list. */
export async function markNames<Figure extends PlacedFigure>(
  figures: readonly Figure[],
  listed: readonly string[],
): Promise<(Figure & { isName: boolean })[]> {
  const marked: (Figure & { isName: boolean })[] = [];
  for (const figure of figures) {
    if (marked.length % TURN === TURN - 1) await nextTurn();
    marked.push({ ...figure, isName: isPartOfName(figure, listed) });
  }
  return marked;
}

type InSentence = Pick<PlacedFigure, 'text' | 'sentence' | 'inSentence'>;

/** Whether a figure lies within a whole name, written as in the list. */
export function isPartOfName({ text, sentence, inSentence }: InSentence, listed: readonly string[]): boolean {
  if (isQuantity(text)) return false;
  const from = Math.max(0, inSentence - REACH);
  const to = inSentence + text.length;
  const near = sentence.slice(from, to + REACH).replace(/[\u00a0\u202f]/g, ' ');
  const own = { from: inSentence - from, to: to - from };
  const holds = (at: number, length: number) => at <= own.from && at + length >= own.to;
  return (
    (!MAYBE_QUANTITY.test(text) && near.matchAll(WHOLE).some(({ 0: name, index }) => holds(index, name.length))) ||
    listed.some((name) => placesOf(name, near).some((at) => holds(at, name.length)))
  );
}

/** Where a text has this name as whole words. */
function placesOf(name: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (BEGINS_WHOLE.test(text.slice(0, at)) && ENDS_WHOLE.test(text.slice(at + name.length))) places.push(at);
  return places;
}

/** Proposes the whole name that contains a figure: the capitalised word before the figure, the figure, and the letters after it. */
export function nameAround({ text, sentence, inSentence }: InSentence): string {
  const before = /\p{Lu}[\p{L}\p{N}.’'-]*[ \u00a0]$/u.exec(sentence.slice(0, inSentence))?.[0] ?? '';
  const after = /^[\p{L}\p{N}]*/u.exec(sentence.slice(inSentence + text.length))?.[0] ?? '';
  return `${before}${text}${after}`.replace(/\s/g, ' ');
}
