import type { Member } from '#core/actor.ts';
import type { Deps } from '#runtime/deps.ts';
import { type CommitFollower, followCommits } from '#runtime/follow-log.ts';

// Tells each open page of an article who else has it open. To open or close a page is a commit, so that every process hears of it.

/** Imported at the first stream, because a starting server serves articles first. */
const rows = () => import('#editorial/review/presence.ts');

/** The page of an article that a stream belongs to. */
export type OpenedArticle = { articleId: string; isWriting: boolean };

type Page = OpenedArticle & { member: Member; id: string; write: (text: string) => void; told: string };

/** Milliseconds to collect changes before the pages get them. */
const GATHER = 100;

export function createPresence(deps: Deps) {
  const pages = new Set<Page>();
  let commits: CommitFollower | null = null;

  async function tell(): Promise<void> {
    if (pages.size === 0) return;
    const present = await (await rows()).readPresent(deps, deps.db.read, [
      ...new Set([...pages].map(({ articleId }) => articleId)),
    ]);
    for (const page of pages) {
      const others = (present.get(page.articleId) ?? []).filter(({ id }) => id !== page.member.id);
      const text = JSON.stringify(
        others.map(({ name, isWriting, since, cursor }) => ({ name, isWriting, since, ...cursor })),
      );
      if (text === page.told) continue;
      page.told = text;
      page.write(`event: here\ndata: ${text}\n\n`);
    }
  }

  return {
    /** Adds the page; returns the function that removes it. @throws not_found */
    enter: async (member: Member, opened: OpenedArticle, write: (text: string) => void): Promise<() => void> => {
      const id = await (await rows()).enterArticle(deps, member, opened.articleId, opened.isWriting);
      const page: Page = { ...opened, member, id, write, told: '[]' };
      pages.add(page);
      commits ??= followCommits(deps.db, tell, GATHER);
      commits.lookAgain();
      return () => {
        pages.delete(page);
        void rows()
          .then(({ leaveArticle }) => leaveArticle(deps, id))
          .catch(() => {}); // the database does not answer; the row expires
        if (pages.size > 0) return;
        void commits?.stop();
        commits = null;
      };
    },
    renew: async (): Promise<void> => {
      const ids = [...pages].map(({ id }) => id);
      await (await rows()).renewPresence(deps, ids);
    },
  };
}
