import type { Source, UnfinishedCopy } from '#article/copy.ts';
import { findHero } from '#article/hero.ts';
import { inTurns } from '#core/concurrency.ts';
import type { Tx } from '#db/database.ts';
import { textFieldsOf } from '#evidence/figures/fields.ts';
import { applySettlements, type LedgerFigure, listSettlements, markKnownNames } from '#evidence/figures/ledger.ts';
import { placeInTurns } from '#evidence/figures/place-figures.ts';

/** A figure of the body, and which occurrence of its characters in the block as people read it, from 1. */
export type TypedFigure = LedgerFigure & { nth: number };

/**
 * The figures of a working copy of this article, with their states. A settlement belongs to the figure in its sentence, so it
 * holds in text that is not a revision yet.
 */
export async function listTypedFigures(tx: Tx, articleId: string, copy: UnfinishedCopy): Promise<TypedFigure[]> {
  const hero = await findHero(tx, copy.heroAssetId);
  const sources = (copy.sources ?? []) as Source[];
  const fields = textFieldsOf({ ...copy, sources }, hero);
  const { figures } = await inTurns(placeInTurns(fields));
  if (figures.length === 0) return [];
  const texts = new Map(fields.map(({ path, text }) => [path, text]));
  const ledger = await applySettlements(
    await markKnownNames(tx, figures),
    await listSettlements(tx, articleId),
    sources,
  );
  return ledger.map((figure) => ({ ...figure, nth: nthOf(figure, texts.get(figure.path) ?? '') }));
}

/** The target of a link with its own words: people do not read the target. */
const TARGET = /\]\(https:\/\/[^\s)]*\)/g;

function nthOf({ text, at }: LedgerFigure, whole: string): number {
  return whole.slice(0, at).replace(TARGET, ']').split(text).length;
}
