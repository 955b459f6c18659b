import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { publish } from '../../src/article/publish/publish.ts';
import { createDraft } from '../../src/article/write/create-draft.ts';
import { CLI } from '../../src/core/actor.ts';
import { Failure } from '../../src/core/failure.ts';
import { createDatabase, lastFirst, startCluster } from '../support/postgres.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';
import { freePort, startServer, until } from './faults/server.ts';

// Two processes on one PostgreSQL: what one publishes, the other serves within a second.

test('a publication is served by another process within a second, also right after the database was restarted', async (t) => {
  const { after } = lastFirst(t);
  const cluster = await startCluster();
  after(cluster.stop);
  const { url } = await createDatabase(cluster.url);
  const site = await openSite({ after }, { DATABASE_URL: url });
  const other = await startServer(await freePort(), {
    DATABASE_URL: url,
    DATA_DIR: join(site.config.dataDir, 'other'),
  });
  after(() => other.end());

  for (const slug of ['first', 'second']) {
    await publishNow(site, slug);
    assert.ok((await timeUntilRead(other.base, slug)) <= 1000, slug);
  }
  cluster.kill();
  await cluster.startAgain();
  for (const slug of ['third', 'fourth']) {
    await publishNow(site, slug);
    assert.ok((await timeUntilRead(other.base, slug)) <= 1000, `${slug}, after the restart`);
  }
});

/** Publishes, trying again for as long as the database is not back. */
async function publishNow(site: TestSite, slug: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const { id } = await createDraft(site.deps, CLI, copy({ slug }));
      await publish(site.deps, CLI, id, 0);
      return;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'db_unavailable' || tries === 200) throw error;
      await new Promise((again) => setTimeout(again, 50));
    }
  }
}

/** Milliseconds until a desk's page names an article. */
function timeUntilRead(base: string, slug: string): Promise<number> {
  const isRead = async () => (await (await fetch(`${base}/robotics`)).text()).includes(`/robotics/${slug}"`);
  return until(isRead, 10_000);
}
