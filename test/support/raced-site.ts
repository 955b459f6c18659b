import { after } from 'node:test';
import { isDbError } from '#db/connection/db-errors.ts';
import { createDatabase, shareCluster } from './postgres.ts';
import { type Act, raceAll } from './race.ts';
import { openSite, type TestSite } from './site.ts';

// A site on PostgreSQL, whose transactions run side by side, for acts at the same time. SQLite has one writer, so there is nothing to race.

export type Raced = {
  site: TestSite;
  race: (first: Act, second: Act) => Promise<{ waited: boolean; first: unknown; second: unknown }>;
};

/** Opens the site until the file of tests has ended. */
export async function openRaced(settings: Readonly<Record<string, string>> = {}): Promise<Raced> {
  const ends: (() => unknown)[] = [];
  const cluster = await shareCluster();
  const { url, drop } = await createDatabase(cluster.url);
  after(async () => {
    for (const end of [...ends.toReversed(), drop, cluster.stop]) await end();
  });
  const open = () =>
    openSite({ after: (end) => ends.push(end) }, { DATABASE_URL: url, ...settings, FIGURES_GATE: 'warn' });
  const site = await tryAgain(open);
  return {
    site,
    race: async (first, second) => {
      const { waited, outcomes } = await raceAll(site.deps, [first, second]);
      return { waited, first: outcomes[0], second: outcomes[1] };
    },
  };
}

/** A busy machine can answer too late for the first connection. */
async function tryAgain(open: () => Promise<TestSite>): Promise<TestSite> {
  for (let tries = 1; ; tries++) {
    try {
      return await open();
    } catch (error) {
      if (!isDbError(error) || tries === 5) throw error;
    }
  }
}
