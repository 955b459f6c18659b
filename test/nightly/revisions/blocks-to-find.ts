import type { BodyBlock } from '#article/copy.ts';

/** The address of the article whose blocks are looked for. */
export const PATH = '/robotics/layout-robot-pilot';
const FILL = 'and the crew wrote down what it saw on the deck that day, in the order in which it saw it. '.repeat(6);

/** What the first eight words of a block can hold. */
const BEGINNINGS = [
  'The robot marked **1,240 points** on the deck',
  'Nobody *else* had “counted” them: not even Dana’s crew',
  'A [long link here](https://example.org/log) begins the fourth block of all',
  'At 7.5 km/h, 3 m from the edge, it',
  'Prices rose from $1.2 million to €950,000 within weeks',
  'Wi‑Fi, 5G & `ping` were <b>off</b> in the',
];

const TYPES = ['paragraph', 'heading', 'paragraph', 'quote', 'list', 'subheading'] as const;

/** Blocks of every type whose first words have what a browser may stumble over. */
export function blocksToFind(): BodyBlock[] {
  return Array.from({ length: 36 }, (_, at) => {
    const type = TYPES[at % TYPES.length] ?? 'paragraph';
    const words = `No${at} ${BEGINNINGS[at % BEGINNINGS.length]}`;
    const text = type === 'list' ? `- ${words}\n- ${FILL}` : /heading/.test(type) ? words : `${words} ${FILL}`;
    return { id: at % 7 === 3 ? `b ${at} ü&"<` : `b${at}`, type, text };
  });
}
