import { type Fingerprint, fingerprint } from './fingerprint.ts';
import { followJournal, inspectEnd, type JournalEnd } from './inspect-journal.ts';
import { inspectPointers } from './inspect-pointers.ts';
import { inspectStore } from './inspect-store.ts';
import type { Progress } from './progress.ts';
import type { Row, Side } from './rows.ts';

export type Inspection = { tables: Fingerprint[]; wrong: string[]; journalEnd: JournalEnd | null };

/** Texts that hold JSON. */
const JSON_COLUMNS = ['body_blocks', 'sources', 'tag_ids', 'editorial_packet'];

/** Reads all of a house and says what is wrong with it; changes nothing. */
export async function inspect(side: Side, progress: Progress): Promise<Inspection> {
  const wrong = await inspectStore(side);
  const journal = followJournal();
  const tables = await fingerprint(side, progress, {
    onTheWay: ({ name }, _, rows) => {
      if (name === 'journal') journal.read(rows);
      if (name === 'revision') wrong.push(...unreadable(rows));
    },
  });
  const journalEnd = journal.end();
  const ofJournal = [...journal.wrong.slice(0, 20), ...(await inspectEnd(side, journalEnd))];
  return { tables, wrong: [...wrong, ...ofJournal, ...(await inspectPointers(side))], journalEnd };
}

function unreadable(rows: Row[]): string[] {
  return rows.flatMap((row) =>
    JSON_COLUMNS.filter((name) => !isJson(row[name])).map(
      (name) => `${name} of revision ${row.article_id} ${row.number} cannot be read`,
    ),
  );
}

function isJson(value: unknown): boolean {
  if (value === null) return true;
  try {
    JSON.parse(String(value));
    return true;
  } catch {
    return false;
  }
}
