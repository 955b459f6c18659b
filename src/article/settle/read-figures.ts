import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { type Field, fieldsOf } from '../figures/fields.ts';
import { type Ledger, readLedger } from '../figures/ledger.ts';
import { decidedNow, gateOf, type Timed } from '../gate/gate.ts';
import { copyOf, getArticleRow, getRevisionRow, maySee, noSuchArticle } from '../model/article-rows.ts';
import type { Copy } from '../model/copy.ts';
import type { FigureEntry } from '../model/gate-entry.ts';
import { findHeroes } from '../model/hero.ts';

/** The figures of one exact revision, the texts they stand in, and what the gate holds up of it. */
export type FiguresOnFile = {
  articleId: string;
  revision: number;
  latestRevision: number;
  liveRevision: number | null;
  copy: Copy;
  fields: Field[];
  ledger: Ledger;
  gate: FigureEntry[];
};

/**
 * Everything about the figures of a revision, the latest where none is named.
 * @throws not_found also for an article the actor may not see
 */
export async function readFigures(
  tx: Tx,
  actor: Actor,
  articleId: string,
  revision: number | null,
  deps: Timed,
): Promise<FiguresOnFile> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  const row = await getRevisionRow(tx, article.id, revision ?? article.latest_revision);
  const copy = copyOf(row);
  const hero = copy.heroAssetId ? ((await findHeroes(tx, [copy.heroAssetId])).get(copy.heroAssetId) ?? null) : null;
  return {
    articleId: article.id,
    revision: row.number,
    latestRevision: article.latest_revision,
    liveRevision: article.live_revision,
    copy,
    fields: fieldsOf(copy, hero),
    ledger: await readLedger(tx, row),
    gate: await gateOf(tx, article, row, { ...decidedNow(deps, actor), tellsAll: true }),
  };
}

/** The gate of a revision, each entry about a figure with its anchor. @throws not_found */
export async function anchorsInGate(
  tx: Tx,
  actor: Actor,
  articleId: string,
  revision: number,
  deps: Timed,
): Promise<FigureEntry[]> {
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return gateOf(tx, article, await getRevisionRow(tx, article.id, revision), decidedNow(deps, actor));
}
