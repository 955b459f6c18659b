import { hash } from 'node:crypto';
import { type Change, readChanges } from '#changes/public-changes.ts';
import type { Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import type { PostedMessage } from '#runtime/fetch-page.ts';
import type { IntegrationKind, IntegrationRow } from './integration-record.ts';
import { createMessageSigner } from './signature.ts';

/** A message and the line of the publication log up to which it tells. */
export type Message = PostedMessage & { id: string; type: string; upTo: number | null };

/** What the messages of a site say; its pages and the settings know it. */
export type MessageForms = {
  /** One change, as `/api/v1/public/changes` has it. */
  change: (change: Change) => object;
  /** The body of one message about several changes, by the kind of the service; null when nothing is to be said. */
  batch: (
    kind: Exclude<IntegrationKind, 'webhook'>,
    changes: readonly Change[],
  ) => { type: string; body: string } | null;
};

/** Messages for a webhook that one lane has, and changes that one message to a service tells. */
const [IN_LANE, IN_BATCH] = [50, 1000];

/** The next messages for an address, and the line that they reach even when there is no message. */
export async function nextMessages(
  deps: Deps,
  row: IntegrationRow,
  forms: MessageForms,
): Promise<{ messages: Message[]; upTo: number; hasMore: boolean }> {
  const isWebhook = row.kind === 'webhook';
  const page = await readPage(deps.db.read, row.after_seq, isWebhook ? IN_LANE : IN_BATCH);
  const upTo = page.nextAfter;
  if (page.changes.length === 0) return { messages: [], upTo, hasMore: false };
  if (isWebhook) return { messages: signed(deps, row, page.changes, forms), upTo, hasMore: page.isFull };
  const batch = forms.batch(row.kind as 'websub' | 'indexnow', page.changes);
  const id = messageId(row.id, page.changes.at(-1) as Change);
  const message = batch && {
    id,
    upTo,
    type: row.kind,
    body: batch.body,
    headers: { 'Content-Type': batch.type },
  };
  return { messages: message ? [message] : [], upTo, hasMore: page.isFull };
}

/** Without silent publications. A restored backup can end before the line that was delivered: then everything was delivered. */
async function readPage(tx: Tx, after: number, limit: number) {
  return (await readChanges(tx, { after, limit, isTold: true })) ?? { changes: [], nextAfter: after, isFull: false };
}

function signed(deps: Deps, row: IntegrationRow, changes: readonly Change[], forms: MessageForms): Message[] {
  const sign = createMessageSigner(deps, row);
  return changes.map((change) => {
    const id = messageId(row.id, change);
    const body = JSON.stringify(forms.change(change));
    return { id, upTo: change.seq, type: change.act, body, headers: { ...JSON_TYPE, ...sign(id, body) } };
  });
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
