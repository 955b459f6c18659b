import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database, Tx } from './database.ts';
import { firstEdition } from './migrations/0001-first-edition.ts';

/** Every step there is, oldest first. */
function stepsOf(kind: Database['kind']): Record<string, Migration> {
  return { '0001-first-edition': firstEdition(kind) };
}

/** The names of the steps this release knows, oldest first. */
export function knownSteps(): string[] {
  return Object.keys(stepsOf('sqlite'));
}

/** The names of the steps a database has been through, oldest first. */
export async function stepsTaken(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map((row) => row.name);
}

/**
 * Brings the tables up to date, each step in a transaction.
 * @throws Error naming the step that failed, of which nothing is kept, or saying that the data is of a newer release
 */
export async function migrate(kind: Database['kind'], writes: Tx): Promise<void> {
  const migrator = new Migrator({ db: writes, provider: { getMigrations: async () => stepsOf(kind) } });
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
