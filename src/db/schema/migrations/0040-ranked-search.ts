import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/**
 * Search by stems, fields and phrases: the index gets other terms, so it is emptied, and every live article waits to be indexed
 * again. A job of the server does that after the start.
 */
export function rankedSearch(kind: Database['kind']): Migration {
  const statements = [
    ...(kind === 'sqlite'
      ? [
          `drop table search_words`,
          `delete from search`,
          `create virtual table search_words using fts5 (
            words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_-'")`,
        ]
      : [`truncate search`, `alter table search alter column words set storage external`]),
    `create table search_vocabulary (word text primary key ${tableEnd(kind)}${kind === 'sqlite' ? ', without rowid' : ''}`,
    `create table search_unindexed (article_id text primary key ${tableEnd(kind)}`,
    `insert into search_unindexed (article_id) select id from article where live_revision is not null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
