import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type FindFile, indexFiles } from '#exchange/import/read/find-file.ts';
import { findReader } from '#exchange/import/read/readers.ts';
import { openSource } from '#exchange/import/read/source.ts';
import type { Deps } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { FoundSite, ImportItem, ImportSource, Reader } from './import-item.ts';
import { getRun, type ImportRun } from './import-runs.ts';
import { type ImportOutcome, type ItemReport, NOTHING_TO_REPORT } from './item-report.ts';
import { type ImportPlan, nameWithoutSite, ownNameOf, siteAddressOf } from './plan.ts';
import { hashItem, type PreparedArticle, prepareArticle } from './prepare-article.ts';
import { holdRun, leaveRun, takeRun } from './run-lease.ts';

/** Items that are stored in one transaction. */
const AT_ONCE = 200;
/** Characters of a title or an id that are stored. */
const LONGEST_TITLE = 300;
const LONGEST_ID = 1000;

/** What a preview needs to know in addition to the file. */
export type LookOptions = {
  readers?: readonly Reader[];
  /** The sections of the magazine, the first one for articles without a known category. */
  sections: readonly { slug: string; name: string }[];
  /** Stops the look, which begins again later. */
  signal?: AbortSignal;
  /** The name of the process that looks, where its parent knows it. */
  holder?: string;
  /** Called after each item. */
  onProgress?: () => void;
};

/**
 * Reads a file to its end and stores what an import of it would do. Nothing else is written. A look that ended early starts again.
 * @throws validation_failed for a file that no reader knows or that a limit refuses, forbidden, not_found, busy
 */
export async function lookAt(deps: Deps, actor: Actor, id: string, options: LookOptions): Promise<ImportRun> {
  const run = await getRun(deps.db.read, actor, id);
  const { holder = deps.newId() } = options;
  if (!(await takeRun(deps, id, { from: ['waits to look', 'looks', 'failed'], to: 'looks', holder, force: true })))
    throw new Failure('busy', 'Another import is being worked on.', { hint: 'Try again when it is done.' });
  try {
    const source = await openSource(run.path, { name: run.fileName });
    try {
      await readAll(deps, actor, { run, holder, source, options });
    } finally {
      await source.close();
    }
    await leaveRun(deps, id, holder, { state: options.signal?.aborted ? 'waits to look' : 'looked', trouble: null });
  } catch (error) {
    const trouble = error instanceof Failure ? error.message : 'The file could not be read.';
    await leaveRun(deps, id, holder, { state: 'failed', trouble });
    throw error;
  }
  return getRun(deps.db.read, actor, id);
}

type Looking = { run: ImportRun; holder: string; source: ImportSource; options: LookOptions };

async function readAll(deps: Deps, actor: Actor, { run, holder, source, options }: Looking): Promise<void> {
  const reader = await findReader(source, options.readers);
  const site = await reader.site(source);
  const sourceName = `${reader.format}:${site.url ?? site.name ?? run.fileName}`.replaceAll('\0', '').slice(0, 500);
  const plan = startPlan(site, run.fileName, options);
  await deps.db.write(async (tx) => {
    await tx.deleteFrom('import_item').where('run_id', '=', run.id).execute();
    await tx
      .updateTable('import_run')
      .set({ source: sourceName, format: reader.format, file_hash: source.hash, found: 0 })
      .where('id', '=', run.id)
      .execute();
  });
  const known = new Set<string>();
  const findFile = await indexFiles(source);
  let place = 0;
  let waiting: ItemRow[] = [];
  const store = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0)
      await deps.db.write(async (tx) => {
        await expectKnown(tx, rows, run.id);
        await tx.insertInto('import_item').values(rows).execute();
        await holdRun(deps, tx, { id: run.id, holder, done: 0 });
        await tx.updateTable('import_run').set({ found: place }).where('id', '=', run.id).execute();
      });
  };
  for await (const item of reader.read(source)) {
    if (options.signal?.aborted) return;
    if ('article' in item) learnNames(plan, item.article, options.sections);
    waiting.push(toRow(item, { run_id: run.id, source: sourceName, place: place++ }, { plan, known, findFile }));
    if (waiting.length === AT_ONCE) await store();
    options.onProgress?.();
  }
  await store();
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('import_run')
      .set({ plan: JSON.stringify(plan) })
      .where('id', '=', run.id)
      .execute();
    await writeJournal(deps, tx, actor, {
      act: 'import.looked',
      subject: { kind: 'import', id: run.id },
      detail: { name: run.fileName, found: place },
    });
  });
}

/** The plan before a person changes it: drafts, and pictures from the hosts of the site. */
function startPlan({ name, url, hosts }: FoundSite, fileName: string, { sections }: LookOptions): ImportPlan {
  return {
    siteName: ownNameOf(name ?? '') ?? nameWithoutSite(fileName),
    siteUrl: siteAddressOf(url),
    section: sections[0]?.slug ?? '',
    sections: {},
    authors: {},
    imageHosts: [...new Set(hosts.map((host) => host.toLowerCase()))]
      .filter((host) => /^[a-z0-9.-]{1,253}$/.test(host))
      .slice(0, 50),
    otherImageHosts: [],
    upgradeLinks: true,
    repairLinks: false,
  };
}

/** A category goes to the section of the same name; an author keeps their name. */
function learnNames(
  plan: ImportPlan,
  { categories, authors }: { categories: readonly string[]; authors: readonly string[] },
  sections: LookOptions['sections'],
): void {
  for (const name of categories) {
    const same = sections.find(
      (section) => section.name.toLowerCase() === name.toLowerCase() || section.slug === name.toLowerCase(),
    );
    if (!Object.hasOwn(plan.sections, name) && name.length <= 300) plan.sections[name] = same?.slug ?? plan.section;
  }
  for (const name of authors)
    if (!Object.hasOwn(plan.authors, name) && name.length <= 300) plan.authors[name] = ownNameOf(name);
}

/** The hosts of pictures that the plan does not allow yet, for the person who edits it. */
function learnHosts({ imageHosts, otherImageHosts }: ImportPlan, { hero, spare, lost }: PreparedArticle): void {
  for (const image of [hero, spare, ...lost.map(({ picture }) => picture)]) {
    const url = image && image.file === undefined ? URL.parse(image.address) : null;
    if (url?.protocol !== 'https:' || url.hostname.length > 253 || otherImageHosts.length >= 50) continue;
    const known = [...imageHosts, ...otherImageHosts];
    if (!known.includes(url.hostname)) otherImageHosts.push(url.hostname);
  }
}

/** The reason of a file that is counted separately. */
const ATTACHMENT = 'A picture comes with the articles that show it.';

type ItemRow = Omit<Tables['import_item'], 'outcome' | 'article_id'> & { expected: ImportOutcome };

function toRow(
  item: ImportItem,
  { run_id, source, place }: Pick<ItemRow, 'run_id' | 'source' | 'place'>,
  { plan, known, findFile }: { plan: ImportPlan; known: Set<string>; findFile: FindFile },
): ItemRow {
  const { kind, sourceId, title } = nameItem(item);
  const isTwice = known.has(sourceId) || sourceId === '' || sourceId.length > LONGEST_ID;
  known.add(sourceId);
  const row = {
    run_id,
    place,
    source,
    kind,
    title,
    hash: hashItem(item),
    decision: 'import',
    section: null,
    slug: null,
  };
  // Two items with one key cannot be told apart, so that the second would overwrite the first.
  const source_id = isTwice ? `${sourceId.slice(0, LONGEST_ID - 20).toWellFormed()}#${place}` : sourceId;
  const end = (expected: ImportOutcome, why: string | null, report: ItemReport = NOTHING_TO_REPORT) => ({
    ...row,
    source_id,
    expected,
    why,
    report: JSON.stringify(report),
  });
  if ('other' in item) return end('left out', kind === 'attachment' ? ATTACHMENT : `A ${kind} is not imported.`);
  if ('refused' in item) return end('refused', item.refused.why);
  if (isTwice) return end('refused', 'Another item of the file has the same key.');
  const prepared = prepareArticle(item.article, plan, { section: null, slug: null }, { findFile });
  if ('refused' in prepared) return end('refused', prepared.refused);
  learnHosts(plan, prepared);
  return end(outcomeOf(prepared.report), null, prepared.report);
}

/** The kind, key and title of an item. */
export function nameItem(item: ImportItem): { kind: string; sourceId: string; title: string } {
  const { kind, sourceId, title } =
    'article' in item
      ? { ...item.article, kind: 'article' }
      : 'other' in item
        ? item.other
        : { ...item.refused, kind: 'article' };
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed();
  return { kind, sourceId: clean(sourceId), title: clean(title).slice(0, LONGEST_TITLE) };
}

export function outcomeOf({ changed, lost }: ItemReport): ImportOutcome {
  return changed.length + lost.length > 0 ? 'changed' : 'imported';
}

export const KNOWN_SAME = 'It was imported before.';
export const KNOWN_OTHER = 'It was imported before, in another version. Correct the article here.';

/** Articles that an earlier run imported from the same source are left out. */
async function expectKnown(tx: Tx, rows: ItemRow[], runId: string): Promise<void> {
  const [first] = rows;
  const ids = rows.filter(({ kind }) => kind === 'article').map(({ source_id }) => source_id);
  if (!first || ids.length === 0) return;
  const earlier = await tx
    .selectFrom('import_item')
    .select(['source_id', 'hash'])
    .where('source', '=', first.source)
    .where(isAmong(tx, 'source_id', ids))
    .where('run_id', '!=', runId)
    .where('article_id', 'is not', null)
    .where('outcome', 'in', ['imported', 'changed'])
    .execute();
  const hashes = new Map(earlier.map(({ source_id, hash }) => [source_id, hash]));
  for (const row of rows) {
    const hash = hashes.get(row.source_id);
    if (hash !== undefined && row.expected !== 'refused')
      Object.assign(row, { expected: 'left out', why: hash === row.hash ? KNOWN_SAME : KNOWN_OTHER });
  }
}
