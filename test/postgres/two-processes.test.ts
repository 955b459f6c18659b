import { join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { startServer } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';
import { createDatabase, lastFirst, startCluster } from '../support/postgres.ts';
import { firstRead } from '../support/servers.ts';
import { copy, openSite, type TestSite } from '../support/site.ts';

test('another process serves a publication, also right after a restart of the database', async (t) => {
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
    await untilRead(other.base, slug);
  }
  cluster.kill();
  await cluster.startAgain();
  for (const slug of ['third', 'fourth']) {
    await publishNow(site, slug);
    await untilRead(other.base, slug);
  }
});

/** Publishes, and retries until the database is back. */
async function publishNow(site: TestSite, slug: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const { id } = await createDraft(site.deps, CLI, copy({ slug }));
      await publish(site.deps, CLI, id, { revisionNumber: 0 });
      return;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'db_unavailable' || tries === 1200) throw error;
      await new Promise((again) => setTimeout(again, 50));
    }
  }
}

/** Waits until the section's page names the article. */
async function untilRead(base: string, slug: string): Promise<void> {
  await firstRead(async () => (await (await fetch(`${base}/robotics`)).text()).includes(`/robotics/${slug}"`));
}
