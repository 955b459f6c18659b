import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Drops the checks of pages, the screenshots and the signed proofs of ad runs, with their key: a proof is read from the records. A
 * waiting email with a proof gets the proof of its order.
 */
export function proofsFromRecords(): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await sql`update outbox set attachment =
        (select 'proof ' || proof.order_id from proof where 'proof ' || proof.id = outbox.attachment)
        where attachment like 'proof %'`.execute(db);
      await sql`delete from setting where name in ('proof-key', 'ads_look_turn')`.execute(db);
      for (const table of ['proof', 'ad_shot', 'ad_sighting', 'ad_look']) await db.schema.dropTable(table).execute();
      for (const column of ['shot_due_at', 'shot_trouble'])
        await db.schema.alterTable('ad_run').dropColumn(column).execute();
    },
  };
}
