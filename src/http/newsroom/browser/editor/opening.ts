import type { UnfinishedCopy } from '../../../../article/model/copy.ts';
import { sameCopy } from './flat-copy.ts';
import type { Footing } from './keeper.ts';
import type { LeftOver, LocalCopy, openLocalCopy } from './local-copy.ts';
import type { EditorPage } from './page.ts';
import type { ServerCopy } from './server.ts';

/** What the editor begins with. */
export type Opening = {
  shown: UnfinishedCopy;
  footing: Footing;
  /** Whether what is shown was kept by this browser, and the server does not have it. */
  isKeptHere: boolean;
  /** What the server holds that was typed elsewhere since this browser kept its copy; null where nothing was. */
  elsewhere: ServerCopy | null;
  /** Further texts that this browser kept. */
  more: LeftOver[];
};

/** Chooses between the server's copy and what this browser kept of a window that is gone. */
export async function chooseOpening(page: EditorPage, local: ReturnType<typeof openLocalCopy>): Promise<Opening> {
  const { server } = page;
  const left = await local.leftOver();
  const news = left.filter(({ local: { copy } }) => !sameCopy(copy, server.copy));
  for (const { key } of left.filter((one) => !news.includes(one))) local.drop(key);
  const [latest, ...more] = news;
  const plain: Footing = { base: server.base, number: server.number, known: server.copy, posts: [] };
  if (!latest) return { shown: server.copy, footing: plain, isKeptHere: false, elsewhere: null, more };
  const footing = footingOf(latest.local, server);
  local.keep({ ...footing, copy: latest.local.copy, at: latest.local.at });
  local.drop(latest.key);
  const isBehind = footing.number !== server.number;
  return { shown: latest.local.copy, footing, isKeptHere: true, elsewhere: isBehind ? server : null, more };
}

function footingOf(local: LocalCopy, server: ServerCopy): Footing {
  const { base, number = -1, known = base.copy, posts = [] } = local;
  const isOwn = posts.includes(server.postId);
  if (number !== server.number && !isOwn) return { base, number, known, posts };
  // posts of the window that is gone may still be on their way: their ids stay known
  return { base: isOwn && server.isTyped ? server.base : base, number: server.number, known: server.copy, posts };
}
