import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Database, Tx } from './database.ts';
import { firstEdition } from './migrations/0001-first-edition.ts';

/**
 * Brings the tables up to date, each step in a transaction.
 * @throws Error naming the step that failed, of which nothing is kept, or saying that the data is of a newer release
 */
export async function migrate(kind: Database['kind'], writes: Tx): Promise<void> {
  const steps = { '0001-first-edition': firstEdition(kind) };
  const migrator = new Migrator({ db: writes, provider: { getMigrations: async () => steps } });
  const pending = (await migrator.getMigrations()).some((step) => !step.executedAt);
  if (!pending) return;
  if (kind === 'sqlite') await sql`pragma busy_timeout = 5000`.execute(writes);
  const { error } = await migrator.migrateToLatest();
  if (kind === 'sqlite') await sql`pragma busy_timeout = 0`.execute(writes);
  if (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The database could not be brought up to date: ${reason}. Use the release that last wrote it, or a newer one.`,
    );
  }
}
