import * as z from 'zod';
import { uuid } from '#core/text.ts';
import { validate } from '#http/body.ts';
import { JSON_TYPE } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { outcomeOf, recordCall } from '#http/middleware.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { listStored, queryValues, readStored, recordQuery, storedListQuery } from './read-stored.ts';

// Over REST, agents get the same answers as from the MCP tools list_articles and get_article.

const IN_OPENAPI = 'The query parameters of this route are in /openapi.json.';
const articleQuery = z.strictObject(recordQuery);

/** `GET /api/agent/articles`: the articles an agent may see. */
export function getStoredArticles(c: Context): Promise<Response> {
  return recordedRead(c, 'GET articles', undefined, () => listStored(reader(c), readQuery(c, storedListQuery)));
}

/** `GET /api/agent/articles/{articleId}`: one article as it is on file. */
export function getStoredArticle(c: Context): Promise<Response> {
  const id = c.req.param('articleId') ?? '';
  return recordedRead(c, 'GET article', id, () => {
    const named = validate(z.strictObject({ articleId: uuid }), { articleId: id }, IN_OPENAPI);
    return readStored(reader(c), { id: named.articleId }, readQuery(c, articleQuery));
  });
}

function reader(c: Context) {
  const { deps, actor } = c.var;
  return { deps, publication: siteSnapshot().publication, actor };
}

/** @throws validation_failed */
function readQuery<Shape extends z.ZodRawShape>(c: Context, schema: z.ZodObject<Shape>) {
  return validate(schema, queryValues(new URL(c.req.url).searchParams, schema), IN_OPENAPI);
}

async function recordedRead(
  c: Context,
  name: string,
  articleId: string | undefined,
  read: () => Promise<object>,
): Promise<Response> {
  const { deps, actor } = c.var;
  try {
    const body = await read();
    recordCall(deps, actor, { name, article: articleId, outcome: 'done' });
    return new Response(`${JSON.stringify(body)}\n`, {
      headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-store' },
    });
  } catch (error) {
    recordCall(deps, actor, { name, article: articleId, outcome: outcomeOf(error) });
    throw error;
  }
}
