import { type ArticleRow, getRevisionRow } from '#article/article-rows.ts';
import type { ExemptClass } from '#article/settlement-kinds.ts';
import { type Actor, isEditorial, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { checkSettlement, invalidSettlement, parseSettlementMethod } from '#evidence/figures/check-settlement.ts';
import {
  applySettlements,
  isByItsName,
  type Ledger,
  type LedgerFigure,
  listSettlements,
  readLedger,
  type Settlement,
  toSettlement,
} from '#evidence/figures/ledger.ts';
import type { PlacedFigure } from '#evidence/figures/place-figures.ts';
import { confirmedRow } from '#evidence/figures/proposal-row.ts';
import { type SettlementMethod, suggestedClass } from '#evidence/figures/settlement.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { confirm, decided, getFigure, getOwn, getRow, getWaiting, insertProposal, note } from './settlement-rows.ts';

// The acts of people on the figures of one exact revision. Each act runs the gate again and stores its counts.

/** Identifies a figure in the revision that the person has seen. */
export type FigureReference = { articleId: string; revision: number; anchor: string };

/**
 * Proposes a way to settle a figure, for an editor to confirm. It replaces an earlier proposal by the same person. Returns the
 * proposal's id. Agents propose with a draft or a revision, in `claimsReview`.
 * @throws forbidden, not_found (also when the revision does not have the figure), validation_failed, busy
 */
export async function proposeSettlement(
  deps: Deps,
  actor: Actor,
  seen: FigureReference,
  given: SettlementMethod,
): Promise<string> {
  requirePerson(actor);
  return actOn(deps, actor, seen, async ({ tx, article, ledger, figure }) => {
    const id = await insertChecked(deps, tx, actor, { article, ledger, figure, revision: seen.revision, given });
    await note(deps, tx, actor, {
      article,
      revision: seen.revision,
      act: 'figure.proposed',
      figure: figure.text,
      kind: given.kind,
      id,
    });
    return id;
  });
}

/**
 * Settles a figure: an editor proposes and confirms in one act. Returns the settlement's id.
 * @throws forbidden (agents and writers always), not_found, validation_failed, busy
 */
export async function settleFigure(
  deps: Deps,
  actor: Actor,
  seen: FigureReference,
  given: SettlementMethod,
): Promise<string> {
  requireEditorial(actor, 'settle a number');
  return actOn(deps, actor, seen, async ({ tx, article, ledger, figure }) => {
    const id = await insertChecked(deps, tx, actor, { article, ledger, figure, revision: seen.revision, given });
    await confirm(deps, tx, actor, { articleId: article.id, ledger, figure, id, kind: given.kind });
    await note(deps, tx, actor, {
      article,
      revision: seen.revision,
      act: 'figure.settled',
      figure: figure.text,
      kind: given.kind,
      id,
    });
    return id;
  });
}

/**
 * Confirms a proposal, which settles the figure and replaces an earlier settlement.
 * A proposal that the server did not find in its source needs a reason, which the journal keeps.
 * @throws forbidden (agents and writers always), not_found, already_done, validation_failed while an input is open or a reason is missing, busy
 */
export async function confirmSettlement(
  deps: Deps,
  actor: Actor,
  {
    articleId,
    revision,
    id,
    because = null,
  }: { articleId: string; revision: number; id: string; because?: string | null },
): Promise<void> {
  requireEditorial(actor, 'confirm how a number is settled');
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const row = await getWaiting(tx, article, id);
    if (isMissed(toSettlement(row)) && (because ?? '').length < SHORTEST_REASON) throw missesReason();
    const ledger = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const figure = getFigure(ledger, row.anchor);
    await confirm(deps, tx, actor, { articleId: article.id, ledger, figure, id, kind: row.kind });
    const detail = { figure: row.text, kind: row.kind, id, ...(because && { because }) };
    await note(deps, tx, actor, { article, revision, act: 'figure.confirmed', ...detail });
  });
}

/** Fewest characters of a reason. */
const SHORTEST_REASON = 10;

/** Whether the server opened the source of a proposal and did not find its number. */
export function isMissed({ lookup }: Settlement): boolean {
  return lookup?.state === 'near' || lookup?.state === 'not_found';
}

function missesReason(): Failure {
  const message = 'The server opened the source and did not find this number there.';
  const issue = {
    path: 'because',
    message: `Say why it holds all the same, in at least ${SHORTEST_REASON} characters.`,
  };
  return new Failure('validation_failed', message, { hint: issue.message, more: { issues: [issue] } });
}

type Found = { tx: Tx; article: ArticleRow; ledger: Ledger; figure: LedgerFigure };

function actOn<T>(deps: Deps, actor: Actor, seen: FigureReference, act: (target: Found) => Promise<T>): Promise<T> {
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, seen.articleId);
    const ledger = await readLedger(tx, await getRevisionRow(tx, article.id, seen.revision));
    return act({ tx, article, ledger, figure: getFigure(ledger, seen.anchor) });
  });
}

type Proposed = {
  article: ArticleRow;
  ledger: Ledger;
  figure: LedgerFigure;
  revision: number;
  given: SettlementMethod;
};

/** Stores a proposal, which replaces the open one of the same person. @throws validation_failed when it does not fit the figure */
export async function insertChecked(deps: Deps, tx: Tx, actor: Actor, proposed: Proposed): Promise<string> {
  const { article, ledger, figure, revision } = proposed;
  const settling = parseSettlementMethod(proposed.given);
  const find = (anchor: string) => ledger.figures.find((candidate) => candidate.anchor === anchor);
  const wrong = checkSettlement({ ledger, figure, settling, ...deps.policy, by: actor, find });
  if (wrong.length > 0) throw invalidSettlement(wrong);
  await tx
    .updateTable('settlement')
    .set({ replaced_at: now(deps) })
    .where('article_id', '=', article.id)
    .where('anchor', '=', figure.anchor)
    .where('proposed_by_id', '=', actor.id)
    .where('confirmed_at', 'is', null)
    .where('refused_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
  return insertProposal(deps, tx, actor, { articleId: article.id, revision, figure, settling });
}

/** @throws forbidden for an agent */
export function requirePerson(actor: Actor): void {
  if (actor.kind !== 'agent') return;
  throw new Failure('forbidden', 'An agent proposes with a draft or a revision.', {
    hint: 'Put the proposals into editorialPacket.claimsReview, as /auth.md describes.',
  });
}

/** Most figures named in one journal entry. */
const MOST_NAMED = 50;

/**
 * Settles several figures as exempt, all of one class. Each has to look like that class, whatever was proposed for it; other
 * figures are settled one at a time. Returns the number of figures.
 * @throws forbidden (agents and writers always), not_found, validation_failed naming figures that look different, busy
 */
export async function confirmExempt(
  deps: Deps,
  actor: Actor,
  {
    articleId,
    revision,
    className,
    anchors,
  }: { articleId: string; revision: number; className: ExemptClass; anchors: readonly string[] },
): Promise<number> {
  requireEditorial(actor, 'exempt numbers');
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const ledger = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const named = [...new Set(anchors)].map((anchor) => getFigure(ledger, anchor));
    const others = named.filter((figure) => suggestedClass(figure.looksLike) !== className);
    if (others.length > 0) throw notOfClass(others, className);
    const settling = { kind: 'exempt', class: className } as const;
    for (const figure of named.filter(({ state }) => state !== 'settled')) {
      const waiting = figure.proposals.find(
        ({ settling: method }) => method.kind === 'exempt' && method.class === className,
      );
      const id =
        waiting?.id ?? (await insertProposal(deps, tx, actor, { articleId: article.id, revision, figure, settling }));
      await confirm(deps, tx, actor, { articleId: article.id, ledger, figure, id, kind: 'exempt' });
    }
    const detail = {
      class: className,
      figures: named.slice(0, MOST_NAMED).map(({ text }) => text),
      count: named.length,
    };
    await note(deps, tx, actor, { article, revision, act: 'figures.exempted', ...detail });
    return named.length;
  });
}

function notOfClass(others: readonly PlacedFigure[], className: ExemptClass): Failure {
  const named = others.slice(0, 10).map(({ text }) => `"${text.slice(0, 60)}"`);
  return new Failure(
    'validation_failed',
    `Not all of these look like a ${className.replace('_', ' ')}: ${named.join(', ')}.`,
    {
      hint: 'Settle these one at a time.',
      more: { issues: others.map(({ anchor, text }) => ({ path: anchor, message: text.slice(0, 100) })) },
    },
  );
}

/**
 * Refuses a proposal, with an optional reason for its author.
 * @throws forbidden (agents and writers always), not_found, already_done, busy
 */
export async function refuseSettlement(
  deps: Deps,
  actor: Actor,
  { articleId, id, because }: { articleId: string; id: string; because: string | null },
): Promise<void> {
  requireEditorial(actor, 'refuse how a number is settled');
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const row = await getWaiting(tx, article, id);
    await tx
      .updateTable('settlement')
      .set({ refused_at: now(deps), refused_by: nameOf(actor), ...undone(deps, actor, because) })
      .where('id', '=', row.id)
      .execute();
    const detail = { figure: row.text, kind: row.kind, id, ...(because && { because }) };
    await note(deps, tx, actor, { article, revision: row.proposed_revision, act: 'figure.refused', ...detail });
  });
}

/**
 * Opens a settled figure again. The evidence that readers of a live article see stays until its next publication.
 * @throws forbidden (agents and writers always), not_found, already_done, busy
 */
export async function reopenFigure(
  deps: Deps,
  actor: Actor,
  { articleId, id, because }: { articleId: string; id: string; because: string | null },
): Promise<void> {
  requireEditorial(actor, 'open a settled number again');
  await deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const row = await getRow(tx, article, id);
    if (row.confirmed_at === null || row.replaced_at !== null) throw decided('It is not settled by this.');
    await tx
      .updateTable('settlement')
      .set({ replaced_at: now(deps), ...undone(deps, actor, because) })
      .where('id', '=', row.id)
      .execute();
    const detail = { figure: row.text, kind: row.kind, id, ...(because && { because }) };
    await note(deps, tx, actor, { article, revision: article.latest_revision, act: 'figure.opened', ...detail });
  });
}

/** The note for the author of the proposal: when it was undone, by which role, and why. */
function undone(deps: Deps, actor: Actor, because: string | null) {
  const role = actor.kind === 'editor' ? actor.role : 'editor';
  return { undone_at: now(deps), undone_by_role: role, undone_because: because };
}

/** The method for one figure, or null. */
export type ChooseMethod = (figure: LedgerFigure, figures: readonly LedgerFigure[]) => SettlementMethod | null;

/**
 * Settles the open figures of a revision in one transaction, each with the method that `settledBy` returns. For articles that
 * come with a release. Returns the number of figures. People use `settleFigure`.
 * @throws forbidden (everybody but the server and the command line), not_found, validation_failed naming the first figure that cannot be settled
 */
export async function settleEach(
  deps: Deps,
  actor: Actor,
  { articleId, revision, settledBy }: { articleId: string; revision: number; settledBy: ChooseMethod },
): Promise<number> {
  if (actor.kind !== 'house' || !isEditorial(actor)) {
    throw new Failure('forbidden', 'Only the server can settle all numbers of a revision together.', {
      hint: 'Settle one number at a time.',
    });
  }
  return deps.db.write(async (tx) => {
    const article = await getOwn(deps, tx, actor, articleId);
    const { figures, sources } = await readLedger(tx, await getRevisionRow(tx, article.id, revision));
    const places = new Map(figures.map((figure) => [figure.anchor, figure]));
    const rows = figures.flatMap((figure) => {
      const isSettled = figure.state === 'settled' && !isByItsName(figure.settlement);
      const given = isSettled ? null : settledBy(figure, figures);
      if (given === null) return [];
      const settling = parseSettlementMethod(given);
      const wrong = checkSettlement({
        ledger: { sources },
        figure,
        settling,
        ...deps.policy,
        by: actor,
        find: (anchor) => places.get(anchor),
      });
      if (wrong.length > 0)
        throw invalidSettlement(wrong.map(({ path, message }) => ({ path, message: `"${figure.text}": ${message}` })));
      return [confirmedRow(deps, actor, { articleId: article.id, revision, figure, settling })];
    });
    if (rows.length === 0) return 0;
    await tx.insertInto('settlement').values(rows).execute();
    const after = await applySettlements(figures, await listSettlements(tx, article.id), sources);
    const lapsed = after.find((figure) => figure.lapsed !== null);
    if (lapsed) throw invalidSettlement([{ path: 'formula', message: `"${lapsed.text}": ${lapsed.lapsed?.quoted}` }]);
    await note(deps, tx, actor, { article, revision, act: 'figures.settled', count: rows.length });
    return rows.length;
  });
}
