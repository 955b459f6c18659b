import type { Database } from '#db/database.ts';

/** The condition of a search of the index: terms that an article has, or does not have. */
export type Match = string | { all: readonly Match[] } | { any: readonly Match[] } | { some: Match; but: Match };

/** The query in the language of the full-text index. Each term is quoted: readers cannot use that language. */
export function matchText(kind: Database['kind'], match: Match): string {
  return kind === 'sqlite' ? forFts5(match) : forTsquery(match);
}

function forFts5(match: Match): string {
  if (typeof match === 'string') return `"${match}"`;
  if ('all' in match) return `(${match.all.map(forFts5).join(' AND ')})`;
  if ('any' in match) return `(${match.any.map(forFts5).join(' OR ')})`;
  return `(${forFts5(match.some)} NOT ${forFts5(match.but)})`;
}

function forTsquery(match: Match): string {
  if (typeof match === 'string') return `'${match}'`;
  if ('all' in match) return `(${match.all.map(forTsquery).join(' & ')})`;
  if ('any' in match) return `(${match.any.map(forTsquery).join(' | ')})`;
  return `(${forTsquery(match.some)} & !${forTsquery(match.but)})`;
}
