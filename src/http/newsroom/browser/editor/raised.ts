// Superscripts, subscripts and letters of a symbol font as the plain characters that show the same: the five block types
// have no mark for them, and without one `10⁶` would say 106 and `5 µm` would say 5 mm.

export type Script = 'sup' | 'sub';

const ASCII = '0123456789+-=()abcdefghijklmnoprstuvwxyz';
const SUPER = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ';
const SUB: Record<string, string> = {
  ...pairs('0123456789+-=()', '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'),
  ...pairs('aehijklmnoprstuvx', 'ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ'),
};
const CHARACTERS: Record<Script, Record<string, string>> = { sup: pairs(ASCII, SUPER), sub: SUB };

/** What reads the same on the line: the letters of 19th, 1er, nº and TM. */
const ON_THE_LINE = /^(?:st|nd|rd|th|er|re|me|e|o|a|os|as|tm|sm|mc|md|[^\p{L}\p{N}+=()−–-]+)$/iu;
/** What stays as it is between raised digits. */
const BETWEEN = /[\s.,;:/⁄*]/;

/** Text that stood raised or lowered, and whether any of it could only be written on the line. */
export function writeScript(text: string, script: Script): { text: string; isPlain: boolean } {
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

/** A raised number over a lowered one is a fraction: `2¹/₂` becomes `2 1⁄2`, which is read as one number. */
export function levelFractions(text: string): string {
  return text.replace(/(\d?)([⁰¹²³⁴-⁹]{1,9})[/⁄∕]([₀-₉]{1,9})/g, (_, before: string, above: string, below: string) => {
    return `${before}${before && ' '}${above.normalize('NFKC')}⁄${below.normalize('NFKC')}`;
  });
}

const SYMBOL = pairs(
  'abcdefghijklmnopqrstuvwxyzDFGLPQSWXY£³¹»¥´·¢²-Þ®¬å',
  'αβχδεφγηιϕκλμνοπθρστυϖωξψζΔΦΓΛΠΘΣΩΞΨ≤≥≠≈∞×•′″−⇒→←∑',
);
const WINGDINGS = pairs('àßJLüûþo¨§', '→←☺☹✓✗☑☐☐▪');

/** The characters a symbol font shows for these letters; null where one of them is not known. */
export function writeSymbols(text: string, font: string): string | null {
  const known = /^symbol$/i.test(font) ? SYMBOL : WINGDINGS;
  let shown = '';
  for (const sign of text) {
    // Word also writes such letters in the private area, 0xF000 above.
    const letter = /[\uf020-\uf0ff]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) - 0xf000) : sign;
    const isKept = known === SYMBOL ? !/[A-Za-z\uf020-\uf0ff]/.test(sign) : /\s/.test(sign);
    const one = known[letter] ?? (isKept ? sign : null);
    if (one === null) return null;
    shown += one;
  }
  return shown;
}

function pairs(from: string, to: string): Record<string, string> {
  const signs = [...to];
  return Object.fromEntries([...from].map((sign, at) => [sign, signs[at] ?? sign]));
}
