import { type ArchiveMark, readArchiveMark } from '#article/archive-mark.ts';
import type { BodyBlock } from '#article/copy.ts';
import { changedLines } from '#article/exhibits.ts';
import { PAGES_SECTION } from '#article/own-page.ts';
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
      'live_section',
      'live_slug',
      'revision.headline',
      'article.archive',
    ])
    .where('live_section', '<>', PAGES_SECTION)
    .$if(before !== undefined, (query) => query.where('correction.seq', '<', before ?? 0))
    .orderBy('correction.seq', 'desc')
    .limit(limit + 1)
    .execute();
  const corrections = rows.slice(0, limit).map(({ live_section, live_slug, ...row }) => ({
    ...row,
    section: live_section ?? '',
    slug: live_slug ?? '',
    archive: readArchiveMark(row.archive),
  }));
  return { corrections, earlier: rows.length > limit ? (corrections.at(-1)?.seq ?? null) : null };
}

/** The text of an article that a correction marks. */
type Text = { bodyBlocks: readonly BodyBlock[]; exhibits?: string | null | undefined };
type Corrected = Pick<PublishedArticle, 'id' | 'revision' | 'correctionNumber' | 'bodyBlocks' | 'exhibits'>;

/** What changed in a text: its blocks by their positions, and the lines of its exhibits by the positions at which they begin. */
export type ChangedText = { blocks: number[]; lines: number[] };

export const UNCHANGED: ChangedText = { blocks: [], lines: [] };

/**
 * What the latest correction changed in the live copy: as on a drawing, only the latest is marked. Nothing when it changed no text, when a
 * later revision wrote the text again, or when the record is missing.
 */
export async function findCorrectedText(tx: Tx, article: Corrected): Promise<ChangedText> {
  if (article.correctionNumber === null) return UNCHANGED;
  const [corrected, before] = await aroundCorrection(tx, article.id);
  if (corrected === undefined || before === undefined) return UNCHANGED;
  const was = await textOf(tx, article.id, before);
  if (corrected === article.revision) return changedText(was, article);
  const then = await textOf(tx, article.id, corrected);
  // What neither the copy before the correction nor a later revision has changed.
  const [byCorrection, later] = [changedText(was, article), changedText(then, article)];
  const without = (all: number[], some: number[]) => all.filter((at) => !some.includes(at));
  return {
    blocks: without(byCorrection.blocks, later.blocks),
    lines: without(byCorrection.lines, later.lines),
  };
}

/** What the earlier copy did not have. */
export function changedText(before: Text, after: Text): ChangedText {
  const kept = new Set(before.bodyBlocks.map(wordsOf));
  return {
    blocks: after.bodyBlocks.flatMap((block, at) => (kept.has(wordsOf(block)) ? [] : [at])),
    lines: changedLines(before.exhibits ?? null, after.exhibits ?? null),
  };
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

async function textOf(tx: Tx, articleId: string, number: number): Promise<Text> {
  const row = await tx
    .selectFrom('revision')
    .select(['body_blocks', 'exhibits'])
    .where('article_id', '=', articleId)
    .where('number', '=', number)
    .executeTakeFirst();
  return { bodyBlocks: row ? JSON.parse(row.body_blocks) : [], exhibits: row?.exhibits ?? null };
}

function wordsOf(block: BodyBlock | undefined): string {
  return `${block?.type} ${block?.text}`;
}
