import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Tx } from '#db/database.ts';

/** The picture texts that a live article keeps while changed ones wait for its next publication. */
export function wordsOfLivePictures(): Migration {
  return {
    up: async (tx: Tx) => {
      await sql`alter table article add column live_hero_words text`.execute(tx);
    },
  };
}
