import type { Database } from '#db/database.ts';
import { tableEnd, wholeNumber } from '#db/schema/dialect.ts';

/** The full-text indexes of live articles, of drafts and of the quote check, with the lists of articles that wait to be indexed. */
export function searchTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  return [
    ...(kind === 'sqlite' ? indexesOfSqlite(end) : INDEXES_OF_POSTGRES),
    `create index search_modified on search (modified_at)`,
    `create table search_vocabulary (word text primary key ${end}${kind === 'sqlite' ? ', without rowid' : ''}`,
    `create table search_unindexed (article_id text primary key ${end}`,
    `create table draft_unindexed (article_id text primary key ${end}`,
    // The last line of the publication log that is in the index of the quote check.
    `create table quote_position (one integer primary key check (one = 1), seq ${wholeNumber(kind)} not null ${end}`,
    `insert into quote_position (one, seq) values (1, 0)`,
  ];
}

function indexesOfSqlite(end: string): string[] {
  return [
    `create table search (
      place integer primary key, article_id text not null unique, published_at text not null,
      modified_at text not null ${end}`,
    `create virtual table search_words using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_-'")`,

    `create table draft_search (place integer primary key, article_id text not null unique ${end}`,
    `create virtual table draft_words using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_-'")`,

    `create table quote_text (place integer primary key, article_id text not null unique ${end}`,
    `create virtual table quote_words using fts5 (
      words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii")`,
  ];
}

const INDEXES_OF_POSTGRES = [
  `create table search (
    article_id text primary key, published_at text not null, modified_at text not null, words tsvector not null)`,
  `alter table search alter column words set storage external`,
  `create index search_words on search using gin (words) with (fastupdate = off)`,
  `create index search_newest on search (published_at desc, article_id desc)`,

  `create table draft_search (article_id text primary key, words tsvector not null)`,
  `create index draft_words on draft_search using gin (words) with (fastupdate = off)`,

  // The terms are stored apart from the row, so that counting rows reads few pages.
  `create table quote_text (
    place integer generated always as identity primary key, article_id text not null unique,
    words integer[] not null) with (toast_tuple_target = 128)`,
  `create index quote_words on quote_text using gin (words) with (fastupdate = off)`,
];
