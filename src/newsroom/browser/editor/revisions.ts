import type { UnfinishedCopy } from '#article/copy.ts';
import { type RevisionNews, revisionOf } from '#newsroom/browser/article/news.ts';
import { type MergeSides, sidesWith } from '#newsroom/browser/editor/merge/merge-dialog.ts';
import type { startAutosave } from './autosave.ts';
import { hideNotice, showNotice } from './page.ts';
import { readLatest } from './server.ts';

// Revisions that other people and agents save while the editor is open. They are merged at once; only where both changed the same
// words, the person is asked.

type Context = {
  article: string;
  keeper: ReturnType<typeof startAutosave>;
  /** Merges their copy into the text; false when the member cancels. */
  merge: (theirs: UnfinishedCopy, sides: MergeSides, title: string) => Promise<boolean>;
  /** Merges their copy if that needs no choice: `mixed` if a block has words of both, null if nothing was merged. */
  mergeNow: (theirs: UnfinishedCopy, news: RevisionNews) => 'merged' | 'mixed' | null;
  /** Resolves when no word is being composed. */
  composed: () => Promise<void>;
  /** Shows what the server has, when nothing of this member is unsaved; `news` names who wrote it. */
  refresh: (news?: RevisionNews) => Promise<void>;
  /** Says that the server does not answer. */
  away: () => void;
};

/** `merged`: the text has all words of the latest revision. `mixed`: so it has, and some blocks have words of both. */
export type Brought = 'merged' | 'mixed' | 'asked';

export function openRevisions({ article, keeper, merge, mergeNow, composed, refresh, away }: Context) {
  let bringing: Promise<Brought> | null = null;

  /** Brings the latest revision into the text, or asks where both changed the same words. */
  function bring(): Promise<Brought> {
    bringing ??= bringLatest().finally(() => {
      bringing = null;
    });
    return bringing;
  }

  async function bringLatest(): Promise<Brought> {
    const latest = await readLatest(`${article}/copy`);
    await composed();
    await keeper.idle();
    if (!latest) {
      away();
      return 'asked';
    }
    if (latest.revision === keeper.base().revision) return 'merged';
    const done = keeper.other() ? null : mergeNow(latest.copy, latest);
    if (!done) {
      offer(latest);
      return 'asked';
    }
    keeper.rebase({ revision: latest.revision, copy: latest.copy });
    hideNotice('moved');
    return done;
  }

  /** Says that there is a newer revision, with a link to the comparison, and offers to merge it. */
  function offer(latest: RevisionNews): void {
    const base = keeper.base().revision;
    showNotice(
      'moved',
      `${latest.savedBy} saved revision ${latest.revision} while you were writing.`,
      'Both of you changed the same words. Choose what to keep before you save; nothing you typed is removed without asking.',
      {
        acts: [
          { words: 'Look at what changed', href: `${article}/compare/${base}/${latest.revision}` },
          { words: `Merge revision ${latest.revision}`, act: () => void mergeLatest() },
        ],
      },
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
    if (latest.revision > keeper.base().revision && !keeper.isDirty()) {
      await composed();
      await refresh(latest);
    }
    if (latest.revision > keeper.base().revision) await bring();
  }

  return { bring, appeared };
}
