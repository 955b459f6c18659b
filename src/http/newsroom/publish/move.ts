import { z } from 'zod';
import { moveArticle } from '../../../article/publish/move-article.ts';
import { slug } from '../../../core/text.ts';
import { validateForm } from '../../kit/body.ts';
import type { Context } from '../../kit/context.ts';
import { parseForm } from '../kit/form.ts';
import { redirect } from '../kit/page.ts';
import { parseRevisionNumber } from '../kit/params.ts';
import { moveForm } from './publication-forms.ts';
import { refusedForm } from './refused-form.ts';
import { readLatestView } from './revision-view.ts';

const addressSchema = z.strictObject({ section: slug, slug });
const LABELS = { section: 'The desk', slug: 'The slug' };

/** `POST /newsroom/articles/{articleId}/move`: another desk or slug for a live article, its words unchanged. */
export async function postMove(c: Context): Promise<Response> {
  const { base, section = '', slug: word = '' } = await parseForm(c);
  const articleId = c.req.param('articleId') ?? '';
  try {
    const to = validateForm(addressSchema, { section, slug: word }, LABELS);
    await moveArticle(c.var.deps, c.var.actor, articleId, parseRevisionNumber(base), to);
  } catch (error) {
    const seen = await readLatestView(c);
    if (seen.live === null || seen.file.liveRevision !== seen.file.revision) throw error;
    return refusedForm(c, error, seen, 'Move it to another address', moveForm(seen, { section, slug: word }));
  }
  return redirect(`/newsroom/articles/${articleId}?done=moved`);
}
