import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '#db/database.ts';
import { bytewise, tableEnd } from '../dialect.ts';

/** Adds the points of the checklist of a section that people ticked for an article. */
export function checklist(kind: Database['kind']): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const table = `create table checklist_tick (
        article_id text not null references article (id), point text not null, revision integer not null,
        by_id text not null, by_name text not null, at text not null, primary key (article_id, point) ${tableEnd(kind)}`;
      await sql.raw(bytewise(kind, table)).execute(db);
    },
  };
}
