import type { z } from 'zod';
import type { GateCode } from '#article/gate-codes.ts';
import type { articleSummarySchema, recordSchema } from '#editorial/api/draft-json.ts';
import type { storedListSchema } from '#editorial/api/read-stored.ts';

// The text beside `structuredContent` for a client that asks for no JSON there. The first item has only words of this service; words of an article are JSON in the second.

export function briefList({
  articles,
  nextCursor,
  nextLookAfter,
  version,
}: z.infer<typeof storedListSchema>): string[] {
  const waiting = articles.filter(({ needs }) => needs !== undefined).length;
  const some = `${articles.length} article${articles.length === 1 ? '' : 's'}${nextCursor === null ? '' : ', more with nextCursor'}.`;
  const answer = waiting === 0 ? '' : ` ${waiting} of them need${waiting === 1 ? 's' : ''} your answer.`;
  return [`${some}${answer} Look again after ${nextLookAfter} seconds, with since: ${version}. ${IN_DATA}`];
}

export function briefRecord({ headline, next, ...state }: z.infer<typeof recordSchema>): string[] {
  const { revision, status, unchanged, nextLookAfter, version } = state;
  const about = `Revision ${revision}, ${status}.`;
  if (unchanged)
    return [`${about} Nothing changed. Look again after ${nextLookAfter} seconds, with since: ${version}.`];
  return [`${about} ${next ?? ''} ${IN_DATA}`, ...(headline === undefined ? [] : [JSON.stringify({ headline })])];
}

export function briefSaved({ revision, status, dryRun, gate }: z.infer<typeof articleSummarySchema>): string[] {
  const done = dryRun ? 'Nothing was stored: this was a dry run.' : `Saved as revision ${revision}, ${status}.`;
  return [
    `${done} ${whatBlocks(gate.filter(({ severity }) => severity === 'block'))} Give them newsroomUrl. ${IN_DATA}`,
  ];
}

/** What blocks publication, and whose turn it is: only an editor confirms what was proposed, and only an editor approves. */
function whatBlocks(blocks: z.infer<typeof articleSummarySchema>['gate']): string {
  if (blocks.length === 0) return 'Nothing blocks publication; an editor decides.';
  if (blocks.every(({ code }) => EDITORS_TURN.has(code)))
    return 'Only an editor can do what the gate still names: nothing there is for you.';
  return 'The gate blocks publication: mend what it names; an editor decides.';
}

const EDITORS_TURN: ReadonlySet<string> = new Set<GateCode>(['figure_unconfirmed', 'needs_second_person']);

const IN_DATA = 'The data is in structuredContent.';
