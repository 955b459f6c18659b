import { articleForms } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { findPublished } from '#article/published.ts';
import { isReadableSection } from '#article/section.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { evidenceJson } from './evidence-json.ts';

/** `/api/public/articles/{section}/{slug}/evidence`: how each number of a published article was settled. */
export async function readArticleEvidence(c: Context): Promise<Response> {
  const { publication } = siteSnapshot();
  const [section, slug] = [c.req.param('section') ?? '', c.req.param('slug') ?? ''];
  const published = isReadableSection(section)
    ? await readPublished(c, (tx) => findPublished(tx, section, slug))
    : null;
  if (!published) return notFound(c, 'json');
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  if ('movedTo' in published)
    return sendMoved(c, `${prefix}/articles/${published.movedTo.section}/${published.movedTo.slug}/evidence`);
  const evidence = await readPublished(c, (tx) => readEvidence(tx, published.id, published.revision));
  const { html, json } = articleForms(publication, published);
  const Link = `<${html}>; rel="canonical", <${json}>; rel="describes"; type="application/json", <${publication.baseUrl}/method>; rel="help"`;
  const about = [`article:${published.id}`];
  return sendPublic(
    c,
    jsonResponse(evidenceJson(publication, published, evidence), {
      modifiedAt: published.modifiedAt,
      headers: { Link },
      about,
    }),
  );
}
