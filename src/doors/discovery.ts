import { listAddresses, listPublished } from '../article/published.ts';
import { llmsTxt } from '../editions/llms.ts';
import { robotsTxt } from '../editions/robots.ts';
import { securityTxt } from '../editions/security-txt.ts';
import { sitemapXml } from '../editions/sitemap.ts';
import { MARKDOWN, PLAIN, RSS, XML } from '../newsstand/copy.ts';
import { printEdition } from '../newsstand/print-room.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';
import { lastChange } from './last-change.ts';

/** How many articles `/llms.txt` lists, and how many the feed carries. */
const IN_OVERVIEW = 100;
const IN_FEED = 50;

/** `/llms.txt`. It is Markdown and says so, as our `describedby` links do: agents that ask for Markdown know it for theirs. */
export async function readLlms(c: Ctx): Promise<Response> {
  const { articles } = await listPublished(c.var.press.db.read, { limit: IN_OVERVIEW });
  const body = llmsTxt(c.var.config.publication, articles);
  return answer(c, { status: 200, type: MARKDOWN, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

/** `/rss.xml`. */
export async function readRss(c: Ctx): Promise<Response> {
  const { articles } = await listPublished(c.var.press.db.read, { limit: IN_FEED });
  const modifiedAt = await lastChange(c);
  const body = await printEdition('rssFeed', articles, c.var.config.publication, articles, modifiedAt);
  return answer(c, { status: 200, type: RSS, body, modifiedAt, about: ['edition'] });
}

/** `/sitemap.xml`. */
export async function readSitemap(c: Ctx): Promise<Response> {
  const body = sitemapXml(c.var.config.publication, await listAddresses(c.var.press.db.read));
  return answer(c, { status: 200, type: XML, body, modifiedAt: await lastChange(c), about: ['edition'] });
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
