import type { Database } from '#db/database.ts';
import { appendOnly, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** The publications and their times, each revision as readers saw it, signed records, and the journal. */
export function publicationTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  return [
    `create table publication_log (
      seq ${serial}, at text not null, act text not null, article_id text not null, desk text not null,
      slug text not null, revision integer, is_silent integer not null default 0 ${end}`,
    `create index publication_log_at on publication_log (at)`,
    `create index publication_log_article on publication_log (article_id)`,
    ...appendOnly(kind, 'publication_log', 'seq'),

    // Each revision that was ever live, with the names and words of that time that its copy does not have.
    `create table public_revision (
      article_id text not null references article (id), revision integer not null, desk text not null,
      slug text not null, at text not null, correction_seq integer, author text, tags text not null, hero text,
      site text, archive text, modified_at text, primary key (article_id, revision) ${end}`,
    ...appendOnly(kind, 'public_revision', 'article_id, revision'),

    `create table signed_record (
      number integer primary key, log_seq integer not null, article_id text not null, revision integer not null,
      at text not null, document text not null, hash text not null, chain text not null,
      unique (article_id, revision) ${end}`,
    ...appendOnly(kind, 'signed_record', 'number', 'article_id, revision'),

    `create table record_key (
      number integer primary key, kid text not null unique, x text not null, made_at text not null,
      statement text not null, sealed text ${end}`,

    `create table journal (
      seq ${serial}, at text not null, actor_kind text not null, actor_id text not null,
      actor_name text not null, act text not null, subject_kind text not null, subject_id text not null,
      revision integer, detail text, previous_hash text not null, hash text not null ${end}`,
    `create index journal_subject on journal (subject_kind, subject_id, seq)`,
    `create index journal_actor on journal (actor_id, seq)`,
    `create index journal_act on journal (act, seq)`,
    `create index journal_at on journal (at)`,
    ...appendOnly(kind, 'journal', 'seq'),
  ];
}
