import { copyOf, getArticleRow, getRevisionRow } from '#article/article-rows.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { type LedgerFigure, readLedger } from '#evidence/figures/ledger.ts';
import type { ProposalLookup } from '#evidence/figures/proposal-lookup.ts';
import type { ClaimedNumber } from '#evidence/lookup/find-number.ts';
import { findWordings, type Wording } from '#evidence/wordings/find-wordings.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import {
  createHolder,
  finish,
  type Holder,
  type JobKind,
  type Lease,
  release,
  renew,
  take,
} from '#runtime/jobs/jobs.ts';
import { refreshGateCounts } from '../gate/gate-count.ts';
import { storeWordingLooks } from '../wordings/wording-rows.ts';
import { claimOf } from './look-up.ts';
import { listNamed, type NamedFigure, sourcesOf, storeAsked } from './look-up-named.ts';
import type { LookupResult } from './open-child.ts';
import type { SourceOpener } from './open-source.ts';

// Opens the sources that agents name for numbers, once after each draft or revision, and stores with each proposal whether its source
// has the number. The agent reads it in the gate, the editor beside the proposal. It does the same for settled numbers when an editor
// asks for it. It settles nothing.

const KIND: JobKind = { name: 'look up proposals', seconds: 300 };
/** Most journal entries that are read at once, and how far back a new process looks. */
const AT_ONCE = 50;
const LOOK_BACK = 2000;
/** Sources that are opened of one article, and numbers that are looked up in one source. */
const MOST_SOURCES = 20;
const MOST_CLAIMS = 200;

/** The lookup that a journal entry requests: for the proposals of agents, or for the numbers that an editor chose. */
type Call = { seq: number; articleId: string; revision: number | null };

/**
 * A round: looks up the proposals of each article for which agents proposed something since the last round of this process, and what
 * editors asked for. `isAskedOnly`: agents' proposals stay as they are.
 */
export function createProposalLookups(
  deps: Deps,
  opener: SourceOpener,
  { isAskedOnly = false } = {},
): () => Promise<void> {
  const me = createHolder(deps);
  let since: number | null = null;
  return async () => {
    const last = await lastSeq(deps.db, 'journal');
    since ??= Math.max(0, last - LOOK_BACK);
    while (since < last) {
      const calls = await listCalls(deps, since, last);
      const wanted = calls.filter(({ revision }) => revision !== null || !isAskedOnly);
      const byWork = new Map(wanted.map((call) => [`${call.articleId} ${call.revision}`, call]));
      for (const call of byWork.values()) if (!(await lookUpArticle(deps, opener, me, call))) return;
      since = calls[AT_ONCE - 1]?.seq ?? last;
    }
  };
}

/** The entries of the journal that call for a lookup, in their order. Proposals are looked up in the latest revision. */
async function listCalls({ db }: Deps, after: number, last: number): Promise<Call[]> {
  const entries = await db.read
    .selectFrom('journal')
    .select(['seq', 'subject_id', 'act', 'revision'])
    .where('seq', '>', after)
    .where('seq', '<=', last)
    .where((where) =>
      where.or([
        where.and([where('act', '=', 'figures.proposed'), where('actor_kind', '=', 'agent')]),
        where('act', '=', 'figures.lookup_asked'),
      ]),
    )
    .orderBy('seq')
    .limit(AT_ONCE)
    .execute();
  return entries.map(({ seq, subject_id, act, revision }) => ({
    seq,
    articleId: subject_id,
    revision: act === 'figures.lookup_asked' ? revision : null,
  }));
}

/** False when the server is too busy to open sources now: the next round tries again. */
async function lookUpArticle(deps: Deps, opener: SourceOpener, me: Holder, call: Call): Promise<boolean> {
  const { articleId, revision } = call;
  const lease = await deps.db.write((tx) => take(deps, tx, { kind: KIND, key: articleId }, me));
  if (!lease) return true; // another process does it
  try {
    if (revision === null) await lookUpProposed(deps, opener, articleId);
    else await lookUpAsked(deps, opener, lease, { articleId, revision });
    await deps.db.write((tx) => finish(tx, lease));
    return true;
  } catch (error) {
    await deps.db.write((tx) => release(deps, tx, lease, { isCounted: false }));
    if (error instanceof Failure && error.kind === 'busy') return false;
    throw error;
  }
}

/** Opens the sources of the proposals that wait. */
async function lookUpProposed(deps: Deps, opener: SourceOpener, articleId: string): Promise<void> {
  const wordings = await listLatestWordings(deps.db.read, articleId);
  for (const [source, proposed] of await listWaiting(deps.db.read, articleId)) {
    const result = await opener.lookUp(source, claimsOf(proposed), wordings);
    const at = now(deps);
    await deps.db.write(async (tx) => {
      await storeLookups(tx, articleId, proposed, { at, result });
      await storeWordingLooks(tx, articleId, wordings, { source, by: 'address', at, result });
      if (wordings.length > 0) await refreshGateCounts(deps, tx, articleId);
    });
  }
}

/** Opens one source after the other, until no number of the revision waits; stops when another process has taken over. */
async function lookUpAsked(
  deps: Deps,
  opener: SourceOpener,
  lease: Lease,
  asked: { articleId: string; revision: number },
): Promise<void> {
  const { articleId } = asked;
  const wordings = await listLatestWordings(deps.db.read, articleId);
  for (;;) {
    const figures = await listAsked(deps.db.read, asked);
    const [source] = sourcesOf(figures);
    if (source === undefined) return;
    const own = figures.filter(
      ({ settlement: { settling } }) => settling.kind === 'sourced' && settling.source === source,
    );
    const some = own.slice(0, MOST_CLAIMS);
    const result = await opener.lookUp(source, some.map(claimOf), wordings);
    const at = now(deps);
    const isHeld = await deps.db.write(async (tx) => {
      for (const [index, { settlement }] of some.entries())
        await storeAsked(tx, settlement.id, lookupOf(at, result, index));
      await storeWordingLooks(tx, articleId, wordings, { source, by: 'address', at, result });
      if (wordings.length > 0) await refreshGateCounts(deps, tx, articleId);
      return renew(deps, tx, lease);
    });
    if (!isHeld) return;
  }
}

/** The settled numbers of a revision that wait because an editor asked for their sources. */
async function listAsked(
  tx: Tx,
  { articleId, revision }: { articleId: string; revision: number },
): Promise<NamedFigure[]> {
  const article = await getArticleRow(tx, articleId).catch(() => null); // erased meanwhile
  if (!article) return [];
  const { figures } = await readLedger(tx, await getRevisionRow(tx, articleId, revision));
  return listNamed(figures).filter(({ settlement }) => settlement.asked?.state === 'waiting');
}

/** A proposal that waits, with the number that it settles. */
export type Proposed = { id: string; figure: LedgerFigure };

/** The numbers of proposals, as they are looked up. */
export function claimsOf(proposed: readonly Proposed[]): ClaimedNumber[] {
  return proposed.map(({ figure }) => claimOf(figure));
}

/** The quotations and names of the latest revision: each source that is opened for a number is searched for them, too. */
export async function listLatestWordings(tx: Tx, articleId: string): Promise<Wording[]> {
  const article = await getArticleRow(tx, articleId).catch(() => null); // erased meanwhile
  return article ? findWordings(copyOf(await getRevisionRow(tx, articleId, article.latest_revision))) : [];
}

/** The sourced proposals of agents in the latest revision that nobody has looked up, by their source. */
export async function listWaiting(tx: Tx, articleId: string): Promise<[string, Proposed[]][]> {
  const article = await getArticleRow(tx, articleId).catch(() => null); // erased meanwhile
  if (!article) return [];
  const { figures } = await readLedger(tx, await getRevisionRow(tx, articleId, article.latest_revision));
  const bySource = new Map<string, Proposed[]>();
  for (const figure of figures)
    for (const { id, settling, proposedBy, lookup } of figure.proposals) {
      if (settling.kind !== 'sourced' || proposedBy.kind !== 'agent' || lookup) continue;
      const proposed = bySource.get(settling.source) ?? [];
      if (proposed.length < MOST_CLAIMS) bySource.set(settling.source, [...proposed, { id, figure }]);
    }
  return [...bySource].slice(0, MOST_SOURCES);
}

/** Stores with each proposal what its source says. */
export async function storeLookups(
  tx: Tx,
  articleId: string,
  proposed: readonly Proposed[],
  { at, result }: { at: string; result: LookupResult },
): Promise<void> {
  for (const [index, { id }] of proposed.entries()) {
    const row = await tx
      .selectFrom('settlement')
      .select('detail')
      .where('id', '=', id)
      .where('article_id', '=', articleId)
      .executeTakeFirst();
    if (!row) continue;
    const detail = JSON.stringify({ ...JSON.parse(row.detail), lookup: lookupOf(at, result, index) });
    await tx.updateTable('settlement').set({ detail }).where('id', '=', id).execute();
  }
}

function lookupOf(at: string, result: LookupResult, index: number): ProposalLookup {
  if ('trouble' in result) return { state: 'unreachable', at, trouble: result.trouble };
  const { digest, title } = result.opened;
  const { state = 'not_found' as const, candidates = [] } = result.lookups[index] ?? {};
  return { state, at, digest, title, candidate: candidates[0] ?? null };
}
