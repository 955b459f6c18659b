import type { Selectable } from 'kysely';
import * as z from 'zod';
import { type BodyBlock, blockSchema, type Source } from '#article/copy.ts';
import { Failure } from '#core/failure.ts';
import { text, uuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { findNumber, type ShownNumber } from '#evidence/number-of-the-week.ts';

// One issue of the Field Brief, named by its day, and its revisions. A revision is exactly what is sent: it has the words of
// stories, corrections and sponsor as they were when it was saved.

/**
 * `draft`: nothing is planned. `scheduled`: it is sent at its time. `held`: it is not sent until an editor releases it.
 * `sending`: some of it may have gone out. `sent`: readers see it in the archive.
 */
export type BriefState = 'draft' | 'scheduled' | 'held' | 'sending' | 'sent';

/** A person and a time. */
type Signature = { id: string; name: string; at: string };

export type BriefRecord = {
  day: string;
  number: number;
  state: BriefState;
  latestRevision: number;
  approved: (Signature & { revision: number }) | null;
  /** When it is to be sent: as it was given, and in UTC. */
  due: { wall: string; zone: string; at: string; byId: string; byName: string } | null;
  /** Why it is held. */
  problem: string | null;
  openedAt: string;
  /** When its audience was frozen; null before that. */
  begunAt: string | null;
  sentAt: string | null;
};

/** A story as readers saw it when the revision was saved; `revision` is its live revision then. */
export type BriefStory = {
  articleId: string;
  revision: number;
  section: string;
  slug: string;
  headline: string;
  dek: string;
  /** What the editor says about it: one sentence, or nothing. */
  sentence: string;
  /** Why readers should know that it is sponsored, as the article says it. */
  disclosure: string | null;
  correctionSeq: number | null;
};

export type BriefCorrection = {
  articleId: string;
  seq: number;
  at: string;
  note: string;
  headline: string;
  section: string;
  slug: string;
};

/** The accepted creative of the order that holds the day. */
export type BriefSponsor = {
  orderId: string;
  creativeId: string;
  name: string;
  text: string;
  url: string;
  /** The path of its picture on this site, and its text. */
  picture: string;
  alt: string;
};

/** One revision of a brief, with everything that its email says. */
export type BriefContent = {
  day: string;
  number: number;
  revision: number;
  subject: string;
  intro: BodyBlock[];
  corrections: BriefCorrection[];
  stories: BriefStory[];
  sources: Source[];
  sponsor: BriefSponsor | null;
  /** A settled number of one of the stories, as the story stated it when the revision was saved. */
  numberOfTheWeek: ShownNumber | null;
  saved: Signature;
};

/** What is stored of a revision; the number of the week is in the evidence of its stories, which never changes. */
type StoredContent = Omit<BriefContent, 'numberOfTheWeek'>;

/** Most words of the editor's intro. */
export const MOST_INTRO_WORDS = 150;
export const MOST_STORIES = 40;

/** What an editor composes; everything else is looked up when it is saved. */
export const briefCopySchema = z.strictObject({
  subject: text({ max: 200 }),
  intro: z.array(blockSchema).max(20),
  stories: z.array(z.strictObject({ articleId: uuid, sentence: text({ max: 400 }) })).max(MOST_STORIES),
});
export type BriefCopy = z.infer<typeof briefCopySchema>;

/** All briefs, latest day first. */
export async function listBriefs(tx: Tx, limit = 100): Promise<(BriefRecord & { subject: string })[]> {
  const rows = await withLatestRevision(tx)
    .select('brief_revision.subject')
    .orderBy('day', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ subject, ...row }) => ({ ...toBriefRecord(row), subject }));
}

/** A brief of a day that the ad desk has sold, and whose ad its latest revision has. */
export type SoldBrief = BriefRecord & { sponsor: BriefSponsor | null };

/** The briefs of some days, by day; a day without a brief is left out. */
export async function findBriefs(tx: Tx, days: readonly string[]): Promise<Map<string, SoldBrief>> {
  if (days.length === 0) return new Map();
  const rows = await withLatestRevision(tx).select('brief_revision.sponsor').where('day', 'in', days).execute();
  const read = (sponsor: string | null): BriefSponsor | null => (sponsor === null ? null : JSON.parse(sponsor));
  return new Map(rows.map(({ sponsor, ...row }) => [row.day, { ...toBriefRecord(row), sponsor: read(sponsor) }]));
}

/** Briefs, each joined with its latest revision. */
function withLatestRevision(tx: Tx) {
  return tx
    .selectFrom('brief')
    .innerJoin('brief_revision', (on) =>
      on
        .onRef('brief_revision.brief_day', '=', 'brief.day')
        .onRef('brief_revision.number', '=', 'brief.latest_revision'),
    )
    .selectAll('brief');
}

/** @throws not_found */
export async function getBrief(tx: Tx, day: string): Promise<BriefRecord> {
  const row = await tx.selectFrom('brief').selectAll().where('day', '=', day).executeTakeFirst();
  if (row) return toBriefRecord(row);
  throw new Failure('not_found', 'There is no brief of this day.', { hint: 'The page Brief lists all of them.' });
}

/** @throws not_found */
export async function getBriefContent(tx: Tx, day: string, revision: number): Promise<BriefContent> {
  const row = await tx
    .selectFrom('brief_revision')
    .innerJoin('brief', 'brief.day', 'brief_revision.brief_day')
    .selectAll('brief_revision')
    .select('brief.number as issue')
    .where('brief_day', '=', day)
    .where('brief_revision.number', '=', revision)
    .executeTakeFirst();
  if (row) {
    const stored = toBriefContent(row, row.issue);
    return { ...stored, numberOfTheWeek: await findNumberIn(tx, stored.stories) };
  }
  throw new Failure('not_found', 'The brief has no such revision.', { hint: 'Look at its latest revision.' });
}

/** The number of the week of a brief with these stories; null when none of them has a number that can be shown. */
export function findNumberIn(tx: Tx, stories: readonly BriefStory[]): Promise<ShownNumber | null> {
  return findNumber(
    tx,
    stories.map(({ articleId: id, ...story }) => ({ id, ...story })),
  );
}

export function toBriefRecord(row: Selectable<Tables['brief']>): BriefRecord {
  const { approved_revision, approved_by_id, due_wall, due_zone, due_at } = row;
  return {
    day: row.day,
    number: row.number,
    state: row.state as BriefState,
    latestRevision: row.latest_revision,
    approved:
      approved_revision === null
        ? null
        : {
            revision: approved_revision,
            id: approved_by_id ?? '',
            name: row.approved_by_name ?? '',
            at: row.approved_at ?? '',
          },
    due:
      due_at === null
        ? null
        : {
            wall: due_wall ?? '',
            zone: due_zone ?? '',
            at: due_at,
            byId: row.scheduled_by_id ?? '',
            byName: row.scheduled_by_name ?? '',
          },
    problem: row.problem,
    openedAt: row.opened_at,
    begunAt: row.sending_at,
    sentAt: row.sent_at,
  };
}

export function toBriefContent(row: Selectable<Tables['brief_revision']>, issue: number): StoredContent {
  return {
    day: row.brief_day,
    number: issue,
    revision: row.number,
    subject: row.subject,
    intro: JSON.parse(row.intro),
    corrections: JSON.parse(row.corrections),
    stories: JSON.parse(row.stories),
    sources: JSON.parse(row.sources),
    sponsor: row.sponsor === null ? null : JSON.parse(row.sponsor),
    saved: { id: row.saved_by_id, name: row.saved_by_name, at: row.saved_at },
  };
}
