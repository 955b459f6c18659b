import { setTimeout as wait } from 'node:timers/promises';
import { copyOf, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { refreshGateCounts } from '../gate/gate-count.ts';
import { requireCited } from '../sources/look-up.ts';
import type { GivenSource, SourceOpener } from '../sources/open-source.ts';
import { type ArticleWording, readWordings, storeWordingLooks } from './wording-rows.ts';

/** How many sources are opened for one request, and the milliseconds for which it waits for all of them. */
const MOST_SOURCES = 8;
const LONGEST = 20_000;

/** The wordings of one exact revision. */
export type RevisionWordings = {
  articleId: string;
  revision: number;
  latestRevision: number;
  copy: Copy;
  wordings: ArticleWording[];
};

/** The quotations and names of a revision; of the latest one when `revision` is null. @throws not_found */
export async function readRevisionWordings(
  tx: Tx,
  actor: Actor,
  { articleId, revision }: { articleId: string; revision: number | null },
): Promise<RevisionWordings> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const row = await getRevisionRow(tx, article.id, revision ?? article.latest_revision);
  const copy = copyOf(row);
  return {
    articleId: article.id,
    revision: row.number,
    latestRevision: article.latest_revision,
    copy,
    wordings: await readWordings(tx, article.id, copy),
  };
}

/** The sources of a revision that nobody has opened for all of its wordings. */
export function unopenedSources({ copy: { sources = [] }, wordings }: RevisionWordings): string[] {
  const isOpened = (url: string) => wordings.every(({ looks }) => looks.some(({ source }) => source === url));
  return sources.map(({ url }) => url).filter((url) => !isOpened(url));
}

/** A source to open, with what a person gave in its place; without `source`, those that were not opened yet. */
export type AskedSources = { source: string | null; given: (GivenSource & { by: 'file' | 'passage' }) | null };

/**
 * Opens sources of an article and stores what they say about its quotations and names. The result of a slow source is stored later. It
 * settles nothing. `spend` counts each source that is opened.
 * @throws not_found, validation_failed for a source that the revision does not cite, busy, and the errors of `spend`
 */
export async function lookUpWordings(
  deps: Deps,
  { opener, spend }: { opener: SourceOpener; spend: () => Promise<void> },
  file: RevisionWordings,
  { source, given }: AskedSources,
): Promise<void> {
  const { articleId, copy, wordings } = file;
  if (source !== null) requireCited(copy.sources ?? [], source);
  const urls = source === null ? unopenedSources(file).slice(0, MOST_SOURCES) : [source];
  const openings = urls.map(async (url) => {
    await spend();
    const result = await opener.lookUp(given ?? url, [], wordings);
    const asked = { source: url, by: given?.by ?? ('address' as const), at: now(deps), result };
    await deps.db.write(async (tx) => {
      await lockArticle(deps.db.kind, tx, articleId);
      await storeWordingLooks(tx, articleId, wordings, asked);
      await refreshGateCounts(deps, tx, articleId);
    });
  });
  const outcomes = await Promise.race([Promise.allSettled(openings), wait(LONGEST, [], { ref: false })]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
