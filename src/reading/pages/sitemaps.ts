import { issuePath, monthPath, seriesPath } from '#article/addresses.ts';
import {
  type AddressRange,
  countLive,
  lastChangeBySection,
  lastChangeIn,
  listAddresses,
  listBylines,
} from '#article/live-addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listOwnMonths, listPublicationMonths, type PublicationMonth } from '#article/publication-months.ts';
import { listPublished, type PublishedListing } from '#article/published.ts';
import { XML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { type DatedPage, type DatedPages, declared } from '#http/declared.ts';
import { sendPublic } from '#http/respond.ts';
import {
  articleEntries,
  frontEntries,
  mapsOf,
  NEWS_DAYS,
  NEWS_MOST,
  newsSitemapXml,
  sitemapIndexXml,
  sitemapXml,
} from '#reading/feeds/sitemap.ts';
import { listSeries } from '#reading/series/read-series.ts';
import { listPublishedTags } from '#reading/tag-pages.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { issuesFrom } from './issues.ts';

/** `/sitemap.xml`: all public addresses, or the addresses of the sitemaps that list them. */
export async function readSitemap(c: Context): Promise<Response> {
  const [only, ...more] = mapsOf(await readPublished(c, countLive));
  return sendSitemap(c, more.length > 0 || !only ? await renderIndex(c) : await renderSitemap(c, only));
}

/** `/sitemap-1.xml` and so on, when one sitemap would be too large. */
export async function readNumberedSitemap(c: Context): Promise<Response> {
  const maps = mapsOf(await readPublished(c, countLive));
  const asked = maps[Number(c.req.path.replace(/\D+/g, '')) - 1];
  return asked && maps.length > 1 ? sendSitemap(c, await renderSitemap(c, asked)) : notFound(c);
}

async function sendSitemap(c: Context, body: string): Promise<Response> {
  return sendPublic(c, {
    status: 200,
    type: XML,
    body,
    modifiedAt: await lastChange(c),
    about: ['edition', 'placed:briefs'],
  });
}

async function renderSitemap(c: Context, run: AddressRange): Promise<string> {
  const { publication } = siteSnapshot();
  return readPublished(c, async (tx) => {
    const entries =
      run.offset === 0
        ? [
            frontEntries(publication, {
              changes: await lastChangeBySection(tx),
              bylines: await listBylines(tx),
              others: await listOthers(tx),
              lists: listPaths(await listPublicationMonths(tx), await listOwnMonths(tx), await listSeries(tx)),
              tags: (await listPublishedTags(tx)).map(({ slug }) => slug),
            }),
          ]
        : [];
    for await (const addresses of listAddresses(tx, run)) entries.push(articleEntries(publication, addresses));
    return sitemapXml(entries);
  });
}

/** The pages that other capabilities publish, such as sent briefs. */
async function listOthers(tx: Parameters<DatedPages>[0]): Promise<DatedPage[]> {
  const pages: DatedPage[] = [];
  for (const load of declared().datedPages) pages.push(...(await (await load()).datedPages(tx)));
  return pages;
}

/** The paths of issues, which have no article of an archive, of months and series. */
function listPaths(
  months: readonly PublicationMonth[],
  own: readonly PublicationMonth[],
  series: Awaited<ReturnType<typeof listSeries>>,
): string[] {
  const issues = issuesFrom(own).map(({ issue }) => issuePath(issue));
  return [...issues, ...months.map(({ month }) => monthPath(month)), ...series.map(seriesPath)];
}

async function renderIndex(c: Context): Promise<string> {
  const changes = await readPublished(c, async (tx) => {
    const times: (string | null)[] = [];
    for (const run of mapsOf(await countLive(tx))) times.push(await lastChangeIn(tx, run));
    return times;
  });
  return sitemapIndexXml(siteSnapshot().publication, changes);
}

/** `/news-sitemap.xml`. It changes with the time, so each request renders it, and caches may keep it for a minute. */
export async function readNewsSitemap(c: Context): Promise<Response> {
  const since = new Date(c.var.deps.clock() - NEWS_DAYS * 86_400_000).toISOString();
  const body = newsSitemapXml(siteSnapshot().publication, await listRecent(c, since));
  return sendPublic(c, { status: 200, type: XML, body, headers: { 'Cache-Control': 'public, max-age=60' } });
}

/** The articles of this magazine first published since a time, newest first; read page by page, because most days have few. */
async function listRecent(c: Context, since: string): Promise<PublishedListing[]> {
  const recent: PublishedListing[] = [];
  for (let cursor: string | null | undefined; cursor !== null && recent.length < NEWS_MOST; ) {
    const asked = { isOwn: true, limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = await readPublished(c, (tx) => listPublished(tx, asked));
    const young = page.articles.filter(({ publishedAt }) => publishedAt >= since);
    recent.push(...young);
    cursor = young.length < page.articles.length ? null : page.nextCursor;
  }
  return recent.slice(0, NEWS_MOST);
}
