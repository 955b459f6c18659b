import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { LEADS_ON_TO } from '../article/read/article-extras.ts';
import { encode, isWorthCoding } from '../cache/encode.ts';
import { writeWhole } from '../files/write-atomically.ts';
import type { Deps } from '../runtime/deps.ts';
import { followLog } from '../runtime/follow-log.ts';

// The printed edition on disk: what the newsstand hands out, as files that any static server can serve, with gzip and
// Brotli beside them. Each file appears whole or not at all.

/** Asks the house itself for a public path in a form, as a reader would. */
export type FetchPublic = (path: string, accept: string) => Promise<Response>;

const FORMS = [
  { folder: 'html', extension: 'html', accept: 'text/html' },
  { folder: 'markdown', extension: 'md', accept: 'text/markdown' },
  { folder: 'json', extension: 'json', accept: 'application/json' },
] as const;

/** Stands among the ids of changed articles for the ads, which stand in all of them. */
const ADS = 'ads';
/** Which files there are for an article: a folder that was printed with other ones is printed again as a whole. */
const LAYOUT = 'evidence';
/** How many articles are printed before other work gets its turn. */
const AT_ONCE = 8;

export type SiteExport = {
  /** Resolves once everything published before the call is on disk. */
  settled: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Prints the edition below `folder` and keeps it up with the publication log. Where the folder was printed by an earlier
 * run, only what was published since is printed anew. `fronts` have three forms, `singles` one.
 */
export function exportToDisk(
  deps: Deps,
  folder: string,
  ask: FetchPublic,
  fronts: readonly string[],
  singles: readonly string[],
  fail: (error: unknown) => void,
): SiteExport {
  let work: Promise<void> = Promise.resolve();
  const follower = followLog(deps, (lines) => {
    const ids =
      lines === 'all' ? null : [...new Set(lines.map(({ articleId, placed }) => (placed === 'ads' ? ADS : articleId)))];
    work = work.then(() => printSome(ids)).catch(fail);
  });
  const settled = async () => {
    await follower.catchUp();
    await work;
  };

  async function printSome(ids: string[] | null): Promise<void> {
    const upTo = await lastLine(deps);
    const since = ids === null ? await printedUpTo(folder) : 0;
    const changed = ids ?? (since === null ? null : await articlesSince(deps, since));
    const isAll = changed === null || changed.includes(ADS);
    for (const gone of await addressesToRemove(deps, isAll ? null : changed)) await removeArticle(folder, gone);
    const toPrint = isAll ? null : [...changed, ...(await articlesThatName(deps, changed))];
    for (let after: string | null = ''; after !== null; ) {
      const some = await addressesToPrint(deps, toPrint, after);
      await Promise.all(some.map(({ path }) => printArticle(folder, path, ask)));
      after = some.at(-1)?.id ?? null;
    }
    for (const path of fronts) await printForms(folder, path, ask);
    for (const path of singles) await printFile(join(folder, 'files', `${path}.copy`), await ask(path, '*/*'));
    await writeWhole(join(folder, '.printed'), Buffer.from(`${LAYOUT}:${upTo}`));
  }

  return {
    settled,
    stop: async () => {
      follower.stop();
      await work;
    },
  };
}

async function printArticle(folder: string, path: string, ask: FetchPublic): Promise<void> {
  await printForms(folder, path, ask);
  await printFile(evidenceFileOf(folder, path), await ask(`/api/public/articles${path}/evidence`, '*/*'));
}

function evidenceFileOf(folder: string, path: string): string {
  return join(folder, 'files/api/public/articles', path, 'evidence.copy');
}

async function printForms(folder: string, path: string, ask: FetchPublic): Promise<void> {
  for (const form of FORMS) {
    const answer = await ask(path, form.accept);
    const isThatForm = answer.headers.get('content-type')?.startsWith(form.accept);
    if (isThatForm || answer.status !== 200) await printFile(fileOf(folder, form, path), answer);
  }
}

function fileOf(folder: string, { folder: name, extension }: (typeof FORMS)[number], path: string): string {
  return join(folder, name, `${path === '/' ? '/index' : path}.${extension}`);
}

/** What is not there any more is removed; the rest replaces what was. */
async function printFile(file: string, answer: Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) return removeFile(file);
  const told = answer.headers.get('last-modified');
  const modifiedAt = told ? new Date(told) : undefined;
  const worthCoding = isWorthCoding(body.byteLength);
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
  await removeFile(evidenceFileOf(folder, path));
  for (const form of FORMS) await removeFile(fileOf(folder, form, path));
}

async function removeFile(file: string): Promise<void> {
  for (const extension of ['', '.gz', '.br']) await rm(file + extension, { force: true });
}

async function printedUpTo(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, '.printed'), 'utf8').catch(() => '');
  const [layout, upTo] = text.split(':');
  return layout === LAYOUT && /^\d+$/.test(upTo ?? '') ? Number(upTo) : null;
}

async function lastLine({ db }: Deps): Promise<number> {
  const row = await db.read
    .selectFrom('publication_log')
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

async function articlesSince({ db }: Deps, seq: number): Promise<string[]> {
  const rows = await db.read
    .selectFrom('publication_log')
    .select(['article_id', 'act', 'slug'])
    .distinct()
    .where('seq', '>', seq)
    .execute();
  return rows.map(({ article_id, act, slug }) => (act === 'placed' && slug === 'ads' ? ADS : article_id));
}

/** Those whose pages lead on to a changed one: the next newer at each desk it was ever published at. */
async function articlesThatName({ db }: Deps, changed: string[]): Promise<string[]> {
  const naming: string[] = [];
  for (const id of changed) {
    const places = await db.read
      .selectFrom('address')
      .innerJoin('article', 'article.id', 'address.article_id')
      .select(['address.desk', 'article.published_at'])
      .distinct()
      .where('address.article_id', '=', id)
      .where('address.was_live', '=', 1)
      .execute();
    for (const { desk, published_at } of places) {
      const newer = await db.read
        .selectFrom('article')
        .select('id')
        .where('live_desk', '=', desk)
        .where('live_revision', 'is not', null)
        .where((where) => where(where.refTuple('published_at', 'id'), '>', where.tuple(published_at ?? '', id)))
        .orderBy('published_at')
        .orderBy('id')
        .limit(LEADS_ON_TO)
        .execute();
      naming.push(...newer.map((row) => row.id));
    }
  }
  return naming;
}

/** The next live articles by id, of those changed where that is known. */
async function addressesToPrint({ db }: Deps, articles: string[] | null, after: string) {
  if (articles?.length === 0) return [];
  let query = db.read
    .selectFrom('article')
    .select(['id', 'live_desk', 'live_slug'])
    .where('live_revision', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE);
  if (articles) query = query.where('id', 'in', articles);
  return (await query.execute()).map((row) => ({ id: row.id, path: `/${row.live_desk}/${row.live_slug}` }));
}

/** Addresses that were live once and are no longer: withdrawn, or moved away from. */
async function addressesToRemove({ db }: Deps, articles: string[] | null): Promise<string[]> {
  if (articles?.length === 0) return [];
  let query = db.read
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['address.desk', 'address.slug'])
    .where('address.was_live', '=', 1)
    .where((where) =>
      where.or([
        where('article.live_revision', 'is', null),
        where('article.live_desk', '<>', where.ref('address.desk')),
        where('article.live_slug', '<>', where.ref('address.slug')),
      ]),
    );
  if (articles) query = query.where('address.article_id', 'in', articles);
  return (await query.execute()).map((row) => `/${row.desk}/${row.slug}`);
}
