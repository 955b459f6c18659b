import { pauseIfLong, type RevisionRow } from '#article/article-rows.ts';
import type { Source } from '#article/copy.ts';
import type { ExemptClass, SettlementKind } from '#article/settlement-kinds.ts';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
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
  source: Pick<Source, 'title' | 'url' | 'publisher'> | null;
  locator: string | null;
  quote: string | null;
  /** For a quoted figure: who said it, and when. */
  who: string | null;
  when: string | null;
  class: ExemptClass | null;
  formula: string | null;
  computedFrom: { name: string; text: string; anchor: string }[];
  /** Only where the editor signed for readers to see; absent in evidence that an older release wrote. */
  signed?: PublicSignature | null;
  settledAt: string | null;
};

export type EvidenceCounts = { figures: number; open: number } & Record<SettlementKind, number>;
export type Evidence = { revision: number; at: string; figures: EvidenceFigure[]; counts: EvidenceCounts };

/** Most figures listed; the counts include all. */
const MOST_TOLD = 2000;
const LONGEST_SENTENCE = 600;

/** Stores the evidence of a revision when it goes live; `told`: what readers were told about it before an export. */
export async function writeEvidence(
  deps: Deps,
  tx: Tx,
  revision: RevisionRow,
  told: Omit<Evidence, 'revision'> | null = null,
): Promise<void> {
  if (told !== null) return addEvidence(tx, revision, told);
  const ledger = await readLedger(tx, revision);
  await pauseIfLong(revision);
  await addEvidence(tx, revision, { at: now(deps), ...(await evidenceOf(tx, ledger)) });
}

/** Adds a row of evidence, which counts instead of those before it. */
export async function addEvidence(
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
  const told = await readEvidence(tx, revision.article_id, revision.number);
  if (!told) return;
  const { figures } = await evidenceOf(tx, await readLedger(tx, revision));
  const isHero = ({ field }: EvidenceFigure) => field === 'heroAlt' || field === 'heroCaption';
  const counts = { ...told.counts };
  const count = (figure: EvidenceFigure, by: 1 | -1) => {
    counts.figures += by;
    counts[figure.settlement ?? 'open'] += by;
  };
  for (const figure of told.figures.filter(isHero)) count(figure, -1);
  for (const figure of figures.filter(isHero)) count(figure, 1);
  const all = [...told.figures.filter((figure) => !isHero(figure)), ...figures.filter(isHero)];
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

/** The public part of a ledger. */
export async function evidenceOf(tx: Tx, { figures, sources }: Ledger): Promise<Pick<Evidence, 'figures' | 'counts'>> {
  const counts: EvidenceCounts = {
    figures: figures.length,
    open: 0,
    sourced: 0,
    computed: 0,
    quoted: 0,
    exempt: 0,
    signed: 0,
  };
  for (const figure of figures) counts[settledBy(figure)?.settling.kind ?? 'open']++;
  const texts = new Map(figures.map(({ anchor, text }) => [anchor, text]));
  const told = figures.slice(0, MOST_TOLD);
  const bylines = await readSigners(tx, told);
  return {
    figures: told.map((figure) => ({ ...tell(figure, sources, texts), signed: signedBy(figure, bylines) })),
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

function tell(figure: LedgerFigure, sources: readonly Source[], texts: ReadonlyMap<string, string>): EvidenceFigure {
  const settlement = settledBy(figure);
  const settling = settlement?.settling;
  const { anchor, text, field, blockId: block, blockTurn, inBlock, at } = figure;
  const cited = settling?.kind === 'sourced' ? sources.find(({ url }) => url === settling.source) : undefined;
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
    source: cited
      ? { title: cited.title, url: cited.url, ...(cited.publisher && { publisher: cited.publisher }) }
      : null,
    locator: settling?.kind === 'sourced' ? settling.locator : null,
    quote: settling?.kind === 'sourced' ? (settling.quote ?? null) : null,
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

function settledBy({ state, settlement }: LedgerFigure) {
  return state === 'settled' ? settlement : null;
}
