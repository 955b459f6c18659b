import { sql } from 'kysely';
import { type ArchiveMark, readArchiveMark } from '#article/archive-mark.ts';
import { PAGES_SECTION } from '#article/own-page.ts';
import type { Tx } from '#db/database.ts';

/** `recaptioned`: the words of its picture, its tags, its series or what to read next changed; the article did not. */
export type ChangeAct = 'published' | 'corrected' | 'recaptioned' | 'moved' | 'withdrawn';

/** One public change of an article. A change never changes: what is known of it is what the publication log says. */
export type Change = {
  seq: number;
  /** UTC ISO time. */
  at: string;
  act: ChangeAct;
  articleId: string;
  /** The address after the change; of a withdrawal, the address that the article had. */
  section: string;
  slug: string;
  /** The address before a move. */
  moved: { section: string; slug: string } | null;
  /** The revision that readers see after the change; null after a withdrawal. */
  revision: number | null;
  correctionNote: string | null;
  /** `modifiedAt` of the article after a publication or correction; null after another change. */
  modifiedAt: string | null;
  /** Where an article of an archive comes from, after a publication or correction. */
  archive: ArchiveMark | null;
};

export type ChangesPage = {
  changes: Change[];
  /** Continue after this number. */
  nextAfter: number;
  /** Whether there may be more changes after these. */
  isFull: boolean;
};

/** `isTold`: only changes about which messages are sent, without articles that were published elsewhere before. */
export type ChangesWanted = { after: number; limit: number; section?: string | undefined; isTold?: true };

/**
 * Changes of articles after line `after` of the publication log, oldest first. A page with `limit` changes is the same for ever.
 * Null when the log has no such line: a backup was restored, or the number was made up.
 */
export async function readChanges(
  tx: Tx,
  { after, limit, section, isTold }: ChangesWanted,
): Promise<ChangesPage | null> {
  // Read first: a line that is committed between the two reads is in `rows`, or comes with the next page.
  const last = await lastChangeNumber(tx);
  if (last < after) return null;
  const rows = await changesIn(tx)
    .where('log.seq', '>', after)
    .$if(isTold === true, (query) => query.where('log.is_silent', '=', 0))
    .$if(section !== undefined, (query) =>
      query.where((eb) => eb.or([eb('log.section', '=', section ?? ''), eb('next.section', '=', section ?? '')])),
    )
    .orderBy('log.seq')
    .limit(limit)
    .execute();
  const isFull = rows.length === limit;
  const lastHere = rows.at(-1)?.seq ?? after;
  return { changes: rows.map(toChange), nextAfter: isFull ? lastHere : Math.max(last, lastHere), isFull };
}

/** The number of the last line of the publication log; 0 before the first. */
export async function lastChangeNumber(tx: Tx): Promise<number> {
  const end = await tx
    .selectFrom('publication_log')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(end?.seq ?? 0);
}

/** The latest changes, newest first. */
export async function listLatestChanges(tx: Tx, limit: number): Promise<Change[]> {
  return (await changesIn(tx).orderBy('log.seq', 'desc').limit(limit).execute()).map(toChange);
}

/** An article that readers can open now. */
export type LiveName = { headline: string; section: string; slug: string; publishedAt: string };

/** The articles of these changes that are live, by their ids. */
export async function nameLive(tx: Tx, changes: readonly Change[]): Promise<Map<string, LiveName>> {
  const ids = [...new Set(changes.map(({ articleId }) => articleId))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select(['article.id', 'article.published_at', 'revision.headline'])
    .select(['article.live_section as section', 'article.live_slug as slug'])
    .where('article.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ id, headline, section, slug, published_at }) => [
      id,
      { headline, section: section ?? '', slug: slug ?? '', publishedAt: published_at ?? '' },
    ]),
  );
}

function changesIn(tx: Tx) {
  return (
    tx
      .selectFrom('publication_log as log')
      // A move is logged with the old address, just before the publication at the new one.
      .leftJoin('publication_log as next', (on) =>
        on
          .on('log.act', '=', 'moved')
          .on('next.seq', '=', (eb) =>
            eb
              .selectFrom('publication_log as later')
              .select(sql<number>`min(later.seq)`.as('seq'))
              .whereRef('later.article_id', '=', 'log.article_id')
              .whereRef('later.seq', '>', 'log.seq'),
          ),
      )
      .leftJoin('public_revision as then', (on) =>
        on
          .onRef('then.article_id', '=', 'log.article_id')
          .onRef('then.revision', '=', 'log.revision')
          .on('log.act', 'in', ['published', 'corrected']),
      )
      .select([
        'log.seq',
        'log.at',
        'log.act',
        'log.article_id',
        'log.section',
        'log.slug',
        'log.revision',
        'next.section as new_section',
        'next.slug as new_slug',
        'next.revision as new_revision',
        'log.is_silent',
        'then.archive',
        'then.modified_at',
      ])
      .select((eb) =>
        eb
          .selectFrom('correction')
          .select('note')
          .whereRef('correction.article_id', '=', 'log.article_id')
          .whereRef('correction.revision', '=', 'log.revision')
          .where('log.act', '=', 'corrected')
          .orderBy('correction.seq')
          .limit(1)
          .as('note'),
      )
      .where('log.act', '!=', 'placed')
      .where('log.section', '!=', PAGES_SECTION)
  );
}

type Row = {
  seq: number;
  at: string;
  act: string;
  article_id: string;
  section: string;
  slug: string;
  revision: number | null;
  note: string | null;
  is_silent: number;
  archive: string | null;
  modified_at: string | null;
  new_section: string | null;
  new_slug: string | null;
  new_revision: number | null;
};

function toChange(row: Row): Change {
  const { seq, at, section, slug, new_section, new_slug } = row;
  const old = { section, slug };
  const isMove = new_section !== null && new_slug !== null;
  return {
    seq,
    at,
    act: row.act as ChangeAct,
    articleId: row.article_id,
    ...(isMove ? { section: new_section, slug: new_slug, moved: old } : { ...old, moved: null }),
    revision: isMove ? row.new_revision : row.revision,
    correctionNote: row.note,
    modifiedAt:
      row.act !== 'published' && row.act !== 'corrected' ? null : row.is_silent ? (row.modified_at ?? at) : at,
    archive: readArchiveMark(row.archive),
  };
}
