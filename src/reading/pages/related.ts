import { articleForms } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { findPublished } from '#article/published.ts';
import { isReadableSection } from '#article/section.ts';
import { jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { readRelated } from '#reading/related/read-related.ts';
import { findSeriesPlace } from '#reading/series/read-series.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { relatedJson } from './related-json.ts';

/** `/api/public/articles/{section}/{slug}/related`: what to read after a published article. */
export async function readArticleRelated(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const [section, slug] = [c.req.param('section') ?? '', c.req.param('slug') ?? ''];
  const published = isReadableSection(section)
    ? await readPublished(c, (tx) => findPublished(tx, section, slug))
    : null;
  if (!published) return notFound(c, 'json');
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  if ('movedTo' in published)
    return sendMoved(c, `${prefix}/articles/${published.movedTo.section}/${published.movedTo.slug}/related`);
  const series = await readPublished(c, (tx) => findSeriesPlace(tx, published.id));
  const related = await readPublished(c, (tx) => readRelated(tx, published, series));
  const { html, json } = articleForms(publication, published);
  const Link = `<${html}>; rel="canonical", <${json}>; rel="describes"; type="application/json"`;
  const about = [`next:${published.id}`, ...[published, ...related.articles].map(({ id }) => `article:${id}`)];
  const body = relatedJson(publication, published, { related, series });
  return sendPublic(c, jsonResponse(body, { modifiedAt: published.modifiedAt, headers: { Link }, about }));
}
