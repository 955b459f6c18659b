import { isDesk } from '../../article/model/desk.ts';
import { listPublished } from '../../article/read/published.ts';
import { searchPublished } from '../../article/read/search-published.ts';
import { HTML } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { type SearchPage, searchHtml } from '../../render/html/search-html.ts';
import { indexQuerySchema } from '../../render/json/article-json.ts';
import type { Context } from '../kit/context.ts';
import { readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';

/** How many articles a page of results lists. */
const AT_ONCE = 30;

/** `/search`: the form, and the results for `q`, `section` and `cursor`. Results are not cached. */
export async function readSearch(c: Context): Promise<Response> {
  const found = await findResults(c);
  const body = await searchHtml(c.var.config.publication, found);
  const isForm = found.articles === null && found.wrong === null;
  return sendPublic(c, { status: 200, type: HTML, body, ...(isForm && { about: [], choice: 'query' }) });
}

async function findResults(c: Context): Promise<SearchPage> {
  const q = (c.req.query('q') ?? '').trim();
  const asked = c.req.query('section') ?? '';
  const section = isDesk(asked) ? asked : '';
  const cursor = c.req.query('cursor') ?? '';
  const found = { q, section, articles: null, older: null, isFurther: cursor !== '', wrong: null };
  if (q === '' && section === '') return found;
  const read = indexQuerySchema.shape.q.safeParse(q === '' ? undefined : q);
  if (!read.success) return { ...found, wrong: `The words ${read.error.issues[0]?.message}.` };
  const wanted = { limit: AT_ONCE, ...(section && { section }), ...(cursor && { cursor }) };
  try {
    const { articles, nextCursor } = await readPublished(c, (tx) =>
      q === '' ? listPublished(tx, wanted) : searchPublished(tx, { ...wanted, q }),
    );
    return { ...found, articles, older: nextCursor };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'bad_request')
      return { ...found, wrong: 'This page of results does not exist any more. Search again.' };
    throw error;
  }
}
