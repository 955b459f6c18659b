import { setTimeout as wait } from 'node:timers/promises';
import { type ArticleSummary, copyOf, getArticleRow, getRevisionRow, toSummary } from '#article/article-rows.ts';
import type { Actor } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { gate, gateOptions } from '#editorial/gate/gate.ts';
import type { ClaimedNumber } from '#evidence/lookup/find-number.ts';
import type { SoughtWording } from '#evidence/wordings/search-wordings.ts';
import type { Services } from '#http/services.ts';
import type { Config } from '#runtime/config/config.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { rollBack } from '#runtime/dry-run.ts';
import { storeWordingLooks } from '../wordings/wording-rows.ts';
import { claimsOf, listLatestWordings, listWaiting, type Proposed, storeLookups } from './look-up-proposals.ts';
import type { LookupResult } from './open-child.ts';

// A dry run opens the sources that an agent names for its numbers, so that its gate says what they have before anything is stored.

/** How many sources one dry run opens, and the milliseconds for which it waits for all of them. */
const MOST_SOURCES = 8;
const LONGEST = 20_000;

/** Opens a source and looks numbers, quotations and names up in it; null when too many were opened recently, or are open now. */
export type OpenSource = (
  source: string,
  claims: readonly ClaimedNumber[],
  wordings: readonly SoughtWording[],
) => Promise<LookupResult | null>;

declare module '#http/services.ts' {
  interface Services {
    /** How a dry run of this actor opens sources; null while `SOURCE_LOOKUP` is off. */
    openSourceFor: (actor: Actor) => OpenSource | null;
  }
}

/** All grants of one editor share one budget. */
export function createTriedSources(
  { sourceLookup }: Pick<Config, 'sourceLookup'>,
  { limits, sourceOpener }: Pick<Services, 'limits' | 'sourceOpener'>,
): Services['openSourceFor'] {
  return (actor) => {
    if (sourceLookup === 'off' || actor.kind !== 'agent') return null;
    return async (source, claims, wordings) => {
      try {
        await limits.spend('sourceLookup', actor.editorId);
        return await sourceOpener.lookUp(source, claims, wordings);
      } catch (error) {
        if (error instanceof Failure) return null;
        throw error;
      }
    };
  };
}

/**
 * Runs `work`, which files copy in a transaction, and rolls it back. The server opens the sources that the copy proposes for numbers, and
 * the gate in the result says what they have. A source that does not open in time is left out, as after a save.
 * @throws Failure as `work` does
 */
export async function tryWithSources(
  deps: Deps,
  actor: Actor,
  open: OpenSource | null,
  work: (tx: Tx) => Promise<ArticleSummary>,
): Promise<ArticleSummary> {
  const { summary, waiting, wordings } = await rollBack(deps, async (tx) => {
    const filed = await work(tx);
    if (!open) return { summary: filed, waiting: [], wordings: [] };
    return {
      ...{ summary: filed, waiting: await listWaiting(tx, filed.id) },
      wordings: await listLatestWordings(tx, filed.id),
    };
  });
  const looked = open ? await lookUpAll(open, waiting.slice(0, MOST_SOURCES), wordings) : NOTHING;
  if (looked.size === 0) return { ...summary, dryRun: true };
  const retried = await rollBack(deps, async (tx) => {
    const { id } = await work(tx);
    for (const [source, proposed] of await listWaiting(tx, id)) {
      const result = looked.get(source);
      if (!result) continue;
      const at = now(deps);
      await storeLookups(tx, id, proposed, { at, result });
      await storeWordingLooks(tx, id, wordings, { source, by: 'address', at, result });
    }
    const article = await getArticleRow(tx, id);
    const revision = await getRevisionRow(tx, id, article.latest_revision);
    const entries = await gate(tx, article, revision, { ...gateOptions(deps, actor), copy: copyOf(revision) });
    return toSummary(article, entries);
  });
  return { ...retried, dryRun: true };
}

const NOTHING: ReadonlyMap<string, LookupResult> = new Map();

/** The result of each source that was opened in time, by its address. */
async function lookUpAll(
  open: OpenSource,
  waiting: readonly [string, Proposed[]][],
  wordings: readonly SoughtWording[],
): Promise<ReadonlyMap<string, LookupResult>> {
  if (waiting.length === 0) return NOTHING;
  const results = new Map<string, LookupResult>();
  const opening = waiting.map(async ([source, proposed]) => {
    const result = await open(source, claimsOf(proposed), wordings);
    if (result) results.set(source, result);
  });
  const settled = await Promise.race([Promise.allSettled(opening), wait(LONGEST, [], { ref: false })]);
  for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason;
  return new Map(results);
}
