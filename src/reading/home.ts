import { deskSlugs } from '#article/desk.ts';
import type { Hero } from '#article/hero.ts';
import { readPictures } from '#article/listed-pictures.ts';
import {
  findPublished,
  listPublished,
  listPublishedWhole,
  type PublishedArticle,
  type PublishedListing,
} from '#article/published.ts';
import type { Tx } from '#db/database.ts';
import { readFrontPage } from '#reading/front/read-front-page.ts';

/** A story below the lead, with its picture if it has one. */
export type PicturedStory = { article: PublishedListing; picture: Hero | null };

/** The articles of the home page, without those of an archive. Each is there once, except that `latest` also has those that editors chose. */
export type HomeArticles = {
  /** The first article that editors put on the front page, else the newest one. */
  lead: PublishedArticle | null;
  /** The newest articles without the lead. */
  latest: PublishedListing[];
  /** The other articles that editors chose, else the newest with a picture below those of `latest`. */
  top: PicturedStory[];
  isChosen: boolean;
  /** The newest other articles of each desk; a desk without any is left out. */
  desks: { slug: string; articles: PublishedListing[]; hasMore: boolean }[];
};

/** How many articles are listed as the latest, below each desk, and with a picture where editors chose none. */
const LATEST = 5;
const BY_DESK = 5;
const PICTURED = 3;

export async function readHome(tx: Tx): Promise<HomeArticles> {
  const [first, ...chosen] = (await readFrontPage(tx)).map(({ article }) => article);
  const lead = await readLead(tx, first);
  const newest = (await listPublished(tx, { isOwn: true, limit: LATEST + 1 })).articles;
  const latest = newest.filter(({ id }) => id !== lead?.id).slice(0, LATEST);
  const above = new Set([lead, ...chosen, ...latest].map((article) => article?.id));
  const byDesk = await listByDesk(tx, above);
  const candidates = chosen.length > 0 ? chosen : newestFirst(byDesk.flatMap(({ articles }) => articles));
  const pictures = await readPictures(
    tx,
    candidates.map(({ id }) => id),
  );
  const stories = candidates.map((article) => ({ article, picture: pictures.get(article.id) ?? null }));
  const top = chosen.length > 0 ? stories : stories.filter(({ picture }) => picture !== null).slice(0, PICTURED);
  return { lead, latest, top, isChosen: chosen.length > 0, desks: withoutTop(byDesk, top) };
}

async function readLead(tx: Tx, first: PublishedListing | undefined): Promise<PublishedArticle | null> {
  const published = first ? await findPublished(tx, first.section, first.slug) : null;
  if (published && !('movedTo' in published)) return published;
  return (await listPublishedWhole(tx, { isOwn: true, limit: 1 })).articles[0] ?? null;
}

/** The newest articles of each desk that are not above, and enough more to replace those that move up. */
async function listByDesk(tx: Tx, above: ReadonlySet<string | undefined>): Promise<HomeArticles['desks']> {
  const desks = [];
  for (const slug of deskSlugs()) {
    const wanted = { section: slug, isOwn: true, limit: BY_DESK + PICTURED + above.size } as const;
    const { articles, nextCursor } = await listPublished(tx, wanted);
    desks.push({ slug, articles: articles.filter(({ id }) => !above.has(id)), hasMore: nextCursor !== null });
  }
  return desks;
}

function withoutTop(desks: HomeArticles['desks'], top: readonly PicturedStory[]): HomeArticles['desks'] {
  const moved = new Set(top.map(({ article }) => article.id));
  return desks.flatMap(({ slug, articles, hasMore }) => {
    const others = articles.filter(({ id }) => !moved.has(id));
    if (others.length === 0) return [];
    return [{ slug, articles: others.slice(0, BY_DESK), hasMore: hasMore || others.length > BY_DESK }];
  });
}

function newestFirst(articles: readonly PublishedListing[]): PublishedListing[] {
  const order = ({ publishedAt, id }: PublishedListing) => `${publishedAt} ${id}`;
  return articles.toSorted((listing, other) => (order(listing) < order(other) ? 1 : -1));
}
