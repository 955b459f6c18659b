import { hash } from 'node:crypto';
import { type Change, readChanges } from '#changes/public-changes.ts';
import type { Deps } from '#runtime/deps.ts';
import type { PostedMessage } from '#runtime/fetch-page.ts';
import type { IntegrationRow } from './integration-record.ts';
import { createMessageSigner } from './signature.ts';

/** A message and the line of the publication log up to which it tells. */
export type Message = PostedMessage & { id: string; type: string; upTo: number | null };

/** One change as `/api/v1/public/changes` has it. */
export type PrintChange = (change: Change) => object;

/** The most messages of one lane. */
const IN_LANE = 50;

/** The next messages for an address, and the line that they reach even when there is no message. */
export async function nextMessages(
  deps: Deps,
  row: IntegrationRow,
  print: PrintChange,
): Promise<{ messages: Message[]; upTo: number }> {
  const after = row.after_seq;
  // Without silent publications. A restored backup can end before the line that was delivered: then everything was delivered.
  const page = await readChanges(deps.db.read, { after, limit: IN_LANE, isTold: true });
  const sign = createMessageSigner(deps, row);
  const messages = (page?.changes ?? []).map((change) => {
    const id = messageId(row.id, change);
    const body = JSON.stringify(print(change));
    return { id, upTo: change.seq, type: change.act, body, headers: { ...JSON_TYPE, ...sign(id, body) } };
  });
  return { messages, upTo: page?.nextAfter ?? after };
}

/** The message that a chief sends to see whether the receiver works. */
export function testMessage(deps: Deps, row: IntegrationRow, baseUrl: string): Message {
  const id = `msg_test_${deps.newId()}`;
  const body = JSON.stringify({ type: 'webhook.test', at: new Date(deps.clock()).toISOString(), url: `${baseUrl}/` });
  const headers = { ...JSON_TYPE, ...createMessageSigner(deps, row)(id, body) };
  return { id, upTo: null, type: 'test', body, headers };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The same for each try of a change; another one when a restored backup gave the number to another change. */
function messageId(id: string, { seq, at, act, articleId }: Change): string {
  return `msg_${hash('sha256', [id, seq, at, act, articleId].join(' '), 'base64url').slice(0, 32)}`;
}
