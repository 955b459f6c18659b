import { type ArticleRow, getArticleRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import { type Actor, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockArticle } from '#db/schema/dialect.ts';
import { refreshGateCounts } from '#editorial/gate/gate-count.ts';
import { invalidSettlement } from '#evidence/figures/check-settlement.ts';
import {
  applySettlements,
  type Ledger,
  type LedgerFigure,
  listSettlements,
  type SettlementRow,
} from '#evidence/figures/ledger.ts';
import type { PlacedFigure } from '#evidence/figures/place-figures.ts';
import { proposalRow } from '#evidence/figures/proposal-row.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';

// Reads, stores and journals settlements for all acts on figures.

export async function getOwn(deps: Deps, tx: Tx, actor: Actor, articleId: string): Promise<ArticleRow> {
  await lockArticle(deps.db.kind, tx, articleId);
  const article = await getArticleRow(tx, articleId);
  if (!maySee(actor, article)) throw noSuchArticle();
  return article;
}

export async function insertProposal(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  {
    articleId,
    revision,
    figure,
    settling,
  }: { articleId: string; revision: number; figure: PlacedFigure; settling: SettlementMethod },
): Promise<string> {
  const row = proposalRow(deps, actor, { articleId, revision, figure, ...settling });
  await tx.insertInto('settlement').values(row).execute();
  return row.id;
}

type Confirmed = { articleId: string; ledger: Ledger; figure: LedgerFigure; id: string; kind: string };

/** @throws validation_failed while an input is open, or when it is computed from itself */
export async function confirm(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, ledger, figure, id, kind }: Confirmed,
): Promise<void> {
  const at = now(deps);
  await tx
    .updateTable('settlement')
    .set({ replaced_at: at })
    .where('article_id', '=', articleId)
    .where('anchor', '=', figure.anchor)
    .where('id', '<>', id)
    .where('refused_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
  await tx
    .updateTable('settlement')
    .set({ confirmed_at: at, confirmed_by_id: actor.id, confirmed_by_name: nameOf(actor) })
    .where('id', '=', id)
    .execute();
  if (kind !== 'sourced' && kind !== 'computed') return;
  const settled = await applySettlements(ledger.figures, await listSettlements(tx, articleId), ledger.sources);
  const lapsed = settled.find(({ anchor }) => anchor === figure.anchor)?.lapsed ?? null;
  if (lapsed !== null) throw invalidSettlement([{ path: 'formula', message: lapsed.quoted }]);
}

export function getFigure(ledger: Ledger, anchor: string): LedgerFigure {
  const figure = ledger.figures.find((candidate) => candidate.anchor === anchor);
  if (figure) return figure;
  throw new Failure('not_found', 'This revision does not have this number any more.', {
    hint: 'The number or its sentence was changed: look at the numbers of the latest revision.',
  });
}

export async function getRow(tx: Tx, article: ArticleRow, id: string): Promise<SettlementRow> {
  const row = await tx
    .selectFrom('settlement')
    .selectAll()
    .where('id', '=', id)
    .where('article_id', '=', article.id)
    .executeTakeFirst();
  if (row) return row;
  throw new Failure('not_found', 'This article has no such settlement.', { hint: 'Look at its numbers again.' });
}

export async function getWaiting(tx: Tx, article: ArticleRow, id: string): Promise<SettlementRow> {
  const row = await getRow(tx, article, id);
  if (row.confirmed_at !== null) throw decided('It is confirmed already.');
  if (row.refused_at !== null) throw decided('It was refused.');
  if (row.replaced_at !== null) throw decided('Another proposal took its place.');
  return row;
}

export async function note(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  {
    article,
    revision,
    act,
    figure,
    ...detail
  }: { article: ArticleRow; revision: number; act: JournalAct } & Record<string, unknown>,
): Promise<void> {
  const said = typeof figure === 'string' ? { figure: figure.slice(0, 100), ...detail } : detail;
  await writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id: article.id }, revision, detail: said });
  await refreshGateCounts(deps, tx, article.id);
}

export function decided(message: string): Failure {
  return new Failure('already_done', message, { hint: 'Look at the numbers again.' });
}
