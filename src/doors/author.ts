import { listPublished } from '../article/published.ts';
import { authorHtml } from '../editions/author-html.ts';
import { HTML } from '../newsstand/copy.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';
import { lastChange } from './last-change.ts';
import { readPublished } from './read-published.ts';
import { notFound } from './reader.ts';

/** How many articles a page lists. */
const AT_ONCE = 100;

/** `/authors/{slug}`: what is published under a byline. A byline nothing stands under is not told of. */
export async function readAuthor(c: Ctx): Promise<Response> {
  const slug = c.req.param('slug') ?? '';
  const cursor = c.req.query('cursor');
  const wanted = { author: slug, limit: AT_ONCE, ...(cursor && { cursor }) };
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
  const name = articles[0]?.author;
  if (!name) return notFound(c);
  const body = await authorHtml(c.var.config.publication, { slug, name, articles, older: nextCursor });
  return answer(c, {
    status: 200,
    type: HTML,
    body,
    modifiedAt: await lastChange(c),
    about: ['edition'],
    choice: 'query',
  });
}
