import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Tx } from '#db/database.ts';

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

/** A document as it is stored: compressed to about a quarter, base64. */
export function packDocument(document: string): string {
  return deflateRawSync(document).toString('base64');
}

export function unpackDocument(packed: string): string {
  return inflateRawSync(Buffer.from(packed, 'base64')).toString();
}
