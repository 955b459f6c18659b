import type { Hero } from '#article/hero.ts';
import { readPictures } from '#article/listed-pictures.ts';
import { findPublished, listPublished, type PublishedListing } from '#article/published.ts';
import { sectionSlugs } from '#article/section.ts';
import type { Tx } from '#db/database.ts';
import { BRIEFS, SECONDS } from '#editorial/publish/front-page.ts';
import { countSettled, findNumber, type ShownNumber } from '#evidence/number-of-the-week.ts';
import { readFrontPage } from '#reading/front/read-front-page.ts';
import { type Correction, listCorrections } from './corrections.ts';

/** A story with its picture, if it has one. */
export type Story = { article: PublishedListing; picture: Hero | null };

/** The stories of a section on the home page: the first with its picture, the others by their headlines. */
export type Strip = {
  slug: string;
  first: Story;
  /** Words that the first story quotes, where the strip shows them beside its picture. */
  quotation: string | null;
  others: PublishedListing[];
};

/** The home page, without articles of an archive. A story has one place; only the latest may also be in the strip of a section with few. */
export type HomeArticles = {
  /** The first article that editors put on the front page, otherwise the newest one. `numbers`: how many of its numbers are settled. */
  lead: (Story & { numbers: number }) | null;
  /** Whether all published articles are of an archive. */
  isArchiveOnly: boolean;
  /** Two stories below the lead. */
  seconds: Story[];
  /** The newest other stories. */
  latest: PublishedListing[];
  /** Four stories without pictures; none where the sections would have too few. */
  briefs: PublishedListing[];
  strips: Strip[];
  number: ShownNumber | null;
  /** The latest correction. */
  correction: Correction | null;
};

const LATEST = 4;
/** The same next to stories without a picture, which are lower. */
const LATEST_BESIDE_WORDS = 2;
const OTHERS = 2;
/** How many of the newest stories the places above the strips are taken from. */
const NEWEST = 20;
/** The number of stories below the lead among which those with a picture come first. */
const CANDIDATES = 6;
/** Longest quotation of a strip, in characters. */
const LONGEST_QUOTATION = 120;

export async function readHome(tx: Tx): Promise<HomeArticles> {
  const chosen = (await readFrontPage(tx)).map(({ article }) => article);
  const newest = (await listPublished(tx, { isOwn: true, limit: NEWEST })).articles;
  const bySection = await listBySection(tx);
  const pictures = await readPictures(
    tx,
    [...chosen, ...newest, ...bySection.flatMap(({ articles }) => articles)].map(({ id }) => id),
  );
  const toStory = (article: PublishedListing): Story => ({ article, picture: pictures.get(article.id) ?? null });

  const [lead = newest[0], ...others] = chosen;
  const free = without(newest, [lead, ...others]);
  const seconds = [...others.slice(0, SECONDS), ...pickSeconds(free, pictures, SECONDS - others.length)];
  const isPictured = [...(lead ? [lead] : []), ...seconds].every(({ id }) => pictures.has(id));
  const latest = without(free, seconds).slice(0, isPictured ? LATEST : LATEST_BESIDE_WORDS);
  const briefs = pickBriefs(others.slice(SECONDS), without(free, [...seconds, ...latest]), bySection.length);
  const above = [lead, ...seconds, ...briefs];
  const { corrections } = await listCorrections(tx, { limit: 1 });
  return {
    lead: lead ? { ...toStory(lead), numbers: await countSettled(tx, lead) } : null,
    isArchiveOnly: !lead && (await listPublished(tx, { limit: 1 })).articles.length > 0,
    seconds: seconds.map(toStory),
    latest,
    briefs,
    strips: await toStrips(tx, bySection, { above, latest, toStory }),
    number: await findNumber(tx, newest),
    correction: corrections.find(({ archive }) => archive === null) ?? null,
  };
}

/** The newest stories of each section, as many as its strip can need. */
async function listBySection(tx: Tx): Promise<{ slug: string; articles: PublishedListing[] }[]> {
  const limit = 1 + SECONDS + BRIEFS + LATEST + 1 + OTHERS;
  return Promise.all(
    sectionSlugs().map(async (slug) => ({
      slug,
      articles: (await listPublished(tx, { section: slug, isOwn: true, limit })).articles,
    })),
  );
}

/** Stories with a picture if the newest have enough of them, so that two neighbours look alike. */
function pickSeconds(free: readonly PublishedListing[], pictures: ReadonlyMap<string, Hero>, count: number) {
  if (count <= 0) return [];
  const pictured = free.slice(0, CANDIDATES).filter(({ id }) => pictures.has(id));
  return (pictured.length >= count ? pictured : free).slice(0, count);
}

/** The stories that editors chose, filled up with the next ones where these leave a story for every section. */
function pickBriefs(chosen: readonly PublishedListing[], free: readonly PublishedListing[], sections: number) {
  const wanted = BRIEFS - chosen.length;
  const next = free.length >= wanted + sections ? free.slice(0, wanted) : [];
  return [...chosen, ...next];
}

type Placed = {
  above: readonly (PublishedListing | undefined)[];
  latest: readonly PublishedListing[];
  toStory: (article: PublishedListing) => Story;
};

async function toStrips(tx: Tx, bySection: Awaited<ReturnType<typeof listBySection>>, placed: Placed) {
  const { above, latest, toStory } = placed;
  const strips = bySection.flatMap(({ slug, articles }): Strip[] => {
    const free = without(articles, above);
    const unlisted = without(free, latest);
    const [first, ...others] = unlisted.length > OTHERS ? unlisted : free;
    return first ? [{ slug, first: toStory(first), quotation: null, others: others.slice(0, OTHERS) }] : [];
  });
  const face = strips.at(-1);
  if (face?.first.picture) face.quotation = await readQuotation(tx, face.first.article);
  return strips;
}

/** The first short quotation of a story. */
async function readQuotation(tx: Tx, { section, slug }: PublishedListing): Promise<string | null> {
  const article = await findPublished(tx, section, slug);
  if (!article || 'movedTo' in article) return null;
  const isShort = ({ text }: { text: string }) => text.length <= LONGEST_QUOTATION;
  return article.bodyBlocks.find((block) => block.type === 'quote' && isShort(block))?.text ?? null;
}

function without(
  articles: readonly PublishedListing[],
  taken: readonly (PublishedListing | undefined)[],
): PublishedListing[] {
  const ids = new Set(taken.map((article) => article?.id));
  return articles.filter(({ id }) => !ids.has(id));
}
