import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RevisionRow } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import type { GateCode } from '#article/gate-codes.ts';
import type { GateEntry, NamedFigure } from '#article/gate-entry.ts';
import type { Actor } from '#core/actor.ts';
import { inTurns } from '#core/concurrency.ts';
import type { Tx } from '#db/database.ts';
import type { Deps, Policy } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { checkSettlement } from './check-settlement.ts';
import { MOST_CLAIMS, type NamedClaim, type ProposedSettlement, readClaim, readForm } from './claims-form.ts';
import { readFormula } from './formula.ts';
import { type Ledger, type LedgerFigure, readLedger, toSentBack } from './ledger.ts';

import { proposalRow } from './proposal-row.ts';
import type { SettlementMethod } from './settlement.ts';

/** A fault of a form, for the gate. */
export type Problem = Omit<GateEntry, 'severity'>;
type ProblemCode = GateCode extends infer Code ? (Code extends `claims_review_${infer Name}` ? Name : never) : never;
type Proposal = { figure: LedgerFigure; settling: SettlementMethod };
type Review = { proposals: Proposal[]; problems: Problem[] };

const PATH = 'editorialPacket.claimsReview';
/** Problems with their own entry; one more entry counts the rest. */
const MOST_PROBLEMS = 100;
/** Figures of a text that are listed when an entry names an unknown figure. */
const MOST_NAMED = 20;
/** Entries handled before other work gets a turn. */
const TURN = 25;
/** Rows inserted by one statement. */
const AT_ONCE = 50;

/** Stores the proposals of an agent's revision, without those that are stored word for word or hold already. */
export async function storeProposals(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { revision, copy }: { revision: RevisionRow; copy: Copy },
): Promise<void> {
  if (actor.kind !== 'agent' || !Array.isArray(readForm(reviewOf(revision)))) return;
  const ledger = await readLedger(tx, revision, copy);
  const { proposals } = await inTurns(readReview(ledger, revision, deps.policy));
  const holding = ledger.figures.flatMap(({ anchor, settlement }) =>
    settlement ? [keyOfSettling(anchor, settlement.settling)] : [],
  );
  const known = new Set([...(await knownKeys(tx, revision.article_id)), ...holding]);
  const rows = proposals
    .map(({ figure, settling }) =>
      proposalRow(deps, actor, { articleId: revision.article_id, revision: revision.number, figure, ...settling }),
    )
    .filter((row) => !known.has(keyOf(row)));
  if (rows.length === 0) return;
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx
      .insertInto('settlement')
      .values(rows.slice(from, from + AT_ONCE))
      .execute();
    await nextTurn();
  }
  await writeJournal(deps, tx, actor, {
    act: 'figures.proposed',
    subject: { kind: 'article', id: revision.article_id },
    revision: revision.number,
    detail: { count: rows.length },
  });
}

/** The faults of the form in an agent's revision, for the gate: at most `MOST_PROBLEMS`, and one more that counts the rest. */
export async function findClaimProblems(ledger: Ledger, revision: RevisionRow, policy: Policy): Promise<Problem[]> {
  if (revision.saved_by_kind !== 'agent') return [];
  const { problems } = await inTurns(readReview(ledger, revision, policy));
  if (problems.length <= MOST_PROBLEMS) return problems;
  const rest = problems.length - MOST_PROBLEMS;
  const more = problem(
    'refused',
    PATH,
    `${rest} more entries of claimsReview are wrong. Fix the ones above, and the next answer names others.`,
  );
  return [...problems.slice(0, MOST_PROBLEMS), more];
}

/** Yields every few entries, so that other work gets a turn. */
function* readReview(ledger: Ledger, revision: RevisionRow, policy: Policy): Generator<undefined, Review> {
  const form = readForm(reviewOf(revision));
  if (form === null) return { proposals: [], problems: [] };
  if (!Array.isArray(form)) {
    const { message, ...data } = form;
    return { proposals: [], problems: [{ ...problem('unreadable', PATH, message), ...data }] };
  }
  const problems: Problem[] = [];
  if (form.length > MOST_CLAIMS)
    problems.push(
      problem(
        'too_many',
        PATH,
        `Only the first ${MOST_CLAIMS} of ${form.length} entries were read. Send the others with the next revision.`,
      ),
    );
  const places = Map.groupBy(ledger.figures, placeOf);
  const byPath = Map.groupBy(ledger.figures, ({ path }) => path);
  const claims: Found[] = [];
  for (const [index, entry] of form.slice(0, MOST_CLAIMS).entries()) {
    if (index % TURN === TURN - 1) yield;
    const path = `${PATH}.figures.${index}`;
    const claim = readClaim(entry);
    if ('message' in claim) {
      problems.push({
        ...problem('malformed', path, `This entry does not fit the form. ${claim.message}`),
        ...claim.data,
      });
      continue;
    }
    const figure = places.get(placeOf({ ...claim, text: claim.figure }))?.[(claim.occurrence ?? 1) - 1];
    if (figure) claims.push({ claim, figure, path });
    else problems.push(unknownFigure(byPath.get(claim.path) ?? [], claim, path));
  }
  const { proposals, refused } = yield* propose(ledger, claims, policy);
  return { proposals, problems: [...problems, ...refused] };
}

type Found = { claim: ProposedSettlement | NamedClaim; figure: LedgerFigure; path: string };

function* propose(
  ledger: Ledger,
  claims: readonly Found[],
  policy: Policy,
): Generator<undefined, { proposals: Proposal[]; refused: Problem[] }> {
  const names = new Map(
    claims.flatMap(({ claim, figure }) => (claim.name ? [[claim.name, figure.anchor] as const] : [])),
  );
  const byAnchor = new Map(ledger.figures.map((figure) => [figure.anchor, figure]));
  const refusals = new Map(ledger.undone.filter((row) => row.refused_at !== null).map((row) => [keyOf(row), row]));
  const proposals = new Map<string, Proposal>();
  const refused: Problem[] = [];
  for (const [index, { claim, figure, path }] of claims.entries()) {
    if (index % TURN === TURN - 1) yield;
    if (!('settlement' in claim)) continue;
    const settling = settlingOf(claim, names);
    const before = refusals.get(keyOfSettling(figure.anchor, settling));
    const wrong = checkSettlement({
      ledger,
      figure,
      settling,
      ...policy,
      by: AGENT,
      find: (anchor) => byAnchor.get(anchor),
    });
    const about = aboutFigure(figure);
    if (before && figure.state !== 'settled')
      refused.push({ ...problem('refused_before', path, REFUSED_BEFORE), ...about, refused: toSentBack(before) });
    else if (wrong.length > 0) {
      const why = wrong.map(({ message, plain }) => plain ?? message).join(' ');
      refused.push({ ...problem('refused', path, `This number cannot be settled this way. ${why}`), ...about });
    } else {
      if (proposals.has(figure.anchor)) refused.push({ ...problem('repeated', path, REPEATED), ...about });
      proposals.set(figure.anchor, { figure, settling });
    }
  }
  return { proposals: [...proposals.values()], refused };
}

const REFUSED_BEFORE =
  'An editor refused this entry before, so it is not proposed again: the field `refused` has the reason. Propose something else, or ask an editor.';
const REPEATED = 'Another entry is about the same number. This entry is used, the other one is not.';

function unknownFigure(
  inText: readonly LedgerFigure[],
  { path: at, figure, occurrence }: ProposedSettlement | NamedClaim,
  path: string,
): Problem {
  const there = inText.slice(0, MOST_NAMED);
  const message =
    there.length === 0
      ? 'No number is at the `path` of this entry. A path is written as the gate has it, such as `bodyBlocks.0.text`.'
      : 'There is no such number at the `path` of this entry. The field `figures` lists the numbers that are there.';
  return {
    ...problem('unknown_figure', path, message),
    figure: short(figure),
    ...(occurrence && occurrence > 1 && { occurrence }),
    ...(there.length > 0 && { figures: { [at]: there.map(aboutFigure) } }),
  };
}

function aboutFigure({ text, inBlock }: LedgerFigure): NamedFigure {
  return { figure: text, ...(inBlock > 1 && { occurrence: inBlock }) };
}

/** Proposals in claimsReview are checked as an agent's, so that every reader of the gate sees the same result. */
const AGENT: Actor = { kind: 'agent', id: '', claimId: '', editorId: '', editorName: '', scopes: [] };

function settlingOf(claim: ProposedSettlement, names: ReadonlyMap<string, string>): SettlementMethod {
  switch (claim.settlement) {
    case 'sourced':
      return {
        kind: 'sourced',
        source: URL.parse(claim.source)?.href ?? claim.source,
        locator: claim.locator,
        quote: claim.quote,
      };
    case 'computed': {
      const read = readFormula(claim.formula);
      const used = typeof read === 'string' ? [] : read.names.flatMap((name) => [[name, names.get(name)] as const]);
      const inputs = Object.fromEntries(used.filter((pair): pair is [string, string] => pair[1] !== undefined));
      return { kind: 'computed', formula: claim.formula, inputs };
    }
    case 'quoted':
      return { kind: 'quoted', who: claim.who, when: claim.when };
    case 'exempt':
      return { kind: 'exempt', class: claim.class };
  }
}

/** The settlements and proposals of an article, refused ones too: none of them is proposed again. */
async function knownKeys(tx: Tx, articleId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('settlement')
    .select(['anchor', 'kind', 'detail'])
    .where('article_id', '=', articleId)
    .where('replaced_at', 'is', null)
    .execute();
  return new Set(rows.map(keyOf));
}

function keyOfSettling(anchor: string, { kind, ...detail }: SettlementMethod): string {
  return keyOf({ anchor, kind, detail: JSON.stringify(detail) });
}

function keyOf({ anchor, kind, detail }: { anchor: string; kind: string; detail: string }): string {
  return `${anchor} ${kind} ${withoutLookup(detail)}`;
}

/** A proposal is the same before and after the server has looked it up. */
function withoutLookup(detail: string): string {
  if (!detail.includes('"lookup":')) return detail;
  const { lookup: _, ...own } = JSON.parse(detail);
  return JSON.stringify(own);
}

function placeOf({ path, text }: { path: string; text: string }): string {
  return `${path} ${text}`;
}

function reviewOf({ editorial_packet: packet }: RevisionRow): string | undefined {
  return packet === null ? undefined : (JSON.parse(packet) as { claimsReview?: string }).claimsReview;
}

function short(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

function problem(code: ProblemCode, path: string, message: string): Problem {
  return { code: `claims_review_${code}`, path, message };
}
