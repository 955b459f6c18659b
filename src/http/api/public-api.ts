import { listPublished, type PublishedFilter } from '../../article/read/published.ts';
import { searchPublished } from '../../article/read/search/search-published.ts';
import { jsonResponse } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { articleIndexJson, indexQuerySchema } from '../../render/json/article-json.ts';
import type { Context } from '../kit/context.ts';
import { daysOf } from '../kit/days.ts';
import { lastChange, readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';

type IndexQuery = PublishedFilter & { q?: string; from?: string; to?: string };

/** `GET /api/public/articles`: published articles, newest first; with `q` the best match first. */
export async function readIndex(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const query = readQuery(new URL(c.req.url).searchParams);
  const { q } = query;
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
  const known = Object.keys(indexQuerySchema.shape);
  const twice = known.find((name) => sent.getAll(name).length > 1);
  const given = Object.fromEntries(known.flatMap((name) => (sent.has(name) ? [[name, sent.get(name)]] : [])));
  // Number('') is 0 and Number('1e2') is 100, so only plain digits are accepted.
  if (given.limit !== undefined && !/^\d+$/.test(given.limit ?? '')) given.limit = 'no number';
  const read = indexQuerySchema.safeParse(given);
  if (twice || !read.success) {
    const wrong = twice ?? read.error?.issues[0]?.path.join('.');
    const why = twice ? 'is sent twice' : read.error?.issues[0]?.message;
    throw new Failure('bad_request', `The parameter ${wrong}: ${why}.`, {
      hint: 'limit is 1 to 1000, section a desk, updatedSince a time in RFC 3339 format, from and to a day (2026-09-30), q up to 16 words.',
    });
  }
  const { limit, cursor, section, updatedSince, from, to, q } = read.data;
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
