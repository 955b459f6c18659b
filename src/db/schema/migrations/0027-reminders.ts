import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/** When an invoice is due, from its document, and the reminders of overdue invoices. Old invoices have no due date. */
export function reminders(kind: Database['kind']): Migration {
  const dueOn = kind === 'sqlite' ? `json_extract(document, '$.dueOn')` : `document::json ->> 'dueOn'`;
  const statements = [
    `alter table invoice add column due_on text`,
    `update invoice set due_on = ${dueOn}`,
    `create index invoice_unpaid on invoice (due_on, number) where paid_on is null and credited_by is null`,
    `create table invoice_reminder (
      invoice_number text not null references invoice (number), nth integer not null, sent_at text not null,
      sent_by_name text not null, primary key (invoice_number, nth) ${tableEnd(kind)}`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
