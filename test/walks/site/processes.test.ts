import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CLI } from '../../../src/core/actor.ts';
import { addSection } from '../../../src/site/sections.ts';
import { saveSiteSettings } from '../../../src/site/site-settings.ts';
import { freePort, type Server, startServer } from '../../process/faults/server.ts';
import { createDatabase, lastFirst, startCluster } from '../../support/postgres.ts';
import { assertInTime, firstRead } from '../../support/servers.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// A change of the name, and a new section, are in every process within a second: two workers on SQLite, two servers on PostgreSQL.

const PATHS = [
  '/',
  '/about',
  '/about.md',
  '/llms.txt',
  '/openapi.json',
  '/rss.xml',
  '/.well-known/mcp.json',
  '/newsroom/sign-in',
];

function read(agent: Agent, address: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent }, (answer) => {
      let body = '';
      answer.on('data', (part) => (body += part));
      answer.on('end', () => resolve(body));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Renames the site three times; every connection to every server must read each name within a second. */
async function renameThrice(
  t: Pick<TestContext, 'after' | 'diagnostic'>,
  site: TestSite,
  servers: Server[],
): Promise<void> {
  // Connections that stay open: the leader gives each new one to the next worker.
  const agents = servers.flatMap(({ base }) =>
    [1, 2, 3, 4].map(() => ({ base, agent: new Agent({ keepAlive: true, maxSockets: 1 }) })),
  );
  t.after(() => agents.forEach(({ agent }) => void agent.destroy()));
  const everywhere = async (name: string, paths = PATHS) => {
    for (const { base, agent } of agents)
      for (const path of paths) if (!(await read(agent, base + path)).includes(name)) return false;
    return true;
  };
  await everywhere('Plumbline');
  for (const name of ['The First Diary', 'The Second Diary', 'The Third Diary']) {
    const since = Date.now();
    await saveSiteSettings(site.deps, CLI, { name });
    const found = await firstRead(() => everywhere(name));
    t.diagnostic(`${name}: in all answers after ${found.at - since} ms`);
    assertInTime(found, since);
  }
  const since = Date.now();
  await addSection(site.deps, CLI, { name: 'Site safety', about: 'What keeps a crew whole.' });
  const found = await firstRead(() => everywhere('site-safety', ['/', '/llms.txt', '/openapi.json', '/sitemap.xml']));
  t.diagnostic(`a new section: in all answers after ${found.at - since} ms`);
  assertInTime(found, since);
}

test('two workers on SQLite show a new name within a second', async (t) => {
  const site = await openSite(t);
  const { databaseUrl: DATABASE_URL, dataDir } = site.config;
  const server = await startServer(await freePort(), { DATABASE_URL, DATA_DIR: join(dataDir, 'served'), WORKERS: '2' });
  t.after(() => server.end());
  await renameThrice(t, site, [server]);
});

test('two servers on PostgreSQL show a new name within a second, and one that starts later shows it too', async (t) => {
  const { after } = lastFirst(t);
  const cluster = await startCluster();
  after(cluster.stop);
  const { url } = await createDatabase(cluster.url);
  const site = await openSite({ after }, { DATABASE_URL: url });
  const begin = async (name: string) => {
    const server = await startServer(await freePort(), {
      DATABASE_URL: url,
      DATA_DIR: join(site.config.dataDir, name),
    });
    after(() => server.end());
    return server;
  };
  const servers = [await begin('one'), await begin('other')];
  await renameThrice({ after, diagnostic: (words) => t.diagnostic(words) } as TestContext, site, servers);
  const later = await begin('later');
  const agent = new Agent();
  if (!(await read(agent, `${later.base}/about`)).includes('The Third Diary')) throw new Error('the old name');
});
