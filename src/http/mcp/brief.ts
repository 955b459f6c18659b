import type { z } from 'zod';
import type { articleSummarySchema, recordSchema } from '../../render/json/draft-json.ts';
import type { storedListSchema } from '../kit/read-stored.ts';

// The text beside `structuredContent`. The first item has only words of this service; words of an article are JSON in the second.

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
  const stops = gate.filter(({ severity }) => severity === 'block').length;
  const done = dryRun ? 'Nothing was stored: this was a dry run.' : `Saved as revision ${revision}, ${status}.`;
  const blocks = stops === 0 ? 'Nothing blocks publication' : 'The gate blocks publication: settle what it names';
  return [`${done} ${blocks}; an editor decides. Give them newsroomUrl. ${IN_DATA}`];
}

const IN_DATA = 'The data is in structuredContent; with asText: true it is here, too.';
