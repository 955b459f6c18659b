import { drawFrom, drawSentence } from '../scripts/stock-words.ts';

/** Searches of nine kinds, of words of the stock; the same seed makes the same searches. */
export function searchKinds(seed: number): Record<string, () => string> {
  const draw = drawFrom(seed);
  const words = (count: number) =>
    drawSentence(draw, 40 * count)
      .replace('.', '')
      .toLowerCase()
      .split(' ')
      .slice(0, count);
  const rare = () => {
    for (;;) for (const word of words(6)) if (word.length > 6) return word;
  };
  return {
    'one word': () => words(1).join(' '),
    'a rare word': rare,
    'two words': () => words(2).join(' '),
    'four words': () => words(4).join(' '),
    'a phrase': () => `"${words(2).join(' ')}"`,
    'a prefix': () => rare().slice(0, 4),
    'a misspelled word': () => rare().replace(/^(...)(.)(.)/, '$1$3$2'),
    'a word nobody wrote': () => `${rare()}qqq`,
    'a frequent word': () => ['slab', 'robot', 'concrete', 'crew', 'schedule'][Math.floor(draw() * 5)] ?? 'slab',
  };
}
