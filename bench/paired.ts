import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { FaultSite } from '../test/support/faults/fault-site.ts';
import type { Server } from '../test/support/faults/server.ts';
import { cpuOf, median, untilIdle } from './measure.ts';

// Compares the speed of this checkout with an earlier commit: `node bench/paired.ts --base COMMIT`. Two servers,
// one of each, serve sites of their own. Reads and publications alternate between them, in rounds, so that what else the
// machine does meets both. Prints p50 and p99 of each, and the ratio.

const root = dirname(import.meta.dirname);
const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    rounds: { type: 'string', default: '40' },
    reads: { type: 'string', default: '400' },
    publications: { type: 'string', default: '10' },
  },
});
const [rounds, reads, publications] = [values.rounds, values.reads, values.publications].map(Number) as [
  number,
  number,
  number,
];
if (!values.base || ![rounds, reads, publications].every((number) => Number.isSafeInteger(number) && number > 0)) {
  console.error('Use: bench/paired.ts --base COMMIT [--rounds 40] [--reads 400] [--publications 10]');
  process.exit(2);
}

type Arm = {
  name: string;
  site: FaultSite;
  server: Server;
  agent: Agent;
  times: Record<Kind, number[]>;
  /** The median of each round. */
  medians: Record<Kind, number[]>;
  /** Microseconds of processor time of the server, of all rounds. */
  processor: Record<Kind, number>;
};
const KINDS = ['read', 'publication'] as const;
type Kind = (typeof KINDS)[number];

const folder = mkdtempSync(join(tmpdir(), 'plumbline-paired-'));
const arms: Arm[] = [];
try {
  arms.push(await openArm('now', root), await openArm(values.base, checkOut(values.base)));
  for (const { server } of arms) await untilIdle(server.pid);
  await measureRound(0, false);
  for (let round = 0; round < rounds; round++) {
    await measureRound(round, true);
    if (round % 10 === 9) console.error(`${round + 1} of ${rounds} rounds`);
  }
  print();
} finally {
  for (const { server, site, agent } of arms) {
    agent.destroy();
    await server.end('SIGKILL');
    site.remove();
  }
  rmSync(folder, { recursive: true, force: true });
}

/** The files of a commit, with the libraries of this checkout. */
function checkOut(commit: string): string {
  const to = join(folder, 'base');
  const archive = join(folder, 'base.tar');
  mkdirSync(to);
  run('git', ['-C', root, 'archive', '--output', archive, commit]);
  run('tar', ['-xf', archive, '-C', to]);
  run('cp', ['-a', join(root, 'node_modules'), join(to, 'node_modules')]);
  return to;
}

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}

async function openArm(name: string, checkout: string): Promise<Arm> {
  const file = pathToFileURL(join(checkout, 'bench/site.ts')).href;
  const { openBenchSite } = (await import(file)) as typeof import('./site.ts');
  const site = await openBenchSite(20);
  const server = await site.start();
  const empty = () => ({ read: [], publication: [] });
  const processor = { read: 0, publication: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return { name, site, server, agent, times: empty(), medians: empty(), processor };
}

/** The first arm is another one in each round. */
async function measureRound(round: number, isCounted: boolean): Promise<void> {
  for (const arm of round % 2 === 0 ? arms : arms.toReversed()) {
    await measure(arm, 'read', reads, (nth) => read(arm, nth), isCounted);
    const drafts: string[] = [];
    for (let nth = 0; nth < publications; nth++) drafts.push(await createDraft(arm, `${isCounted}-${round}-${nth}`));
    await measure(arm, 'publication', publications, (nth) => publish(arm, drafts[nth] ?? ''), isCounted);
  }
}

async function measure(
  arm: Arm,
  kind: Kind,
  count: number,
  act: (nth: number) => Promise<void>,
  isCounted: boolean,
): Promise<void> {
  const times: number[] = [];
  const before = cpuOf(arm.server.pid);
  for (let nth = 0; nth < count; nth++) {
    const began = performance.now();
    await act(nth);
    times.push(performance.now() - began);
  }
  if (!isCounted) return;
  arm.times[kind].push(...times);
  arm.medians[kind].push(median(times));
  arm.processor[kind] += cpuOf(arm.server.pid) - before;
}

/** Articles, the home page, and the same as JSON; every other one with a query that no cache has. */
function read({ site, agent }: Arm, nth: number): Promise<void> {
  const path = nth % 5 === 4 ? '/' : (site.paths[nth % site.paths.length] ?? '/');
  const url = `${site.base}${path}${nth % 2 === 0 ? '' : `?fresh=${Math.random()}`}`;
  const headers = { Accept: nth % 3 === 0 ? 'application/json' : 'text/html', 'Accept-Encoding': 'identity' };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume().on('end', () => (answer.statusCode === 200 ? resolve() : reject(wrong(url, answer.statusCode))));
    }).on('error', reject);
  });
}

async function createDraft({ site }: Arm, slug: string): Promise<string> {
  const draft = {
    ...{ headline: `Measured article ${slug}`, dek: 'Published to be measured.', section: 'robotics', slug },
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'The crew wrote down what it saw on the deck. '.repeat(40) }],
    sources: [{ title: 'Record', url: 'https://example.org/record' }],
  };
  const url = `${site.base}/api/admin/articles`;
  const headers = { ...site.headers, 'Content-Type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(draft) });
  if (answer.status !== 201) throw wrong(url, answer.status);
  const made = (await answer.json()) as { id?: string; articleId?: string };
  return made.articleId ?? made.id ?? '';
}

async function publish({ site }: Arm, id: string): Promise<void> {
  const url = `${site.base}/newsroom/articles/${id}/publish`;
  const body = new URLSearchParams({ revision: '0' });
  const answer = await fetch(url, { method: 'POST', headers: site.headers, body, redirect: 'manual' });
  await answer.text();
  if (answer.status !== 303) throw wrong(url, answer.status);
}

function wrong(url: string, status: number | undefined): Error {
  return new Error(`${url} answered ${status}`);
}

function print(): void {
  const [now, base] = arms as [Arm, Arm];
  for (const kind of KINDS) {
    console.log(`${now.times[kind].length} of each: ${kind}`);
    for (const arm of arms) {
      const times = arm.times[kind];
      const processor = arm.processor[kind] / times.length / 1000;
      console.log(
        `  ${arm.name}: p50 ${at(times, 0.5).toFixed(3)} ms, p99 ${at(times, 0.99).toFixed(3)} ms, processor ${processor.toFixed(3)} ms each`,
      );
    }
    const ratio = (share: number) => (at(now.times[kind], share) / at(base.times[kind], share)).toFixed(3);
    const paired = median(now.medians[kind].map((value, nth) => value / (base.medians[kind][nth] ?? 0)));
    const processor = now.processor[kind] / base.processor[kind];
    console.log(
      `  ratio: p50 ${ratio(0.5)}, p99 ${ratio(0.99)}, p50 of paired rounds ${paired.toFixed(3)}, processor ${processor.toFixed(3)}`,
    );
  }
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;
}
