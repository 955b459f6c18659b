import type { Hero } from '#article/hero.ts';
import { readPictures } from '#article/listed-pictures.ts';
import type { Tx } from '#db/database.ts';
import { type BriefContent, type BriefStory, findNumberIn, toBriefContent } from './brief-record.ts';
import { findStories, listNewCorrections, listNewestStories, storyOf } from './material.ts';

// The only reads for the public: briefs that were sent, in the revision that was sent, and a specimen before the first one. Stories
// that were taken back since then are left out, and moved ones have their present address.

/** A brief in the list of the archive. */
export type ArchivedBrief = { day: string; number: number; subject: string; sentAt: string };

/** What a brief says; the archive shows the picture that its first story has now. */
export type BriefParts = Pick<BriefContent, 'intro' | 'corrections' | 'stories' | 'numberOfTheWeek'> & {
  picture: Hero | null;
};

export type PublishedBrief = ArchivedBrief &
  BriefParts & {
    /** How many stories were taken back since it was sent. */
    withdrawn: number;
    sponsor: { name: string } | null;
  };

/** Briefs in the list: more than ten years of them. */
const MOST_LISTED = 600;

/** All sent briefs, latest first. */
export async function listSentBriefs(tx: Tx, limit = MOST_LISTED): Promise<ArchivedBrief[]> {
  const rows = await sentBriefs(tx)
    .select(['brief.day', 'brief.number', 'brief_revision.subject', 'brief.sent_at'])
    .orderBy('brief.day', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ sent_at, ...row }) => ({ ...row, sentAt: sent_at ?? '' }));
}

/** The fewest readers that a page names: below it the number says nothing of a list, and much of its members. */
const FEWEST_NAMED = 100;

/** To how many readers mail servers took a brief, once it was sent; null below `FEWEST_NAMED`. */
export async function readReach(tx: Tx, day: string): Promise<number | null> {
  const send = await tx.selectFrom('brief_send').select('counts').where('brief_day', '=', day).executeTakeFirst();
  const { accepted = 0 }: { accepted?: number } = JSON.parse(send?.counts ?? '{}');
  return accepted < FEWEST_NAMED ? null : accepted;
}

/** The brief of a day; null until it was sent. */
export async function findSentBrief(tx: Tx, day: string): Promise<PublishedBrief | null> {
  const row = await sentBriefs(tx)
    .selectAll('brief_revision')
    .select(['brief.number as issue', 'brief.sent_at'])
    .where('brief.day', '=', day)
    .executeTakeFirst();
  if (!row) return null;
  const { intro, corrections, stories, subject, number, sponsor } = toBriefContent(row, row.issue);
  const live = await findStories(
    tx,
    [...corrections, ...stories].map(({ articleId }) => articleId),
  );
  const atPresent = <Part extends { articleId: string }>(part: Part): Part[] => {
    const now = live.get(part.articleId);
    return now ? [{ ...part, section: now.section, slug: now.slug }] : [];
  };
  const left = stories.flatMap(atPresent);
  return {
    day,
    number,
    subject,
    sentAt: row.sent_at ?? '',
    intro,
    stories: left,
    numberOfTheWeek: await findNumberIn(tx, left),
    picture: await findPicture(tx, left),
    corrections: corrections.flatMap(atPresent),
    withdrawn: stories.length - left.length,
    sponsor: sponsor && { name: sponsor.name },
  };
}

/** Stories in the specimen. */
const IN_SPECIMEN = 3;

/** What a brief of the newest stories would say, with the corrections since the oldest of them; null without stories. */
export async function readSpecimen(tx: Tx): Promise<BriefParts | null> {
  const newest = await listNewestStories(tx, IN_SPECIMEN);
  if (newest.length === 0) return null;
  const stories = newest.map((story) => storyOf(story, ''));
  const [since = ''] = newest.map(({ publishedAt }) => publishedAt).sort();
  return {
    intro: [],
    stories,
    corrections: (await listNewCorrections(tx, since)).slice(0, IN_SPECIMEN),
    numberOfTheWeek: await findNumberIn(tx, stories),
    picture: await findPicture(tx, stories),
  };
}

async function findPicture(tx: Tx, [first]: readonly BriefStory[]): Promise<Hero | null> {
  return first ? ((await readPictures(tx, [first.articleId])).get(first.articleId) ?? null) : null;
}

/** When the next brief is sent; null while none is scheduled for a time after `now`. */
export async function findNextSend(tx: Tx, now: string): Promise<string | null> {
  const row = await tx
    .selectFrom('brief')
    .select('due_at')
    .where('state', '=', 'scheduled')
    .where('due_at', '>', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

function sentBriefs(tx: Tx) {
  return tx
    .selectFrom('brief')
    .innerJoin('brief_revision', (on) =>
      on
        .onRef('brief_revision.brief_day', '=', 'brief.day')
        .onRef('brief_revision.number', '=', 'brief.approved_revision'),
    )
    .where('brief.sent_at', 'is not', null);
}
