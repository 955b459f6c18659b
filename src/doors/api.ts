import type { Publication } from '../config.ts';
import { apiHtml } from '../editions/api-html.ts';
import { apiCatalog } from '../editions/api-json.ts';
import { type OpenApi, openApi } from '../editions/openapi.ts';
import { prefersPage } from '../newsstand/accept.ts';
import { type Copy, HTML, jsonCopy } from '../newsstand/copy.ts';
import { answer } from './answer.ts';
import type { Ctx } from './env.ts';
import { cookieName } from './who.ts';

type Printed = { description: Copy; page: () => Promise<Copy> };

/** What was printed for a house, once, when it was first asked for. */
const PRINTED = new WeakMap<Publication, Printed>();

/** `/openapi.json`. */
export function readOpenApi(c: Ctx): Promise<Response> {
  return answer(c, printed(c.var.config.publication).description);
}

/** `/api`: where everything is, in JSON; the reference for people where HTML is asked for and JSON not preferred. */
export async function readApi(c: Ctx): Promise<Response> {
  const { publication } = c.var.config;
  const headers = { Link: links(publication) };
  if (!prefersPage(c.req.header('accept')))
    return answer(c, jsonCopy(apiCatalog(publication), { headers, about: [], choice: 'api', form: 'json' }));
  return answer(c, { ...(await printed(publication).page()), headers, about: [], choice: 'api', form: 'html' });
}

function printed(publication: Publication): Printed {
  const known = PRINTED.get(publication);
  if (known) return known;
  const api = openApi(publication, cookieName(publication.baseUrl));
  let page: Promise<Copy> | null = null;
  const print = {
    description: jsonCopy(api, { about: [] }),
    page: () => {
      page ??= printPage(publication, api);
      return page;
    },
  };
  PRINTED.set(publication, print);
  return print;
}

async function printPage(publication: Publication, api: OpenApi): Promise<Copy> {
  return { status: 200, type: HTML, body: await apiHtml(publication, api) };
}

function links({ baseUrl }: Publication): string {
  return [
    `<${baseUrl}/api>; rel="canonical"`,
    `<${baseUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
    `<${baseUrl}/api>; rel="service-doc"; type="text/html"`,
  ].join(', ');
}
