import { findOldAddress } from '#article/old-addresses.ts';
import type { Retraction } from '#article/retraction.ts';
import { preferredForm } from '#http/cache/negotiate.ts';
import { type Form, HTML, jsonResponse, MARKDOWN } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { HOW_TO_READ_DRAFTS } from '#http/errors.ts';
import { sendMoved, sendOldAddress, sendPublic, sentPath } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';

import { notFoundHtml, notFoundMarkdown } from './not-found-html.ts';
import { readPublished } from './read-published.ts';

/**
 * 404 in the form that the route or the request asks for; the same bytes whether the article is a draft, was unpublished
 * or never existed, except that HTML shows the notice of an unpublished article. An old address and a mistyped one are redirected.
 */
export async function notFound(
  c: Context,
  form: Form = notFoundForm(c),
  retraction: Retraction | null = null,
): Promise<Response> {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const moved = isRead ? await oldAddressOf(c) : null;
  if (moved) return sendOldAddress(c, moved);
  const canonical = isRead ? canonicalPath(sentPath(c)) : null;
  if (canonical) return sendMoved(c, canonical);
  const { publication } = siteSnapshot();
  const headers = { 'Cache-Control': 'no-cache' };
  switch (form) {
    case 'html':
      return sendPublic(c, { status: 404, type: HTML, body: await notFoundHtml(publication, retraction), headers });
    case 'markdown':
      return sendPublic(c, { status: 404, type: MARKDOWN, body: notFoundMarkdown(publication), headers });
    case 'json':
      return sendPublic(
        c,
        jsonResponse(c.req.path.startsWith('/api/admin/') ? NOT_READ_HERE : NOT_FOUND, { status: 404, headers }),
      );
  }
}

/** Where an address of a previous system leads; a page of this site is always found first. */
export function oldAddressOf(c: Context): Promise<string | null> {
  const { pathname, search } = new URL(c.req.url);
  return readPublished(c, (tx) => findOldAddress(tx, pathname + search));
}

function notFoundForm(c: Context): Form {
  const path = c.req.path;
  if (path === '/api' || path.startsWith('/api/') || path.startsWith('/.well-known/')) return 'json';
  return path.endsWith('.md') ? 'markdown' : preferredForm(c.req.header('accept'));
}

const NOT_FOUND = {
  code: 'not_found',
  error: 'Nothing is published at this address.',
  hint: 'Every published article is in /api/public/articles; the API is in /openapi.json.',
};

/** The same body whether the draft exists or not. */
const NOT_READ_HERE = {
  code: 'not_found',
  error: 'Drafts cannot be read at this address.',
  hint: `${HOW_TO_READ_DRAFTS} POST /api/admin/articles files one, POST /api/admin/articles/{articleId}/revisions revises it. No address publishes or approves: an editor does that in the newsroom.`,
};

/** Addresses that people and agents guess, and where they lead. */
const ALIASES: Record<string, string> = {
  '/index.html': '/',
  '/index.htm': '/',
  '/index.php': '/',
  '/home': '/',
  '/feed': '/rss.xml',
  '/feeds': '/rss.xml',
  '/sitemap_index.xml': '/sitemap.xml',
  '/security.txt': '/.well-known/security.txt',
  '/contact': '/about',
  '/apple-touch-icon-precomposed.png': '/apple-touch-icon.png',
  '/sitemap': '/sitemap.xml',
};

/** Below these paths a capital letter may be part of a secret, a hash or a registered name. */
const CASE_MATTERS = /^\/(?:preview|media|ads|\.well-known|newsroom|agent)\//;

/**
 * The correct form of a mistyped path as it was sent, with its percent signs: without a slash at its end or two in a row, in small letters, or the target of an alias. Null when
 * the path is already correct, or when it may not be corrected.
 */
export function canonicalPath(path: string): string | null {
  if (path.startsWith('/.well-known/')) return null;
  const trimmed = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  const lower = CASE_MATTERS.test(trimmed)
    ? trimmed
    : trimmed.replace(/%[0-9a-f]{2}|[A-Z]/gi, (sign) => (sign.startsWith('%') ? sign : sign.toLowerCase()));
  const target = ALIASES[lower] ?? lower;
  return target === path ? null : target;
}
