import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '#ads/catalog/ad-calendar.ts';
import { booked, openDesk } from '../support/ads/ad-desk.ts';
import { goLive } from '../support/live.ts';
import { createDatabase, shareCluster } from '../support/postgres.ts';
import { firstRead, startServer } from '../support/servers.ts';

test('with two processes, one starts a run, and both show the ad on pages they had rendered before', async (t) => {
  const cluster = await shareCluster();
  t.after(() => cluster.stop());
  const desk = await openDesk(t, { DATABASE_URL: (await createDatabase(cluster.url)).url });
  const { deps } = desk.site;
  await goLive(desk.site);
  const servers = [await startServer(t, desk.site, 'one'), await startServer(t, desk.site, 'two')];
  const read = async (base: string) => (await fetch(`${base}/robotics/layout-robot-pilot`)).text();
  for (const { base } of servers) assert.doesNotMatch(await read(base), /acme\.example/);
  // The desk's clock is in September; by the servers' clock the run's first day is today.
  const today = new Date().toISOString().slice(0, 10);
  await booked(desk, { unit: 'in-article', startsOn: addDays(today, 0) });
  await Promise.all(servers.map(({ base }) => firstRead(async () => /acme\.example/.test(await read(base)))));
  const lines = await deps.db.read.selectFrom('journal').select('seq').where('act', '=', 'ad.started').execute();
  assert.equal(lines.length, 1);
});
