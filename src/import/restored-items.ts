import type { ArticleHistory } from '#article/history-format.ts';
import { IMPORT } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { withdraw } from '#editorial/publish/unpublish.ts';
import type { Deps } from '#runtime/deps.ts';
import { fileHistory } from './file-history.ts';
import { NOTHING_TO_REPORT } from './item-report.ts';
import { holdRun } from './run-lease.ts';

// What a restore notes about each article, in the table of the import that it belongs to.

type Own = { runId: string; holder: string; history: ArticleHistory; done: number };

/** Whether readers have seen no article here but those that this run brought back. */
export async function isEmptySite({ db }: Pick<Deps, 'db'>, runId: string): Promise<boolean> {
  const own = db.read
    .selectFrom('import_item')
    .select((row) => row.ref('article_id').$notNull().as('id'))
    .where('run_id', '=', runId)
    .where('article_id', 'is not', null);
  const other = await db.read
    .selectFrom('publication_log')
    .select('seq')
    .where('article_id', '!=', '')
    .where('article_id', 'not in', own)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** @throws already_done unless `isEmptySite` */
export async function requireEmptySite(deps: Pick<Deps, 'db'>, runId: string): Promise<void> {
  if (await isEmptySite(deps, runId)) return;
  throw new Failure('already_done', 'This site has had published articles, so nothing can be restored into it.', {
    hint: 'Restore into a new site, which was started with SAMPLE_EDITION=off; or import the export as drafts.',
  });
}

/** The item of an article in the report: of a withdrawn one the history, since nothing else of it is in the export. */
export function itemOf({ isLive, section, slug }: Pick<ArticleHistory, 'isLive' | 'section' | 'slug'>): string {
  return `${isLive ? 'articles' : 'history'}/${section}/${slug}`;
}

/** The items that are done or left out, and how many events of each article were repeated. */
export async function readOutcomes(
  tx: Tx,
  runId: string,
): Promise<{ settled: Set<string>; repeated: Map<string, number> }> {
  const items = await tx
    .selectFrom('import_item')
    .select(['source_id', 'kind', 'article_id', 'outcome'])
    .where('run_id', '=', runId)
    .execute();
  const isSettled = ({ kind, article_id, outcome }: (typeof items)[number]) =>
    outcome !== null && (kind === 'article' || article_id !== null);
  const lines = await tx
    .selectFrom('publication_log')
    .select((row) => ['article_id', row.fn.countAll<number | string>().as('count')])
    .where('article_id', '!=', '')
    .where('act', '!=', 'moved')
    .groupBy('article_id')
    .execute();
  return {
    settled: new Set(items.filter(isSettled).map(({ source_id }) => source_id)),
    repeated: new Map(lines.map(({ article_id, count }) => [article_id, Number(count)])),
  };
}

/** Notes that an article is here, and that more of its events follow. */
export async function markBegun(deps: Deps, tx: Tx, own: Own): Promise<void> {
  await setItem(deps, tx, own, { article_id: own.history.id, outcome: null });
}

export async function markRestored(deps: Deps, tx: Tx, own: Own): Promise<void> {
  const { revisions } = own.history;
  const lost = revisions.some(({ copy }) => copy.picture !== null) ? await missingPictures(tx, own.history) : [];
  const report = { ...NOTHING_TO_REPORT, lost: lost.map((hash) => ({ kind: 'main picture', address: hash })) };
  const outcome = lost.length > 0 ? 'changed' : 'imported';
  await setItem(deps, tx, own, { article_id: own.history.id, outcome, why: null, report: JSON.stringify(report) });
}

/** Pictures of the article that the export does not have. */
async function missingPictures(tx: Tx, { revisions }: ArticleHistory): Promise<string[]> {
  const hashes = [...new Set(revisions.flatMap(({ copy }) => copy.picture ?? []))];
  const known = await tx.selectFrom('picture').select('hash').where('hash', 'in', hashes).execute();
  return hashes.filter((hash) => !known.some((row) => row.hash === hash));
}

/** Leaves an article that cannot go live as a draft, or out when even its text is refused, and says why. */
export async function leaveAsDraft(deps: Deps, own: Own, why: string): Promise<void> {
  const { history } = own;
  const draft = async (tx: Tx) => {
    const known = await tx
      .selectFrom('article')
      .select('live_revision')
      .where('id', '=', history.id)
      .executeTakeFirst();
    if (!known) await fileHistory(deps, tx, history);
    else if (known.live_revision !== null) await withdraw(deps, tx, IMPORT, { articleId: history.id, because: why });
    const report = { ...NOTHING_TO_REPORT, notes: [`It stays a draft: ${why}`] };
    await setItem(deps, tx, own, { article_id: history.id, outcome: 'changed', report: JSON.stringify(report) });
  };
  await deps.db.write(draft).catch(async (error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    await deps.db.write((tx) => setItem(deps, tx, own, { article_id: null, outcome: 'refused', why }));
  });
}

type ItemChange = { article_id: string | null; outcome: string | null; why?: string | null; report?: string };

async function setItem(deps: Deps, tx: Tx, { runId, holder, history, done }: Own, change: ItemChange): Promise<void> {
  await holdRun(deps, tx, { id: runId, holder, done });
  await tx
    .updateTable('import_item')
    .set(change)
    .where('run_id', '=', runId)
    .where('source_id', '=', itemOf(history))
    .execute();
}
