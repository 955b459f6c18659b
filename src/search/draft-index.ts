import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { kindOf } from '#db/schema/dialect.ts';

// The search index of the newsroom: the words of the latest revision of every article, made by `tokenize`. A save only notes that the
// article has to be indexed; see editorial/write/index-drafts.ts.

/** Replaces the words of an article. */
export async function indexDraft(tx: Tx, articleId: string, words: readonly string[]): Promise<void> {
  await removeDraft(tx, articleId);
  if (kindOf(tx) === 'postgres') {
    await sql`insert into draft_search (article_id, words) values (${articleId}, array_to_tsvector(${words}::text[]))`.execute(
      tx,
    );
    return;
  }
  const { place } = await tx
    .insertInto('draft_search')
    .values({ article_id: articleId })
    .returning('place')
    .executeTakeFirstOrThrow();
  await sql`insert into draft_words (rowid, words) values (${place}, ${words.join(' ')})`.execute(tx);
}

/** Removes an article from the index. */
export async function removeDraft(tx: Tx, articleId: string): Promise<void> {
  if (kindOf(tx) === 'sqlite') {
    await sql`delete from draft_words where rowid = (select place from draft_search where article_id = ${articleId})`.execute(
      tx,
    );
  }
  await tx.deleteFrom('draft_search').where('article_id', '=', articleId).execute();
}

/** Empties the index, and notes that every article has to be indexed: after a copy of a database, which leaves the index out. */
export async function indexDraftsAgain(tx: Tx): Promise<void> {
  if (kindOf(tx) === 'sqlite') await sql`delete from draft_words`.execute(tx);
  await tx.deleteFrom('draft_search').execute();
  await tx.deleteFrom('draft_unindexed').execute();
  await sql`insert into draft_unindexed (article_id) select id from article`.execute(tx);
}

/** The ids of the articles that contain each word, whole or as the beginning of a word; a subquery. At least one word. */
export function draftsWith(tx: Tx, words: readonly string[]): RawBuilder<{ article_id: string }> {
  if (kindOf(tx) === 'postgres') {
    const query = words.map((word) => `'${word}':*`).join(' & ');
    return sql`(select article_id from draft_search where words @@ ${query}::tsquery)`;
  }
  const query = words.map((word) => `"${word}"*`).join(' AND ');
  return sql`(select draft_search.article_id as article_id from draft_words cross join draft_search on draft_search.place = draft_words.rowid
    where draft_words match ${query})`;
}
