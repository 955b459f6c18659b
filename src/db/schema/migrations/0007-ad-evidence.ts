import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Evidence that an ad ran: page checks, their results, screenshots; and the warning of each part of an order. */
export function adEvidence(kind: Database['kind']): Migration {
  const serial = serialKey(kind);
  const end = tableEnd(kind);
  const statements = [
    `create table ad_look (
      seq ${serial}, began_at text not null, ended_at text not null, due_at text not null, paused_since text ${end}`,
    `create index ad_look_paused on ad_look (ended_at) where paused_since is not null`,
    `create index ad_look_ended on ad_look (ended_at)`,

    `create table ad_sighting (
      seq ${serial}, order_id text not null references ad_order (id), place text not null, path text not null,
      sha256 text not null, act text not null check (act in ('seen', 'gone')), at text not null, last_at text,
      check ((act = 'gone') = (last_at is not null)) ${end}`,
    `create index ad_sighting_page on ad_sighting (order_id, place, path, sha256, seq)`,

    `create table ad_shot (
      seq ${serial}, order_id text not null references ad_order (id), place text not null, path text not null,
      creative_sha256 text, taken_at text not null, sha256 text not null, file text not null ${end}`,
    `create index ad_shot_run on ad_shot (order_id, place, seq)`,

    `alter table ad_run add column missed_at text`,
    `alter table ad_run add column trouble text`,
    `alter table ad_run add column told text`,
    `alter table ad_run add column shot_due_at text`,
    `alter table ad_run add column shot_trouble text`,

    // A Field Brief starts when its send is recorded, no longer at its scheduled time.
    `update ad_run set started_at = null where place = 'field-brief' and ended_at is null
      and not exists (select 1 from field_brief_send where field_brief_send.order_id = ad_run.order_id)`,

    ...['ad_look', 'ad_sighting', 'ad_shot', 'field_brief_send'].flatMap((table) => appendOnly(kind, table)),
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
      await moveShots(db);
    },
  };
}

type OldShot = { path: string; takenAt: string; sha256: string; file: string };

/** Moves the screenshots that were stored with their run. */
async function moveShots(db: Tx): Promise<void> {
  const runs = await db
    .selectFrom('ad_run')
    .select(['order_id', 'place', 'shots'])
    .where('shots', 'is not', null)
    .execute();
  for (const { order_id, place, shots } of runs) {
    for (const { path, takenAt, sha256, file } of JSON.parse(shots ?? '[]') as OldShot[]) {
      await db
        .insertInto('ad_shot')
        .values({ order_id, place, path, creative_sha256: null, taken_at: takenAt, sha256, file })
        .execute();
    }
  }
}
