// Times searches in a stocked database: `node bench/search-times.ts file:./data/many.db`, after `npm run stock`. The time is that
// of one search with nothing beside it.

import { openDatabase } from '#db/connection/open.ts';
import { searchPublished } from '#search/search-published.ts';
import { searchKinds } from './search-kinds.ts';

const ROUNDS = 40;
const LIMIT = 30;

const [url] = process.argv.slice(2);
if (!url) throw new Error('Use: node bench/search-times.ts DATABASE_URL');
const db = await openDatabase(url);
const all: number[] = [];
/** Processor time of this process: with SQLite, that of the search. Other work on the machine does not disturb it. */
const processor: number[] = [];
for (const [kind, make] of Object.entries(searchKinds(7))) {
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
