import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** The full-text index of the latest revision of every article, for the newsroom, and the articles that wait to be indexed. */
export function draftSearch(kind: Database['kind']): Migration {
  const statements = [
    ...(kind === 'sqlite'
      ? [
          `create table draft_search (place integer primary key, article_id text not null unique ${tableEnd(kind)}`,
          `create virtual table draft_words using fts5 (
            words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_-'")`,
        ]
      : [
          `create table draft_search (article_id text primary key, words tsvector not null)`,
          `create index draft_words on draft_search using gin (words) with (fastupdate = off)`,
        ]),
    `create table draft_unindexed (article_id text primary key ${tableEnd(kind)}`,
    `insert into draft_unindexed (article_id) select id from article`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
