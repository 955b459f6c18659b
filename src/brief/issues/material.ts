import type { Source } from '#article/copy.ts';
import { PAGES_SECTION } from '#article/own-page.ts';
import { readableSectionSlugs } from '#article/section.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { BriefCorrection, BriefSponsor, BriefStory } from './brief-record.ts';

// What a brief can say: published stories, corrections, and the sponsor of its day. Read from the tables of articles and ads.

/** A published story that a brief can have; `sources` are those of its live revision. */
export type StoryMaterial = Omit<BriefStory, 'sentence'> & { publishedAt: string; sources: Source[] };

/** A story with the words that readers see now. */
export function storyOf({ sources: _, publishedAt: __, ...story }: StoryMaterial, sentence: string): BriefStory {
  return { ...story, sentence };
}

/** Most stories and corrections that are proposed. */
const MOST = 200;
/** Days that the first brief looks back. */
const FIRST_SPAN = 7;
/** Days before that in which stories are offered that no brief had to take, and the most of these. */
const EARLIER_SPAN = 56;
const MOST_EARLIER = 40;

/**
 * When the last brief before `day` was composed: articles published after that time are new. Only a brief that was sent, or is
 * scheduled, counts: a brief that is held, or approved without a schedule, does not. Without such a brief: `FIRST_SPAN` days before `now`.
 */
export async function lastComposedAt(tx: Tx, day: string, now: string): Promise<string> {
  const row = await tx
    .selectFrom('brief')
    .innerJoin('brief_revision', (on) =>
      on
        .onRef('brief_revision.brief_day', '=', 'brief.day')
        .onRef('brief_revision.number', '=', 'brief.approved_revision'),
    )
    .select('brief_revision.saved_at')
    .where('brief.day', '<', day)
    .where((is) => is.or([is('brief.sent_at', 'is not', null), is('brief.state', 'in', ['scheduled', 'sending'])]))
    .orderBy('brief.day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.saved_at ?? daysBefore(now, FIRST_SPAN);
}

function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * 86_400_000).toISOString();
}

/** The stories first published after a time, by section, newest first. */
export async function listNewStories(tx: Tx, since: string): Promise<StoryMaterial[]> {
  return bySection(await newestFirst(tx).where('article.published_at', '>', since).limit(MOST).execute());
}

/** The newest stories, by section, newest first. */
export async function listNewestStories(tx: Tx, limit: number): Promise<StoryMaterial[]> {
  return bySection(await newestFirst(tx).limit(limit).execute());
}

/** The stories of the eight weeks before a time, by section, newest first: for a week with few stories. */
export async function listEarlierStories(tx: Tx, since: string): Promise<StoryMaterial[]> {
  const rows = await newestFirst(tx)
    .where('article.published_at', '<=', since)
    .where('article.published_at', '>', daysBefore(since, EARLIER_SPAN))
    .limit(MOST_EARLIER)
    .execute();
  return bySection(rows);
}

function newestFirst(tx: Tx) {
  return liveStories(tx).orderBy('article.published_at', 'desc').orderBy('article.id', 'desc');
}

function bySection(rows: StoryRow[]): StoryMaterial[] {
  const place = (section: string) => readableSectionSlugs().indexOf(section);
  return rows.map(toMaterial).sort((story, other) => place(story.section) - place(other.section));
}

/** The live ones of these stories, by article id. */
export async function findStories(tx: Tx, ids: readonly string[]): Promise<Map<string, StoryMaterial>> {
  const rows = await liveStories(tx)
    .where(isAmong(tx, 'article.id', ids))
    .execute();
  return new Map(rows.map((row) => [row.id, toMaterial(row)]));
}

function liveStories(tx: Tx) {
  return tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select([
      'article.id',
      'article.live_section',
      'article.live_slug',
      'article.published_at',
      'article.correction_seq',
    ])
    .select([
      'revision.number',
      'revision.headline',
      'revision.dek',
      'revision.sources',
      'revision.sponsorship_disclosure',
    ])
    .where('article.live_section', '<>', PAGES_SECTION)
    .where('article.archive', 'is', null);
}

type StoryRow = Awaited<ReturnType<ReturnType<typeof liveStories>['execute']>>[number];

function toMaterial(row: StoryRow): StoryMaterial {
  return {
    articleId: row.id,
    revision: row.number,
    section: row.live_section ?? '',
    slug: row.live_slug ?? '',
    headline: row.headline,
    dek: row.dek,
    disclosure: row.sponsorship_disclosure,
    correctionSeq: row.correction_seq,
    publishedAt: row.published_at ?? '',
    sources: JSON.parse(row.sources),
  };
}

/** The corrections of live articles after a time, latest first. */
export async function listNewCorrections(tx: Tx, since: string): Promise<BriefCorrection[]> {
  const rows = await tx
    .selectFrom('correction')
    .innerJoin('article', 'article.id', 'correction.article_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select([
      'article.id as articleId',
      'correction.seq',
      'correction.at',
      'correction.note',
      'revision.headline',
      'live_section',
      'live_slug',
    ])
    .where('live_section', '<>', PAGES_SECTION)
    .where('article.archive', 'is', null)
    .where('correction.at', '>', since)
    .orderBy('correction.seq', 'desc')
    .limit(MOST)
    .execute();
  return rows.map(({ live_section, live_slug, ...row }) => ({
    ...row,
    section: live_section ?? '',
    slug: live_slug ?? '',
  }));
}

/** Who holds the day; `sponsor` is null while no creative of that order is accepted. */
export type SlotHolder = {
  orderId: string;
  reference: string;
  name: string;
  hasEnded: boolean;
  sponsor: BriefSponsor | null;
};

/** The order that holds the Field Brief of a day, with its accepted creative; null when the slot is free. */
export async function findSlotHolder(tx: Tx, day: string): Promise<SlotHolder | null> {
  const order = await tx
    .selectFrom('ad_slot')
    .innerJoin('ad_order', 'ad_order.id', 'ad_slot.order_id')
    .innerJoin('advertiser', 'advertiser.id', 'ad_order.advertiser_id')
    .leftJoin('ad_run', (on) => on.onRef('ad_run.order_id', '=', 'ad_order.id').on('ad_run.place', '=', 'field-brief'))
    .select(['ad_order.id', 'ad_order.reference', 'ad_order.state', 'advertiser.name', 'ad_run.ended_at'])
    .where('ad_slot.place', '=', 'field-brief')
    .where('ad_slot.day', '=', day)
    .executeTakeFirst();
  if (!order) return null;
  const { id: orderId, reference, name } = order;
  const hasEnded = order.ended_at !== null || !['booked', 'running'].includes(order.state);
  return { orderId, reference, name, hasEnded, sponsor: await findCreative(tx, orderId, name) };
}

async function findCreative(tx: Tx, orderId: string, name: string): Promise<BriefSponsor | null> {
  const row = await tx
    .selectFrom('creative')
    .select(['id', 'text', 'url', 'alt', 'files'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'field-brief')
    .where('state', '=', 'accepted')
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row?.url) return null;
  const { id: creativeId, text, url, alt, files } = row;
  return { orderId, creativeId, name, text: text ?? '', url, picture: picturePath(JSON.parse(files)), alt };
}

/** When a creative stopped being accepted; null while it is. */
export async function findWithdrawal(tx: Tx, creativeId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('creative')
    .select(['state', 'withdrawn_at'])
    .where('id', '=', creativeId)
    .executeTakeFirst();
  return row?.state === 'accepted' ? null : (row?.withdrawn_at ?? '');
}

/** The public path of the creative's only size: `ad-HASH/600.png` in the file store is `/ads/HASH/600.png`. */
function picturePath([file = '']: string[]): string {
  return file.replace(/^ad-/, '/ads/');
}
