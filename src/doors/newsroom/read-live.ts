import { type OnFile, readRevision } from '../../article/on-file.ts';
import { namesOf } from '../../masthead/byline.ts';
import type { Ctx } from '../env.ts';

/** The live revision of an article, null where nothing is live. */
export async function readLive(c: Ctx, file: OnFile): Promise<OnFile | null> {
  if (file.liveRevision === null) return null;
  return readRevision(c.var.press.db.read, c.var.actor, file.id, file.liveRevision);
}

/** The name that will be printed over the article. */
export async function bylineOf(c: Ctx, { copy }: OnFile): Promise<string> {
  if (!copy.authorId) return `${c.var.config.publication.byline} (the house)`;
  const names = await namesOf(c.var.press.db.read, 'author', [copy.authorId]);
  return names.get(copy.authorId) ?? `unknown: ${copy.authorId}`;
}
