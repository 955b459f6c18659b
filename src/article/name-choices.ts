import { sql } from 'kysely';
import { foldForSearch, tokenize } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';

/** The maximum number of names listed of each kind. */
const MOST = 500;
/** Most names searched for words. */
const MOST_LOOKED_AT = 10_000;

export type NameChoice = { id: string; name: string };
export type NameChoices = { authors: NameChoice[]; tags: NameChoice[]; namesLeftOut: number };

/** The authors and tags that an article can name, sorted by name; with `q`, only names that contain each of its words. */
export async function listNameChoices(tx: Tx, q: string | undefined): Promise<NameChoices> {
  const [authors, tags] = [await read(tx, 'author'), await read(tx, 'tag')];
  const words = q === undefined ? [] : tokenize(q);
  const matches = [authors, tags].map((all) =>
    all.filter(({ name }) => words.every((word) => foldForSearch(name).includes(word))),
  );
  const [ofAuthors = [], ofTags = []] = matches;
  const leftOut = matches.map((all) => Math.max(0, all.length - MOST));
  return {
    authors: ofAuthors.slice(0, MOST),
    tags: ofTags.slice(0, MOST),
    namesLeftOut: leftOut.reduce((sum, count) => sum + count, 0),
  };
}

function read(tx: Tx, table: 'author' | 'tag'): Promise<NameChoice[]> {
  const all = tx.selectFrom(table).select(['id', 'name']).orderBy('name').orderBy('id').limit(MOST_LOOKED_AT);
  return (table === 'tag' ? all.where(sql.ref('merged_into'), 'is', null) : all).execute();
}
