import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise } from '#db/schema/dialect.ts';

/** The bin: drafts that were never published can be removed, and are erased later. */
export function bin(kind: Database['kind']): Migration {
  const statements = [
    'alter table article add column binned_at text',
    'alter table article add column binned_by text',
    'drop index article_stage',
    `create index article_stage on article ((${STAGE}), (${CHANGED_AT}) desc, id desc)`,
    'create index article_binned on article (binned_at) where binned_at is not null',
    ...['revision', 'review', 'gate_override'].flatMap((table) => deletableFromBin(kind, table)),
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}

/** Lets rows of an append-only table be deleted when their article is in the bin, and no other rows. */
function deletableFromBin(kind: Database['kind'], table: string): string[] {
  const isBinned = `exists (select 1 from article where id = old.article_id and binned_at is not null and published_at is null)`;
  if (kind === 'sqlite') {
    return [
      `drop trigger ${table}_refuses_delete`,
      `create trigger ${table}_refuses_delete before delete on ${table} when not ${isBinned}
        begin select raise(abort, '${table} is append-only'); end`,
    ];
  }
  return [
    `create or replace function refuse_delete() returns trigger language plpgsql as $$ begin
      if ${isBinned} then return old; end if;
      raise exception '% is append-only', tg_table_name; end $$`,
    `drop trigger ${table}_append_only on ${table}`,
    `create trigger ${table}_append_only before update or truncate on ${table} for each statement execute function refuse_change()`,
    `create trigger ${table}_refuses_delete before delete on ${table} for each row execute function refuse_delete()`,
  ];
}

/** Indexes the stage and the last change of an article, by the exact expressions of article/model/stage.ts. */
const STAGE = `case
  when binned_at is not null then 'binned'
  when scheduled_for is not null or schedule_trouble is not null then 'scheduled'
  when live_revision = latest_revision then 'published'
  when review_state is not null and review_revision > coalesce(live_revision, -1)
    then case when review_revision = latest_revision then review_state else 'in_review' end
  when live_revision is not null then 'changed'
  when published_at is null then 'draft'
  else 'unpublished' end`;
const CHANGED_AT = `case when modified_at > updated_at then modified_at else updated_at end`;
