import { sql } from 'kysely';
import type { CheckData } from '#http/declared.ts';
import { unpackDocument } from './read-records.ts';
import { parseSigned, sha256 } from './signing/signed-document.ts';

/** How many are named. */
const MOST = 20;
const AT_ONCE = 200;

type Recorded = { number: number; article_id: string; revision: number; document: string; hash: string };
type Kept = { headline: string | null; dek: string | null; body_blocks: string | null };
type Stated = { article: { headline: string; dek: string }; blocks: { id: string; type: string; sha256: string }[] };

/** Compares each published revision with its signed record. */
export const checkData: CheckData = async ({ tx }) => {
  const wrong: string[] = [];
  for (let after = 0; wrong.length < MOST; ) {
    const { rows } = await sql<Recorded & Kept>`select s.number, s.article_id, s.revision, s.document, s.hash,
      r.headline, r.dek, r.body_blocks from signed_record s
      left join revision r on r.article_id = s.article_id and r.number = s.revision
      where s.number > ${after} order by s.number limit ${AT_ONCE}`.execute(tx);
    for (const row of rows) wrong.push(...differences(row));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.number;
  }
  return wrong.slice(0, MOST);
};

function differences(row: Recorded & Kept): string[] {
  try {
    const document = unpackDocument(row.document);
    if (sha256(document) !== row.hash) return [`signed record ${row.number} was changed after it was made`];
    const { article, blocks } = parseSigned(document).record as unknown as Stated;
    const kept: { id: string; type: string; text: string }[] = JSON.parse(row.body_blocks ?? '[]');
    const body = kept.map(({ id, type, text }) => ({ id, type, sha256: sha256(text) }));
    const isSame = row.headline === article.headline && row.dek === article.dek && wordsOf(body) === wordsOf(blocks);
    return isSame ? [] : [`the words of revision ${row.article_id} ${row.revision} differ from its signed record`];
  } catch {
    return [`signed record ${row.number} or its revision cannot be read`];
  }
}

function wordsOf(blocks: Stated['blocks']): string {
  return blocks.map(({ id, type, sha256: hash }) => `${id} ${type} ${hash}`).join('\n');
}
