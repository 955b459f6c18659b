import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = [
  ['article', 'desk', 'section'],
  ['article', 'live_desk', 'live_section'],
  ['revision', 'desk', 'section'],
  ['address', 'desk', 'section'],
  ['publication_log', 'desk', 'section'],
  ['public_revision', 'desk', 'section'],
  ['claim', 'desks', 'sections'],
] as const;

/** Renames the columns of sections from `desk` to `section`, and the index of an article's section with them. */
export function sections(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const [table, from, to] of COLUMNS) await db.schema.alterTable(table).renameColumn(from, to).execute();
      await db.schema.dropIndex('article_live_desk').execute();
      await sql`create index article_live_section
        on article (live_section, published_at desc, id desc, modified_at, live_revision) where live_revision is not null`.execute(
        db,
      );
    },
  };
}
