import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { rootOf } from '#core/word-root.ts';
import type { Tx } from '#db/database.ts';
import { kindOf } from '#db/schema/dialect.ts';

/** Words that follow each other, or one word. */
export type Phrase = readonly string[];
/** The fields that rank results, best first: each includes those before it. `anywhere` is all public text. */
export const FIELDS = ['headline', 'dek', 'names', 'anywhere'] as const;
export type Field = (typeof FIELDS)[number];
/** What an article has: of each list one phrase, in this field or a better one; and it is in this section. */
export type Match = { clauses: readonly (readonly Phrase[])[]; field: Field; section?: string };

/** The token of a section in the index. No word has an underscore. */
export function sectionToken(section: string): string {
  return `_${section}`;
}

/** Tests whether a row of the index matches: of `search_words` or `search_heads` on SQLite (see `tableOf`), of `search` on PostgreSQL. */
export function matches(tx: Tx, match: Match): RawBuilder<SqlBool> {
  if (kindOf(tx) === 'sqlite') return sql`${sql.ref(tableOf(match))} match ${forFts5(match)}`;
  return sql`search.${sql.ref(match.field === 'anywhere' ? 'words' : 'heads')} @@ ${forTsquery(match)}::tsquery`;
}

/** The FTS5 table of a field. */
export function tableOf({ field }: Match): string {
  return field === 'anywhere' ? 'search_words' : 'search_heads';
}

// Words are letters and digits only, and each is quoted, so that readers cannot use the language of the index.

function forFts5({ clauses, field, section }: Match): string {
  const columns = { headline: '{headline} : ', dek: '{headline dek} : ', names: '', anywhere: '' }[field];
  const phrase = (words: Phrase) => `"${words.map(rootOf).join(' ')}"`;
  const some = clauses.map((phrases) => `(${phrases.map(phrase).join(' OR ')})`).join(' AND ');
  return `${columns}(${some})${section === undefined ? '' : ` AND "${sectionToken(section)}"`}`;
}

function forTsquery({ clauses, field, section }: Match): string {
  const weights = { headline: ':A', dek: ':AB', names: '', anywhere: '' }[field];
  const phrase = (words: Phrase) => `(${words.map((word) => `'${rootOf(word)}'${weights}`).join(' <-> ')})`;
  const some = clauses.map((phrases) => `(${phrases.map(phrase).join(' | ')})`).join(' & ');
  return `${some}${section === undefined ? '' : ` & '${sectionToken(section)}'`}`;
}
