import { type OnFile, readRevision } from '../../../article/read/article-record.ts';
import type { Ctx } from '../../kit/context.ts';

/** The live revision of an article, null where nothing is live. */
export async function readLive(c: Ctx, file: OnFile): Promise<OnFile | null> {
  if (file.liveRevision === null) return null;
  return readRevision(c.var.press.db.read, c.var.actor, file.id, file.liveRevision, c.var.press);
}
