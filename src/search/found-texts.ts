import type { BodyBlock } from '#article/copy.ts';
import { readTags, tagsIn } from '#article/published-tags.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';

/** What a list of results shows of an article in addition to its listing. */
export type FoundTexts = { bodyBlocks: BodyBlock[]; tags: string[] };

/** The body and the tags of these live articles, by id. */
export async function readFoundTexts(tx: Tx, ids: readonly string[]): Promise<Map<string, FoundTexts>> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
    )
    .select(['article.id', 'body_blocks', 'tag_ids'])
    .where(isAmong(tx, 'article.id', ids))
    .execute();
  const tags = await readTags(tx, rows);
  return new Map(
    rows.map((row) => [
      row.id,
      { bodyBlocks: JSON.parse(row.body_blocks), tags: tagsIn(row, tags).map(({ name }) => name) },
    ]),
  );
}
