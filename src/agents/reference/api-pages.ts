import { ownPages } from '#article/own-page.ts';
import { publicArticle } from '#article/pages/article-json.ts';
import { exampleArticle } from '#article/pages/example-article.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { firstPublished } from '#article/published.ts';
import { readableSectionSlugs } from '#article/section.ts';
import { cookieName } from '#http/access.ts';
import type { OpenApi } from '#http/api-description.ts';
import { prefersPage } from '#http/cache/negotiate.ts';
import { HTML, jsonResponse, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendPublic } from '#http/respond.ts';
import type { Publication } from '#runtime/config/config.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { apiHtml } from './api-html.ts';
import { markDeprecated } from './deprecated.ts';
import { openApi, withoutAnswerExamples } from './document.ts';
import { apiCatalog } from './schemas.ts';

type Printed = { example: string; description: PublicResponse; page: () => Promise<PublicResponse> };

/** A cache of the last rendered description per publication; rendered again when its example article, the settings, the sections or the pages of the site change. */
const PRINTED = new WeakMap<Publication, Printed>();
const ABOUT = ['edition'];

/** `/openapi.json`. */
export async function readOpenApi(c: Context): Promise<Response> {
  return sendPublic(c, (await printed(c)).description);
}

/** `/api`: the catalog in JSON, or the API reference when `Accept` names HTML and does not prefer JSON. */
export async function readApi(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const headers = { Link: links(publication) };
  if (!prefersPage(c.req.header('accept')))
    return sendPublic(c, jsonResponse(apiCatalog(publication), { headers, about: [], choice: 'api', form: 'json' }));
  const page = await (await printed(c)).page();
  return sendPublic(c, { ...page, headers, about: ABOUT, choice: 'api', form: 'html' });
}

/** The description with a published article as its example, so that its addresses work; the first published one changes least. */
async function printed(c: Context): Promise<Printed> {
  const { publication } = siteSnapshot();
  const first = await readPublished(c, firstPublished);
  const article = first ? publicArticle(publication, first) : exampleArticle(publication);
  const example = JSON.stringify([article, publication, readableSectionSlugs(), ownPages()]);
  const known = PRINTED.get(publication);
  if (known?.example === example) return known;
  const api = markDeprecated(await openApi(publication, cookieName(publication.baseUrl), article), c.var.deprecations);
  let page: Promise<PublicResponse> | null = null;
  const print = {
    example,
    description: jsonResponse(withoutAnswerExamples(api), { about: ABOUT }),
    page: () => {
      page ??= printPage(publication, api);
      return page;
    },
  };
  PRINTED.set(publication, print);
  return print;
}

async function printPage(publication: Publication, api: OpenApi): Promise<PublicResponse> {
  return { status: 200, type: HTML, body: await apiHtml(publication, api) };
}

function links({ baseUrl }: Publication): string {
  return [
    `<${baseUrl}/api>; rel="canonical"`,
    `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}/api>; rel="service-doc"; type="text/html"`,
  ].join(', ');
}
