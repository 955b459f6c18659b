import { normalizeText, withoutHidden } from '#core/text.ts';

// Text from other programs as this service stores it: without forbidden characters, and with raised and lowered text in Unicode.

/** Removes characters that stored text may not contain, and hidden ones. */
export function cleanText(text: string): string {
  return withoutHidden(normalizeText(text.toWellFormed(), 'NFC'))
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[^\P{Cc}\t\n]|[\ufffe\uffff\u202a-\u202e\u2066-\u2069]/gu, '')
    .replace(/(?<!\d)\u00a0|\u00a0(?!\p{L}|%)/gu, ' ');
}

// Converts superscripts and subscripts to Unicode characters that look the same. Blocks have no mark
// for them, and without one `10⁶` would become 106 and `5 µm` would become 5 mm.

export type Script = 'sup' | 'sub';

const ASCII = '0123456789+-=()abcdefghijklmnoprstuvwxyz';
const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
const SUB: Record<string, string> = {
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
const CHARACTERS: Record<Script, Record<string, string>> = { sup: pairs(ASCII, SUPER), sub: SUB };

/** Letters that read the same when they are not raised, as in 19th, 1er, nº and TM. */
const ON_THE_LINE = /^(?:st|nd|rd|th|er|re|me|e|o|a|os|as|tm|sm|mc|md|[^\p{L}\p{N}+=()−–-]+)$/iu;
/** Characters that stay unchanged between raised digits. */
const BETWEEN = /[\s.,;:/⁄*]/;

/** Raised or lowered text as Unicode characters; `isPlain` when some of it has no such character. */
export function toScriptCharacters(text: string, script: Script): { text: string; isPlain: boolean } {
  const core = text.trim();
  if (core === '' || ON_THE_LINE.test(core)) return { text, isPlain: false };
  const signs = Array.from(
    core.replace(/[−–]/g, '-'),
    (sign) => CHARACTERS[script][sign] ?? (BETWEEN.test(sign) && sign),
  );
  const start = text.slice(0, text.indexOf(core));
  const end = text.slice(start.length + core.length);
  if (signs.every((sign) => sign !== false)) return { text: `${start}${signs.join('')}${end}`, isPlain: false };
  const plain = script === 'sup' ? `^(${core})` : /\p{N}/u.test(core) ? `_(${core})` : core;
  return { text: `${start}${plain}${end}`, isPlain: true };
}

/** A raised number over a lowered one is a fraction: `2¹/₂` becomes `2 1⁄2`, which is parsed as one number. */
export function levelFractions(text: string): string {
  return text.replace(/(\d?)([⁰¹²³⁴-⁹]{1,9})[/⁄∕]([₀-₉]{1,9})/g, (_, before: string, above: string, below: string) => {
    return `${before}${before && ' '}${above.normalize('NFKC')}⁄${below.normalize('NFKC')}`;
  });
}

/** The signs of one text by those of another at the same place. */
export function pairs(from: string, to: string): Record<string, string> {
  const signs = [...to];
  return Object.fromEntries([...from].map((sign, at) => [sign, signs[at] ?? sign]));
}
