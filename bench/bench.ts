import { availableParallelism, cpus } from 'node:os';
import { board } from './lines/board.ts';
import { cdn } from './lines/cdn.ts';
import { deployments } from './lines/deployments.ts';
import { longTail } from './lines/long-tail.ts';
import { flat } from './lines/many.ts';
import { mcp } from './lines/mcp.ts';
import { oneReader } from './lines/one-reader.ts';
import { readers } from './lines/readers.ts';
import { reads } from './lines/reads.ts';
import { start } from './lines/start.ts';
import { readsBesideWrites, writes } from './lines/writes.ts';
import { type Line, LOADED_BY, LONG } from './measure.ts';
import { hasNginx } from './nginx.ts';
import { HEADER, row } from './report.ts';

// `npm run bench`: measures every goal of docs/performance.md against its opponent, in the same run. `-- --only NAME` runs
// one part; `-- --long` runs more and longer rounds.

const PARTS: Record<string, () => Promise<Line[]>> = {
  reads,
  readers,
  oneReader,
  mcp,
  writes,
  readsBesideWrites,
  cdn,
  deployments,
  flat,
  longTail,
  start,
  board,
};

const at = process.argv.indexOf('--only');
const only = at === -1 ? null : process.argv[at + 1];
if (only && !PARTS[only]) {
  console.error(`The parts are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}

const date = new Date().toISOString().slice(0, 10);
const cores = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}`;
const machine = `${date}, ${cores}, Node ${process.versions.node}, load by ${LOADED_BY}${LONG ? ', long rounds' : ''}.`;
console.log(`${machine}\n\n${HEADER}`);
if (!hasNginx) console.error('nginx is not installed: nothing is compared with it (Debian: apt-get install nginx).');
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
// Exit explicitly: the cluster of PostgreSQL keeps the process open.
process.exit();
