import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecords } from '#reading/records/make-records.ts';
import { recordOf } from '#reading/records/pages/record-json.ts';
import { listRecordKeys, rotateRecordKey } from '#reading/records/record-keys.ts';
import type { Deps } from '#runtime/deps.ts';
import { goLive } from '../support/live.ts';
import { createDatabase, shareCluster } from '../support/postgres.ts';
import { raceAll } from '../support/race.ts';
import { openSite } from '../support/site.ts';

// Two acts at the same time on PostgreSQL, whose transactions run side by side.

test('two processes make one record of each publication, and each key is signed by the previous key', async (t) => {
  const cluster = await shareCluster();
  const { url, drop } = await createDatabase(cluster.url);
  t.after(async () => {
    await drop();
    await cluster.stop();
  });
  const site = await openSite(t, { DATABASE_URL: url });
  const { deps } = site;
  await goLive(site);
  const sign = (own: Deps) => makeRecords(own, (facts) => recordOf(site.publication, facts), 60_000);
  await sign(deps);
  await goLive(site, { slug: 'second' });
  const { waited } = await raceAll(deps, [sign, sign]);
  assert.ok(waited);

  const ann = await site.person('chief', 'Ann');
  const rotate = (own: Deps) => rotateRecordKey(own, ann);
  await raceAll(deps, [rotate, rotate]);
  const keys = await listRecordKeys(deps.db.read);
  assert.equal(keys.length, 3);
  const previous = keys.map(({ statement }) => JSON.parse(statement).record.previous);
  assert.deepEqual(
    previous.slice(1),
    keys.slice(0, -1).map(({ kid }) => kid),
  );
});
