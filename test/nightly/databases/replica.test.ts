import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { startServer } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { lastFirst } from '../../support/postgres.ts';
import { copy, openSite } from '../../support/site.ts';
import { ask, NO_REPLICA, percentile, startWithReplica } from './real-servers.ts';

// Public reads from a streaming replica that applies what it gets at once, after a second, or after ten.

const PUBLICATIONS = Number(process.env.PUBLICATIONS ?? 1000);
/** Milliseconds after a commit in which a reader may get the page from before: 500 for the replica, 200 for the news. */
const DEADLINE = 700;

test('no reader gets a page that is stale beyond the deadline, however late the replica is', {
  skip: NO_REPLICA ?? false,
}, async (context) => {
  const t = lastFirst(context);
  const { url, replica, delay } = await startWithReplica(t);
  const site = await openSite(t, { DATABASE_URL: url });
  const { id } = await createDraft(site.deps, CLI, copy({ slug: 'counted', headline: 'Count 0' }));
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  let revision = 0;
  for (const text of ['0', '1s', '10s']) {
    await delay(text);
    const server = await startServer(await freePort(), {
      DATABASE_URL: url,
      READ_URL: replica,
      DATA_DIR: join(site.config.dataDir, `delay-${text}`),
      LOG_LEVEL: 'warn',
    });
    const committed: number[] = [];
    const first = revision + 1;
    const readings: { at: number; count: number; took: number }[] = [];
    let isOver = false;
    const read = async (path: string) => {
      while (!isOver) {
        const at = performance.now();
        const page = await (await fetch(`${server.base}${path}`)).text();
        readings.push({ at, count: Number(/Count (\d+)/.exec(page)?.[1] ?? -1), took: performance.now() - at });
        await wait(5);
      }
    };
    const reading = ['/robotics/counted.md', '/robotics', '/api/public/articles?limit=1'].map(read);
    for (let round = 0; round < PUBLICATIONS; round++) {
      revision++;
      site.pass(60);
      await saveRevision(site.deps, CLI, id, {
        copy: {
          ...copy({ slug: 'counted', headline: `Count ${revision}`, correctionNote: `Change ${revision}.` }),
          baseRevision: revision - 1,
        },
      });
      await publish(site.deps, CLI, id, { revisionNumber: revision });
      committed.push(performance.now());
    }
    await wait(DEADLINE + 300);
    isOver = true;
    await Promise.all(reading);
    const due = (at: number) => first - 1 + committed.filter((one) => one + DEADLINE < at).length;
    const stale = readings.filter(({ at, count }) => count < due(at));
    const [reads] = await ask<{ count: number }>(
      replica,
      `select (xact_commit)::int as count from pg_stat_database where datname = 'magazine'`,
    );
    console.log(
      `replica delayed ${text}: ${PUBLICATIONS} publications, ${readings.length} reads (p99 ${Math.round(
        percentile(
          readings.map(({ took }) => took),
          0.99,
        ),
      )} ms), ` + `${stale.length} stale beyond ${DEADLINE} ms; ${reads?.count} transactions on the replica so far`,
    );
    assert.deepEqual(stale.slice(0, 3), []);
    await server.end();
  }
});
