import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** Sends of the Field Brief: one row for each send, and one for each delivery of it. */
export function briefDeliveries(kind: Database['kind']): Migration {
  const end = tableEnd(kind);
  const statements = [
    ...['sending_at', 'released_at', 'base_url'].map((name) => `alter table brief add column ${name} text`),
    `create table brief_send (
      brief_day text primary key references brief (day), audience integer not null, begins_at text not null,
      sender text, sender_until text, trouble text, tripped_at text, html_hash text, counts text, ended_at text ${end}`,
    `create table brief_delivery (
      brief_day text not null references brief_send (brief_day), subscriber_id text not null references subscriber (id),
      state text not null
        check (state in ('waiting', 'taken', 'offered', 'accepted', 'refused', 'skipped', 'uncertain')),
      domain text not null, tries integer not null default 0, due_at text not null, holder text, answer_code text,
      ended_at text, primary key (brief_day, subscriber_id) ${end}`,
    `create index brief_delivery_due on brief_delivery (brief_day, state, due_at)`,
    `create index brief_delivery_of on brief_delivery (subscriber_id)`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
