import { sql } from 'kysely';
import { isEntryIntact, type JournalRow } from '../runtime/journal.ts';
import type { Row, Side } from './rows.ts';

/** The last line that was read; null before the first. */
export type JournalEnd = { seq: number; hash: string };

type Following = { read: (rows: Row[]) => void; wrong: string[]; end: () => JournalEnd | null };

/** Follows the journal line by line: each carries the hash of the one before it, and its own. */
export function followJournal(): Following {
  const wrong: string[] = [];
  let end: JournalEnd | null = null;
  return {
    wrong,
    end: () => end,
    read: (rows) => {
      for (const row of rows) {
        const line = row as unknown as JournalRow & { seq: number; hash: string };
        if (line.previous_hash !== (end?.hash ?? ''))
          wrong.push(`journal line ${line.seq} does not follow the one before it`);
        if (!isEntryIntact(line)) wrong.push(`journal line ${line.seq} was changed after it was written`);
        end = { seq: line.seq, hash: line.hash };
      }
    },
  };
}

/**
 * What is wrong with where the journal ends. SQLite keeps the highest number it ever gave, so lines that were cut off are
 * missed there; on PostgreSQL numbers may be skipped, and only a line noted elsewhere tells.
 */
export async function inspectEnd({ kind, tx }: Pick<Side, 'kind' | 'tx'>, end: JournalEnd | null): Promise<string[]> {
  if (kind !== 'sqlite') return [];
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'journal'`.execute(tx);
  const given = rows[0]?.seq ?? 0;
  const last = end?.seq ?? 0;
  return given > last ? [`the journal ends with line ${last}, but ${given} were written: its end was cut off`] : [];
}
