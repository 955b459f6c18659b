// Random copy from a word list: some words are frequent and most are rare, as in real text. The same seed makes the same copy.

const COMMON =
  'the of and a to in on for with was at by crew site slab model drawing robot crane pour steel concrete layout survey schedule estimate count wall deck level point line record stop tool scan check measured within from over under after before each every one two three four five takes holds shows misses finds keeps grade rebar form beam column joist truss roof panel duct pipe cable anchor bolt weld joint footing trench backfill haul load lift reach swing hoist pump hose screed trowel cure test core sample lab log daily report photo plan sheet detail section revision change order request answer cost hour day week bid scope trade union foreman super manager engineer owner inspector permit code safety harness guard rail ladder scaffold mast boom bucket blade track wheel battery sensor camera lidar total station prism target tag'.split(
    ' ',
  );
const HEADS = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');
const MIDDLES = 'bar cen dil fom gur han jel kim lor mun nar pel ris sol tun'.split(' ');
const ENDS = 'ta ne so li mo ra ke du vi po'.split(' ');
const RARE = HEADS.flatMap((head) => MIDDLES.flatMap((middle) => ENDS.map((end) => `${head}${middle}${end}`)));
const WORDS = [...COMMON, ...RARE];

/** A pseudo-random number generator with a seed: each call returns a number from 0 to 1. */
export type Draw = () => number;

export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A sentence of about `length` characters. */
export function drawSentence(draw: Draw, length: number): string {
  let text = '';
  while (text.length < length - 8) text += `${text === '' ? '' : ' '}${WORDS[Math.floor(draw() ** 3 * WORDS.length)]}`;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
