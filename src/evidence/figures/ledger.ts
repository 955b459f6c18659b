import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { copyOf, type RevisionRow } from '#article/article-rows.ts';
import type { Source } from '#article/copy.ts';
import type { ChangedPassage, SentBack } from '#article/gate-entry.ts';
import type { SettlementKind } from '#article/settlement-kinds.ts';
import { prepared, type Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { readKnownNames } from '#evidence/known-names.ts';
import { computeFigure, type Explanation, explanation } from './compute-figure.ts';
import { findEarlierValues } from './earlier-values.ts';
import { markNames } from './numbered-names.ts';
import { type PlacedFigure, placeRevisionFigures } from './place-figures.ts';
import type { AskedLookup, ProposalLookup } from './proposal-lookup.ts';
import type { SettlementMethod } from './settlement.ts';
import { looksLikeSmallCount } from './small-count.ts';

export type SettlementRow = Selectable<Tables['settlement']>;

/** A settlement or a proposal for a figure. Names of people are for the newsroom only. */
export type Settlement = {
  id: string;
  settling: SettlementMethod;
  proposedBy: { kind: string; id: string; name: string };
  proposedAt: string;
  proposedRevision: number;
  confirmedBy: { id: string; name: string } | null;
  confirmedAt: string | null;
  /** Why it has to be checked again; null when it need not. */
  lookAgain: string | null;
  /** The result of looking an agent's proposal up in its source; null before the lookup. */
  lookup: ProposalLookup | null;
  /** The result of a later lookup, when an editor had all sources of the article opened; null without one. */
  asked: AskedLookup | null;
  /** The present words of its source, if it has to be checked again because its passage changed. */
  now: ChangedPassage | null;
};

/** A figure, and whether it is part of a name: of a standard or law, or of one on the list of the magazine. */
export type MarkedFigure = PlacedFigure & { isName: boolean };

/** A figure of one revision with its state. */
export type LedgerFigure = MarkedFigure & {
  state: 'settled' | 'proposed' | 'open';
  settlement: Settlement | null;
  /** Proposals that wait for an editor, oldest first. A settled figure can have some too. */
  proposals: Settlement[];
  /** Why a confirmed settlement does not hold for this revision. */
  lapsed: Explanation | null;
  /** The last proposal or settlement that an editor undid, with the reason. */
  sentBack: { what: 'refused' | 'reopened'; told: SentBack } | null;
};

export type Ledger = {
  figures: LedgerFigure[];
  /** Whether the article has more figures than the finder's limit: the rest stays open. */
  hasMore: boolean;
  sources: Source[];
  /** Settlements that an editor refused or reopened, latest last. */
  undone: SettlementRow[];
};

/**
 * The figures of one revision with their states. Settlements belong to the article: they hold for each revision with the
 * unchanged figure.
 */
export async function readLedger(tx: Tx, revision: RevisionRow, copy = copyOf(revision)): Promise<Ledger> {
  const { figures, hasMore } = await placeRevisionFigures(tx, revision, copy);
  const sources = copy.sources ?? [];
  if (figures.length === 0) return { figures: [], hasMore, sources, undone: [] };
  const { rows } = await findSettlements(tx, { articleId: revision.article_id });
  const ledger = await applySettlements(await markKnownNames(tx, figures), rows.filter(isCurrent), sources);
  const earlier = await findEarlierValues(tx, revision, figures);
  for (const figure of ledger) {
    if (earlier.has(figure.anchor)) figure.looksLike = 'earlier_value';
    else if (figure.looksLike === 'measure' && looksLikeSmallCount(figure)) figure.looksLike = 'small_count';
  }
  const undone = rows.filter(({ undone_at }) => undone_at !== null).sort(byUndoing);
  const latest = new Map(undone.map((row) => [row.anchor, row]));
  for (const figure of ledger) figure.sentBack = sentBackBy(latest.get(figure.anchor));
  return { figures: ledger, hasMore, sources, undone };
}

/** The figures, each with whether it is part of a name that needs no person. */
export async function markKnownNames(tx: Tx, figures: readonly PlacedFigure[]): Promise<MarkedFigure[]> {
  return markNames(figures, await readKnownNames(tx));
}

/** Settlements and open proposals of an article, oldest first. */
export async function listSettlements(tx: Tx, articleId: string): Promise<SettlementRow[]> {
  return (await findSettlements(tx, { articleId })).rows.filter(isCurrent);
}

/** Settlements and open proposals of an article, and those that an editor refused or reopened, oldest first. */
const findSettlements = prepared((tx, { articleId }: { articleId: string }) =>
  tx
    .selectFrom('settlement')
    .selectAll()
    .where('article_id', '=', articleId)
    .where((where) =>
      where.or([
        where.and([where('replaced_at', 'is', null), where('refused_at', 'is', null)]),
        where('undone_at', 'is not', null),
      ]),
    )
    .orderBy('proposed_at')
    .orderBy('id'),
);

function isCurrent(row: SettlementRow): boolean {
  return row.replaced_at === null && row.refused_at === null;
}

/** Latest last. */
function byUndoing(settlement: SettlementRow, other: SettlementRow): number {
  const [first, second] = [settlement, other].map((row) => `${row.undone_at} ${row.id}`) as [string, string];
  return first < second ? -1 : 1;
}

function sentBackBy(row: SettlementRow | undefined): LedgerFigure['sentBack'] {
  if (!row) return null;
  return { what: row.refused_at === null ? 'reopened' : 'refused', told: toSentBack(row) };
}

/** The public part of an undone settlement: the role of the editor, not the name. */
export function toSentBack(row: SettlementRow): SentBack {
  return {
    settlement: row.kind as SettlementKind,
    by: row.undone_by_role === 'chief' ? 'chief' : 'editor',
    at: row.undone_at ?? '',
    because: row.undone_because,
    proposedRevision: row.proposed_revision,
  };
}

/** Figures handled before other work gets a turn. */
const TURN = 1000;

/**
 * The state of each figure. It is settled only while its source is cited and its inputs are settled. A figure that is part of a name is
 * settled even if no person settled it.
 */
export async function applySettlements(
  figures: readonly MarkedFigure[],
  rows: readonly SettlementRow[],
  sources: readonly Source[],
): Promise<LedgerFigure[]> {
  const byAnchor = Map.groupBy(rows, (row) => row.anchor);
  const ledger: LedgerFigure[] = [];
  const places = new Map<string, LedgerFigure>();
  for (const figure of figures) {
    if (ledger.length % TURN === TURN - 1) await nextTurn();
    const placed = withRows(figure, byAnchor.get(figure.anchor) ?? []);
    ledger.push(placed);
    places.set(figure.anchor, placed);
  }
  const cited = new Set(sources.map((source) => source.url));
  const known = new Map<string, Explanation | null>();
  for (const [at, figure] of ledger.entries()) {
    if (at % TURN === TURN - 1) await nextTurn();
    figure.lapsed = figure.settlement ? whyLapsed({ figure, places, cited, known, asking: new Set() }) : null;
    const isSettled = figure.settlement !== null && figure.lapsed === null;
    figure.state = isSettled ? 'settled' : figure.proposals.length > 0 ? 'proposed' : 'open';
  }
  return ledger;
}

function withRows(figure: MarkedFigure, rows: readonly SettlementRow[]): LedgerFigure {
  const confirmed = rows.find((row) => row.confirmed_at !== null);
  const proposals = rows.filter((row) => row.confirmed_at === null).map(toSettlement);
  const settlement = confirmed ? toSettlement(confirmed) : figure.isName ? BY_ITS_NAME : null;
  return { ...figure, state: 'open', settlement, proposals, lapsed: null, sentBack: null };
}

/** The settlement of a figure that is part of a name, made by no person. It is not stored, so it has no id and no time. */
const BY_ITS_NAME: Settlement = Object.freeze({
  id: '',
  settling: Object.freeze({ kind: 'exempt', class: 'name' }),
  proposedBy: Object.freeze({ kind: '', id: '', name: '' }),
  proposedAt: '',
  proposedRevision: 0,
  confirmedBy: null,
  confirmedAt: null,
  lookAgain: null,
  lookup: null,
  asked: null,
  now: null,
});

/** Whether no person settled the figure, because it is part of a name. */
export function isByItsName(settlement: Settlement | null): boolean {
  return settlement === BY_ITS_NAME;
}

/** Why the confirmed settlement of a figure does not hold; null when it holds. */
function whyLapsed({
  figure,
  places,
  cited,
  known,
  asking,
}: {
  figure: LedgerFigure;
  places: ReadonlyMap<string, LedgerFigure>;
  cited: ReadonlySet<string>;
  known: Map<string, Explanation | null>;
  asking: Set<string>;
}): Explanation | null {
  const answer = known.get(figure.anchor);
  if (answer !== undefined) return answer;
  if (asking.has(figure.anchor)) return explanation('The formulas refer to each other in a circle.');
  asking.add(figure.anchor);
  const reason = look();
  asking.delete(figure.anchor);
  known.set(figure.anchor, reason);
  return reason;

  function look(): Explanation | null {
    const settling = figure.settlement?.settling;
    if (!settling) return explanation('It is not settled.');
    if (settling.kind === 'sourced' && !cited.has(settling.source))
      return explanation('Its source is no longer among the sources.');
    if (settling.kind !== 'computed') return null;
    if (asking.size > DEEPEST_CHAIN) return explanation('The formulas go too deep.');
    return (
      Object.values(settling.inputs)
        .values()
        .map(lookAtInput)
        .find((lapsed) => lapsed !== null) ?? computeFigure(figure.text, settling, (anchor) => places.get(anchor)?.text)
    );
  }

  function lookAtInput(anchor: string): Explanation | null {
    const input = places.get(anchor);
    if (!input) return explanation('A number it was computed from has changed.');
    if (whyLapsed({ figure: input, places, cited, known, asking }) === null) return null;
    return {
      plain: 'A number it was computed from is open.',
      quoted: `"${input.text}", from which it was computed, is open.`,
    };
  }
}

const DEEPEST_CHAIN = 100;

export function toSettlement(row: SettlementRow): Settlement {
  const { lookup = null, asked = null, now = null, ...detail } = JSON.parse(row.detail);
  return {
    id: row.id,
    settling: { kind: row.kind, ...detail } as SettlementMethod,
    proposedBy: { kind: row.proposed_by_kind, id: row.proposed_by_id, name: row.proposed_by_name },
    proposedAt: row.proposed_at,
    proposedRevision: row.proposed_revision,
    confirmedBy: row.confirmed_by_id === null ? null : { id: row.confirmed_by_id, name: row.confirmed_by_name ?? '' },
    confirmedAt: row.confirmed_at,
    lookAgain: row.look_again,
    lookup,
    asked,
    now,
  };
}

/** How many settled figures of each of these articles have to be checked again; articles without any are left out. */
export async function countLookAgain(tx: Tx, articleIds: readonly string[]): Promise<Map<string, number>> {
  if (articleIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('settlement')
    .select((is) => ['article_id', is.fn.countAll().as('count')])
    .where('look_again', 'is not', null)
    .where('replaced_at', 'is', null)
    .where(isAmong(tx, 'article_id', articleIds))
    .groupBy('article_id')
    .execute();
  return new Map(rows.map(({ article_id, count }) => [article_id, Number(count)]));
}
