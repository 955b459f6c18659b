import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from '#db/database.ts';
import { bytewise } from '../dialect.ts';

const TABLES = {
  sqlite: [
    `delete from search`,
    `drop table search_words`,
    `create virtual table search_heads using fts5 (
      headline, dek, names, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_-'")`,
    `create virtual table search_words using fts5 (
      words, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_-'")`,
  ],
  postgres: [
    `drop table search`,
    `create table search (
      article_id text primary key, published_at text not null, modified_at text not null, heads tsvector not null,
      words tsvector not null)`,
    `alter table search alter column words set storage external`,
    `create index search_heads on search using gin (heads) with (fastupdate = off)`,
    `create index search_words on search using gin (words) with (fastupdate = off)`,
    `create index search_newest on search (published_at desc, article_id desc)`,
    `create index search_modified on search (modified_at)`,
  ],
};

/** Replaces the search index by one that has the positions of words, and the headline, dek, byline and tags apart. Every article is indexed again. */
export function searchByFields(kind: Database['kind']): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      for (const statement of TABLES[kind]) await sql.raw(bytewise(kind, statement)).execute(db);
      await sql`delete from search_vocabulary`.execute(db);
      await sql`insert into search_unindexed (article_id)
        select id from article where live_revision is not null on conflict do nothing`.execute(db);
    },
  };
}
