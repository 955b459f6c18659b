import { articleForms } from '#article/addresses.ts';
import { isReadableDesk } from '#article/desk.ts';
import { notFound } from '#article/pages/not-found.ts';
import { readPublished } from '#article/pages/read-published.ts';
import { findPublished } from '#article/published.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { jsonResponse } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { sendMoved, sendPublic } from '#http/respond.ts';
import { evidenceJson } from './evidence-json.ts';

/** `/api/public/articles/{section}/{slug}/evidence`: how each number of a published article was settled. */
export async function readArticleEvidence(c: Context): Promise<Response> {
  const { publication } = c.var.config;
  const [section, slug] = [c.req.param('section') ?? '', c.req.param('slug') ?? ''];
  const found = isReadableDesk(section) ? await readPublished(c, (tx) => findPublished(tx, section, slug)) : null;
  if (!found) return notFound(c, 'json');
  const prefix = c.req.path.startsWith('/api/v1/') ? '/api/v1/public' : '/api/public';
  if ('movedTo' in found)
    return sendMoved(c, `${prefix}/articles/${found.movedTo.section}/${found.movedTo.slug}/evidence`);
  const evidence = await readPublished(c, (tx) => readEvidence(tx, found.id, found.revision));
  const { html, json } = articleForms(publication, found);
  const Link = `<${html}>; rel="canonical", <${json}>; rel="describes"; type="application/json", <${publication.baseUrl}/method>; rel="help"`;
  const about = [`article:${found.id}`];
  return sendPublic(
    c,
    jsonResponse(evidenceJson(publication, found, evidence), {
      modifiedAt: found.modifiedAt,
      headers: { Link },
      about,
    }),
  );
}
