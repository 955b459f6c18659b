import { isDesk } from '../../article/model/desk.ts';
import { type Provenance, withProvenance } from '../../article/read/article-extras.ts';
import { listPublishedWhole, type PublishedArticle } from '../../article/read/published.ts';
import { ATOM, JSON_FEED, RSS } from '../../cache/public-response.ts';
import type { Context } from '../kit/context.ts';
import { notFound } from '../kit/not-found.ts';
import { lastChange, readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';

/** How many articles a feed carries. */
const IN_FEED = 50;

/** The data of a feed; `changedAt` is the time of its last change, as far as the feed can know it. */
type Latest = { section: string | null; articles: (PublishedArticle & Provenance)[]; changedAt: string | null };

/** `/rss.xml` and `/{section}/rss.xml`. */
export function readRss(c: Context): Promise<Response> {
  return sendFeed(c, RSS, ({ section, articles, changedAt }) =>
    c.var.renderPool.render('rssFeed', articles, c.var.config.publication, articles, changedAt, section),
  );
}

/** `/atom.xml` and `/{section}/atom.xml`. */
export function readAtom(c: Context): Promise<Response> {
  return sendFeed(c, ATOM, ({ section, articles, changedAt }) =>
    c.var.renderPool.render('atomFeed', articles, c.var.config.publication, articles, changedAt, section),
  );
}

/** `/feed.json` and `/{section}/feed.json`. */
export function readJsonFeed(c: Context): Promise<Response> {
  return sendFeed(c, JSON_FEED, ({ section, articles }) =>
    c.var.renderPool.render('jsonFeed', articles, c.var.config.publication, articles, section),
  );
}

async function sendFeed(c: Context, type: string, print: (latest: Latest) => Promise<string>): Promise<Response> {
  const section = c.req.param('section') ?? null;
  if (section !== null && !isDesk(section)) return notFound(c);
  const wanted = { limit: IN_FEED, ...(section && { section }) };
  const articles = await readPublished(c, async (tx) =>
    withProvenance(tx, (await listPublishedWhole(tx, wanted)).articles),
  );
  const modifiedAt = await lastChange(c);
  // News of another desk must not change the feed of this desk.
  const changedAt = section ? newest(articles) : modifiedAt;
  const body = await print({ section, articles, changedAt });
  return sendPublic(c, { status: 200, type, body, modifiedAt, about: [section ? `desk:${section}` : 'edition'] });
}

function newest(articles: readonly PublishedArticle[]): string | null {
  return (
    articles
      .map(({ modifiedAt }) => modifiedAt)
      .sort()
      .at(-1) ?? null
  );
}
