import type { Deps } from '#runtime/deps.ts';
import type { PublicationLine } from '#runtime/follow-log.ts';

// The changes by a line of the publication log, with the names that responses give in `about`.

/** The ids of the articles whose pages can list one of these articles. */
export type ListLinking = (tx: Deps['db']['read'], ids: readonly string[]) => Promise<string[]>;

/** Up to this many articles that changed at once, the pages that list them are looked up; with more, all responses are removed. */
const FEW_CHANGED = 50;

/**
 * The names of what these lines changed, each once; `'all'` where the lines are unknown or too many. `listLinking` finds the
 * pages that a changed article can be listed on (`next:…`).
 */
export async function changedNames(
  deps: Pick<Deps, 'db'>,
  lines: readonly PublicationLine[] | 'all',
  listLinking: ListLinking,
): Promise<string[] | 'all'> {
  if (lines === 'all' || changesSite(lines) || lines.some(({ placed }) => placed === 'imported')) return 'all';
  const articles = [...new Set(lines.flatMap(({ articleId, placed }) => (placed ? [] : [articleId])))];
  if (articles.length > FEW_CHANGED) return 'all';
  // If the database cannot be reached: the lines were read, and will not be read again.
  const linking = articles.length === 0 ? [] : await listLinking(deps.db.read, articles).catch(() => null);
  if (linking === null) return 'all';
  const changed = lines.flatMap(({ articleId, section, placed }) =>
    placed ? [`placed:${placed}`] : ['edition', `article:${articleId}`, `section:${section}`],
  );
  return [...new Set([...changed, ...linking.map((id) => `next:${id}`)])];
}

/** Whether the name, the look or another setting of the site changed, which every response shows. */
export function changesSite(lines: readonly Pick<PublicationLine, 'placed'>[]): boolean {
  return lines.some(({ placed }) => placed === 'site');
}
