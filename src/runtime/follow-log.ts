import { type Database, prepared } from '#db/database.ts';
import type { Deps } from './deps.ts';
import { boundToSite } from './site-snapshot.ts';

// Code that waits for changes follows them here: the cache follows the publication log, webhooks the commits, and the live board the
// journal.

export type CommitFollower = {
  /** Whether there was a commit after which no `look` has run yet. */
  isBehind: () => boolean;
  /** Resolves once a `look` has run that began after the last commit, or the database could not be read. */
  catchUp: () => Promise<void>;
  /** Looks again after the pause, without a commit. */
  lookAgain: () => void;
  /** Stops. Resolves when a `look` that is running has ended. */
  stop: () => Promise<void>;
};

/**
 * Runs `look` after each commit of any process, one run at a time; many commits at once cause one run. It waits `pause` milliseconds before
 * a run. When `look` throws, the database cannot be reached; the next run follows when it is back.
 */
export function followCommits(db: Database, look: () => Promise<void>, pause = 0): CommitFollower {
  let commits = 1; // the first run is due at once
  let seen = 0;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const stopWatching = db.watch(lookAgain);
  const lookForSite = boundToSite(look);

  function lookAgain(): void {
    if (isStopped) return;
    commits++;
    if (pause === 0) void catchUp();
    else timer ??= setTimeout(() => void catchUp(), pause).unref();
  }

  async function catchUp(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const target = commits;
    while (seen < target && !isStopped) {
      running ??= run().finally(() => {
        running = null;
      });
      await running;
    }
  }

  async function run(): Promise<void> {
    const upTo = commits;
    await lookForSite().catch(() => {});
    seen = upTo;
  }

  return {
    isBehind: () => seen < commits,
    catchUp,
    lookAgain,
    stop: async () => {
      isStopped = true;
      stopWatching();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Lines read at once. */
const PAGE = 1000;

type Log<Line> = { last: () => Promise<number>; after: (seq: number) => Promise<Line[]> };

export type LogFollower = CommitFollower & {
  /** The number of the last line that was passed on; null before the first run. */
  seen: () => number | null;
};

/** Follows a numbered log from its end on: passes each new line on, in order. `onStart` is called once, at the first run. */
function followLines<Line extends { seq: number }>(
  db: Database,
  log: Log<Line>,
  onLines: (lines: Line[]) => Promise<void> | void,
  onStart: () => Promise<void> | void = () => {},
): LogFollower {
  let seen: number | null = null;

  const follower = followCommits(db, async () => {
    if (seen === null) {
      const last = await log.last();
      await onStart();
      seen = last;
      return;
    }
    for (let lines = await log.after(seen); lines.length > 0; lines = await log.after(seen)) {
      await onLines(lines);
      seen = lines.at(-1)?.seq ?? seen;
      if (lines.length < PAGE) return;
    }
  });
  return { ...follower, seen: () => seen };
}

/** A line of the publication log, as far as it decides which responses change. */
export type PublicationLine = {
  seq: number;
  /** Empty when no article changed, but ads, suppliers, briefs, the front page or the site. */
  articleId: string;
  section: string;
  /** `ads`, `suppliers`, `briefs`, `front`, `authors`, `site` or `imported` when these changed. */
  placed: string | null;
  /** It was published elsewhere before: the files of the export wait for the line `imported` that follows. */
  isSilent: boolean;
};

/** Follows the publication log; `'all'` at the start, when it is not known what was published before. */
export function followLog(
  deps: Deps,
  onLines: (lines: PublicationLine[] | 'all') => Promise<void> | void,
): LogFollower {
  return followLines(deps.db, publicationLog(deps), onLines, () => onLines('all'));
}

function publicationLog({ db }: Deps): Log<PublicationLine> {
  return {
    last: () => lastSeq(db, 'publication_log'),
    after: (seq) => readPublicationLines(db, seq),
  };
}

/** The lines after `seq`, at most a thousand. */
export async function readPublicationLines(db: Database, seq: number): Promise<PublicationLine[]> {
  const { rows } = await publicationsAfter(db.read, { seq });
  return rows.map(({ seq, act, article_id, section, slug, is_silent }) => ({
    seq,
    articleId: article_id,
    section,
    placed: act === 'placed' ? slug : null,
    isSilent: is_silent === 1,
  }));
}

/** Runs after each commit, so its SQL is built once. */
const publicationsAfter = prepared((tx, { seq }: { seq: number }) =>
  tx
    .selectFrom('publication_log')
    .select(['seq', 'act', 'article_id', 'section', 'slug', 'is_silent'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(PAGE),
);

/** A line of the journal, as far as it decides which pages change. */
export type JournalChange = { seq: number; act: string; subjectKind: string; subjectId: string };

/** Follows the journal. Lines that `onLines` throws on are passed on again after the next commit. */
export function followJournal(deps: Deps, onLines: (lines: JournalChange[]) => Promise<void>): LogFollower {
  return followLines(deps.db, journal(deps), onLines);
}

function journal({ db }: Deps): Log<JournalChange> {
  return {
    last: () => lastSeq(db, 'journal'),
    after: async (seq) => {
      const rows = await db.read
        .selectFrom('journal')
        .select(['seq', 'act', 'subject_kind', 'subject_id'])
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(PAGE)
        .execute();
      return rows.map(({ seq, act, subject_kind, subject_id }) => ({
        seq,
        act,
        subjectKind: subject_kind,
        subjectId: subject_id,
      }));
    },
  };
}

/** The number of the last line of a log; 0 when it is empty. */
export async function lastSeq(db: Pick<Database, 'read'>, log: 'journal' | 'publication_log'): Promise<number> {
  const row = await db.read.selectFrom(log).select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  return row?.seq ?? 0;
}
