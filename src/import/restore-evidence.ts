import type { RevisionRow } from '#article/article-rows.ts';
import type { ArticleHistory, HistoryEvent, ShownEvidence } from '#article/history-format.ts';
import { IMPORT, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { removeArchivedCopy, storeArchivedCopy } from '#evidence/archived-copies.ts';
import { checkSettlement, parseSettlementMethod } from '#evidence/figures/check-settlement.ts';
import { addEvidence, type Evidence, type EvidenceFigure, revisionEvidence } from '#evidence/figures/evidence.ts';
import { type LedgerFigure, readLedger } from '#evidence/figures/ledger.ts';
import { confirmedRow } from '#evidence/figures/proposal-row.ts';
import { type Deps, now } from '#runtime/deps.ts';

// The evidence of an export as settlements here. What readers are told about a figure has to be what the text and its settlement
// say: the evidence is made again from them and compared.

type FigureOf = ShownEvidence['figures'][number];

/** The ways in which the figures of a history are settled, those of one revision first. */
export function settlementsOf({ revisions }: ArticleHistory, number: number): Map<string, FigureOf> {
  const byAnchor = new Map<string, FigureOf>();
  const own = revisions.filter(({ revision }) => revision === number);
  const others = revisions.filter(({ revision }) => revision !== number);
  for (const { evidence } of [...others, ...own])
    for (const figure of evidence.flatMap(({ figures }) => figures)) {
      if (figure.settlement === null) byAnchor.delete(figure.anchor);
      else byAnchor.set(figure.anchor, figure);
    }
  return byAnchor;
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
    const exported = known.get(figure.anchor);
    if (!exported || isSettledSo(figure, exported)) continue;
    const settling = parseSettlementMethod(methodOf(exported, siteName));
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
    const at = exported.settledAt ?? row.proposed_at;
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

/** Stores the archived copies of the sources of a revision as its evidence has them. */
export async function restoreArchivedCopies(
  deps: Deps,
  tx: Tx,
  articleId: string,
  { figures }: ShownEvidence,
): Promise<void> {
  const sources = new Map(figures.flatMap(({ source }) => (source ? [[source.url, source.archived] as const] : [])));
  const by = { id: IMPORT.id, name: nameOf(IMPORT) };
  for (const [source, url] of sources)
    if (url === undefined) await removeArchivedCopy(tx, articleId, source);
    else await storeArchivedCopy(tx, { articleId, source, url, by, at: now(deps) });
}

function isSettledSo({ state, settlement }: LedgerFigure, exported: FigureOf): boolean {
  return (
    state === 'settled' &&
    settlement?.settling.kind === exported.settlement &&
    settlement.confirmedAt === exported.settledAt
  );
}

function methodOf(exported: FigureOf, siteName: string): unknown {
  switch (exported.settlement) {
    case 'sourced':
      return {
        kind: 'sourced',
        source: exported.source?.url,
        locator: exported.locator,
        ...(exported.quote && { quote: exported.quote }),
        ...(exported.found && { found: exported.found }),
        ...(exported.unfound && { unfound: exported.unfound }),
      };
    case 'computed':
      return {
        kind: 'computed',
        formula: exported.formula,
        inputs: Object.fromEntries(exported.computedFrom.map(({ name, anchor }) => [name, anchor])),
      };
    case 'quoted':
      return { kind: 'quoted', who: exported.who, when: exported.when };
    case 'exempt':
      return { kind: 'exempt', class: exported.class };
    default:
      return exported.signed
        ? { kind: 'signed', reason: exported.signed.reason, forReaders: true }
        : { kind: 'signed', reason: `An editor of ${siteName} signed for it. The reason is not in the export.` };
  }
}

/**
 * Checks that what an export tells about the figures of a revision is what its text and the settlements say. Only the byline of an
 * editor who signed cannot be known here, and the words of a picture may have changed since.
 * @throws validation_failed
 */
export async function requireSameEvidence(tx: Tx, revision: RevisionRow, exported: ShownEvidence): Promise<void> {
  const { figures } = await revisionEvidence(tx, revision);
  const here = new Map(figures.map((figure) => [figure.anchor, figure]));
  for (const figure of exported.figures) {
    if (FIELDS_THAT_CHANGE.has(figure.field)) continue;
    const own = here.get(figure.anchor);
    if (own && (hadNoPerson(own) || hadNoPerson(figure))) continue;
    if (!own || comparable(own) !== comparable(figure as EvidenceFigure))
      throw doesNotFit(figure.text, 'The text or its settlement says something else.');
  }
}

/** Whether no person settled the figure: the list of names here can be another one than that of the exporting site. */
function hadNoPerson({ class: exemptClass, settledAt }: Pick<FigureOf, 'class' | 'settledAt'>): boolean {
  return exemptClass === 'name' && settledAt === null;
}

const FIELDS_THAT_CHANGE: ReadonlySet<string> = new Set(['heroAlt', 'heroCaption', 'correctionNote']);

function comparable({ signed, computedFrom, found: finding, unfound, ...figure }: EvidenceFigure): string {
  const names = computedFrom.map(({ name, anchor, text }) => `${name} ${anchor} ${text}`).sort();
  return JSON.stringify([
    Object.entries(figure).sort(([key], [other]) => (key < other ? -1 : 1)),
    names,
    signed?.reason,
    finding ?? null,
    unfound ?? 'not_opened',
  ]);
}

function doesNotFit(figure: string, why: string): Failure {
  return new Failure('validation_failed', `The evidence of “${figure.slice(0, 60)}” does not fit: ${why}`, {
    hint: 'Settle this number here.',
  });
}

/** What readers were told about the numbers of a revision when this event published it. */
export function evidenceAt({ events, revisions }: ArticleHistory, event: HistoryEvent): ShownEvidence | null {
  const all = revisions.find(({ revision }) => revision === event.revision)?.evidence ?? [];
  const turn = events.filter(
    (earlier) => earlier.seq < event.seq && earlier.revision === event.revision && isPublication(earlier),
  ).length;
  return all[Math.min(turn, all.length - 1)] ?? null;
}

/** Adds what readers were told later about the revisions of an article: the words of a picture changed. */
export async function addLaterEvidence(tx: Tx, { id, events, revisions }: ArticleHistory): Promise<void> {
  for (const { revision, evidence } of revisions) {
    const count = events.filter((event) => event.revision === revision && isPublication(event)).length;
    for (const later of evidence.slice(count))
      await addEvidence(tx, { article_id: id, number: revision }, toEvidence(later));
  }
}

/** Whether an event made a revision live. */
export function isPublication({ act }: HistoryEvent): boolean {
  return act === 'published' || act === 'corrected';
}

/** The evidence of an export is that of the database, read by a schema. */
export function toEvidence(exported: ShownEvidence): Omit<Evidence, 'revision'> {
  return exported as Omit<Evidence, 'revision'>;
}
