import { availableParallelism, cpus } from 'node:os';
import { board } from './lines/board.ts';
import { flat, start } from './lines/many.ts';
import { mcp } from './lines/mcp.ts';
import { cache } from './lines/newsstand.ts';
import { printed, quiet } from './lines/nginx.ts';
import { readsBesideWrites, writes } from './lines/writes.ts';
import { holds, type Line, LONG } from './measure.ts';

// `npm run bench`: measures every goal of docs/performance.md against its opponent, in the same run. `-- --only NAME` runs
// one part; `-- --long` runs more and longer rounds.

const PARTS: Record<string, () => Promise<Line[]>> = {
  cache,
  printed,
  quiet,
  mcp,
  writes,
  readsBesideWrites,
  flat,
  start,
  board,
};

const at = process.argv.indexOf('--only');
const only = at === -1 ? null : process.argv[at + 1];
if (only && !PARTS[only]) {
  console.error(`The parts are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const machine = `${availableParallelism()} cores, ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
console.log(`${machine}, ${new Date().toISOString().slice(0, 10)}${LONG ? ', long rounds' : ''}\n`);
console.log('| ratio | range | goal | | what | ours | theirs |\n|---|---|---|---|---|---|---|');
for (const [name, measure] of Object.entries(PARTS)) {
  if (only && only !== name) continue;
  console.error(`${name} …`);
  try {
    for (const one of await measure()) console.log(row(one));
  } catch (error) {
    console.error(`${name} ended early:`, error);
    process.exitCode = 1;
  }
}

function row(one: Line): string {
  const { name, ratio, range, goal, ours, theirs } = one;
  const asked = goal === null ? '' : 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  const word = goal === null ? '' : holds(one) ? 'holds' : 'MISSED';
  const cells = [ratio.toFixed(2), range.map((end) => end.toFixed(2)).join('–'), asked, word, name, ours, theirs];
  return `| ${cells.join(' | ')} |`;
}
