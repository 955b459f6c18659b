import * as z from 'zod';
import type { ArticleSummary } from '#article/article-rows.ts';
import { PAGES_SECTION } from '#article/own-page.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { issueWords, slug, slugOf, text } from '#core/text.ts';
import type { Deps } from '#runtime/deps.ts';
import { createDraft } from './create-draft.ts';

const LABELS: Record<string, string> = { title: 'The title', about: 'The line about it', slug: 'The address' };

export const ownPageSchema = z.strictObject({
  title: text({ min: 1, max: 110 }),
  about: text({ min: 1, max: 240 }),
  slug,
});

/**
 * Files a custom page as a draft with an empty paragraph; without a slug its address follows the title.
 * @throws forbidden, validation_failed, slug_taken
 */
export async function createOwnPage(
  deps: Deps,
  actor: Actor,
  given: { title: string; about: string; slug?: string },
): Promise<ArticleSummary> {
  requireEditorial(actor, 'start a page');
  const read = ownPageSchema.safeParse({
    title: given.title.trim(),
    about: given.about.trim(),
    slug: given.slug || slugOf(given.title),
  });
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Failure('validation_failed', `${LABELS[String(issue?.path[0])] ?? 'A field'} ${issueWords(issue)}.`);
  }
  const { title, about, slug: at } = read.data;
  const bodyBlocks = [{ id: 'b-1', type: 'paragraph' as const, text: '' }];
  return createDraft(deps, actor, { section: PAGES_SECTION, slug: at, headline: title, dek: about, bodyBlocks });
}
