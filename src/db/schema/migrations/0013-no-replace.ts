import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { refuseReplace } from '#db/schema/dialect.ts';

const APPEND_ONLY = [
  ...['revision', 'correction', 'publication_log', 'journal', 'review', 'evidence', 'gate_override', 'proof'],
  ...['ad_look', 'ad_sighting', 'ad_shot', 'field_brief_send'],
];

/** SQLite's append-only tables refuse `insert or replace`, too. */
export function noReplace(kind: Database['kind']): Migration {
  return {
    up: async (db: Tx) => {
      for (const table of APPEND_ONLY) await refuseReplace(kind, db, table);
    },
  };
}
