import { type ArchiveMark, readArchiveMark } from '#article/archive-mark.ts';
import type { BodyBlock } from '#article/copy.ts';
import { PAGES_DESK } from '#article/own-page.ts';
import type { PublishedArticle } from '#article/published.ts';
import type { Tx } from '#db/database.ts';

export type Correction = {
  seq: number;
  note: string;
  at: string;
  section: string;
  slug: string;
  headline: string;
  archive: ArchiveMark | null;
};

/** Corrections of live articles, latest first, and the number to continue from when there are earlier ones. */
export async function listCorrections(
  tx: Tx,
  { before, limit }: { before?: number; limit: number },
): Promise<{ corrections: Correction[]; earlier: number | null }> {
  const rows = await tx
    .selectFrom('correction')
    .innerJoin('article', 'article.id', 'correction.article_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select([
      'correction.seq',
      'correction.note',
      'correction.at',
      'live_desk',
      'live_slug',
      'revision.headline',
      'article.archive',
    ])
    .where('live_desk', '<>', PAGES_DESK)
    .$if(before !== undefined, (query) => query.where('correction.seq', '<', before ?? 0))
    .orderBy('correction.seq', 'desc')
    .limit(limit + 1)
    .execute();
  const corrections = rows.slice(0, limit).map(({ live_desk, live_slug, ...row }) => ({
    ...row,
    section: live_desk ?? '',
    slug: live_slug ?? '',
    archive: readArchiveMark(row.archive),
  }));
  return { corrections, earlier: rows.length > limit ? (corrections.at(-1)?.seq ?? null) : null };
}

type Corrected = Pick<PublishedArticle, 'id' | 'revision' | 'correctionNumber' | 'bodyBlocks'>;

/**
 * The positions in the live copy of the blocks that the latest correction changed: as on a drawing, only the latest is marked.
 * Empty when it changed no block, when a later revision rewrote the blocks, or when the record is missing.
 */
export async function findCorrectedBlocks(tx: Tx, article: Corrected): Promise<number[]> {
  if (article.correctionNumber === null) return [];
  const [corrected, before] = await aroundCorrection(tx, article.id);
  if (corrected === undefined || before === undefined) return [];
  const blocks = corrected === article.revision ? article.bodyBlocks : await blocksOf(tx, article.id, corrected);
  const was = await blocksOf(tx, article.id, before);
  const changed = new Set(
    changedBlocks(was, blocks)
      .map((at) => blocks[at])
      .map(wordsOf),
  );
  return article.bodyBlocks.flatMap((block, at) => (changed.has(wordsOf(block)) ? [at] : []));
}

/** The positions of the blocks that the earlier copy did not have. */
export function changedBlocks(before: readonly BodyBlock[], after: readonly BodyBlock[]): number[] {
  const kept = new Set(before.map(wordsOf));
  return after.flatMap((block, at) => (kept.has(wordsOf(block)) ? [] : [at]));
}

/** The revision that was published as the latest correction, and the revision that readers saw before it. */
async function aroundCorrection(tx: Tx, articleId: string): Promise<(number | undefined)[]> {
  const published = tx
    .selectFrom('journal')
    .where('subject_kind', '=', 'article')
    .where('subject_id', '=', articleId)
    .orderBy('seq', 'desc');
  const correction = await published.select('seq').where('act', '=', 'article.corrected').limit(1).executeTakeFirst();
  if (!correction) return [];
  const rows = await published
    .select('revision')
    .where('act', 'in', ['article.published', 'article.corrected'])
    .where('seq', '<=', correction.seq)
    .limit(2)
    .execute();
  return rows.map(({ revision }) => revision ?? undefined);
}

async function blocksOf(tx: Tx, articleId: string, number: number): Promise<BodyBlock[]> {
  const row = await tx
    .selectFrom('revision')
    .select('body_blocks')
    .where('article_id', '=', articleId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ? JSON.parse(row.body_blocks) : [];
}

function wordsOf(block: BodyBlock | undefined): string {
  return `${block?.type} ${block?.text}`;
}
