import { createHash } from 'node:crypto';
import type { Deps } from '#runtime/deps.ts';
import type { PublicationLine } from '#runtime/follow-log.ts';

// What a line of the publication log changes, by the names that responses give in `about`: the response cache of each process
// and the caches in front of the server remove the same responses.

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
  // Where the database is away, the lines were read, and will not be read again.
  const linking = articles.length === 0 ? [] : await listLinking(deps.db.read, articles).catch(() => null);
  if (linking === null) return 'all';
  const changed = lines.flatMap(({ articleId, desk, placed }) =>
    placed ? [`placed:${placed}`] : ['edition', `article:${articleId}`, `desk:${desk}`],
  );
  return [...new Set([...changed, ...linking.map((id) => `next:${id}`)])];
}

/** Whether the name, the look or another setting of the site changed, which every response shows. */
export function changesSite(lines: readonly Pick<PublicationLine, 'placed'>[]): boolean {
  return lines.some(({ placed }) => placed === 'site');
}

/** The tag of every tagged response. */
export const SITE_TAG = 'site';
/** The most tags of a response, and bytes of all of them in one header. */
const MOST_TAGS = 16;
const MOST_BYTES = 1024;

/**
 * The tags of a response, for caches in front of the server. Where there would be too many, the tag of every publication
 * replaces those of single articles: the response is then removed more often, and never too seldom.
 */
export function tagsOf(about: readonly string[]): string[] {
  const tags = [...new Set([SITE_TAG, ...about.map(tagOf)])];
  if (tags.length <= MOST_TAGS && tags.reduce((sum, tag) => sum + tag.length + 4, 0) <= MOST_BYTES) return tags;
  return [...new Set([SITE_TAG, ...about.map((name) => (name.startsWith('placed:') ? tagOf(name) : 'edition'))])];
}

/** Letters, digits and hyphens, at most 32 of them: what every cache accepts (RFC 9875, 2.2). */
export function tagOf(name: string): string {
  const [kind = '', id] = name.split(':');
  const letter = kind === 'article' ? 'a' : kind === 'next' ? 'n' : null;
  if (letter === null || !id) return name.replace(':', '-');
  return `${letter}-${createHash('sha256').update(id).digest('hex').slice(0, 16)}`;
}
