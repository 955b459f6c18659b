import { type OnFile, readRevision } from '../../article/on-file.ts';
import type { Ctx } from '../env.ts';

/** The live revision of an article, null where nothing is live. */
export async function readLive(c: Ctx, file: OnFile): Promise<OnFile | null> {
  if (file.liveRevision === null) return null;
  return readRevision(c.var.press.db.read, c.var.actor, file.id, file.liveRevision, c.var.press);
}
