import { authMarkdown, claimTerms } from '#agents/pages/auth-markdown.ts';
import { apiLinkset, LINKSET } from '#agents/pages/catalogs.ts';
import { authorizationServer, oauthServer, protectedResource } from '#agents/pages/oauth-json.ts';
import { notFound } from '#article/pages/not-found.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublished, listPublishedWhole, type PublishedArticle } from '#article/published.ts';
import { isOpenSection, retiredSection } from '#article/section.ts';
import { jsonResponse, MANIFEST, MARKDOWN, PLAIN, RSL } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { rslXml, tdmRep } from '#http/licence.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { webManifest } from '#site/look/icons.ts';
import { movedPath } from '#site/pages/moved-section.ts';
import { FULL_MOST, llmsTxt, sectionLlmsTxt } from './llms.ts';
import { adsTxt, humansTxt, robotsTxt, securityTxt } from './text-files.ts';

/** How many articles an overview lists, and how many llms-full.txt reads at a time. */
const IN_OVERVIEW = 100;
const AT_ONCE = 10;

/** `/llms.txt`, with the type of Markdown, as our `describedby` links say: agents that ask for Markdown accept it. */
export async function readLlms(c: Context): Promise<Response> {
  const { articles } = await readPublished(c, (tx) => listPublished(tx, { limit: IN_OVERVIEW }));
  const body = llmsTxt(siteSnapshot().publication, articles);
  return sendPublic(c, { status: 200, type: MARKDOWN, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

/** `/{section}/llms.txt`. */
export async function readSectionLlms(c: Context): Promise<Response> {
  const section = c.req.param('section') ?? '';
  const retired = retiredSection(section);
  if (retired) return sendMoved(c, movedPath(c, retired));
  if (!isOpenSection(section)) return notFound(c);
  const { articles } = await readPublished(c, (tx) => listPublished(tx, { section, limit: IN_OVERVIEW }));
  const body = sectionLlmsTxt(siteSnapshot().publication, section, articles);
  const modifiedAt = await lastChange(c);
  return sendPublic(c, { status: 200, type: MARKDOWN, body, modifiedAt, about: [`section:${section}`] });
}

/** `/llms-full.txt`. */
export async function readLlmsFull(c: Context): Promise<Response> {
  const { articles, isAll } = await listLatest(c);
  const body = await c.var.renderPool.render('llmsFull', articles, siteSnapshot().publication, articles, isAll);
  return sendPublic(c, { status: 200, type: MARKDOWN, body, modifiedAt: await lastChange(c), about: ['edition'] });
}

/** As many of the latest articles as may fit into llms-full.txt, and whether these are all. */
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
  return sendPublic(c, { status: 200, type: PLAIN, body: robotsTxt(siteSnapshot().publication), about: [] });
}

/** `/license.xml`: what others may do with the articles (RSL 1.0). */
export function readLicence(c: Context): Promise<Response> {
  return sendPublic(c, { status: 200, type: RSL, body: rslXml(siteSnapshot().publication), about: [] });
}

/** `/.well-known/tdmrep.json`: the same for text and data mining (TDM Reservation Protocol). */
export function readTdmRep(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(tdmRep(siteSnapshot().publication), { about: [] }));
}

/** `/humans.txt`. */
export async function readHumans(c: Context): Promise<Response> {
  const body = humansTxt(siteSnapshot().publication);
  return sendPublic(c, { status: 200, type: PLAIN, body, about: [] });
}

/** `/manifest.webmanifest`: name, colours and icons for the home screen of a phone. */
export function readManifest(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(webManifest(siteSnapshot().publication), { type: MANIFEST, about: [] }));
}

/** `/ads.txt`. */
export function readAdsTxt(c: Context): Promise<Response> {
  return sendPublic(c, { status: 200, type: PLAIN, body: adsTxt(siteSnapshot().publication), about: [] });
}

/** `/.well-known/security.txt`. */
export async function readSecurityTxt(c: Context): Promise<Response> {
  const body = securityTxt(siteSnapshot().publication, c.var.deps.clock());
  return sendPublic(c, { status: 200, type: PLAIN, body });
}

// Resources at well-known addresses. Each depends on the settings alone.

/** `/.well-known/api-catalog`. */
export function readApiCatalog(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const headers = { Link: `<${publication.baseUrl}/.well-known/api-catalog>; rel="api-catalog"` }; // RFC 9727, 3.1
  return sendPublic(c, jsonResponse(apiLinkset(publication), { type: LINKSET, headers, about: [] }));
}

/**
 * `GET /.well-known/oauth-protected-resource`, which a 401 names, and the same at the address that clients derive from that of
 * the MCP server (RFC 9728, 3.1).
 */
export function readProtectedResource(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(protectedResource(siteSnapshot().publication), { about: [] }));
}

/** `GET /.well-known/oauth-authorization-server`. */
export function readAuthorizationServer(c: Context): Promise<Response> {
  return sendPublic(c, jsonResponse(authorizationServer(siteSnapshot().publication), { about: [] }));
}

/**
 * `GET /.well-known/oauth-authorization-server/oauth`: the issuer `{base}/oauth`. Clients that see that metadata documents are
 * supported do not register, so it says so only while the server can fetch them.
 */
export async function readOAuthServer(c: Context): Promise<Response> {
  const { config, clientDocuments, deps } = c.var;
  const mode = config.clientDocuments;
  const fetches = mode === 'on' || (mode === 'check' && (await clientDocuments.canFetch(deps.clock())));
  const body = oauthServer(siteSnapshot().publication, fetches);
  return sendPublic(c, jsonResponse(body, mode === 'check' ? {} : { about: [] })); // access to the internet can come and go
}

/** `GET /auth.md`. */
export function readAuthMarkdown(c: Context): Promise<Response> {
  const body = authMarkdown(siteSnapshot().publication, claimTerms(c.var.config));
  return sendPublic(c, { status: 200, type: MARKDOWN, body, about: [] });
}
