import { countLive, lastChangeByDesk, lastChangeIn, listAddresses, type Run } from '../article/live-addresses.ts';
import { listPublished, listPublishedWhole } from '../article/published.ts';
import { llmsTxt } from '../editions/llms.ts';
import { robotsTxt } from '../editions/robots.ts';
import { securityTxt } from '../editions/security-txt.ts';
import { articleEntries, frontEntries, mapsOf, sitemapIndexXml, sitemapXml } from '../editions/sitemap.ts';
import { MARKDOWN, PLAIN, RSS, XML } from '../newsstand/copy.ts';
import { printEdition } from '../newsstand/print-room.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';
import { lastChange } from './last-change.ts';
import { readPublished } from './read-published.ts';
import { notFound } from './reader.ts';

/** How many articles `/llms.txt` lists, and how many the feed carries. */
const IN_OVERVIEW = 100;
const IN_FEED = 50;

/** `/llms.txt`. It is Markdown and says so, as our `describedby` links do: agents that ask for Markdown know it for theirs. */
export async function readLlms(c: Ctx): Promise<Response> {
  const { articles } = await readPublished(c, (tx) => listPublished(tx, { limit: IN_OVERVIEW }));
  const body = llmsTxt(c.var.config.publication, articles);
  return answer(c, { status: 200, type: MARKDOWN, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

/** `/rss.xml`. */
export async function readRss(c: Ctx): Promise<Response> {
  const { articles } = await readPublished(c, (tx) => listPublishedWhole(tx, { limit: IN_FEED }));
  const modifiedAt = await lastChange(c);
  const body = await printEdition('rssFeed', articles, c.var.config.publication, articles, modifiedAt);
  return answer(c, { status: 200, type: RSS, body, modifiedAt, about: ['edition'] });
}

/** `/sitemap.xml`: every address there is, or where the maps are that hold them. */
export async function readSitemap(c: Ctx): Promise<Response> {
  const [only, ...more] = mapsOf(await readPublished(c, countLive));
  return answerMap(c, more.length > 0 || !only ? await printMaps(c) : await printMap(c, only));
}

/** `/sitemap-1.xml` and so on, where one map would be too large. */
export async function readNumberedSitemap(c: Ctx): Promise<Response> {
  const maps = mapsOf(await readPublished(c, countLive));
  const asked = maps[Number(c.req.path.replace(/\D+/g, '')) - 1];
  return asked && maps.length > 1 ? answerMap(c, await printMap(c, asked)) : notFound(c);
}

async function answerMap(c: Ctx, body: string): Promise<Response> {
  return answer(c, { status: 200, type: XML, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

async function printMap(c: Ctx, run: Run): Promise<string> {
  const { publication } = c.var.config;
  return readPublished(c, async (tx) => {
    const entries = run.offset === 0 ? [frontEntries(publication, await lastChangeByDesk(tx))] : [];
    for await (const addresses of listAddresses(tx, run)) entries.push(articleEntries(publication, addresses));
    return sitemapXml(entries);
  });
}

async function printMaps(c: Ctx): Promise<string> {
  const changes = await readPublished(c, async (tx) => {
    const found: (string | null)[] = [];
    for (const run of mapsOf(await countLive(tx))) found.push(await lastChangeIn(tx, run));
    return found;
  });
  return sitemapIndexXml(c.var.config.publication, changes);
}

/** `/robots.txt`. */
export function readRobots(c: Ctx): Promise<Response> {
  return answer(c, { status: 200, type: PLAIN, body: robotsTxt(c.var.config.publication), about: [] });
}

/** `/.well-known/security.txt`. */
export function readSecurityTxt(c: Ctx): Promise<Response> {
  const body = securityTxt(c.var.config.publication, c.var.press.clock());
  return answer(c, { status: 200, type: PLAIN, body });
}
