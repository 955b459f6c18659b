import type { ArticleSummary } from '../../src/article/model/article-rows.ts';
import { publish } from '../../src/article/publish/publish.ts';
import { createDraft } from '../../src/article/write/create-draft.ts';
import { saveRevision } from '../../src/article/write/save-revision.ts';
import { HOUSE } from '../../src/core/actor.ts';
import { copy, type TestHouse } from './house.ts';

/** Files an article and publishes it. */
export async function goLive(house: TestHouse, over: Record<string, unknown> = {}): Promise<ArticleSummary> {
  const { id } = await createDraft(house.press, HOUSE, copy(over));
  return publish(house.press, HOUSE, id, 0);
}

/** Saves the next revision of an article and leaves what is live alone. */
export async function save(
  house: TestHouse,
  article: ArticleSummary,
  over: Record<string, unknown>,
): Promise<ArticleSummary> {
  return saveRevision(house.press, HOUSE, article.id, { ...copy(over), baseRevision: article.revision });
}

/** Saves the next revision of an article and publishes it. */
export async function goLiveAgain(
  house: TestHouse,
  article: ArticleSummary,
  over: Record<string, unknown>,
): Promise<ArticleSummary> {
  const saved = await save(house, article, over);
  return publish(house.press, HOUSE, article.id, saved.revision, { noneBecause: 'No fact changes.' });
}
