import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** The full-text index of live articles, which a later migration fills, and covering indexes for lists and sitemaps. */
export function search(kind: Database['kind']): Migration {
  const statements = [
    ...(kind === 'sqlite'
      ? [
          `create table search (
            place integer primary key, article_id text not null unique,
            published_at text not null, modified_at text not null ${tableEnd(kind)}`,
          `create virtual table search_words using fts5 (
            words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_-'")`,
        ]
      : [
          `create table search (
            article_id text primary key, published_at text not null, modified_at text not null,
            words tsvector not null)`,
          `create index search_words on search using gin (words) with (fastupdate = off)`,
          `create index search_newest on search (published_at desc, article_id desc)`,
        ]),
    `create index search_modified on search (modified_at)`,

    `create index revision_author on revision (author_id, article_id, number) where author_id is not null`,
    `drop index article_live`,
    `drop index article_live_desk`,
    `create index article_live on article (published_at desc, id desc, modified_at, live_desk, live_slug, live_revision)
      where live_revision is not null`,
    `create index article_live_desk on article (live_desk, published_at desc, id desc, modified_at, live_revision)
      where live_revision is not null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
