import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Tx } from '#db/database.ts';

/** A record in the list of all records. */
export type ChainEntry = {
  number: number;
  at: string;
  hash: string;
  chain: string;
  /** The permanent address of its revision; null when its article was withdrawn. */
  place: { section: string; slug: string; revision: number } | null;
};

/** The record of a revision, as it is sent; null when it has not been made yet. */
export async function findRecord(
  tx: Tx,
  articleId: string,
  revision: number,
): Promise<{ document: string; at: string } | null> {
  const row = await tx
    .selectFrom('signed_record')
    .select(['document', 'at'])
    .where('article_id', '=', articleId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row ? { document: unpackDocument(row.document), at: row.at } : null;
}

/** The hashes of the records after number `after`, in order; those of withdrawn articles too. */
export async function listChain(tx: Tx, { after, limit }: { after: number; limit: number }): Promise<ChainEntry[]> {
  const rows = await tx
    .selectFrom('signed_record as record')
    .innerJoin('article', 'article.id', 'record.article_id')
    .innerJoin('public_revision as then', (on) =>
      on.onRef('then.article_id', '=', 'record.article_id').onRef('then.revision', '=', 'record.revision'),
    )
    .select(['number', 'record.at', 'hash', 'chain', 'then.revision', 'then.desk as section', 'then.slug'])
    .select('article.live_revision')
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ number, at, hash, chain, live_revision, ...place }) => ({
    number,
    at,
    hash,
    chain,
    place: live_revision === null ? null : place,
  }));
}

/** A document as it is stored: compressed to about a quarter, base64. */
export function packDocument(document: string): string {
  return deflateRawSync(document).toString('base64');
}

export function unpackDocument(packed: string): string {
  return inflateRawSync(Buffer.from(packed, 'base64')).toString();
}
