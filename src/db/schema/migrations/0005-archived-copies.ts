import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '#db/database.ts';
import { bytewise, tableEnd } from '../dialect.ts';

/** Adds the addresses of archived copies that editors stored beside the sources of an article. */
export function archivedCopies(kind: Database['kind']): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const table = `create table archived_copy (
        article_id text not null references article (id), source_url text not null, url text not null,
        by_id text not null, by_name text not null, at text not null, primary key (article_id, source_url) ${tableEnd(kind)}`;
      await sql.raw(bytewise(kind, table)).execute(db);
    },
  };
}
