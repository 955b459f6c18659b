import { type ArticleRecord, readRevision } from '../../../article/read/article-record.ts';
import type { Context } from '../../kit/context.ts';

/** The live revision of an article, null where nothing is live. */
export async function readLive(c: Context, file: ArticleRecord): Promise<ArticleRecord | null> {
  if (file.liveRevision === null) return null;
  return readRevision(c.var.deps.db.read, c.var.actor, file.id, file.liveRevision, c.var.deps);
}
