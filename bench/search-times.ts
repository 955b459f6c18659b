// Times searches in a stocked database: `node bench/search-times.ts file:./data/many.db`, after `npm run stock`. Each query is one
// of six kinds, of words of the stock; the time is that of one search with nothing beside it.

import { openDatabase } from '#db/connection/open.ts';
import { searchPublished } from '#search/search-published.ts';
import { drawFrom, drawSentence } from '../scripts/stock-words.ts';

const ROUNDS = 40;
const LIMIT = 30;

const draw = drawFrom(7);
const words = (count: number) =>
  drawSentence(draw, 40 * count)
    .replace('.', '')
    .toLowerCase()
    .split(' ')
    .slice(0, count);
const rare = () => {
  for (;;) for (const word of words(6)) if (word.length > 6) return word;
};
const misspelt = (word: string) => word.slice(0, 3) + word[4] + word[3] + word.slice(5);

const KINDS: Record<string, () => string> = {
  'one word': () => words(1).join(' '),
  'a rare word': rare,
  'two words': () => words(2).join(' '),
  'four words': () => words(4).join(' '),
  'a phrase': () => `"${words(2).join(' ')}"`,
  'a prefix': () => rare().slice(0, 4),
  'a misspelled word': () => misspelt(rare()),
  'a word nobody wrote': () => `${rare()}qqq`,
  'a frequent word': () => ['slab', 'robot', 'concrete', 'crew', 'schedule'][Math.floor(draw() * 5)] ?? 'slab',
};

const [url] = process.argv.slice(2);
if (!url) throw new Error('Use: node bench/search-times.ts DATABASE_URL');
const db = await openDatabase(url);
const all: number[] = [];
/** Processor time of this process: with SQLite, that of the search. Other work on the machine does not disturb it. */
const processor: number[] = [];
for (const [kind, make] of Object.entries(KINDS)) {
  const times: [number, string][] = [];
  for (let round = -3; round < ROUNDS; round++) {
    const q = make();
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    await searchPublished(db.read, { q, limit: LIMIT });
    const { user, system } = process.cpuUsage(cpu);
    if (round < 0) continue;
    times.push([performance.now() - began, q]);
    processor.push((user + system) / 1000);
  }
  times.sort(([a], [b]) => a - b);
  all.push(...times.map(([time]) => time));
  report(
    kind,
    times.map(([time]) => time),
    times.at(-1)?.[1],
  );
}
report(
  'all',
  all.toSorted((a, b) => a - b),
);
report(
  'processor time',
  processor.toSorted((a, b) => a - b),
);
await db.close();

function report(kind: string, sorted: number[], slowest = ''): void {
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
  console.log(`${kind.padEnd(22)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms ${slowest}`);
}
