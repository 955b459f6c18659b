import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { kindOf } from '#db/schema/dialect.ts';

// The index of the quote check: for each article that was ever live, the hashed terms of everything that readers could read in it.
// SQLite stores them in an FTS5 table, PostgreSQL in a GIN index of numbers. It only says which articles may have a quote.

/** Most articles that are counted for one term; a more frequent term says little. */
const MOST_PER_TERM = 300;

export type QuoteCandidate = { articleId: string; hits: number };

/** The last line of the publication log that is in the index. */
export async function readQuotePosition(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('quote_position').select('seq').executeTakeFirst();
  return row?.seq ?? 0;
}

/** Advances the position; false when another process has done it. */
export async function moveQuotePosition(tx: Tx, from: number, to: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('quote_position')
    .set({ seq: to })
    .where('seq', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows === 1n || from > 0) return numUpdatedRows === 1n;
  // A database without the row, because all its tables were emptied, begins at 0, too.
  const row = { one: 1, seq: to };
  const added = await tx
    .insertInto('quote_position')
    .values(row)
    .onConflict((clash) => clash.doNothing())
    .executeTakeFirst();
  return added.numInsertedOrUpdatedRows === 1n;
}

/** Replaces the terms of an article. */
export async function putQuoteTerms(tx: Tx, articleId: string, terms: readonly number[]): Promise<void> {
  if (kindOf(tx) === 'postgres') {
    await sql`insert into quote_text (article_id, words) values (${articleId}, ${terms}::int[])
      on conflict (article_id) do update set words = excluded.words`.execute(tx);
    return;
  }
  await sql`insert into quote_text (article_id) values (${articleId}) on conflict do nothing`.execute(tx);
  const place = sql`(select place from quote_text where article_id = ${articleId})`;
  await sql`delete from quote_words where rowid = ${place}`.execute(tx);
  await sql`insert into quote_words (rowid, words) values (${place}, ${terms.map(termText).join(' ')})`.execute(tx);
}

/** The articles that have all of the terms, the first indexed first. */
export async function findWithAllTerms(tx: Tx, terms: readonly number[], limit: number): Promise<string[]> {
  const matching =
    kindOf(tx) === 'postgres'
      ? sql`quote_text where words @> ${terms}::int[]`
      : sql`quote_words cross join quote_text on quote_text.place = quote_words.rowid
          where quote_words match ${terms.map((term) => `"${termText(term)}"`).join(' ')}`;
  const order = kindOf(tx) === 'postgres' ? sql`place` : sql`quote_words.rowid`;
  const { rows } = await sql<{ id: string }>`select article_id as id from ${matching}
    order by ${order} limit ${sql.lit(limit)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The articles that have most of the terms, best first. */
export async function findWithSomeTerms(tx: Tx, terms: readonly number[], limit: number): Promise<QuoteCandidate[]> {
  const each = kindOf(tx) === 'postgres' ? inPostgres(terms) : inSqlite(terms);
  const { rows } = await sql<QuoteCandidate>`
    with best as (select place, count(*) as hits from (${each}) as found group by place order by hits desc, place limit ${sql.lit(limit)})
    select quote_text.article_id as "articleId", best.hits from best join quote_text on quote_text.place = best.place
    order by best.hits desc, best.place`.execute(tx);
  return rows.map(({ articleId, hits }) => ({ articleId, hits: Number(hits) }));
}

function inSqlite(terms: readonly number[]) {
  return sql.join(
    terms.map(
      (term) =>
        sql`select * from (select rowid as place from quote_words where quote_words match ${`"${termText(term)}"`} limit ${sql.lit(MOST_PER_TERM)})`,
    ),
    sql` union all `,
  );
}

function inPostgres(terms: readonly number[]) {
  return sql`select one.place from unnest(${terms}::int[]) as term cross join lateral (
    select place from quote_text where words @> array[term] limit ${sql.lit(MOST_PER_TERM)}) as one`;
}

/** Four characters. */
function termText(term: number): string {
  return term.toString(36).padStart(4, '0');
}
