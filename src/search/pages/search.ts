import { indexQuerySchema } from '#article/pages/article-json.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { listPublished } from '#article/published.ts';
import { isSection } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { HTML, jsonResponse } from '#http/cache/public-response.ts';
import { callerAddress } from '#http/client-address.ts';
import type { Context } from '#http/context.ts';
import { daysOf, monthDays } from '#http/days.ts';
import { formOf, isTwin, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { markFound, type SearchPage } from '#search/found.ts';
import { readFoundTexts } from '#search/found-texts.ts';
import { countUnindexed } from '#search/index-article.ts';
import { searchPublished } from '#search/search-published.ts';
import { FEW_RESULTS, suggestSearches } from '#search/suggest-searches.ts';
import { searchHtml } from './search-html.ts';
import { searchJson } from './search-json.ts';
import { searchMarkdown } from './search-markdown.ts';

/** How many articles a page of results lists. */
const AT_ONCE = 30;

/** `/search` and `/search.md`: the form, and the results for `q`, `section`, `from`, `to` or `month`, and `cursor`. Results are not cached. */
export async function readSearch(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const page = await findResults(c);
  const form = formOf(c);
  if (page.wrong !== null && form !== 'html')
    throw new Failure('bad_request', page.wrong, {
      hint: 'q is words, section a section of the site, from and to are days.',
    });
  const headers = linksOf(c, '/search');
  const isForm = page.found === null && page.wrong === null;
  const kept = { form, choice: isTwin(c) ? 'query' : 'page query', ...(isForm && { about: [] }) } as const;
  switch (form) {
    case 'html':
      return sendPublic(c, { status: 200, type: HTML, body: await searchHtml(publication, page), headers, ...kept });
    case 'markdown': {
      const text = searchMarkdown(publication, page);
      return sendPublic(c, { ...markdownResponse(text, '/search.md', null, headers), ...kept });
    }
    case 'json':
      return sendPublic(c, { ...jsonResponse(searchJson(publication, page), { headers }), ...kept });
  }
}

async function findResults(c: Context): Promise<SearchPage> {
  const page = readAsked(c);
  const { q, section, from, to } = page;
  if (page.wrong !== null || (q === '' && section === '' && from === '' && to === '')) return page;
  const cursor = c.req.query('cursor') ?? '';
  await c.var.limits.spendAddress('search', callerAddress(c));
  try {
    const wanted = { limit: AT_ONCE, ...daysOf(from, to), ...(section && { section }), ...(cursor && { cursor }) };
    return { ...page, ...(await readPublished(c, (tx) => readPage(tx, q, wanted, page.isFurther))) };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'bad_request') throw error;
    const isCursor = cursor !== '' && /cursor/.test(error.message);
    return { ...page, wrong: isCursor ? 'This page of results does not exist any more. Search again.' : error.message };
  }
}

/** The checked parameters; nothing is found yet. */
function readAsked(c: Context): SearchPage {
  const query = (name: string) => (c.req.query(name) ?? '').trim();
  const [q, section, month] = [query('q'), query('section'), monthDays(query('month'))];
  const page: SearchPage = {
    q,
    section: isSection(section) ? section : '',
    from: month?.from ?? query('from'),
    to: month?.to ?? query('to'),
    found: null,
    nextCursor: null,
    isFurther: query('cursor') !== '',
    corrections: [],
    suggestions: [],
    unindexed: 0,
    isFoundElsewhere: false,
    wrong: null,
  };
  const { q: words, from: day } = indexQuerySchema().shape;
  const read = words.safeParse(q === '' ? undefined : q);
  if (!read.success) return { ...page, wrong: `The words ${read.error.issues[0]?.message}.` };
  const isDay = (text: string) => text === '' || day.safeParse(text).success;
  if (isDay(page.from) && isDay(page.to)) return page;
  return { ...page, from: '', to: '', wrong: 'A day is written as 2026-09-30.' };
}

type Tx = Context['var']['deps']['db']['read'];
type Wanted = Parameters<typeof listPublished>[1];

async function readPage(tx: Tx, q: string, wanted: Wanted, isFurther: boolean): Promise<Partial<SearchPage>> {
  if (q === '') {
    const { articles, nextCursor } = await listPublished(tx, wanted);
    return { found: markFound('', [], articles, new Map()), nextCursor };
  }
  const { articles, nextCursor, corrections } = await searchPublished(tx, { ...wanted, q });
  const texts = await readFoundTexts(
    tx,
    articles.map(({ id }) => id),
  );
  const isNarrow = wanted.section !== undefined || wanted.days !== undefined;
  const isFew = articles.length <= FEW_RESULTS && !isFurther && corrections.length === 0;
  return {
    found: markFound(q, corrections, articles, texts),
    nextCursor,
    corrections,
    suggestions: isFew ? await suggestSearches(tx, { ...wanted, q }, articles.length) : [],
    isFoundElsewhere:
      isNarrow && articles.length === 0 && (await searchPublished(tx, { q, limit: 1 })).articles.length > 0,
    unindexed: await countUnindexed(tx),
  };
}
