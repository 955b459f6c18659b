import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '#db/database.ts';
import { type Migrations, migrationsOf } from '#db/schema/migrate.ts';
import { createBareDatabase, shareCluster } from '../postgres.ts';

// Databases as releases left them. scripts/keep-release.ts writes them, once for each release.

const KEPT = join(dirname(dirname(import.meta.dirname)), 'fixtures', 'releases');

/** The kept releases, oldest first. */
export const RELEASES: readonly string[] = readdirSync(KEPT).sort((one, other) =>
  one.localeCompare(other, 'en', { numeric: true }),
);

/** The folder of a release. */
export function folderOf(release: string): string {
  return join(KEPT, release);
}

export const FILES = { sqlite: 'sqlite.db.gz', postgres: 'postgres.sql.gz' } as const;

/** A database as a release left it, with the content of test/support/stocked.ts. Returns its address. */
export async function openRelease(
  t: Pick<TestContext, 'after'>,
  kind: Database['kind'],
  { release = RELEASES.at(-1) ?? '', clusterUrl }: { release?: string; clusterUrl?: string } = {},
): Promise<string> {
  const kept = gunzipSync(readFileSync(join(folderOf(release), FILES[kind])));
  if (kind === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'plumbline-released-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'plumbline.db');
    writeFileSync(path, kept);
    return `file:${path}`;
  }
  const cluster = clusterUrl ? { url: clusterUrl, stop: async () => {} } : await shareCluster();
  t.after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  t.after(drop);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; ${kept}; commit`);
  await client.end();
  return url;
}

export const NEXT_STEP = '9999-next';

/** The migrations of a release after this one, which adds a table and a column. */
export const nextRelease: Migrations = (kind) => ({
  ...migrationsOf(kind),
  [NEXT_STEP]: {
    up: async (db) => {
      await sql`alter table article add column added_next text`.execute(db);
      await sql`create table made_next (id text primary key)`.execute(db);
    },
  },
});
