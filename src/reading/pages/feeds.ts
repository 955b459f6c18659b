import { tagPath } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublished, listPublishedWhole, type PublishedArticle } from '#article/published.ts';
import { openSections, retiredSection } from '#article/section.ts';
import { findTag } from '#article/tags.ts';
import { ATOM, JSON_FEED, RSS } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { type Provenance, withProvenance } from '#reading/article-extras.ts';
import type { FeedScope } from '#reading/feeds/feed-items.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { movedPath } from '#site/pages/moved-section.ts';
import { tagSummary } from './list-html.ts';

/** How many articles a feed carries. */
const IN_FEED = 50;

/** The data of a feed; `changedAt` is the time of its last change, as far as the feed can know it. */
type Latest = { scope: FeedScope | null; articles: (PublishedArticle & Provenance)[]; changedAt: string | null };
/** What a feed holds, how its articles are found, and which publications change it. */
type Wanted = { scope: FeedScope | null; filter: { section?: string; tag?: string }; about: string };

/** `/rss.xml`, `/{section}/rss.xml` and `/tags/{tag}/rss.xml`. */
export function readRss(c: Context): Promise<Response> {
  return sendFeed(c, RSS, ({ scope, articles, changedAt }) =>
    c.var.renderPool.render('rssFeed', articles, siteSnapshot().publication, articles, changedAt, scope),
  );
}

/** `/atom.xml`, `/{section}/atom.xml` and `/tags/{tag}/atom.xml`. */
export function readAtom(c: Context): Promise<Response> {
  return sendFeed(c, ATOM, ({ scope, articles, changedAt }) =>
    c.var.renderPool.render('atomFeed', articles, siteSnapshot().publication, articles, changedAt, scope),
  );
}

/** `/feed.json`, `/{section}/feed.json` and `/tags/{tag}/feed.json`. */
export function readJsonFeed(c: Context): Promise<Response> {
  return sendFeed(c, JSON_FEED, ({ scope, articles }) =>
    c.var.renderPool.render('jsonFeed', articles, siteSnapshot().publication, articles, scope),
  );
}

async function sendFeed(c: Context, type: string, print: (latest: Latest) => Promise<string>): Promise<Response> {
  const wanted = await wantedOf(c);
  if (wanted === null) return notFound(c);
  if ('movedTo' in wanted) return sendMoved(c, wanted.movedTo);
  const { scope, filter, about } = wanted;
  const articles = await readPublished(c, async (tx) =>
    withProvenance(tx, (await listPublishedWhole(tx, { ...filter, isOwn: true, limit: IN_FEED })).articles),
  );
  // A tag without articles has no page, and no feed; one with articles of an archive alone has an empty feed.
  if (filter.tag !== undefined && articles.length === 0) {
    const all = await readPublished(c, (tx) => listPublished(tx, { ...filter, limit: 1 }));
    if (all.articles.length === 0) return notFound(c);
  }
  const modifiedAt = await lastChange(c);
  // News of another section must not change the feed of this section.
  const changedAt = scope ? newest(articles) : modifiedAt;
  const body = await print({ scope, articles, changedAt });
  return sendPublic(c, { status: 200, type, body, modifiedAt, about: [about] });
}

/** What the address asks for; null when there is no such section or tag. */
async function wantedOf(c: Context): Promise<Wanted | { movedTo: string } | null> {
  const { section, tag: slug } = c.req.param();
  if (slug !== undefined) return tagOf(c, slug);
  if (section === undefined) return { scope: null, filter: {}, about: 'edition' };
  const retired = retiredSection(section);
  if (retired) return { movedTo: movedPath(c, retired) };
  const open = openSections().find(({ slug }) => slug === section);
  if (!open) return null;
  const scope = { name: open.name, about: open.about, path: `/${section}` };
  return { scope, filter: { section }, about: `section:${section}` };
}

async function tagOf(c: Context, slug: string): Promise<Wanted | { movedTo: string } | null> {
  const tag = await readPublished(c, (tx) => findTag(tx, slug));
  if (tag === null) return null;
  if ('movedTo' in tag) return { movedTo: c.req.path.replace(tagPath(slug), tagPath(tag.movedTo)) };
  const about = tagSummary(siteSnapshot().publication, tag.name);
  return { scope: { name: tag.name, about, path: tagPath(slug) }, filter: { tag: tag.id }, about: 'edition' };
}

function newest(articles: readonly PublishedArticle[]): string | null {
  return (
    articles
      .map(({ modifiedAt }) => modifiedAt)
      .sort()
      .at(-1) ?? null
  );
}
