import { articleIndexJson, indexQuerySchema } from '#article/pages/article-json.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublished, type PublishedFilter } from '#article/published.ts';
import { jsonResponse } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { daysOf } from '#http/days.ts';
import { readParameters } from '#http/query-parameters.ts';
import { sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { searchPublished } from '#search/search-published.ts';

type IndexQuery = PublishedFilter & { q?: string; from?: string; to?: string };

/** `GET /api/public/articles`: published articles, newest first; with `q` the best match first. */
export async function readIndex(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const query = readQuery(new URL(c.req.url).searchParams);
  const { q } = query;
  if (q !== undefined) await c.var.limits.spendAddress('search', callerAddress(c));
  const { articles, nextCursor } = await readPublished(c, (tx) =>
    q === undefined ? listPublished(tx, query) : searchPublished(tx, { ...query, q }),
  );
  const body = articleIndexJson(publication, articles, nextCursor);
  const headers = { Link: indexLinks(publication.baseUrl, query, nextCursor) };
  return sendPublic(
    c,
    jsonResponse(body, { modifiedAt: await lastChange(c), headers, about: ['edition'], choice: 'query' }),
  );
}

/** @throws bad_request for a parameter that is malformed or sent twice */
function readQuery(sent: URLSearchParams): IndexQuery {
  const { limit, cursor, section, updatedSince, from, to, q } = readParameters(indexQuerySchema(), sent, {
    numbers: ['limit'],
    hint: 'limit is 1 to 1000, section the slug of a section, updatedSince a time in RFC 3339 format, from and to a day (2026-09-30), q up to 16 words.',
  });
  return {
    limit,
    ...(cursor !== undefined && { cursor }),
    ...(section && { section }),
    ...(updatedSince && { updatedSince: new Date(updatedSince).toISOString() }),
    ...daysOf(from, to),
    ...(from && { from }),
    ...(to && { to }),
    ...(q !== undefined && { q }),
  };
}

function indexLinks(
  baseUrl: string,
  { section, updatedSince, from, to, q, limit, cursor }: IndexQuery,
  nextCursor: string | null,
): string {
  const address = (at?: string) => {
    const parameters = new URLSearchParams({
      ...(section && { section }),
      ...(updatedSince && { updatedSince }),
      ...(from && { from }),
      ...(to && { to }),
      ...(q && { q }),
      ...(limit !== 100 && { limit: String(limit) }),
      ...(at && { cursor: at }),
    });
    return `${baseUrl}/api/public/articles${parameters.size > 0 ? `?${parameters}` : ''}`;
  };
  const links = [`<${address(cursor)}>; rel="canonical"`];
  if (nextCursor) links.push(`<${address(nextCursor)}>; rel="next"`);
  return links.join(', ');
}
