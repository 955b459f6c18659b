import { isDesk } from '../../article/model/desk.ts';
import { listPublished, listPublishedWhole, type PublishedArticle } from '../../article/read/published.ts';
import { MARKDOWN, PLAIN } from '../../cache/public-response.ts';
import { deskLlmsTxt, FULL_MOST, llmsTxt } from '../../render/discovery/llms.ts';
import { adsTxt, humansTxt, robotsTxt, securityTxt } from '../../render/discovery/text-files.ts';
import { printEdition } from '../../render/render-pool.ts';
import type { Context } from '../kit/context.ts';
import { lastChange } from '../kit/last-change.ts';
import { readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';
import { notFound } from './reader.ts';

/** How many articles an overview lists, and how many the long one reads at a time. */
const IN_OVERVIEW = 100;
const AT_ONCE = 10;

/** `/llms.txt`. It is Markdown and says so, as our `describedby` links do: agents that ask for Markdown know it for theirs. */
export async function readLlms(c: Context): Promise<Response> {
  const { articles } = await readPublished(c, (tx) => listPublished(tx, { limit: IN_OVERVIEW }));
  const body = llmsTxt(c.var.config.publication, articles);
  return sendPublic(c, { status: 200, type: MARKDOWN, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

/** `/{section}/llms.txt`. */
export async function readDeskLlms(c: Context): Promise<Response> {
  const section = c.req.param('section') ?? '';
  if (!isDesk(section)) return notFound(c);
  const { articles } = await readPublished(c, (tx) => listPublished(tx, { section, limit: IN_OVERVIEW }));
  const body = deskLlmsTxt(c.var.config.publication, section, articles);
  const modifiedAt = await lastChange(c);
  return sendPublic(c, { status: 200, type: MARKDOWN, body, modifiedAt, about: [`desk:${section}`] });
}

/** `/llms-full.txt`. */
export async function readLlmsFull(c: Context): Promise<Response> {
  const { articles, isAll } = await listLatest(c);
  const body = await printEdition('llmsFull', articles, c.var.config.publication, articles, isAll);
  return sendPublic(c, { status: 200, type: MARKDOWN, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

/** As many of the latest articles as could stand in the long text, and whether there are no more. */
async function listLatest(c: Context): Promise<{ articles: PublishedArticle[]; isAll: boolean }> {
  const articles: PublishedArticle[] = [];
  let cursor: string | null | undefined;
  for (let length = 0; cursor !== null && length < FULL_MOST; ) {
    const asked = { limit: AT_ONCE, ...(cursor !== undefined && { cursor }) };
    const page = await readPublished(c, (tx) => listPublishedWhole(tx, asked));
    articles.push(...page.articles);
    for (const { bodyBlocks } of page.articles) for (const { text } of bodyBlocks) length += text.length;
    cursor = page.nextCursor;
  }
  return { articles, isAll: cursor === null };
}

/** `/robots.txt`. */
export function readRobots(c: Context): Promise<Response> {
  return sendPublic(c, { status: 200, type: PLAIN, body: robotsTxt(c.var.config.publication), about: [] });
}

/** `/humans.txt`. */
export function readHumans(c: Context): Promise<Response> {
  return sendPublic(c, { status: 200, type: PLAIN, body: humansTxt(c.var.config.publication), about: [] });
}

/** `/ads.txt`. */
export function readAdsTxt(c: Context): Promise<Response> {
  return sendPublic(c, { status: 200, type: PLAIN, body: adsTxt(c.var.config.publication), about: [] });
}

/** `/.well-known/security.txt`. */
export function readSecurityTxt(c: Context): Promise<Response> {
  const body = securityTxt(c.var.config.publication, c.var.deps.clock());
  return sendPublic(c, { status: 200, type: PLAIN, body });
}
