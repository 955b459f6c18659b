import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { baseline } from '#db/schema/migrations/0001-baseline.ts';
import { credits } from '#db/schema/migrations/0002-credits.ts';
import { checklist } from '#db/schema/migrations/0003-checklist.ts';
import { wordings } from '#db/schema/migrations/0004-wordings.ts';
import { archivedCopies } from '#db/schema/migrations/0005-archived-copies.ts';
import { exhibits } from '#db/schema/migrations/0006-exhibits.ts';
import { pictureVersions } from '#db/schema/migrations/0007-picture-versions.ts';
import { webhooksAlone } from '#db/schema/migrations/0008-webhooks-alone.ts';
import { noExportRestores } from '#db/schema/migrations/0009-no-export-restores.ts';
import { recordsWithoutChain } from '#db/schema/migrations/0010-records-without-chain.ts';
import { proofsFromRecords } from '#db/schema/migrations/0011-proofs-from-records.ts';
import { sections } from '#db/schema/migrations/0012-sections.ts';
import { searchByFields } from '#db/schema/migrations/0013-search-by-fields.ts';

/** The migrations of a release by name, oldest first. */
export type Migrations = (kind: Database['kind']) => Record<string, Migration>;

/** The migrations of this release. The first makes all tables of 1.0.0; each later one changes the tables of the release before. */
export const migrationsOf: Migrations = (kind) => ({
  '0001-baseline': baseline(kind),
  '0002-credits': credits(),
  '0003-checklist': checklist(kind),
  '0004-wordings': wordings(kind),
  '0005-archived-copies': archivedCopies(kind),
  '0006-exhibits': exhibits(),
  '0007-picture-versions': pictureVersions(),
  '0008-webhooks-alone': webhooksAlone(),
  '0009-no-export-restores': noExportRestores(),
  '0010-records-without-chain': recordsWithoutChain(),
  '0011-proofs-from-records': proofsFromRecords(),
  '0012-sections': sections(),
  '0013-search-by-fields': searchByFields(kind),
});

/** The names of the migrations of a release, oldest first. */
export function knownMigrations(migrations = migrationsOf): string[] {
  return Object.keys(migrations('sqlite'));
}

/** The names of the migrations applied to a database, oldest first. */
export async function appliedMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(tx);
  return rows.map((row) => row.name);
}

/** Why a database with these migrations cannot be upgraded; null when it can. Before 1.0.0 other migrations made the tables. */
export function whyTooOld(applied: readonly string[]): string | null {
  const [first = ''] = knownMigrations();
  if (applied.length === 0 || applied.includes(first)) return null;
  return 'A version before 1.0.0 wrote this database, and this release cannot upgrade it. Nothing was changed. Export the site with that version (plumbline export FOLDER), then import the export into a new site of this one (plumbline import look FOLDER, then plumbline import run plan.json).';
}
