import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { seedArticles } from '#seed/seed.ts';
import { addSection, changeSection } from '#site/sections.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { type Server, startServer, until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { createDatabase, lastFirst, startCluster } from '../../support/postgres.ts';
import { openSite, type Person, type TestSite } from '../../support/site.ts';

// A change of the name or of a section is in every form and in every process within a second: two workers on SQLite, two servers on
// PostgreSQL. What a chief saves is in the next answer of the process that saved it.

/** How often the settings change; CHANGES=5 makes the walk short. */
const CHANGES = Number(process.env.CHANGES ?? 50);
/** Milliseconds within which every form shows a change, and between two reads of a form. */
const IN_TIME = 1000;
const READ_EVERY = 30;
/** Each form by its path and `Accept`. All have the name of the site or, after a change of a section, its name. */
const FORMS: readonly [path: string, accept: string][] = [
  ['/', 'text/html'],
  ['/', 'text/markdown'],
  ['/', 'application/json'],
  ['/robotics', 'text/html'],
  ['/benchmarks/how-a-number-is-settled', 'text/html'],
  ['/benchmarks/how-a-number-is-settled', 'text/markdown'],
  ['/about', 'text/html'],
  ['/llms.txt', '*/*'],
  ['/openapi.json', '*/*'],
  ['/api', 'text/html'],
  ['/rss.xml', '*/*'],
  ['/.well-known/mcp.json', '*/*'],
  ['/manifest.webmanifest', '*/*'],
  ['/newsroom/sign-in', 'text/html'],
];
/** The forms that name the sections. */
const WITH_SECTIONS: readonly [path: string, accept: string][] = [
  ['/', 'text/html'],
  ['/', 'text/markdown'],
  ['/about', 'text/html'],
  ['/llms.txt', '*/*'],
];

type Wanted = { method?: string; headers?: Record<string, string>; body?: string };

function ask(agent: Agent, address: string, { method = 'GET', headers = {}, body = '' }: Wanted = {}) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const asked = request(address, { agent, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
    });
    asked.on('error', reject).end(body);
  });
}

/** A form in one process, read over a connection of its own. */
type Reader = { process: number; form: string; read: () => Promise<string> };

/** Readers of each form in each process: of one server, the leader gives each new connection to the next worker. */
async function openReaders(t: Pick<TestContext, 'after'>, servers: readonly Server[]): Promise<Reader[]> {
  const bases = servers.length === 1 ? [servers[0], servers[0]] : servers;
  const readers: Reader[] = [];
  for (const [path, accept] of FORMS) {
    for (const [process, server] of bases.entries()) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      t.after(() => agent.destroy());
      const read = async () => (await ask(agent, `${server?.base}${path}`, { headers: { Accept: accept } })).body;
      await read(); // opens the connection, one after the other
      readers.push({ process, form: `${path} ${accept}`, read });
    }
  }
  return readers;
}

/** Makes a change, and calls `acknowledged` when it is stored. */
type Change = (acknowledged: () => void) => Promise<void>;

/** Makes one change, and returns the milliseconds from its answer until each reader saw it. */
async function watch(readers: readonly Reader[], text: string, change: Change): Promise<number[]> {
  let changedAt = Number.POSITIVE_INFINITY;
  const seen = readers.map(async ({ form, read }) => {
    for (;;) {
      const body = await read();
      const at = performance.now();
      if (body.includes(text)) return at;
      if (at - changedAt > 30_000) throw new Error(`${form} does not show ${text}`);
      await new Promise((again) => setTimeout(again, READ_EVERY));
    }
  });
  await change(() => {
    changedAt = performance.now();
  });
  return (await Promise.all(seen)).map((at) => Math.max(0, at - changedAt));
}

/** How many times longer than its processor time a loop takes: 1 on a machine with nothing else to do. */
function measureBusy(): number {
  const [began, before] = [performance.now(), process.cpuUsage()];
  for (let used = 0; used < 30_000; ) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
  return (performance.now() - began) / 30;
}

const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Changes the settings again and again: by turns from another process, and by the form of the newsroom in one of the servers. */
async function changeOften(t: Pick<TestContext, 'after' | 'diagnostic'>, site: TestSite, servers: readonly Server[]) {
  site.pass((Date.now() - site.deps.clock()) / 1000); // sessions end by the clock of the servers
  const chief = await site.person('chief', 'Ruth Okafor');
  const readers = await openReaders(t, servers);
  await Promise.all(readers.map(({ read }) => read()));
  const times = readers.map((): number[] => []);
  const busy: number[] = [];
  for (let round = 1; round <= CHANGES; round++) {
    const name = `Diary number ${round}`;
    const byForm = round % 2 === 0;
    const change: Change = (acknowledged) =>
      byForm ? saveByForm(chief, servers[0], name, acknowledged) : rename(site, name).then(acknowledged);
    busy.push(measureBusy());
    const found = await watch(readers, name, change);
    for (const [index, milliseconds] of found.entries()) times[index]?.push(milliseconds);
  }
  const named = WITH_SECTIONS.map(([path, accept]) => `${path} ${accept}`);
  const sectioned = readers.filter(({ form }) => named.includes(form));
  const all: number[] = [];
  await addSection(site.deps, CLI, { name: 'Safety 0', about: 'What keeps a crew whole.', slug: 'site-safety' });
  for (let round = 1; round <= Math.ceil(CHANGES / 5); round++)
    all.push(
      ...(await watch(sectioned, `Safety ${round}`, (acknowledged) =>
        changeSection(site.deps, CLI, 'site-safety', { name: `Safety ${round}` }).then(acknowledged),
      )),
    );
  report(t, readers, times, { sections: all, busy });
}

async function rename(site: TestSite, name: string): Promise<void> {
  await saveSiteSettings(site.deps, CLI, { name });
}

/** Saves the name in the newsroom; the next answer over the same connection, so of the same process, must have it. */
async function saveByForm(
  chief: Person,
  server: Server | undefined,
  name: string,
  acknowledged: () => void,
): Promise<void> {
  const base = server?.base ?? '';
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = {
    Cookie: chief.cookie,
    Origin: base,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  const body = new URLSearchParams({ name }).toString();
  const saved = await ask(agent, `${base}/newsroom/site`, { method: 'POST', headers, body });
  acknowledged();
  assert.equal(saved.status, 303, saved.body);
  for (const path of ['/', '/llms.txt', '/newsroom/site']) {
    const shown = await ask(agent, base + path, { headers: { Cookie: chief.cookie } });
    assert.ok(shown.body.includes(name), `${path} of the process that saved ${name}`);
  }
  agent.destroy();
}

function report(
  t: Pick<TestContext, 'diagnostic'>,
  readers: readonly Reader[],
  times: readonly number[][],
  { sections, busy }: { sections: readonly number[]; busy: readonly number[] },
): void {
  const line = (words: string, found: readonly number[]) => {
    const sorted = [...found].sort((one, other) => one - other);
    t.diagnostic(
      `${words}: p50 ${Math.round(at(sorted, 0.5))} ms, p99 ${Math.round(at(sorted, 0.99))} ms, max ${Math.round(at(sorted, 1))} ms`,
    );
  };
  for (const form of new Set(readers.map((one) => one.form)))
    line(
      form,
      readers.flatMap((one, index) => (one.form === form ? (times[index] ?? []) : [])),
    );
  const all = times.flat();
  line(`all forms, ${CHANGES} changes`, all);
  const rounds = Array.from({ length: CHANGES }, (_, round) => Math.max(...times.map((one) => one[round] ?? 0)));
  t.diagnostic(`the slowest form of each change: ${rounds.map((slowest) => Math.round(slowest)).join(' ')} ms`);
  line('sections', sections);
  const factor = Math.max(
    1,
    at(
      [...busy].sort((one, other) => one - other),
      0.5,
    ),
  );
  t.diagnostic(`the machine was ${factor.toFixed(1)} times slower than with nothing else to do`);
  const late = [...all, ...sections].filter((milliseconds) => milliseconds > IN_TIME * factor).length;
  assert.ok(late <= (all.length + sections.length) / 100, `${late} answers were later than ${IN_TIME * factor} ms`);
}

test('two workers on SQLite show a change of the settings within a second', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const { databaseUrl: DATABASE_URL, dataDir } = site.config;
  const server = await startServer(await freePort(), { DATABASE_URL, DATA_DIR: join(dataDir, 'served'), WORKERS: '2' });
  t.after(() => server.end());
  await changeOften(t, site, [server]);
});

test('two servers on PostgreSQL show a change within a second, and one that starts later shows it too', async (t) => {
  const { after } = lastFirst(t);
  const cluster = await startCluster();
  after(cluster.stop);
  const { url } = await createDatabase(cluster.url);
  const site = await openSite({ after }, { DATABASE_URL: url });
  await seedArticles(site.deps);
  const begin = async (name: string) => {
    const DATA_DIR = join(site.config.dataDir, name);
    const server = await startServer(await freePort(), { DATABASE_URL: url, DATA_DIR });
    after(() => server.end());
    return server;
  };
  const servers = [await begin('one'), await begin('other')];
  const context = { after, diagnostic: (words: string) => t.diagnostic(words) } as TestContext;
  await changeOften(context, site, servers);
  const later = await begin('later');
  const agent = new Agent();
  await until(async () => (await ask(agent, `${later.base}/readyz`)).status === 200, 30_000);
  const { body } = await ask(agent, `${later.base}/about`, { headers: { Accept: 'text/html' } });
  assert.ok(body.includes(`Diary number ${CHANGES}`), body.slice(0, 400));
});
