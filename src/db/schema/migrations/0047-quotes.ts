import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** The index of the quote check, and the last line of the publication log that is in it. A job of the server fills it. */
export function quotes(kind: Database['kind']): Migration {
  const statements = [
    ...(kind === 'sqlite'
      ? [
          `create table quote_text (place integer primary key, article_id text not null unique ${tableEnd(kind)}`,
          `create virtual table quote_words using fts5 (
            words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii")`,
        ]
      : [
          // The terms are stored apart from the row, so that counting rows reads few pages.
          `create table quote_text (
            place integer generated always as identity primary key, article_id text not null unique,
            words integer[] not null) with (toast_tuple_target = 128)`,
          `create index quote_words on quote_text using gin (words) with (fastupdate = off)`,
        ]),
    `create table quote_position (one integer primary key check (one = 1), seq ${kind === 'sqlite' ? 'integer' : 'bigint'} not null ${tableEnd(kind)}`,
    `insert into quote_position (one, seq) values (1, 0)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
