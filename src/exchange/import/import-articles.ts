import { Failure, type FailureKind } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import { type FindFile, indexFiles } from '#exchange/import/read/find-file.ts';
import { findReader } from '#exchange/import/read/readers.ts';
import type { Deps } from '#runtime/deps.ts';
import type { LocalPorts } from '#runtime/fetch-page.ts';
import { publishArchived } from './archive-run.ts';
import { type FiledArticle, fileArticle } from './file-article.ts';
import type { ImportArticle, ImportSource, Reader } from './import-item.ts';
import { type LinkImporter, openLinkImporter } from './import-links.ts';
import { type ImportedPictures, openPictureImporter, type PictureImporter } from './import-pictures.ts';
import type { ImportRun } from './import-runs.ts';
import type { ItemReport } from './item-report.ts';
import type { ResolveLink } from './known-links.ts';
import { redirectLists } from './list-redirects.ts';
import { outcomeOf } from './look.ts';
import { hashItem, type PreparedArticle, prepareArticle } from './prepare-article.ts';
import { repairLinks } from './repair-links.ts';
import { holdRun } from './run-lease.ts';

export type ImportOptions = {
  readers?: readonly Reader[];
  isRoute: IsRoute;
  /** The address of this site, which the requests for pictures name. */
  baseUrl: string;
  rehearsal?: LocalPorts;
  /** Called after each article. */
  onProgress?: (done: number) => void;
  /** Stops between two articles; the import can be resumed. */
  signal?: AbortSignal;
};

type Opened = { run: ImportRun; holder: string; source: ImportSource; options: ImportOptions };
type Importing = Opened & { findFile: FindFile; pictures: PictureImporter; links: LinkImporter; done: number };

/** Articles whose links and pictures are had while an earlier one is filed. */
const AHEAD = 2;

/** Imports the articles of a run that are not imported yet, each in its own transaction. @throws validation_failed, busy */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over the file keeps a few articles ahead; where it stops decides what follows
export async function importArticles(deps: Deps, opened: Opened): Promise<void> {
  const { run, source, options } = opened;
  const { baseUrl, rehearsal } = options;
  const reader = await findReader(source, options.readers);
  const open = await readOpen(deps, run.id);
  const fetching = {
    hosts: run.plan.imageHosts,
    baseUrl,
    ...(rehearsal && { rehearsal }),
    // Without a credit the gate would keep an article of an archive a draft.
    ...(run.archive && { credit: run.plan.siteName }),
  };
  const importing: Importing = {
    ...opened,
    findFile: await indexFiles(source),
    pictures: openPictureImporter(deps, source, fetching),
    links: openLinkImporter(deps, { run, source, reader }, options),
    done: run.found - open.size,
  };
  const ahead: Promise<ReadyArticle | null>[] = [];
  let place = -1;
  try {
    for await (const item of reader.read(source)) {
      const row = open.get(++place);
      if (options.signal?.aborted || open.size === 0) break;
      if (!row || !('article' in item)) continue;
      open.delete(place);
      if (hashItem(item) !== row.hash) throw changedItem(row);
      const ready = getReady(deps, importing, item.article, row);
      ready.catch(() => {}); // thrown again when it is its turn
      ahead.push(ready);
      if (ahead.length > AHEAD && !(await fileNext(deps, importing, await ahead.shift()))) return;
    }
    while (ahead.length > 0) if (!(await fileNext(deps, importing, await ahead.shift()))) return;
    if (!options.signal?.aborted) await redirectLists(deps, { ...importing, reader, isRoute: options.isRoute });
    if (run.plan.repairLinks && !options.signal?.aborted) await repairLinks(deps, { ...importing, reader });
  } finally {
    await Promise.allSettled(ahead);
  }
}

function changedItem({ source_id }: OpenItem): Failure {
  return new Failure('validation_failed', `The item ${source_id} changed since the look.`, {
    hint: 'Look at the file again.',
  });
}

type OpenItem = { source_id: string; hash: string; section: string | null; slug: string | null };

/** The articles that are still to import, by their place in the file. */
async function readOpen(deps: Deps, id: string): Promise<Map<number, OpenItem>> {
  const rows = await deps.db.read
    .selectFrom('import_item')
    .select(['place', 'source_id', 'hash', 'section', 'slug'])
    .where('run_id', '=', id)
    .where('outcome', 'is', null)
    .execute();
  return new Map(rows.map(({ place, ...row }) => [place, row]));
}

/** Refusals that end the import; every other one refuses the article alone. */
const ENDS: readonly FailureKind[] = ['busy', 'db_unavailable', 'storage_full', 'forbidden'];

/** An article with the pictures that it has in the library, or the reason why it cannot become a draft. */
type ReadyArticle = { found: ImportArticle; row: OpenItem } & (
  | { prepared: PreparedArticle; pictures: ImportedPictures }
  | { refused: string }
);

/** Asks other servers and converts pictures, outside of all transactions. Null when the import was stopped meanwhile. */
async function getReady(
  deps: Deps,
  importing: Importing,
  article: ImportArticle,
  row: OpenItem,
): Promise<ReadyArticle | null> {
  const { run, holder, options, findFile, pictures, links } = importing;
  const hold = () => deps.db.write((tx) => holdRun(deps, tx, { id: run.id, holder, done: importing.done }));
  const prepare = (resolveLink?: ResolveLink) =>
    prepareArticle(article, run.plan, row, { findFile, ...(resolveLink && { resolveLink }) });
  const known = prepare();
  const prepared = 'refused' in known ? known : await links.follow(known, hold, prepare);
  if ('refused' in prepared) return { found: article, row, ...prepared };
  const taken = await pictures.take(prepared, hold, options.signal);
  return taken && { found: article, row, prepared, pictures: taken };
}

/** Stores what became of an article. False when the import was stopped before. */
async function fileNext(deps: Deps, importing: Importing, ready: ReadyArticle | null | undefined): Promise<boolean> {
  if (!ready || importing.options.signal?.aborted) return false;
  importing.done++;
  if ('refused' in ready) await refuseItem(deps, importing, ready.row, ready.refused);
  else await fileOne(deps, importing, ready);
  importing.options.onProgress?.(importing.done);
  return true;
}

async function fileOne(
  deps: Deps,
  importing: Importing,
  { found: article, row, prepared, pictures }: Extract<ReadyArticle, { prepared: PreparedArticle }>,
): Promise<void> {
  const { run, holder, options, done } = importing;
  try {
    await deps.db.write(async (tx) => {
      await holdRun(deps, tx, { id: run.id, holder, done });
      const filed = await fileArticle(deps, tx, {
        runId: run.id,
        found: { ...article, sourceId: row.source_id },
        prepared,
        pictures,
        isRoute: options.isRoute,
      });
      const report = await goLive(deps, tx, run, { filed, article });
      await tx
        .updateTable('import_item')
        .set({ outcome: outcomeOf(report), report: JSON.stringify(report), article_id: filed.articleId })
        .where('run_id', '=', run.id)
        .where('source_id', '=', row.source_id)
        .execute();
    });
  } catch (error) {
    if (!(error instanceof Failure) || ENDS.includes(error.kind)) throw error;
    await refuseItem(deps, importing, row, error.message);
  }
}

/** The report of an article that a run of an archive published, or that stays a draft. */
async function goLive(
  deps: Deps,
  tx: Tx,
  run: ImportRun,
  imported: { filed: FiledArticle; article: ImportArticle },
): Promise<ItemReport> {
  const { report } = imported.filed;
  if (run.archive === null) return report;
  const why = await publishArchived(deps, tx, run, imported);
  return { ...report, notes: [...report.notes, why === null ? LIVE : `It stays a draft because ${lowerFirst(why)}`] };
}

const LIVE = 'Live, as an article of the archive.';

function lowerFirst(words: string): string {
  return words.replace(/^\p{Lu}(?=\p{Ll}| )/u, (letter) => letter.toLowerCase()).replace(/(?<![.!?])$/, '.');
}

async function refuseItem(
  deps: Deps,
  { run, holder, done }: Importing,
  { source_id }: OpenItem,
  why: string,
): Promise<void> {
  await deps.db.write(async (tx) => {
    await holdRun(deps, tx, { id: run.id, holder, done });
    await tx
      .updateTable('import_item')
      .set({ outcome: 'refused', why })
      .where('run_id', '=', run.id)
      .where('source_id', '=', source_id)
      .execute();
  });
}
