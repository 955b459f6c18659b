import { OPTIONAL_TEXT_COLUMNS } from '#article/article-fields.ts';
import type { RevisionRow } from '#article/article-rows.ts';
import type { BodyBlock, Source } from '#article/copy.ts';
import { inTurns, rest } from '#core/concurrency.ts';
import { Failure } from '#core/failure.ts';
import { tokenizeInTurns } from '#core/tokenize.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import type { Deps } from '#runtime/deps.ts';
import { indexDraft } from '#search/draft-index.ts';

/** Articles indexed in one transaction. */
const AT_ONCE = 20;
/** Most articles that a search indexes before it looks for words. */
export const BEFORE_SEARCH = 200;

/**
 * Indexes articles whose latest revision is not in the search index of the newsroom, at most `most`. Several processes may run it
 * at once.
 */
export async function indexDrafts(deps: Deps, most = Number.POSITIVE_INFINITY): Promise<void> {
  for (let indexed = 0; indexed < most; ) {
    const began = performance.now();
    if ((await listUnindexed(deps.db.read, 1)).length === 0) return;
    const count = await deps.db.write(async (tx) => {
      const ids = await listUnindexed(tx, AT_ONCE);
      for (const id of ids) await indexOne(deps, tx, id);
      return ids.length;
    });
    indexed += count;
    if (most === Number.POSITIVE_INFINITY) await rest(performance.now() - began);
  }
}

/** The same before a search. A database that cannot be written does not stop the search. */
export async function indexBeforeSearch(deps: Deps): Promise<void> {
  try {
    await indexDrafts(deps, BEFORE_SEARCH);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
  }
}

async function listUnindexed(tx: Tx, limit: number): Promise<string[]> {
  const rows = await tx.selectFrom('draft_unindexed').select('article_id').limit(limit).execute();
  return rows.map((row) => row.article_id);
}

async function indexOne(deps: Deps, tx: Tx, id: string): Promise<void> {
  await lockArticle(deps.db.kind, tx, id);
  const { numDeletedRows } = await tx.deleteFrom('draft_unindexed').where('article_id', '=', id).executeTakeFirst();
  if (numDeletedRows !== 1n) return;
  const row = await tx
    .selectFrom('article')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .selectAll('revision')
    .where('article.id', '=', id)
    .executeTakeFirst();
  if (row) await indexDraft(tx, id, await inTurns(tokenizeInTurns(textsOf(row))));
}

/** Every text of a revision that a person wrote: headline, dek, body, sources, and the notes for the editors. */
function textsOf(row: RevisionRow): string[] {
  const blocks = JSON.parse(row.body_blocks) as BodyBlock[];
  const sources = JSON.parse(row.sources) as Source[];
  const notes = Object.values(JSON.parse(row.editorial_packet ?? '{}') as Record<string, string>);
  return [
    row.headline,
    row.dek,
    ...blocks.map(({ text }) => text),
    ...sources.flatMap(({ title, publisher = '', note = '' }) => [title, publisher, note]),
    ...OPTIONAL_TEXT_COLUMNS.map((column) => row[column] ?? ''),
    ...notes,
  ];
}
