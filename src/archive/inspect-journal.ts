import { type HashedLine, hashLine } from '../ground/journal.ts';
import type { Row } from './rows.ts';

/** Follows the journal line by line: each carries the hash of the one before it, and its own. */
export function followJournal(): { read: (rows: Row[]) => void; wrong: string[] } {
  const wrong: string[] = [];
  let previous = '';
  return {
    wrong,
    read: (rows) => {
      for (const row of rows) {
        const line = row as unknown as HashedLine & { seq: number; hash: string };
        if (line.previous_hash !== previous) wrong.push(`journal line ${line.seq} does not follow the one before it`);
        if (line.hash !== hashLine(line)) wrong.push(`journal line ${line.seq} was changed after it was written`);
        previous = line.hash;
      }
    },
  };
}
