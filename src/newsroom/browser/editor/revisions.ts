import type { UnfinishedCopy } from '#article/copy.ts';
import { type RevisionNews, revisionOf } from '#newsroom/browser/article/news.ts';
import { type MergeSides, sidesWith } from '#newsroom/browser/editor/merge/merge-dialog.ts';
import type { startAutosave } from './autosave.ts';
import { hideNotice, showNotice } from './page.ts';
import { readLatest } from './server.ts';

// Revisions that other people and agents save while the editor is open.

type Context = {
  article: string;
  keeper: ReturnType<typeof startAutosave>;
  /** Merges their copy into the text; false when the member cancels. */
  merge: (theirs: UnfinishedCopy, sides: MergeSides, title: string) => Promise<boolean>;
  /** Shows what another window of this member stored. */
  refresh: () => Promise<void>;
  /** Says that the server does not answer. */
  away: () => void;
};

export function openRevisions({ article, keeper, merge, refresh, away }: Context) {
  /** Says that there is a newer revision, with a link to the comparison, and offers to merge it. */
  async function offer(known?: RevisionNews): Promise<void> {
    const latest = known ?? (await readLatest(`${article}/copy`));
    const base = keeper.base().revision;
    if (!latest || latest.revision === base) return;
    showNotice(
      'moved',
      `${latest.savedBy} saved revision ${latest.revision} while you were writing.`,
      `Your text is based on revision ${base}. Merge the new revision before you save; nothing you typed is removed without asking.`,
      [
        { words: 'Look at what changed', href: `${article}/compare/${base}/${latest.revision}` },
        { words: `Merge revision ${latest.revision}`, act: () => void mergeLatest() },
      ],
    );
  }

  /** Merges the latest revision: the text is then based on it. */
  async function mergeLatest(): Promise<void> {
    const theirs = await readLatest(`${article}/copy`);
    if (!theirs) return away();
    const { revision, copy } = theirs;
    if (!(await merge(copy, sidesWith(theirs.savedBy), `Merged with revision ${revision}.`))) return;
    keeper.rebase({ revision, copy });
    hideNotice('moved');
  }

  /** A revision that appeared while the page is open. Another window of this member may have saved it. */
  async function appeared(aside: HTMLElement): Promise<void> {
    const latest = revisionOf(aside);
    await keeper.idle();
    if (latest.revision > keeper.base().revision && !keeper.isDirty()) await refresh();
    if (latest.revision > keeper.base().revision) await offer(latest);
  }

  return { offer, appeared };
}
