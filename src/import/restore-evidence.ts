import type { RevisionRow } from '#article/article-rows.ts';
import type { ArticleHistory, HistoryEvent, ShownEvidence } from '#article/history-format.ts';
import { IMPORT } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { checkSettlement, parseSettlementMethod } from '#evidence/figures/check-settlement.ts';
import { addEvidence, type Evidence, type EvidenceFigure, evidenceOf } from '#evidence/figures/evidence.ts';
import { type LedgerFigure, readLedger } from '#evidence/figures/ledger.ts';
import { confirmedRow } from '#evidence/figures/proposal-row.ts';
import type { Deps } from '#runtime/deps.ts';

// The evidence of an export as settlements here. What readers are told about a figure has to be what the text and its settlement
// say: the evidence is made again from them and compared.

type FigureOf = ShownEvidence['figures'][number];

/** The ways in which the figures of a history are settled, those of one revision first. */
export function settlementsOf({ revisions }: ArticleHistory, number: number): Map<string, FigureOf> {
  const found = new Map<string, FigureOf>();
  const own = revisions.filter(({ revision }) => revision === number);
  const others = revisions.filter(({ revision }) => revision !== number);
  for (const { evidence } of [...others, ...own])
    for (const figure of evidence.flatMap(({ figures }) => figures)) {
      if (figure.settlement === null) found.delete(figure.anchor);
      else found.set(figure.anchor, figure);
    }
  return found;
}

/**
 * Settles the figures of a revision as the evidence of its export says. A figure without evidence stays open, which the gate finds.
 * @throws validation_failed for evidence that does not fit the text
 */
export async function settleAsExported(
  deps: Deps,
  tx: Tx,
  revision: RevisionRow,
  { known, siteName }: { known: ReadonlyMap<string, FigureOf>; siteName: string },
): Promise<void> {
  const ledger = await readLedger(tx, revision);
  const places = new Map(ledger.figures.map((figure) => [figure.anchor, figure]));
  for (const figure of ledger.figures) {
    const told = known.get(figure.anchor);
    if (!told || isSettledSo(figure, told)) continue;
    const settling = parseSettlementMethod(methodOf(told, siteName));
    const wrong = checkSettlement({
      ledger,
      figure,
      settling,
      ...deps.policy,
      by: IMPORT,
      find: (anchor) => places.get(anchor),
    });
    if (wrong.length > 0) throw doesNotFit(figure.text, wrong[0]?.message ?? '');
    const row = confirmedRow(deps, IMPORT, {
      articleId: revision.article_id,
      revision: revision.number,
      figure,
      settling,
    });
    const at = told.settledAt ?? row.proposed_at;
    await tx
      .updateTable('settlement')
      .set({ replaced_at: row.proposed_at })
      .where('article_id', '=', revision.article_id)
      .where('anchor', '=', figure.anchor)
      .where('replaced_at', 'is', null)
      .execute();
    await tx
      .insertInto('settlement')
      .values({ ...row, proposed_at: at, confirmed_at: at })
      .execute();
  }
}

function isSettledSo({ state, settlement }: LedgerFigure, told: FigureOf): boolean {
  return (
    state === 'settled' && settlement?.settling.kind === told.settlement && settlement.confirmedAt === told.settledAt
  );
}

function methodOf(told: FigureOf, siteName: string): unknown {
  switch (told.settlement) {
    case 'sourced':
      return {
        kind: 'sourced',
        source: told.source?.url,
        locator: told.locator,
        ...(told.quote && { quote: told.quote }),
      };
    case 'computed':
      return {
        kind: 'computed',
        formula: told.formula,
        inputs: Object.fromEntries(told.computedFrom.map(({ name, anchor }) => [name, anchor])),
      };
    case 'quoted':
      return { kind: 'quoted', who: told.who, when: told.when };
    case 'exempt':
      return { kind: 'exempt', class: told.class };
    default:
      return told.signed
        ? { kind: 'signed', reason: told.signed.reason, forReaders: true }
        : { kind: 'signed', reason: `An editor of ${siteName} signed for it. The reason is not in the export.` };
  }
}

/**
 * Checks that what an export tells about the figures of a revision is what its text and the settlements say. Only the byline of an
 * editor who signed cannot be known here, and the words of a picture may have changed since.
 * @throws validation_failed
 */
export async function requireSameEvidence(tx: Tx, revision: RevisionRow, told: ShownEvidence): Promise<void> {
  const { figures } = await evidenceOf(tx, await readLedger(tx, revision));
  const here = new Map(figures.map((figure) => [figure.anchor, comparable(figure)]));
  for (const figure of told.figures) {
    if (FIELDS_THAT_CHANGE.has(figure.field)) continue;
    const own = here.get(figure.anchor);
    if (own !== comparable(figure as EvidenceFigure))
      throw doesNotFit(figure.text, 'The text or its settlement says something else.');
  }
}

const FIELDS_THAT_CHANGE: ReadonlySet<string> = new Set(['heroAlt', 'heroCaption', 'correctionNote']);

function comparable({ signed, computedFrom, ...figure }: EvidenceFigure): string {
  const names = computedFrom.map(({ name, anchor, text }) => `${name} ${anchor} ${text}`).sort();
  return JSON.stringify([
    Object.entries(figure).sort(([one], [other]) => (one < other ? -1 : 1)),
    names,
    signed?.reason,
  ]);
}

function doesNotFit(figure: string, why: string): Failure {
  return new Failure('validation_failed', `The evidence of “${figure.slice(0, 60)}” does not fit: ${why}`, {
    hint: 'Settle this figure here.',
  });
}

/** What readers were told about the numbers of a revision when this event published it. */
export function evidenceAt({ events, revisions }: ArticleHistory, event: HistoryEvent): ShownEvidence | null {
  const all = revisions.find(({ revision }) => revision === event.revision)?.evidence ?? [];
  const turn = events.filter(
    (one) => one.seq < event.seq && one.revision === event.revision && isPublication(one),
  ).length;
  return all[Math.min(turn, all.length - 1)] ?? null;
}

/** Adds what readers were told later about the revisions of an article: the words of a picture changed. */
export async function addLaterEvidence(tx: Tx, { id, events, revisions }: ArticleHistory): Promise<void> {
  for (const { revision, evidence } of revisions) {
    const told = events.filter((event) => event.revision === revision && isPublication(event)).length;
    for (const later of evidence.slice(told))
      await addEvidence(tx, { article_id: id, number: revision }, toEvidence(later));
  }
}

/** Whether an event made a revision live. */
export function isPublication({ act }: HistoryEvent): boolean {
  return act === 'published' || act === 'corrected';
}

/** The evidence of an export is that of the database, read by a schema. */
export function toEvidence(told: ShownEvidence): Omit<Evidence, 'revision'> {
  return told as Omit<Evidence, 'revision'>;
}
