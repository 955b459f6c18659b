import { isDesk } from '../../article/model/desk.ts';
import { listPublished } from '../../article/read/published.ts';
import { HTML } from '../../cache/public-response.ts';
import { Failure } from '../../core/failure.ts';
import { type SearchPage, searchHtml } from '../../render/html/search-html.ts';
import { indexQuerySchema } from '../../render/json/article-json.ts';
import type { Context } from '../kit/context.ts';
import { readPublished } from '../kit/read-published.ts';
import { sendPublic } from '../kit/respond.ts';

/** How many articles a page of results lists. */
const AT_ONCE = 30;

/** `/search`: the form, and by `q`, `section` and `cursor` what was found. Results are printed for one reader and not kept. */
export async function readSearch(c: Context): Promise<Response> {
  const found = await look(c);
  const body = await searchHtml(c.var.config.publication, found);
  const isForm = found.articles === null && found.wrong === null;
  return sendPublic(c, { status: 200, type: HTML, body, ...(isForm && { about: [], choice: 'query' }) });
}

async function look(c: Context): Promise<SearchPage> {
  const q = (c.req.query('q') ?? '').trim();
  const asked = c.req.query('section') ?? '';
  const section = isDesk(asked) ? asked : '';
  const cursor = c.req.query('cursor') ?? '';
  const found = { q, section, articles: null, older: null, isFurther: cursor !== '', wrong: null };
  if (q === '' && section === '') return found;
  const read = indexQuerySchema.shape.q.safeParse(q === '' ? undefined : q);
  if (!read.success) return { ...found, wrong: `The words ${read.error.issues[0]?.message}.` };
  const wanted = { limit: AT_ONCE, ...(q && { q }), ...(section && { section }), ...(cursor && { cursor }) };
  try {
    const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
    return { ...found, articles, older: nextCursor };
  } catch (error) {
    if (error instanceof Failure && error.kind === 'bad_request')
      return { ...found, wrong: 'This page of results is not known any more. Search again.' };
    throw error;
  }
}
