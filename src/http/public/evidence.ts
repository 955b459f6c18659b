import { readEvidence } from '../../article/figures/evidence.ts';
import { isReadableDesk } from '../../article/model/desk.ts';
import { findPublished } from '../../article/read/published.ts';
import { jsonResponse } from '../../cache/public-response.ts';
import { articleForms } from '../../render/addresses.ts';
import { evidenceJson } from '../../render/json/evidence-json.ts';
import type { Context } from '../kit/context.ts';
import { notFound } from '../kit/not-found.ts';
import { readPublished } from '../kit/read-published.ts';
import { sendMoved, sendPublic } from '../kit/respond.ts';

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
