import { type Form, HTML, type PublicResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { formOf, isTwin, linksOf, markdownResponse, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { Html } from './html.ts';
import { type ProsePage, proseHtml, proseMarkdown } from './page-prose.ts';

/** Sends a page of prose in the form that was asked for. */
export async function sendProse(c: Context, prose: ProsePage): Promise<Response> {
  return sendPage(c, formOf(c), await printProse(c, prose));
}

/** The additions to sections, by their ids. */
type Drawn = { html?: Record<string, Html>; markdown?: Record<string, string> };

/** A page of prose in the form that was asked for. */
export async function printProse(c: Context, prose: ProsePage, drawn: Drawn = {}): Promise<PublicResponse> {
  const { publication } = siteSnapshot();
  const headers = linksOf(c, prose.path);
  if (formOf(c) === 'markdown')
    return markdownResponse(proseMarkdown(publication, prose, drawn.markdown), `${prose.path}.md`, null, headers);
  return { status: 200, type: HTML, body: await proseHtml(publication, prose, drawn.html), headers };
}

/** Sends a page at `path` or at `path` + `.md`. */
export function sendPage(
  c: Context,
  form: Form,
  copy: PublicResponse,
  about: readonly string[] = [],
): Promise<Response> {
  return sendPublic(c, { ...copy, about: [...about], form, choice: isTwin(c) ? 'only' : 'page' });
}
