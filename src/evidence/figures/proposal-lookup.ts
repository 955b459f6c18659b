import type { Candidate, Lookup } from '#evidence/lookup/find-number.ts';

/**
 * The result of looking a proposed number up in the source that an agent named, stored with the proposal. `candidate`: the passage that has
 * the number or another one; null if no passage fits. `trouble`: why the source could not be opened, in words of this service.
 */
export type ProposalLookup =
  | { state: Lookup['state']; at: string; digest: string; title: string | null; candidate: Candidate | null }
  | { state: 'unreachable'; at: string; trouble: string };

/** The result of looking a settled number up again for an editor; `waiting` until the server has opened its source. */
export type AskedLookup = ProposalLookup | { state: 'waiting'; at: string };
