import { pauseIfLong, type RevisionRow } from '#article/article-rows.ts';
import type { Source } from '#article/copy.ts';
import type { FoundInSource, Unfound } from '#article/found-in-source.ts';
import type { ExemptClass, SettlementKind } from '#article/settlement-kinds.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import { type ArchivedCopies, readArchivedCopies } from '#evidence/archived-copies.ts';
import { type Deps, now } from '#runtime/deps.ts';
import type { TextFieldName } from './fields.ts';
import { type Ledger, type LedgerFigure, readLedger, type Settlement } from './ledger.ts';

/** Who signed, by the public byline (null without one), and why. */
export type PublicSignature = { by: string | null; reason: string };

/** A figure as readers see it, without names or notes of editors. */
export type EvidenceFigure = {
  anchor: string;
  text: string;
  field: TextFieldName;
  /** The id of its block, and which block with this id, from 1. */
  block: string | null;
  blockTurn: number | null;
  /** Which occurrence of the same text in its field or block, from 1; and where it begins, in UTF-16 units of that text. */
  inBlock: number;
  at: number;
  sentence: string;
  /** Null when it was published open, because FIGURES_GATE only warns. */
  settlement: SettlementKind | null;
  /** `archived`: the address of an archived copy that an editor stored beside it. */
  source: (Pick<Source, 'title' | 'url' | 'publisher'> & { archived?: string }) | null;
  locator: string | null;
  quote: string | null;
  /** The finding of the number in the source; null if an editor named the source. Absent in evidence of an older release. */
  found?: FoundInSource | null;
  /** Why it was not found; absent if it was found or is not sourced, and in evidence of an older release. */
  unfound?: Unfound;
  /** For a quoted figure: who said it, and when. */
  who: string | null;
  when: string | null;
  class: ExemptClass | null;
  formula: string | null;
  computedFrom: { name: string; text: string; anchor: string }[];
  /** Only if the editor signed for readers to see; absent in evidence of an older release. */
  signed?: PublicSignature | null;
  /** Null where it is open, and where no person settled it because it is part of a name. */
  settledAt: string | null;
};

/** `found`: how many of the sourced numbers were found in their source; absent in evidence of an older release. */
export type EvidenceCounts = { figures: number; open: number; found?: number } & Record<SettlementKind, number>;
export type Evidence = { revision: number; at: string; figures: EvidenceFigure[]; counts: EvidenceCounts };

/** The counts of no figure. */
export function noFigures(): Required<EvidenceCounts> {
  return { figures: 0, open: 0, sourced: 0, computed: 0, quoted: 0, exempt: 0, signed: 0, found: 0 };
}

/** Adds a figure to the counts, or removes it; `kind` is null for an open figure. */
function addFigure(counts: EvidenceCounts, kind: SettlementKind | null, isFound: boolean, by: 1 | -1 = 1): void {
  counts.figures += by;
  counts[kind ?? 'open'] += by;
  if (isFound) counts.found = (counts.found ?? 0) + by;
}

/** Most figures listed; the counts include all. */
const MOST_TOLD = 2000;
const LONGEST_SENTENCE = 600;

/** Stores the evidence of a revision when it goes live. */
export async function writeEvidence(deps: Deps, tx: Tx, revision: RevisionRow): Promise<void> {
  const ledger = await readLedger(tx, revision);
  await pauseIfLong(revision);
  await addEvidence(tx, revision, {
    at: now(deps),
    ...(await evidenceOf(tx, { ...ledger, copies: await readArchivedCopies(tx, revision.article_id) })),
  });
}

/** Adds a row of evidence. The latest row counts. */
async function addEvidence(
  tx: Tx,
  { article_id, number: revision }: Pick<RevisionRow, 'article_id' | 'number'>,
  { at, figures, counts }: Omit<Evidence, 'revision'>,
): Promise<void> {
  await tx
    .insertInto('evidence')
    .values({ article_id, revision, at, figures: JSON.stringify(figures), counts: JSON.stringify(counts) })
    .execute();
}

/** Stores the evidence of a live revision again with the figures in its picture's new words; other figures keep their evidence. */
export async function renewHeroEvidence(deps: Deps, tx: Tx, revision: RevisionRow): Promise<void> {
  const evidence = await readEvidence(tx, revision.article_id, revision.number);
  if (!evidence) return;
  const { figures } = await revisionEvidence(tx, revision);
  const isHero = ({ field }: EvidenceFigure) => field === 'heroAlt' || field === 'heroCaption';
  const counts = { ...evidence.counts };
  const count = ({ settlement, found: finding }: EvidenceFigure, by: 1 | -1) =>
    addFigure(counts, settlement, !!finding, by);
  for (const figure of evidence.figures.filter(isHero)) count(figure, -1);
  for (const figure of figures.filter(isHero)) count(figure, 1);
  const all = [...evidence.figures.filter((figure) => !isHero(figure)), ...figures.filter(isHero)];
  await addEvidence(tx, revision, { at: now(deps), figures: all, counts });
}

/** The evidence of a published revision; null when it was published before evidence existed. */
export function readEvidence(tx: Tx, articleId: string, revision: number): Promise<Evidence | null> {
  return readEvidenceRow(tx, articleId, revision, 'desc');
}

/** The evidence of a revision as it was when readers first saw the revision. */
export function readFirstEvidence(tx: Tx, articleId: string, revision: number): Promise<Evidence | null> {
  return readEvidenceRow(tx, articleId, revision, 'asc');
}

async function readEvidenceRow(
  tx: Tx,
  articleId: string,
  revision: number,
  order: 'asc' | 'desc',
): Promise<Evidence | null> {
  const row = await tx
    .selectFrom('evidence')
    .selectAll()
    .where('article_id', '=', articleId)
    .where('revision', '=', revision)
    .orderBy('seq', order)
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  return { revision: row.revision, at: row.at, figures: JSON.parse(row.figures), counts: JSON.parse(row.counts) };
}

/** The evidence of a revision as readers would see it now. */
async function revisionEvidence(tx: Tx, revision: RevisionRow): Promise<Pick<Evidence, 'figures' | 'counts'>> {
  const copies = await readArchivedCopies(tx, revision.article_id);
  return evidenceOf(tx, { ...(await readLedger(tx, revision)), copies });
}

/** The public part of a ledger, with the archived copies of its sources. */
export async function evidenceOf(
  tx: Tx,
  { figures, sources, copies }: Pick<Ledger, 'figures' | 'sources'> & { copies: ArchivedCopies },
): Promise<Pick<Evidence, 'figures' | 'counts'>> {
  const counts = noFigures();
  for (const figure of figures) {
    const settling = settledBy(figure)?.settling;
    addFigure(counts, settling?.kind ?? null, settling?.kind === 'sourced' && settling.found !== undefined);
  }
  const texts = new Map(figures.map(({ anchor, text }) => [anchor, text]));
  const listed = figures.slice(0, MOST_TOLD);
  const archivedSources = sources.map((source) => ({ ...source, archived: copies.get(source.url) }));
  const bylines = await readSigners(tx, listed);
  return {
    figures: listed.map((figure) => ({ ...tell(figure, archivedSources, texts), signed: signedBy(figure, bylines) })),
    counts,
  };
}

/** The own bylines of the editors who signed for readers to see, by the ids of these editors. */
async function readSigners(tx: Tx, figures: readonly LedgerFigure[]): Promise<ReadonlyMap<string, string>> {
  const ids = figures.flatMap((figure) => {
    const settlement = settledBy(figure);
    return isForReaders(settlement) && settlement?.confirmedBy ? [settlement.confirmedBy.id] : [];
  });
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom('author')
    .select(['editor_id', 'name'])
    .where(isAmong(tx, 'editor_id', [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ editor_id, name }) => [editor_id ?? '', name]));
}

function signedBy(figure: LedgerFigure, bylines: ReadonlyMap<string, string>): PublicSignature | null {
  const settlement = settledBy(figure);
  if (settlement?.settling.kind !== 'signed' || !isForReaders(settlement)) return null;
  return { by: bylines.get(settlement.confirmedBy?.id ?? '') ?? null, reason: settlement.settling.reason };
}

function isForReaders(settlement: Settlement | null): boolean {
  return settlement?.settling.kind === 'signed' && settlement.settling.forReaders === true;
}

function tell(
  figure: LedgerFigure,
  sources: readonly ArchivedSource[],
  texts: ReadonlyMap<string, string>,
): EvidenceFigure {
  const settlement = settledBy(figure);
  const settling = settlement?.settling;
  const { anchor, text, field, blockId: block, blockTurn, inBlock, at } = figure;
  return {
    anchor,
    text,
    field,
    block,
    blockTurn,
    inBlock,
    at,
    sentence: figure.sentence.slice(0, LONGEST_SENTENCE),
    settlement: settling?.kind ?? null,
    ...tellSourced(settlement, sources),
    who: settling?.kind === 'quoted' ? settling.who : null,
    when: settling?.kind === 'quoted' ? settling.when : null,
    class: settling?.kind === 'exempt' ? settling.class : null,
    formula: settling?.kind === 'computed' ? settling.formula : null,
    computedFrom:
      settling?.kind === 'computed'
        ? Object.entries(settling.inputs).map(([name, from]) => ({ name, text: texts.get(from) ?? '', anchor: from }))
        : [],
    settledAt: settlement?.confirmedAt ?? null,
  };
}

function tellSourced(
  settlement: Settlement | null,
  sources: readonly ArchivedSource[],
): Pick<EvidenceFigure, 'source' | 'locator' | 'quote' | 'found' | 'unfound'> {
  if (settlement?.settling.kind !== 'sourced') return { source: null, locator: null, quote: null, found: null };
  const { source, locator, quote = null, found: finding = null } = settlement.settling;
  return {
    source: tellSource(sources.find(({ url }) => url === source)),
    locator,
    quote,
    found: finding,
    ...whyUnfound(settlement),
  };
}

type ArchivedSource = Source & { archived: string | undefined };

function tellSource(cited: ArchivedSource | undefined): EvidenceFigure['source'] {
  if (!cited) return null;
  const { title, url, publisher, archived } = cited;
  return { title, url, ...(publisher && { publisher }), ...(archived && { archived }) };
}

/** Why a sourced number does not count as found; empty if it was found or is not sourced. */
function whyUnfound({ settling, lookup, asked }: Settlement): { unfound?: Unfound } {
  if (settling.kind !== 'sourced' || settling.found) return {};
  const { state } = asked && asked.state !== 'waiting' ? asked : (lookup ?? NOT_OPENED);
  if (state === 'unreachable') return { unfound: settling.unfound ?? 'not_opened' };
  return { unfound: state === 'found' ? 'not_compared' : 'not_found' };
}

const NOT_OPENED = { state: 'unreachable' } as const;

function settledBy({ state, settlement }: LedgerFigure) {
  return state === 'settled' ? settlement : null;
}
