// The root of an English word, as Porter's algorithm of 1980 finds it (https://tartarus.org/martin/PorterStemmer/).

const C = '[^aeiou][^aeiouy]*';
const V = '[aeiouy][aeiou]*';
/** A root with at least one, exactly one, and at least two pairs of a vowel and a consonant. */
const ONE = new RegExp(`^(?:${C})?${V}${C}`);
const ONLY_ONE = new RegExp(`^(?:${C})?${V}${C}(?:${V})?$`);
const TWO = new RegExp(`^(?:${C})?${V}${C}${V}${C}`);
const HAS_VOWEL = new RegExp(`^(?:${C})?[aeiouy]`);
/** Such a root lost its `e`: `hop` of `hoping`. */
const SHORT = new RegExp(`^${C}[aeiouy][^aeiouwxy]$`);
/** Forms of `tie`, `lie` and `die`, which Porter's rules tear apart. */
const SHORT_Y = /^([a-z])(?:ies|ied|ying)$/;
const ENGLISH = /^[a-z]{3,}$/;

type Endings = { pattern: RegExp; by: ReadonlyMap<string, string> };

/** Endings, and what takes their place. */
const [PAST, SOFT_Y, SECOND, THIRD, FOURTH] = [
  'eed:ee',
  'y:i',
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log',
  'icate:ic ative: alize:al iciti:ic ical:ic ful: ness:',
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: (?<=[st])ion: ou: ism: ate: iti: ous: ive: ize:',
].map((list): Endings => {
  const by = new Map(list.split(' ').map((pair) => pair.split(':') as [string, string]));
  return { pattern: new RegExp(`^(.+?)(${[...by.keys()].join('|')})$`), by };
}) as [Endings, Endings, Endings, Endings, Endings];

/** What the forms of an English word have in common: `measures`, `measured` and `measuring` give `measur`. Other words are returned unchanged. */
export function rootOf(word: string): string {
  if (!ENGLISH.test(word)) return word;
  const single = word
    .replace(SHORT_Y, '$1ie')
    .replace(/(ss|i)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  const present = single.endsWith('eed') ? swap(single, PAST, ONE) : withoutPast(single);
  const noun = swap(swap(swap(present, SOFT_Y, HAS_VOWEL), SECOND, ONE), THIRD, ONE);
  const root = swap(noun, FOURTH, TWO);
  const bare = root.slice(0, -1);
  if (root.endsWith('e')) return TWO.test(bare) || (ONLY_ONE.test(bare) && !SHORT.test(bare)) ? bare : root;
  return root.endsWith('ll') && TWO.test(root) ? bare : root;
}

/** Replaces the ending, where what is before it is long enough. */
function swap(word: string, { pattern, by }: Endings, before: RegExp): string {
  const [, start = '', ending = ''] = pattern.exec(word) ?? [];
  return before.test(start) ? start + (by.get(ending) ?? '') : word;
}

/** The word without `ed` or `ing`: without the doubled consonant, and with the `e` that was lost. */
function withoutPast(word: string): string {
  const [, root = ''] = /^(.*)(?:ed|ing)$/.exec(word) ?? [];
  if (!HAS_VOWEL.test(root)) return word;
  if (/(?:at|bl|iz)$/.test(root)) return `${root}e`;
  if (/([^aeiouylsz])\1$/.test(root)) return root.slice(0, -1);
  return ONLY_ONE.test(root) && SHORT.test(root) ? `${root}e` : root;
}
