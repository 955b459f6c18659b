import type { ArticleSummary } from '#article/article-rows.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { copy, type TestSite } from './site.ts';

/** Creates an article and publishes it. */
export async function goLive(site: TestSite, over: Record<string, unknown> = {}): Promise<ArticleSummary> {
  const { id } = await createDraft(site.deps, CLI, copy(over));
  return publish(site.deps, CLI, id, { revisionNumber: 0 });
}

/** The same with the tag and the series that the examples of the API description name. */
export async function goLiveListed(
  site: TestSite,
  over: Record<string, unknown> = {},
): Promise<ArticleSummary & { tagIds: string[] }> {
  const tag = await addAuthorOrTag(site.deps, CLI, 'tag', 'Layout');
  const article = await goLive(site, { ...over, tagIds: [tag.id] });
  const words = { name: 'Six weeks with a robot', description: 'A layout robot on one slab.' };
  const series = await addSeries(site.deps, CLI, words);
  await addToSeries(site.deps, CLI, series.id, article.id);
  return { ...article, tagIds: [tag.id] };
}

/** Saves the next revision of an article without publishing it. */
export async function save(
  site: TestSite,
  article: ArticleSummary,
  over: Record<string, unknown>,
): Promise<ArticleSummary> {
  return saveRevision(site.deps, CLI, article.id, { copy: { ...copy(over), baseRevision: article.revision } });
}

/** Saves the next revision of an article and publishes it. */
export async function goLiveAgain(
  site: TestSite,
  article: ArticleSummary,
  over: Record<string, unknown>,
): Promise<ArticleSummary> {
  const saved = await save(site, article, over);
  return publish(site.deps, CLI, article.id, {
    revisionNumber: saved.revision,
    choice: { noneBecause: 'No fact changes.' },
  });
}
