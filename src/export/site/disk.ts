import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { articlePath, PAGES_DESK } from '#article/own-page.ts';
import { encode, isWorthCoding } from '#http/cache/encode.ts';
import { declared } from '#http/declared.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeWhole } from '#runtime/files/write-atomically.ts';
import { followLog, lastSeq } from '#runtime/follow-log.ts';

// The public site as files that any static server can serve: what the cache sends, with gzip and Brotli variants. Each
// file is replaced as a whole.

/** Requests a public path of this site in a form, as a reader would. */
export type FetchPublic = (path: string, accept: string) => Promise<Response>;

/**
 * The paths to export in addition to articles, which change with the sections: `pages` have three forms, `files` one. `look` changes with the files that
 * every page loads: all pages are then exported again.
 */
export type ExportPaths = { pages: () => readonly string[]; files: () => readonly string[]; look: string };

/** `fail` reports an export that failed; it is tried again after this many seconds. */
export type Failing = { fail: (error: unknown) => void; retrySeconds: number };

const FORMS = [
  { folder: 'html', extension: 'html', accept: 'text/html' },
  { folder: 'markdown', extension: 'md', accept: 'text/markdown' },
  { folder: 'json', extension: 'json', accept: 'application/json' },
] as const;

/** What an article has in JSON in addition to its forms. */
const PARTS = ['evidence', 'related'];
/** Used among the ids of changed articles when ads changed: every article page shows ads. */
const ADS = 'ads';
/** Used among the ids of changed articles when a brief was sent: the archive changes, and no article. */
const BRIEFS = 'briefs';
/** Used in the same way when the settings of the site changed: every file shows them. */
const SITE = 'site';
const isMark = (placed: string | null) => placed === ADS || placed === BRIEFS || placed === SITE;
/** Names the files that an article has. A folder exported with another layout is exported again as a whole. */
const LAYOUT = 'revisions';
/** Files of these types are compressed already. */
const COMPRESSED = /^(?:image\/png|image\/x-icon|font\/woff2|application\/gzip)$/;
/** With more articles that were published silently, the whole site is exported again. */
const MOST_SILENT = 1000;
/** Articles exported at once, before other work gets its turn. */
const AT_ONCE = 8;

export type SiteExport = {
  /** Resolves once everything published before the call is on disk. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Exports the site to `folder` and updates the files after each publication. When an earlier run exported to the folder,
 * only the articles published since then are exported again.
 */
export function exportToDisk(
  deps: Deps,
  folder: string,
  {
    fetchPublic,
    paths: { pages, files, look },
    failing: { fail, retrySeconds },
  }: { fetchPublic: FetchPublic; paths: ExportPaths; failing: Failing },
): SiteExport {
  let work: Promise<void> = Promise.resolve();
  /** Set while the last export failed: the next one does everything since the last one that did not. */
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;
  /** Published silently, and not exported yet: one line of the log follows for all of them. */
  let silent: string[] = [];
  const follower = followLog(deps, (lines) => {
    if (lines !== 'all' && lines.every(({ isSilent }) => isSilent)) {
      silent.push(...lines.map(({ articleId }) => articleId));
      return;
    }
    const ids =
      lines === 'all'
        ? null
        : [
            ...new Set([
              ...(silent.length > MOST_SILENT ? [SITE] : silent),
              ...lines.map(({ articleId, placed }) => (isMark(placed) ? placed : articleId)),
            ]),
          ];
    silent = [];
    exportNext(ids);
  });

  void follower.catchUp(); // at once: after the process that exported before ended, the next commit may be far away

  function exportNext(ids: string[] | null): void {
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the outcome of one export decides on the timer of the next
    work = work.then(async () => {
      try {
        await exportChanges(retry === null ? ids : null);
        if (retry) clearTimeout(retry);
        retry = null;
      } catch (error) {
        fail(error);
        if (retry) clearTimeout(retry);
        if (!isStopped) retry = setTimeout(() => exportNext(null), retrySeconds * 1000).unref();
      }
    });
  }

  /** `ids` null: everything that changed since the last whole export to this folder. */
  async function exportChanges(ids: string[] | null): Promise<void> {
    const upTo = await lastSeq(deps.db, 'publication_log');
    const since = ids === null ? await exportedUpTo(folder, look) : 0;
    const changed = ids ?? (since === null ? null : await articlesSince(deps, since));
    const isAll = changed === null || changed.includes(ADS) || changed.includes(SITE);
    const articles = isAll ? null : changed;
    await removeMoved(articles);
    await exportArticles(articles && [...articles, ...(await listLinkingArticles(deps.db.read, articles))]);
    for (const path of await otherPages(deps, articles)) await exportForms(folder, path, fetchPublic);
    for (const path of pages()) await exportForms(folder, path, fetchPublic);
    for (const path of files())
      await writeResponse(join(folder, 'files', `${path}.copy`), await fetchPublic(path, '*/*'));
    await writeWhole(join(folder, '.printed'), Buffer.from(`${LAYOUT}-${look}:${upTo}`));
  }

  /** Removes the files of addresses that lead to no article any more; null means all articles. */
  async function removeMoved(ids: string[] | null): Promise<void> {
    for (const { id, path, isLive } of await pathsToRemove(deps, ids)) {
      await removeArticle(folder, path);
      if (!isLive) for (const revision of await listRevisionPaths(deps, id)) await removeForms(folder, revision);
    }
  }

  async function exportArticles(ids: string[] | null): Promise<void> {
    for (let after: string | null = ''; after !== null; ) {
      const batch = await pathsToExport(deps, ids, after);
      await Promise.all(batch.map((article) => exportArticle(deps, folder, article, fetchPublic)));
      after = batch.at(-1)?.id ?? null;
    }
  }

  return {
    settled: async () => {
      await follower.catchUp();
      await work;
    },
    stop: async () => {
      isStopped = true;
      if (retry) clearTimeout(retry);
      await follower.stop();
      await work;
    },
  };
}

async function exportArticle(
  deps: Deps,
  folder: string,
  { id, path }: { id: string; path: string },
  fetchPublic: FetchPublic,
): Promise<void> {
  await exportForms(folder, path, fetchPublic);
  for (const revision of await listRevisionPaths(deps, id)) await exportForms(folder, revision, fetchPublic);
  await writeResponse(timeMapOf(folder, path), await fetchPublic(`${path}/r/timemap`, '*/*'));
  for (const part of PARTS)
    await writeResponse(
      partFileOf(folder, path, part),
      await fetchPublic(`/api/public/articles${path}/${part}`, '*/*'),
    );
}

/** The file of the list of an article's revisions. */
function timeMapOf(folder: string, path: string): string {
  return join(folder, 'files', path, 'r', 'timemap.copy');
}

function partFileOf(folder: string, path: string, part: string): string {
  return join(folder, 'files/api/public/articles', path, `${part}.copy`);
}

async function exportForms(folder: string, path: string, fetchPublic: FetchPublic): Promise<void> {
  for (const form of FORMS) {
    const response = await fetchPublic(path, form.accept);
    const hasForm = response.headers.get('content-type')?.startsWith(form.accept);
    if (hasForm || response.status !== 200) await writeResponse(fileOf(folder, form, path), response);
  }
}

function fileOf(folder: string, { folder: name, extension }: (typeof FORMS)[number], path: string): string {
  return join(folder, name, `${path === '/' ? '/index' : path}.${extension}`);
}

/** Writes a response to a file; removes the file when the response is not 200. */
async function writeResponse(file: string, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) return removeFile(file);
  const lastModified = response.headers.get('last-modified');
  const modifiedAt = lastModified ? new Date(lastModified) : undefined;
  const isCompressed = COMPRESSED.test(response.headers.get('content-type') ?? '');
  const worthCoding = !isCompressed && isWorthCoding(body.byteLength);
  for (const [extension, coding] of [
    ['.br', 'br'],
    ['.gz', 'gzip'],
  ] as const) {
    if (worthCoding) await writeWhole(file + extension, await encode(body, coding), { modifiedAt, isPublic: true });
    else await rm(file + extension, { force: true });
  }
  await writeWhole(file, body, { modifiedAt, isPublic: true });
}

async function removeArticle(folder: string, path: string): Promise<void> {
  for (const part of PARTS) await removeFile(partFileOf(folder, path, part));
  await removeFile(timeMapOf(folder, path));
  await removeForms(folder, path);
}

async function removeForms(folder: string, path: string): Promise<void> {
  for (const form of FORMS) await removeFile(fileOf(folder, form, path));
}

async function removeFile(file: string): Promise<void> {
  for (const extension of ['', '.gz', '.br']) await rm(file + extension, { force: true });
}

async function exportedUpTo(folder: string, look: string): Promise<number | null> {
  const text = await readFile(join(folder, '.printed'), 'utf8').catch(() => '');
  const [layout, upTo] = text.split(':');
  return layout === `${LAYOUT}-${look}` && /^\d+$/.test(upTo ?? '') ? Number(upTo) : null;
}

async function articlesSince({ db }: Deps, seq: number): Promise<string[]> {
  const rows = await db.read
    .selectFrom('publication_log')
    .select(['article_id', 'act', 'slug'])
    .distinct()
    .where('seq', '>', seq)
    .execute();
  return rows.map(({ article_id, act, slug }) => (act === 'placed' && isMark(slug) ? slug : article_id));
}

/** The paths of the pages of capabilities that changed. */
async function otherPages({ db }: Deps, changed: string[] | null): Promise<string[]> {
  const parts = await Promise.all(declared().changedPages.map((load) => load()));
  const pages = await Promise.all(parts.map(({ changedPages }) => changedPages(db.read, changed)));
  return pages.flat().map(({ path }) => path);
}

/** The next live articles by id; only of `articles` when it is given. */
async function pathsToExport({ db }: Deps, articles: string[] | null, after: string) {
  if (articles?.length === 0) return [];
  let query = db.read
    .selectFrom('article')
    .select(['id', 'live_desk', 'live_slug'])
    .where('live_revision', 'is not', null)
    .where('live_desk', '<>', PAGES_DESK)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE);
  if (articles) query = query.where('id', 'in', articles);
  return (await query.execute()).map((row) => ({ id: row.id, path: `/${row.live_desk}/${row.live_slug}` }));
}

/** Paths that were live once and are not any more: the article was unpublished or moved. */
async function pathsToRemove({ db }: Deps, articles: string[] | null) {
  if (articles?.length === 0) return [];
  let query = db.read
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['article.id', 'article.live_revision', 'address.desk', 'address.slug'])
    .where('address.was_live', '=', 1)
    .where((where) =>
      where.or([
        where('article.live_revision', 'is', null),
        where('article.live_desk', '<>', where.ref('address.desk')),
        where('article.live_slug', '<>', where.ref('address.slug')),
      ]),
    );
  if (articles) query = query.where('address.article_id', 'in', articles);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    path: articlePath({ section: row.desk, slug: row.slug }),
    isLive: row.live_revision !== null,
  }));
}

/** The permanent addresses of the revisions of an article. */
async function listRevisionPaths({ db }: Deps, articleId: string): Promise<string[]> {
  const rows = await db.read
    .selectFrom('public_revision')
    .select(['desk', 'slug', 'revision'])
    .where('article_id', '=', articleId)
    .execute();
  return rows.map((row) => `/${row.desk}/${row.slug}/r/${row.revision}`);
}
