import type { Deps } from './deps.ts';

/** A line of the publication log as it concerns copies. */
export type PublicationLine = {
  seq: number;
  /** Empty where no article changed, but what stands beside them did. */
  articleId: string;
  desk: string;
  /** `ads` or `suppliers` where these changed. */
  placed: string | null;
};

export type LogFollower = {
  /** Whether a commit was told of that has not been looked at yet. */
  isBehind: () => boolean;
  /** Resolves once everything committed before the call has been looked at, or the database could not be asked. */
  catchUp: () => Promise<void>;
  stop: () => void;
};

/** Follows the publication log: tells `published` of each new line, in order, and of `all` at the first look. */
export function followLog(deps: Deps, published: (lines: PublicationLine[] | 'all') => void): LogFollower {
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
      const lines = seen === null ? 'all' : await linesAfter(deps, seen);
      seen = lines === 'all' ? await lastLine(deps) : (lines.at(-1)?.seq ?? seen);
      if (lines.length > 0) published(lines);
    } catch {
      // The database is away: what is printed stays good, and its return is told of again.
    }
    looked = upTo;
  }

  return { isBehind: () => looked < told, catchUp, stop };
}

async function lastLine({ db }: Deps): Promise<number> {
  const last = db.read.selectFrom('publication_log').select('seq').orderBy('seq', 'desc').limit(1);
  return (await last.executeTakeFirst())?.seq ?? 0;
}

async function linesAfter({ db }: Deps, seq: number): Promise<PublicationLine[]> {
  const rows = await db.read
    .selectFrom('publication_log')
    .select(['seq', 'act', 'article_id', 'desk', 'slug'])
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(1000)
    .execute();
  return rows.map(({ seq, act, article_id, desk, slug }) => ({
    seq,
    articleId: article_id,
    desk,
    placed: act === 'placed' ? slug : null,
  }));
}
