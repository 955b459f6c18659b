import type { Unfinished } from '../../../../article/working-copy.ts';

/** What was typed and has not reached the server, with the revision it was made from. */
export type LocalCopy = { base: { revision: number; copy: Unfinished }; copy: Unfinished; at: string };

/** The copy this browser keeps for one person and one article, as long as the server does not have it. */
export function openLocalCopy(editorId: string, articleId: string) {
  const key = `plumbline:typed:${editorId}:${articleId}`;
  return {
    read: (): LocalCopy | null => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as LocalCopy | null;
      } catch {
        return null;
      }
    },
    /** Whether it could be kept: a browser may be full, or forbid it. */
    keep: (copy: LocalCopy): boolean => {
      try {
        localStorage.setItem(key, JSON.stringify(copy));
        return true;
      } catch {
        return false;
      }
    },
    drop: (): void => {
      try {
        localStorage.removeItem(key);
      } catch {
        // a browser that keeps nothing has nothing to drop
      }
    },
  };
}
