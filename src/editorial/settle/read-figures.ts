import { copyOf, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import type { FigureEntry } from '#article/gate-entry.ts';
import { findHero } from '#article/hero.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type GateDeps, gateOptions, gateWithAnchors } from '#editorial/gate/gate.ts';
import { type TextField, textFieldsOf } from '#evidence/figures/fields.ts';
import { type Ledger, readLedger } from '#evidence/figures/ledger.ts';

/** The figures of one exact revision, the texts they are in, and its gate. */
export type ArticleFigures = {
  articleId: string;
  revision: number;
  latestRevision: number;
  liveRevision: number | null;
  copy: Copy;
  fields: TextField[];
  ledger: Ledger;
  gate: FigureEntry[];
};

/**
 * Everything about the figures of a revision; of the latest one when `revision` is null.
 * @throws not_found also for an article the actor may not see
 */
export async function readFigures(
  tx: Tx,
  actor: Actor,
  deps: GateDeps,
  { articleId, revision }: { articleId: string; revision: number | null },
): Promise<ArticleFigures> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const row = await getRevisionRow(tx, article.id, revision ?? article.latest_revision);
  const copy = copyOf(row);
  const hero = await findHero(tx, copy.heroAssetId);
  return {
    articleId: article.id,
    revision: row.number,
    latestRevision: article.latest_revision,
    liveRevision: article.live_revision,
    copy,
    fields: textFieldsOf(copy, hero),
    ledger: await readLedger(tx, row),
    gate: await gateWithAnchors(tx, article, row, { ...gateOptions(deps, actor), tellsAll: true }),
  };
}

/** The ledger of a revision alone. @throws not_found */
export async function readLedgerOf(tx: Tx, actor: Actor, articleId: string, revision: number): Promise<Ledger> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return readLedger(tx, await getRevisionRow(tx, article.id, revision));
}

/** The gate of a revision, each entry about a figure with its anchor. @throws not_found */
export async function readGateWithAnchors(
  tx: Tx,
  actor: Actor,
  deps: GateDeps,
  { articleId, revision }: { articleId: string; revision: number },
): Promise<FigureEntry[]> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return gateWithAnchors(tx, article, await getRevisionRow(tx, article.id, revision), gateOptions(deps, actor));
}
