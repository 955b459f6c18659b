import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { isAmong, kindOf } from '#db/schema/dialect.ts';

// The words of everything that was ever live, for prefixes and misspelled words. Words stay when their article changes, so callers search
// the index for a word before readers see it.

/** Adds words that are not there yet; in one order, so that two transactions never wait for each other. */
export async function addWords(tx: Tx, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  const sorted = words.toSorted();
  if (kindOf(tx) === 'postgres')
    await sql`insert into search_vocabulary (word) select unnest(${sorted}::text[]) on conflict do nothing`.execute(tx);
  else
    await sql`insert into search_vocabulary (word) select value from json_each(${JSON.stringify(sorted)}) where true
      on conflict do nothing`.execute(tx);
}

/** Those of the words that are in the vocabulary. */
export async function knownWords(tx: Tx, words: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('search_vocabulary')
    .select('word')
    .where(isAmong(tx, 'word', words))
    .orderBy('word')
    .execute();
  return rows.map(({ word }) => word);
}

/** The words that begin with `prefix`, the shortest first. */
export async function wordsWithPrefix(tx: Tx, prefix: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('search_vocabulary')
    .select('word')
    .where('word', '>', prefix)
    .where('word', '<', `${prefix}\u{10ffff}`)
    .orderBy(sql`length(word)`)
    .orderBy('word')
    .limit(limit)
    .execute();
  return rows.map(({ word }) => word);
}
