import { pagePath } from '#article/addresses.ts';
import { readPublicProfile } from '#article/author-profile.ts';
import { notFound } from '#article/pages/not-found.ts';
import { pageLinks, partOf, requestedPage } from '#article/pages/paged.ts';
import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublished } from '#article/published.ts';
import { HTML } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, markdownResponse, sendPublic } from '#http/respond.ts';
import { picturesBeside } from '#reading/pictures-beside.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { authorHtml } from './front-html.ts';
import { authorMarkdown } from './page-markdown.ts';

/** How many articles a page lists. */
const AT_ONCE = 100;

/** `/authors/{slug}` and `/authors/{slug}.md`: the published articles of a byline. A byline without any gets 404. */
export async function readAuthor(c: Context): Promise<Response> {
  const slug = (c.req.param('slug') ?? '').replace(/\.md$/, '');
  const page = requestedPage(c);
  if (page === null) return notFound(c);
  const wanted = { author: slug, ...partOf(page, AT_ONCE) };
  const { articles, nextCursor } = await readPublished(c, (tx) => listPublished(tx, wanted));
  const name = articles[0]?.author;
  if (!name) return notFound(c);
  const { publication } = siteSnapshot();
  const profile = await readPublished(c, (tx) => readPublicProfile(tx, slug));
  const byline = { slug, name, ...profile, articles, page, hasMore: nextCursor !== null };
  const modifiedAt = await lastChange(c);
  const headers = pageLinks({ path: `/authors/${slug}`, page, hasMore: byline.hasMore });
  const form = formOf(c);
  const how = { about: ['edition', 'placed:authors'], form, choice: isTwin(c) ? 'query' : 'page query' } as const;
  if (form === 'markdown') {
    const body = authorMarkdown(publication, byline);
    return sendPublic(c, {
      ...markdownResponse(body, pagePath(`/authors/${slug}.md`, page), modifiedAt, headers),
      ...how,
    });
  }
  return sendPublic(c, {
    status: 200,
    type: HTML,
    body: await authorHtml(publication, { ...byline, pictures: await picturesBeside(c, articles) }),
    modifiedAt,
    headers,
    ...how,
  });
}
