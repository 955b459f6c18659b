import { performance } from 'node:perf_hooks';
import { serveChild } from '#runtime/child-process.ts';
import { type FetchOptions, type PostedMessage, postMessage } from '#runtime/fetch-page.ts';

// A child process that posts messages to other sites, so that a hostile answer cannot harm the server. It has no secrets: the
// messages come signed.

/** The messages to one address, in order. After one that fails, the rest of its lane is not sent. */
export type SendLane = { address: string; options: FetchOptions; messages: readonly PostedMessage[] };
export type SendJob = { lanes: readonly SendLane[]; milliseconds: number };

/** What became of a message. `took` is in milliseconds. */
export type SendOutcome = { status: number | null; trouble: string | null; answer: string | null; took: number };
/** The outcome of the next message of a lane; null after its last. */
export type SendPart = { lane: number; outcome: SendOutcome | null };

/** The most characters of a failed answer that are passed on. */
const QUOTED = 200;

serveChild<SendJob, true, SendPart>(async ({ lanes, milliseconds }, report) => {
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL')); // the server ended: another process goes on
  const end = performance.now() + milliseconds;
  await Promise.all(
    lanes.map(async ({ address, options, messages }, lane) => {
      for (const message of messages) {
        if (performance.now() > end) break;
        const outcome = await post(address, message, options);
        report({ lane, outcome });
        if (outcome.trouble !== null) break;
      }
      report({ lane, outcome: null });
    }),
  );
  return true;
});

async function post(address: string, message: PostedMessage, options: FetchOptions): Promise<SendOutcome> {
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const { status, body } = await postMessage(address, message, options);
    if (status >= 200 && status < 300) return { status, trouble: null, answer: null, took: took() };
    const answer = body.toString('utf8').replace(/[\s\p{C}]+/gu, ' ');
    const trouble = status >= 300 && status < 400 ? REDIRECTED : `It answers ${status}.`;
    return { status, trouble, answer: [...answer.trim()].slice(0, QUOTED).join('') || null, took: took() };
  } catch (error) {
    return { status: null, trouble: error instanceof Error ? error.message : 'It failed.', answer: null, took: took() };
  }
}

const REDIRECTED = 'It redirects, which no message follows. Give the new address.';
