import { readArchiveMark } from '#article/archive-mark.ts';
import { copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import type { BodyBlock } from '#article/copy.ts';
import { IMPORT } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { makeLive } from '#editorial/publish/publish.ts';
import { revise } from '#editorial/write/save-revision.ts';
import { plainText } from '#html/inline.ts';
import type { FindFile } from '#import/read/find-file.ts';
import type { Deps } from '#runtime/deps.ts';
import type { ImportSource, Reader } from './import-item.ts';
import type { LinkImporter } from './import-links.ts';
import type { ImportRun } from './import-runs.ts';
import { KNOWN_OTHER, KNOWN_SAME } from './look.ts';
import { prepareArticle } from './prepare-article.ts';
import { holdRun } from './run-lease.ts';

type Repairing = {
  run: ImportRun;
  holder: string;
  source: ImportSource;
  reader: Reader;
  findFile: FindFile;
  links: LinkImporter;
  options: { signal?: AbortSignal };
};

/**
 * Gives the articles of earlier imports of the same file the links that became plain words then, for example because the site had another
 * address. Only a block whose words are still those of the file changes. It can be repeated.
 */
export async function repairLinks(deps: Deps, repairing: Repairing): Promise<void> {
  const { run, holder, source, reader, findFile, links, options } = repairing;
  const known = await listKnown(deps, run);
  const hold = () => deps.db.write((tx) => holdRun(deps, tx, run.id, holder, run.found));
  let place = -1;
  for await (const item of reader.read(source)) {
    const row = known.get(++place);
    if (options.signal?.aborted) return;
    if (!row || !('article' in item)) continue;
    const prepare = (resolveLink?: (address: string) => string | null) =>
      prepareArticle(item.article, run.plan, row, { findFile, ...(resolveLink && { resolveLink }) });
    const first = prepare();
    const prepared = 'refused' in first ? first : await links.follow(first, hold, prepare);
    if ('refused' in prepared) continue;
    await deps.db.write(async (tx) => {
      await holdRun(deps, tx, run.id, holder, run.found);
      const count = await repairOne(deps, tx, row.articleId, prepared.copy.bodyBlocks);
      if (count === null) return;
      await tx
        .updateTable('import_item')
        .set({ why: `It was imported before. ${count}` })
        .where('run_id', '=', run.id)
        .where('source_id', '=', row.source_id)
        .execute();
    });
  }
}

type KnownItem = { source_id: string; section: string | null; slug: string | null; articleId: string };

/** The articles of this file that an earlier run imported, by their place in the file. */
async function listKnown(deps: Deps, { id }: ImportRun): Promise<Map<number, KnownItem>> {
  const rows = await deps.db.read
    .selectFrom('import_item as item')
    .innerJoin('import_item as earlier', (on) =>
      on.onRef('earlier.source', '=', 'item.source').onRef('earlier.source_id', '=', 'item.source_id'),
    )
    .select(['item.place', 'item.source_id', 'item.section', 'item.slug', 'earlier.article_id as articleId'])
    .where('item.run_id', '=', id)
    .where('item.why', 'in', [KNOWN_SAME, KNOWN_OTHER])
    .where('earlier.article_id', 'is not', null)
    .execute();
  return new Map(rows.flatMap(({ place, articleId, ...row }) => (articleId ? [[place, { ...row, articleId }]] : [])));
}

/** Returns what was done in words; null when no link was missing, or the article is gone. */
async function repairOne(deps: Deps, tx: Tx, articleId: string, found: readonly BodyBlock[]): Promise<string | null> {
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'not_found') return null;
    throw error;
  });
  if (article === null || article.binned_at !== null) return null;
  const copy = copyOf(await getRevisionRow(tx, article.id, article.latest_revision));
  const bodyBlocks = copy.bodyBlocks.map((block) => ({ ...block, text: linkedText(block, found) ?? block.text }));
  const count = bodyBlocks.filter(({ text }, at) => text !== copy.bodyBlocks[at]?.text).length;
  if (count === 0) return null;
  const { revision } = await revise(deps, tx, IMPORT, {
    articleId: article.id,
    sent: {
      ...copy,
      bodyBlocks,
      baseRevision: article.latest_revision,
    },
  });
  const blocks = `${count} of its blocks ${count === 1 ? 'has' : 'have'} links now`;
  const archive = readArchiveMark(article.archive);
  const { published_at: publishedAt, modified_at: modifiedAt } = article;
  if (article.live_revision !== article.latest_revision || !archive || !publishedAt || !modifiedAt)
    return `${blocks}, in revision ${revision}, which an editor publishes.`;
  try {
    await makeLive(deps, tx, IMPORT, {
      articleId: article.id,
      revisionNumber: revision,
      options: {
        noCorrectionBecause: 'Only links changed: they lead on again.',
        earlier: { publishedAt, modifiedAt, archive },
      },
    });
    return `${blocks}, and readers see them.`;
  } catch (error) {
    // The gate refuses before anything is written.
    if (!(error instanceof Failure) || error.kind !== 'gate_blocked') throw error;
    return `${blocks}, in revision ${revision}, which stays a draft. ${error.message}`;
  }
}

/** The text of the file with its links, where the block has the same words and fewer links; null where somebody changed the words. */
function linkedText(block: BodyBlock, found: readonly BodyBlock[]): string | null {
  const there = found.find(({ id }) => id === block.id);
  if (!there || there.type !== block.type || there.text === block.text) return null;
  return countLinks(there.text) > countLinks(block.text) && wordsOf(there) === wordsOf(block) ? there.text : null;
}

function wordsOf({ text }: BodyBlock): string {
  return text.split('\n').map(plainText).join('\n');
}

function countLinks(text: string): number {
  return text.split('](https://').length - 1;
}
