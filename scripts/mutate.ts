// `npm run mutate`: changes one line of the product at a time, as scripts/mutations.txt says, and runs the tests named there. A
// mutation that no test notices is a survivor. `npm run mutate -- WORD` runs the mutations whose file or tests have the word.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeTemplate, startCluster } from '../test/support/postgres.ts';
import { type Mutation, mutateText, readMutations, testFile } from './mutations.ts';

type Outcome = { mutation: Mutation; result: 'killed' | 'survived' | 'stale'; seconds: number };

/** Seconds after which a test of a mutation is ended: a mutation that hangs is noticed. */
const LONGEST = 240;
/** The share of the mutations that tests must notice. */
const WANTED = 0.95;

const root = dirname(import.meta.dirname);
const [word = ''] = process.argv.slice(2);
const mutations = readMutations().filter(
  ({ file, tests }) => file.includes(word) || tests.some((test) => test.includes(word)),
);
const folder = mkdtempSync(join(tmpdir(), 'plumbline-mutate-'));
const cluster = await startCluster();
try {
  await makeTemplate(cluster.url);
  process.exitCode = await run();
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();

async function run(): Promise<number> {
  const copies = Array.from({ length: availableParallelism() }, (_, at) => copyTree(join(folder, String(at))));
  const tests = [...new Set(mutations.flatMap((mutation) => mutation.tests))];
  const broken: string[] = [];
  await inTurn(copies, tests, async (copy, test) => {
    if (!(await passes(copy, test))) broken.push(test);
  });
  if (broken.length > 0) {
    console.error(`These tests fail without a mutation. Mend them first:\n  ${broken.join('\n  ')}`);
    return 1;
  }
  const outcomes: Outcome[] = [];
  await inTurn(copies, mutations, async (copy, mutation) => {
    outcomes.push(await mutate(copy, mutation));
    const { result, seconds } = outcomes.at(-1) as Outcome;
    console.log(`${outcomes.length}/${mutations.length} ${result} ${mutation.file}: ${mutation.from} (${seconds} s)`);
  });
  return tellEnd(outcomes);
}

/** A copy of the files that git tracks, with the installed packages of this checkout. */
function copyTree(copy: string): string {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of listed.stdout.toString().split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Gives each item to the next copy that is free. */
async function inTurn<Item>(
  copies: readonly string[],
  items: readonly Item[],
  work: (copy: string, item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const next = async (copy: string) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(copy, item);
  };
  await Promise.all(copies.map(next));
}

async function mutate(copy: string, mutation: Mutation): Promise<Outcome> {
  const started = performance.now();
  const path = join(copy, mutation.file);
  const text = readFileSync(path, 'utf8');
  const outcome = (result: Outcome['result']) => ({
    mutation,
    result,
    seconds: Math.round((performance.now() - started) / 1000),
  });
  const mutated = mutateText(text, mutation);
  if (mutated === null) return outcome('stale');
  writeFileSync(path, mutated);
  try {
    for (const test of mutation.tests) if (!(await passes(copy, test))) return outcome('killed');
    return outcome('survived');
  } finally {
    writeFileSync(path, text);
  }
}

function passes(copy: string, test: string): Promise<boolean> {
  const onPostgres = test.startsWith('pg:');
  const file = join(copy, testFile(test));
  const child = spawn(process.execPath, [`--test-timeout=${LONGEST * 1000}`, '--test-reporter=spec', file], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TEST_CLUSTER: cluster.url, ...(onPostgres && { TEST_POSTGRES: cluster.url }) },
  });
  let output = '';
  child.stdout.on('data', (part) => (output += part));
  const late = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), LONGEST * 1000);
  return new Promise((resolve) => {
    child.on('close', (status) => {
      clearTimeout(late);
      resolve(status === 0 && /^ℹ fail 0$/m.test(output) && /^ℹ cancelled 0$/m.test(output));
    });
  });
}

function tellEnd(outcomes: readonly Outcome[]): number {
  const counted = outcomes.filter(({ mutation }) => mutation.unnoticed === null);
  const of = (result: Outcome['result']) => counted.filter((one) => one.result === result);
  const list = (what: string, found: readonly Outcome[]) => {
    if (found.length === 0) return;
    const lines = found.map(({ mutation: { file, from, to } }) => `${file}\n    - ${from}\n    + ${to}`);
    console.log([`\n${found.length} ${what}:`, ...lines].join('\n  '));
  };
  list('survived', of('survived'));
  list(
    'no longer fit their file: bring scripts/mutations.txt up to date',
    outcomes.filter((one) => one.result === 'stale'),
  );
  const [killed, run] = [of('killed').length, of('killed').length + of('survived').length];
  const share = run === 0 ? 0 : killed / run;
  const left = outcomes.length - counted.length;
  console.log(
    `\n${killed} of ${run} killed (${(share * 100).toFixed(1)} %); ${left} that no user could notice not counted`,
  );
  return share >= WANTED && !outcomes.some(({ result }) => result === 'stale') ? 0 : 1;
}
