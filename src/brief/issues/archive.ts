import type { BodyBlock } from '#article/copy.ts';
import type { Tx } from '#db/database.ts';
import { type BriefCorrection, type BriefStory, toBriefContent } from './brief-record.ts';
import { findStories } from './material.ts';

// The only reads for the public: briefs that were sent, in the revision that was sent. Stories that were taken back since then
// are left out, and moved ones have their present address.

/** A brief in the list of the archive. */
export type ArchivedBrief = { day: string; number: number; subject: string; sentAt: string };

export type PublishedBrief = ArchivedBrief & {
  intro: BodyBlock[];
  corrections: BriefCorrection[];
  stories: BriefStory[];
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

/** The sent briefs that name one of these articles. */
export async function listBriefsWith(
  tx: Tx,
  articleIds: readonly string[],
): Promise<Pick<ArchivedBrief, 'day' | 'sentAt'>[]> {
  if (articleIds.length === 0) return [];
  const rows = await sentBriefs(tx)
    .select(['brief.day', 'brief.sent_at'])
    .where((is) =>
      is.or(
        articleIds.flatMap((id) => [
          is('brief_revision.stories', 'like', `%"${id}"%`),
          is('brief_revision.corrections', 'like', `%"${id}"%`),
        ]),
      ),
    )
    .execute();
  return rows.map(({ day, sent_at }) => ({ day, sentAt: sent_at ?? '' }));
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
    corrections: corrections.flatMap(atPresent),
    withdrawn: stories.length - left.length,
    sponsor: sponsor && { name: sponsor.name },
  };
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
