import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { migrationsOf } from '#db/schema/migrate.ts';
import type { Tables } from '#db/schema/tables.ts';

type Query = (
  text: string,
  values?: unknown[],
) => Promise<{ command: string; rowCount: number | null; rows: unknown[] }>;

/** Runs all migrations through `query`, which may note a refusal and go on: so one refusal does not hide the next. */
export async function runMigrations(query: Query): Promise<void> {
  const only = { query, release: () => {} } as unknown as PostgresPoolClient;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => only, end: async () => {}, options: {} } }),
  });
  for (const migration of Object.values(migrationsOf('postgres'))) await migration.up(db);
}
