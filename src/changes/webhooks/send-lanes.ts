import type { LocalPorts, PostedMessage } from '#runtime/fetch-page.ts';
import { userAgentOf } from '#runtime/user-agent.ts';
import type { SendLane, SendOutcome } from './send-child.ts';

/** The child process that sends, and its limits. */
export const SEND_CHILD = new URL('./send-child.ts', import.meta.url);
export const CHILD_LIMITS = { memory: 256 * 1024 * 1024, time: 15_000 };
/** The limits of each message: one request, 10 seconds, 4 kB of the answer. */
const MESSAGE_LIMITS = { hops: 1, milliseconds: 10_000, bytes: 4096 };

/** The outcome of a message whose child ended without one: it exceeded a limit, or could not be started. */
export const CHILD_ENDED: SendOutcome = {
  status: null,
  trouble: 'The message could not be sent.',
  answer: null,
  took: 0,
};

/** The site that sends; only tests pass `rehearsal`. */
export type SendingSite = { baseUrl: string; rehearsal?: LocalPorts | undefined };

/** Messages to one address, for the child. */
export function toSendLane(
  address: string,
  messages: readonly PostedMessage[],
  { baseUrl, rehearsal }: SendingSite,
): SendLane {
  const options = {
    userAgent: userAgentOf(baseUrl, '/api'),
    accept: '*/*',
    limits: MESSAGE_LIMITS,
    ...(rehearsal && { rehearsal }),
  };
  return { address, options, messages: messages.map(({ body, headers }) => ({ body, headers })) };
}
