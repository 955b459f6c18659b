import type { Deps } from './deps.ts';

/** A line of the journal as it tells what changed. */
export type JournalChange = { seq: number; act: string; subjectKind: string; subjectId: string };

export type JournalFollower = {
  /** The number of the last line told of, once the first look is done. */
  seen: () => Promise<number>;
  stop: () => void;
};

/** Lines told of at once. */
const AT_ONCE = 1000;

/** The number of the journal's last line. */
export async function lastJournalSeq({ db }: Deps): Promise<number> {
  const row = await db.read.selectFrom('journal').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}

/** Follows the journal from now on, whichever process writes it: tells `happened` of the new lines, in order. */
export function followJournal(deps: Deps, happened: (lines: JournalChange[]) => Promise<void>): JournalFollower {
  let seen: number | null = null;
  let told = 1;
  let looked = 0;
  let looking: Promise<void> | null = null;
  const stop = deps.db.watch(() => {
    told++;
    void catchUp();
  });

  async function catchUp(): Promise<void> {
    while (looked < told) {
      looking ??= look().finally(() => {
        looking = null;
      });
      await looking;
    }
  }

  async function look(): Promise<void> {
    const upTo = told;
    try {
      for (let lines = seen === null ? [] : await linesAfter(deps, seen); ; lines = await linesAfter(deps, seen)) {
        if (lines.length > 0) await happened(lines);
        seen = lines.at(-1)?.seq ?? seen ?? (await lastJournalSeq(deps));
        if (lines.length < AT_ONCE) break;
      }
    } catch {
      // The database is away; its return is told of again.
    }
    looked = upTo;
  }

  return {
    seen: async () => {
      await catchUp();
      return seen ?? 0;
    },
    stop,
  };
}

async function linesAfter({ db }: Deps, seq: number): Promise<JournalChange[]> {
  const rows = await db.read
    .selectFrom('journal')
    .select(['seq', 'act', 'subject_kind', 'subject_id'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(AT_ONCE)
    .execute();
  return rows.map((row) => ({
    seq: row.seq,
    act: row.act,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
  }));
}
