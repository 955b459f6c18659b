import { hash } from 'node:crypto';
import type { Copy } from '#article/copy.ts';
import { plainText } from '#html/inline.ts';

// The quotations and the names of an article: words that a source must have exactly as the article has them.

export type WordingKind = 'quotation' | 'name';

/** A quotation without its marks, or a name. `hash` covers only its kind and words, not the text around it. */
export type Wording = { kind: WordingKind; text: string; path: string; hash: string };

/** Most quotations and most names of one article that are looked up. */
const MOST_WORDINGS = 60;
/** Fewest words of a quotation. Quotation marks around fewer words only name or doubt a word. */
const FEWEST_WORDS = 4;
const LONGEST = 1000;

/** The quotations and names of a copy, each once, in reading order; at most `MOST_WORDINGS` of each kind. */
export function findWordings({ dek, bodyBlocks }: Pick<Copy, 'dek' | 'bodyBlocks'>): Wording[] {
  const wordings = new Map<string, Wording>();
  const counts = { quotation: 0, name: 0 };
  const add = (kind: WordingKind, text: string, path: string) => {
    const key = hash('sha256', `${kind}\n${text}`);
    if (wordings.has(key) || counts[kind] >= MOST_WORDINGS) return;
    counts[kind]++;
    wordings.set(key, { kind, text, path, hash: key });
  };
  const texts = [
    { type: 'paragraph', text: dek, path: 'dek' },
    ...bodyBlocks.map(({ type, text }, at) => ({ type, text, path: `bodyBlocks.${at}.text` })),
  ];
  for (const { type, text, path } of texts) {
    const { quotations, names } = wordingsIn(type, text.slice(0, MOST_READ));
    for (const quotation of quotations) add('quotation', quotation, path);
    for (const name of names) add('name', name, path);
  }
  return [...wordings.values()];
}

function wordingsIn(type: string, text: string): { quotations: string[]; names: string[] } {
  if (type === 'heading' || type === 'subheading') return { quotations: [], names: [] };
  const quotations = type === 'quote' ? saidIn(text) : quotationsIn(plainText(text));
  return {
    quotations: quotations.filter((quotation) => wordCount(quotation) >= FEWEST_WORDS),
    names: text.split('\n').flatMap((line) => namesIn(plainText(line))),
  };
}

const MOST_READ = 50_000;

const MARKED = /“([^“”]{1,1000})”|„([^„“”]{1,1000})[“”]|«([^«»]{1,1000})»|"([^"\n]{1,1000})"/g;

function quotationsIn(text: string): string[] {
  return [...text.matchAll(MARKED)].map(([, ...groups]) => (groups.find((group) => group !== undefined) ?? '').trim());
}

/**
 * The quoted words in a block that is a quotation: the whole text if its last line names the speaker, otherwise the text between quotation
 * marks. A block without either has words of the article itself, set large.
 */
function saidIn(text: string): string[] {
  if (!SPEAKER_LINE.test(text)) return quotationsIn(plainText(text));
  const words = plainText(text.replace(SPEAKER_LINE, '')).trim();
  return [
    words
      .replace(/^["“„«]\s*/, '')
      .replace(/\s*["”“»]$/, '')
      .slice(0, LONGEST),
  ];
}

const SPEAKER_LINE = /\n\s*[—–-][^\n]{0,200}$/;

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** Words that begin a sentence more often than a name. */
const NO_NAME = new Set(
  (
    'A After All Although An And Any As At Before Both But By Each Even Every First For From Here How However If In Into Is It Its Last Later Like Many More Most No Not ' +
    'Now Of On One Once Only Or Other Our Over Since So Some Such Than That The Their Then There These They This Those Though Through To Today Two Under Until Up Was We ' +
    'What When Where Whether Which While Who Why With Without Yesterday Yet You Your January February March April May June July August September October November ' +
    'December Monday Tuesday Wednesday Thursday Friday Saturday Sunday Table Figure Fig Section Chapter Part Page'
  ).split(' '),
);

const CAPITAL = String.raw`\p{Lu}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*`;
/** Two or more words with a capital, with small words of names between them: `Bureau of Labor Statistics`, `Ludwig van der Rohe`. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${CAPITAL}\.?(?: (?:(?:of|for|and|the|de|der|den|van|von|du|la|le|di|da|&) ){0,3}${CAPITAL}\.?){1,7}`,
  'gu',
);
/** Between two names of two words: `Dana Ruiz of Boston Dynamics`. */
const BETWEEN = /(?<=\p{Lu}[^ ]{0,40} \p{Lu}[^ ]{0,40}) (?:of|for|and|&) (?:the )?(?=\p{Lu}[^ ]{0,40} \p{Lu})/u;
/** The number of a standard with the bodies that issue it: `ISO/IEC 19650-1`, `ASTM C1116`. */
const STANDARD =
  /(?<![\p{L}\p{N}])(?:ACI|ANSI|ASCE|ASTM|BS|CSA|DIN|EN|IEC|IEEE|ISO|NFPA|OSHA|RFC|UL)(?:[/ ](?:ANSI|ASCE|ASTM|BS|DIN|EN|IEC|IEEE|ISO|TR|TS))*[ -]?[A-Z]?\d[\d.]*(?:[-:/]\d[\d.]*)*/gu;

function namesIn(text: string): string[] {
  const names = [...text.matchAll(NAME)].flatMap(([match]) =>
    fromName(match)
      .split(BETWEEN)
      .flatMap((part) => nameOf(part) ?? []),
  );
  const standards = [...text.matchAll(STANDARD)].map(([match]) => match.replace(/[.:/-]+$/, ''));
  return [...names, ...standards];
}

/** The words from the first that may begin a name. */
function fromName(match: string): string {
  const words = match.split(' ');
  const first = words.findIndex((word) => /^\p{Lu}/u.test(word) && !NO_NAME.has(word));
  return first === -1 ? '' : words.slice(first).join(' ');
}

/** The name without the possessive; null when less than two words with a capital are left, or only short forms. */
function nameOf(words: string): string | null {
  const capitals = words.split(' ').filter((word) => /^\p{Lu}/u.test(word));
  if (capitals.length < 2 || !capitals.some((word) => /\p{Ll}/u.test(word))) return null;
  const name = words.replace(/['’]s$/, '');
  return /(?:^|[ .])\p{Lu}\.$/u.test(name) ? name : name.replace(/\.$/, '');
}
