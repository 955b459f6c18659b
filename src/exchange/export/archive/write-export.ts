import { createHash } from 'node:crypto';
import { currentSections } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { licenceOf } from '#http/licence.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { Files } from '#runtime/files/files.ts';
import { exportedJson, jsonFile } from './article-json.ts';
import { exportedMarkdown } from './article-markdown.ts';
import { type ExportSink, MANIFEST } from './export-sink.ts';
import { addMedia, listPictures } from './media-files.ts';
import { addPrivate } from './private-files.ts';
import { compare, listLiveArticles, pathOf, readArticle } from './read-articles.ts';
import { caddyRedirects, hostRedirects, nginxRedirects } from './redirect-files.ts';
import { listSeries } from './series-list.ts';
import { siteBuilders } from './site-builders.ts';
import { listAllCorrections, listAuthors, listChanges, listRedirects, listTags } from './site-lists.ts';

export const FORMAT = 'plumbline-export/1';

export type ExportOrder = {
  /** Whether revisions, comments and the journal are in it. */
  private: boolean;
  /** Only articles, corrections and changes of this UTC day (`2026-11-21`) or later. */
  since: string | null;
};

/** What an export is made from: one moment of the database, and the files of pictures. */
type ExportSource = { tx: Tx; files: Files; publication: Publication };

export type ExportCounts = Record<string, number>;
export type ExportResult = { counts: ExportCounts; files: number; bytes: number; missing: string[] };
/** Called now and then with how many articles are done. */
export type ExportProgress = (done: number, whole: number) => void;

/**
 * Writes an export in the format plumbline-export/1 (docs/import.md). The same content gives the same bytes.
 * @throws storage_full when the disk is full; nothing is left then
 */
export async function writeExport(
  source: ExportSource,
  order: ExportOrder,
  sink: ExportSink,
  progress: ExportProgress = () => {},
): Promise<ExportResult> {
  const hashes = new Map<string, string>();
  let bytes = 0;
  const add: ExportSink['add'] = async (path, content) => {
    hashes.set(path, createHash('sha256').update(content).digest('hex'));
    bytes += content.byteLength;
    await sink.add(path, content);
  };
  try {
    const { counts, missing } = await writeAll(source, order, add, progress);
    const files = Object.fromEntries([...hashes].sort(([path], [other]) => compare(path, other)));
    await sink.add(MANIFEST, jsonFile(await describeExport(source, order, counts, files)));
    await sink.finish();
    return { counts, files: hashes.size + 1, bytes, missing };
  } catch (error) {
    await sink.abandon().catch(() => {});
    throw isFull(error)
      ? new Failure('storage_full', 'The disk is full: nothing was exported.', {
          hint: 'Free some space, then export again.',
        })
      : error;
  }
}

type Add = ExportSink['add'];

async function writeAll(source: ExportSource, order: ExportOrder, add: Add, progress: ExportProgress) {
  const { tx, publication } = source;
  const articles = await writeArticles(source, order, add, progress);
  const authors = await listAuthors(tx);
  for (const { portrait } of authors) if (portrait !== null) articles.pictures.add(portrait);
  const listed = await listPictures(tx, order.private ? 'all' : articles.pictures);
  const { pictures, missing } = await addMedia({ add }, source.files, listed);
  const redirects = await listRedirects(tx);
  const [tags, corrections, series] = [await listTags(tx), await listAllCorrections(tx), await listSeries(tx)];
  const changes = await listChanges(tx, publication, order.since);
  const recent = corrections.filter(({ at }) => order.since === null || at >= order.since);
  const lists = { media: pictures, redirects, authors, tags, series, corrections: recent, changes };
  for (const [name, list] of Object.entries(lists)) await add(`${name}.json`, jsonFile(list));
  await add('redirects.nginx', Buffer.from(nginxRedirects(redirects)));
  await add('_redirects', Buffer.from(hostRedirects(redirects)));
  await add('Caddyfile.redirects', Buffer.from(caddyRedirects(redirects)));
  for (const [path, text] of siteBuilders(publication)) await add(path, Buffer.from(text));
  const hidden = order.private ? await addPrivate({ add }, tx) : null;
  const counts: ExportCounts = { articles: articles.count };
  for (const [name, list] of Object.entries(lists)) counts[name] = list.length;
  for (const [name, count] of Object.entries(hidden ?? {})) counts[`private_${name}`] = count;
  return { counts, missing };
}

async function writeArticles(
  { tx, publication }: ExportSource,
  order: ExportOrder,
  add: Add,
  progress: ExportProgress,
) {
  const pictures = new Set<string>();
  const live = await listLiveArticles(tx, order.since);
  let count = 0;
  for (const address of live) {
    const exported = await readArticle(tx, address);
    if (!exported) continue;
    const name = `articles${pathOf(address)}`;
    await add(`${name}.json`, jsonFile(exportedJson(publication, exported)));
    await add(`${name}.md`, Buffer.from(exportedMarkdown(publication, exported)));
    if (exported.article.hero) pictures.add(exported.article.hero.hash);
    progress(++count, live.length);
  }
  return { count, pictures };
}

/** What `manifest.json` says. `made_at` is the time of the last publication: the clock would make every export another one. */
async function describeExport(
  { tx, publication }: ExportSource,
  order: ExportOrder,
  counts: ExportCounts,
  files: Record<string, string>,
) {
  const last = await tx
    .selectFrom('publication_log')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { name, description, baseUrl, language, byline } = publication;
  return {
    format: FORMAT,
    site: { name, description, url: baseUrl, language, byline, license: licenceOf(publication).url },
    sections: currentSections(),
    made_at: last?.at ?? null,
    last_publication: last?.seq ?? 0,
    since: order.since,
    has_private: order.private,
    counts,
    files,
  };
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code));
}
