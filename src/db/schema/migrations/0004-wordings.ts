import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '#db/database.ts';
import { bytewise, tableEnd } from '../dialect.ts';

/** Adds the lookups and decisions about the quotations and names of an article. */
export function wordings(kind: Database['kind']): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const table = `create table wording (
        article_id text not null references article (id), words_hash text not null, kind text not null, words text not null,
        looks text not null, settled text, primary key (article_id, words_hash) ${tableEnd(kind)}`;
      await sql.raw(bytewise(kind, table)).execute(db);
    },
  };
}
