// `npm run mutate`: changes one line of the product at a time, as scripts/mutations.txt says, and runs the tests named there. A
// mutation that no test notices is a survivor. `npm run mutate -- WORD` runs the mutations whose file or tests have the word.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeTemplate, startCluster } from '../test/support/postgres.ts';
import { type Mutation, mutateText, readMutations, testFile } from './mutations.ts';

type Outcome = { mutation: Mutation; result: 'killed' | 'hung' | 'survived' | 'stale'; seconds: number };

/**
 * A mutation that hangs is noticed: its test is ended after this many times the seconds that the test took without a mutation, at
 * least LEAST_SECONDS. The first runs have no such measure.
 */
const [TIMES_LONGER, LEAST_SECONDS, FIRST_SECONDS] = [8, 240, 1800];
/** The share of the mutations that tests must notice. */
const WANTED = 0.95;

const root = dirname(import.meta.dirname);
const [word = ''] = process.argv.slice(2);
const mutations = readMutations().filter(
  ({ file, tests }) => file.includes(word) || tests.some((test) => test.includes(word)),
);
/** Seconds that each test took without a mutation. */
const usual = new Map<string, number>();
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
    const started = performance.now();
    if ((await runTest(copy, test)) !== 'passed') broken.push(test);
    usual.set(test, (performance.now() - started) / 1000);
  });
  const isSound = ({ tests }: Mutation) => !tests.some((test) => broken.includes(test));
  const sound = mutations.filter(isSound);
  if (broken.length > 0) {
    const left = mutations.length - sound.length;
    console.error(`${left} are not run, because these tests fail without a mutation:\n  ${broken.join('\n  ')}`);
  }
  const outcomes: Outcome[] = [];
  await inTurn(copies, sound, async (copy, mutation) => {
    outcomes.push(await mutate(copy, mutation));
    const { result, seconds } = outcomes.at(-1) as Outcome;
    console.log(`${outcomes.length}/${sound.length} ${result} ${mutation.file}: ${mutation.from} (${seconds} s)`);
  });
  return broken.length === 0 ? tellEnd(outcomes) : Math.max(tellEnd(outcomes), 1);
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
    for (const test of mutation.tests) {
      const ended = await runTest(copy, test);
      if (ended !== 'passed') return outcome(ended === 'failed' ? 'killed' : 'hung');
    }
    return outcome('survived');
  } finally {
    writeFileSync(path, text);
  }
}

function runTest(copy: string, test: string): Promise<'passed' | 'failed' | 'hung'> {
  const onPostgres = test.startsWith('pg:');
  const file = join(copy, testFile(test));
  const before = usual.get(test);
  const longest = before === undefined ? FIRST_SECONDS : Math.max(LEAST_SECONDS, TIMES_LONGER * before);
  const child = spawn(process.execPath, ['--test-reporter=spec', file], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TEST_CLUSTER: cluster.url, ...(onPostgres && { TEST_POSTGRES: cluster.url }) },
  });
  let output = '';
  let isLate = false;
  child.stdout.on('data', (part) => (output += part));
  const late = setTimeout(() => {
    isLate = true;
    process.kill(-(child.pid as number), 'SIGKILL');
  }, longest * 1000);
  return new Promise((resolve) => {
    child.on('close', (status) => {
      clearTimeout(late);
      const passed = status === 0 && /^ℹ fail 0$/m.test(output) && /^ℹ cancelled 0$/m.test(output);
      resolve(isLate ? 'hung' : passed ? 'passed' : 'failed');
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
  list('hung, which counts as killed', of('hung'));
  list(
    'no longer fit their file: bring scripts/mutations.txt up to date',
    outcomes.filter((one) => one.result === 'stale'),
  );
  const killed = of('killed').length + of('hung').length;
  const run = killed + of('survived').length;
  const share = run === 0 ? 0 : killed / run;
  const left = outcomes.length - counted.length;
  console.log(
    `\n${killed} of ${run} killed (${(share * 100).toFixed(1)} %); ${left} that no user could notice not counted`,
  );
  return share >= WANTED && !outcomes.some(({ result }) => result === 'stale') ? 0 : 1;
}
