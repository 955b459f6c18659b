import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { ProposalLookup } from './proposal-lookup.ts';

/** How many numbers were looked up in the sources that an agent proposed, by result. Each proposal is looked up once. */
export type LookupCounts = Record<ProposalLookup['state'], number>;

/** The counts of the agents with these claims, by claim; without those for which nothing was looked up. */
export async function countLookups(tx: Tx, claimIds: readonly string[]): Promise<Map<string, LookupCounts>> {
  if (claimIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('revision')
    .innerJoin('settlement', (on) =>
      on
        .onRef('settlement.article_id', '=', 'revision.article_id')
        .onRef('settlement.proposed_revision', '=', 'revision.number')
        .on('settlement.proposed_by_kind', '=', 'agent'),
    )
    .select('revision.claim_id')
    .select([countOf('found'), countOf('near'), countOf('not_found'), countOf('unreachable')])
    .where('revision.claim_id', 'in', claimIds)
    .where('settlement.detail', 'like', '%"lookup":{%')
    .groupBy('revision.claim_id')
    .execute();
  return new Map(
    rows.map(({ claim_id, found: hits, near, not_found, unreachable }) => [
      claim_id ?? '',
      { found: Number(hits), near: Number(near), not_found: Number(not_found), unreachable: Number(unreachable) },
    ]),
  );
}

/** The stored JSON is compared as text: the state is the first field of a lookup, and quotation marks in words are escaped. */
function countOf<State extends ProposalLookup['state']>(state: State) {
  const mark = `%"lookup":{"state":"${state}"%`;
  return sql<number>`sum(case when settlement.detail like ${mark} then 1 else 0 end)`.as(state);
}
