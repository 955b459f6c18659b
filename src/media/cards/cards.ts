import { notFound } from '#article/pages/not-found.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { findPublished } from '#article/published.ts';
import { isSection } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { PNG } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { articleCard, renderPng, siteCard } from './card.ts';

/** `/cards/{section}/{slug}.png`: the preview image of an article on other sites. */
export async function readCard(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const section = c.req.param('section') ?? '';
  const [, slug = ''] = /^(.+)\.png$/.exec(c.req.param('slug') ?? '') ?? [];
  const published =
    isSection(section) && slug !== '' ? await readPublished(c, (tx) => findPublished(tx, section, slug)) : null;
  if (!published) return notFound(c);
  if ('movedTo' in published) return sendMoved(c, `/cards/${published.movedTo.section}/${published.movedTo.slug}.png`);
  const body = await renderPng(articleCard(publication, published)).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'busy') return null;
    throw error;
  });
  if (body === null) return redirectToSiteCard(publication.baseUrl);
  return sendPublic(c, {
    status: 200,
    type: PNG,
    body,
    modifiedAt: published.modifiedAt,
    about: [`article:${published.id}`],
  });
}

/** When too many cards are requested at once, redirects to the card of the publication, which is drawn once. */
function redirectToSiteCard(baseUrl: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: `${baseUrl}/cards/house.png`, 'Cache-Control': 'no-store' },
  });
}

/** `/cards/house.png`. */
export async function readSiteCard(c: Context): Promise<Response> {
  return sendPublic(c, {
    status: 200,
    type: PNG,
    body: await renderPng(siteCard(siteSnapshot().publication)),
    about: [],
  });
}
