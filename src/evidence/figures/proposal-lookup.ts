import type { Candidate, Lookup } from '#evidence/lookup/find-number.ts';

/**
 * What came of looking a proposed number up in the source that an agent named. Stored with the proposal. `candidate`: the passage that
 * has the number, or says another one; null where nothing fits. `trouble`: why the source could not be opened, in words of this service.
 */
export type ProposalLookup =
  | { state: Lookup['state']; at: string; digest: string; title: string | null; candidate: Candidate | null }
  | { state: 'unreachable'; at: string; trouble: string };

/** What came of looking a settled number up again because an editor asked for it; `waiting` until the server has opened its source. */
export type AskedLookup = ProposalLookup | { state: 'waiting'; at: string };
