import { readArchiveMark } from '#article/archive-mark.ts';
import { copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import type { BodyBlock } from '#article/copy.ts';
import { IMPORT } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { makeLive } from '#editorial/publish/publish.ts';
import { revise } from '#editorial/write/save-revision.ts';
import type { FindFile } from '#exchange/import/read/find-file.ts';
import { plainText } from '#html/inline.ts';
import type { Deps } from '#runtime/deps.ts';
import type { ImportSource, Reader } from './import-item.ts';
import type { LinkImporter } from './import-links.ts';
import type { ImportRun } from './import-runs.ts';
import { isOwnAddress } from './known-links.ts';
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
 * Gives the articles of earlier imports of the same file the links that became plain words then, or that lead to the previous site because
 * nobody had said its address. Only a block whose words are still those of the file changes. It can be repeated.
 */
export async function repairLinks(deps: Deps, repairing: Repairing): Promise<void> {
  const { run, holder, source, reader, findFile, links, options } = repairing;
  const known = await listKnown(deps, run);
  const hold = () => deps.db.write((tx) => holdRun(deps, tx, { id: run.id, holder, done: run.found }));
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
      await holdRun(deps, tx, { id: run.id, holder, done: run.found });
      const count = await repairOne(deps, tx, row.articleId, {
        original: prepared.copy.bodyBlocks,
        siteUrl: run.plan.siteUrl,
      });
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
async function repairOne(
  deps: Deps,
  tx: Tx,
  articleId: string,
  { original, siteUrl }: { original: readonly BodyBlock[]; siteUrl: string | null },
): Promise<string | null> {
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId).catch((error: unknown) => {
    if (error instanceof Failure && error.kind === 'not_found') return null;
    throw error;
  });
  if (article === null || article.binned_at !== null) return null;
  const copy = copyOf(await getRevisionRow(tx, article.id, article.latest_revision));
  const bodyBlocks = copy.bodyBlocks.map((block) => ({
    ...block,
    text: linkedText(block, original, siteUrl) ?? block.text,
  }));
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

const LINK = /\[([^\]]*)\]\((https:\/\/[^)\s]+)\)/g;

/**
 * The text of the block with the links that the file gives it: those to the previous site lead on, and words that had a link have it again.
 * Null where nothing is missing, or somebody changed the words. Every other link stays.
 */
function linkedText(block: BodyBlock, original: readonly BodyBlock[], siteUrl: string | null): string | null {
  const there = original.find(({ id }) => id === block.id);
  if (!there || there.type !== block.type || wordsOf(there) !== wordsOf(block)) return null;
  const links = linksOf(there.text);
  const addresses = new Map(links.map(({ label, address }) => [label, address]));
  const led = block.text.replace(LINK, (link, label: string, address: string) => {
    const next = isOwnAddress(address, siteUrl) ? addresses.get(label) : undefined;
    return next === undefined ? link : `[${label}](${next})`;
  });
  const kept = linksOf(led);
  const isWhole = kept.every(({ label, address }) =>
    links.some((link) => link.label === label && link.address === address),
  );
  const text = isWhole && links.length > kept.length ? there.text : led;
  return text === block.text ? null : text;
}

function linksOf(text: string): { label: string; address: string }[] {
  return Array.from(text.matchAll(LINK), ([, label = '', address = '']) => ({ label, address }));
}

function wordsOf({ text }: BodyBlock): string {
  return text.split('\n').map(plainText).join('\n');
}
