import { type Actor, nameOf } from '#core/actor.ts';
import { type Deps, now } from '#runtime/deps.ts';
import type { SettlementRow } from './ledger.ts';
import type { PlacedFigure } from './place-figures.ts';
import type { SettlementMethod } from './settlement.ts';

/** The row of a proposal. */
export function proposalRow(
  deps: Deps,
  actor: Actor,
  {
    articleId,
    revision,
    figure,
    kind,
    ...detail
  }: { articleId: string; revision: number; figure: PlacedFigure } & SettlementMethod,
): SettlementRow {
  return {
    id: deps.newId(),
    article_id: articleId,
    anchor: figure.anchor,
    field: figure.field,
    block_id: figure.blockId,
    block_turn: figure.blockTurn,
    text: figure.text,
    occurrence: figure.occurrence,
    sentence_hash: figure.sentenceHash,
    kind,
    detail: JSON.stringify(detail),
    source_url: 'source' in detail ? detail.source : null,
    proposed_by_kind: actor.kind,
    proposed_by_id: actor.id,
    proposed_by_name: nameOf(actor),
    proposed_at: now(deps),
    proposed_revision: revision,
    confirmed_by_id: null,
    confirmed_by_name: null,
    confirmed_at: null,
    refused_at: null,
    refused_by: null,
    replaced_at: null,
    look_again: null,
    undone_at: null,
    undone_by_role: null,
    undone_because: null,
  };
}

/** The row of a settlement that is proposed and confirmed in one act. */
export function confirmedRow(
  deps: Deps,
  actor: Actor,
  {
    articleId,
    revision,
    figure,
    settling,
  }: { articleId: string; revision: number; figure: PlacedFigure; settling: SettlementMethod },
): SettlementRow {
  const row = proposalRow(deps, actor, { articleId, revision, figure, ...settling });
  return { ...row, confirmed_at: row.proposed_at, confirmed_by_id: actor.id, confirmed_by_name: nameOf(actor) };
}
