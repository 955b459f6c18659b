import type { Tx } from '#db/database.ts';

// An editor can store the address of an archived copy, such as one in a web archive, beside a source of an article. The source itself does
// not change. Readers see the copy in the evidence from the next publication on.

/** The addresses of archived copies by the addresses of their sources. */
export type ArchivedCopies = ReadonlyMap<string, string>;

/** The archived copies of the sources of an article. */
export async function readArchivedCopies(tx: Tx, articleId: string): Promise<ArchivedCopies> {
  const rows = await tx
    .selectFrom('archived_copy')
    .select(['source_url', 'url'])
    .where('article_id', '=', articleId)
    .orderBy('source_url')
    .execute();
  return new Map(rows.map(({ source_url, url }) => [source_url, url]));
}

/** A source of an article, the address of its archived copy, and who stored it when. */
export type ArchivedCopy = {
  articleId: string;
  source: string;
  url: string;
  by: { id: string; name: string };
  at: string;
};

/** Stores the archived copy of a source in place of an earlier one. */
export async function storeArchivedCopy(tx: Tx, { articleId, source, url, by, at }: ArchivedCopy): Promise<void> {
  const stored = { url, by_id: by.id, by_name: by.name, at };
  await tx
    .insertInto('archived_copy')
    .values({ article_id: articleId, source_url: source, ...stored })
    .onConflict((known) => known.columns(['article_id', 'source_url']).doUpdateSet(stored))
    .execute();
}

/** Removes the archived copy of a source. */
export async function removeArchivedCopy(tx: Tx, articleId: string, source: string): Promise<void> {
  await tx.deleteFrom('archived_copy').where('article_id', '=', articleId).where('source_url', '=', source).execute();
}
