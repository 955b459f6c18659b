import { lastChange, readPublished } from '#article/pages/read-published.ts';
import { listPublicationMonths } from '#article/publication-months.ts';
import { HTML, jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { listPublishedTags } from '#reading/tag-pages.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { archiveJson, tagIndexJson } from './archive-json.ts';
import { archiveMarkdown, tagsMarkdown } from './archive-markdown.ts';
import { archiveHtml, tagsHtml } from './list-html.ts';

// The list of months and the list of tags. `lists.ts` has the pages of each month and of each tag.

/** A page in its three forms; its JSON is also at `/api/v1/public` and its path. */
type IndexPage = {
  path: '/archive' | '/tags';
  html: () => Promise<string>;
  markdown: () => string;
  json: () => object;
};

/** `/archive` and `/archive.md`, and `/api/v1/public/archive`: every month with articles, latest first. */
export async function readArchive(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const months = await readPublished(c, listPublicationMonths);
  return sendIndex(c, {
    path: '/archive',
    html: () => archiveHtml(publication, months),
    markdown: () => archiveMarkdown(publication, months),
    json: () => archiveJson(publication, months),
  });
}

/** `/tags` and `/tags.md`, and `/api/v1/public/tags`: every tag of a live article, by name. */
export async function readTags(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const tags = await readPublished(c, listPublishedTags);
  return sendIndex(c, {
    path: '/tags',
    html: () => tagsHtml(publication, tags),
    markdown: () => tagsMarkdown(publication, tags),
    json: () => tagIndexJson(publication, tags),
  });
}

async function sendIndex(c: Context, page: IndexPage): Promise<Response> {
  const { baseUrl } = c.var.config.publication;
  const modifiedAt = await lastChange(c);
  if (c.req.path.startsWith('/api/')) {
    const headers = { Link: `<${baseUrl}${page.path}>; rel="alternate"; type="text/html"` };
    return sendPublic(c, jsonResponse(page.json(), { modifiedAt, headers, about: ['edition'] }));
  }
  const form = formOf(c);
  const headers = linksOf(c, page.path, `${baseUrl}/api/v1/public${page.path}`);
  const kept = { about: ['edition'], form, choice: isTwin(c) ? 'only' : 'page' } as const;
  switch (form) {
    case 'html':
      return sendPublic(c, { status: 200, type: HTML, body: await page.html(), modifiedAt, headers, ...kept });
    case 'markdown':
      return sendPublic(c, { ...markdownResponse(page.markdown(), `${page.path}.md`, modifiedAt, headers), ...kept });
    case 'json':
      return sendPublic(c, jsonResponse(page.json(), { modifiedAt, headers, ...kept }));
  }
}
