import { setTimeout as sleep } from 'node:timers/promises';
import { findStatusCode, kindOfRefusal } from '#brief/bounces/classify.ts';
import { recordBounce } from '#brief/bounces/record-bounce.ts';
import { hashToken, tokenOf } from '#brief/subscribers/tokens.ts';
import type { MailServer } from '#runtime/config/config.ts';
import { type Deps, inSeconds } from '#runtime/deps.ts';
import { checkBreaker } from './breaker.ts';
import type { Candidate } from './delivery.ts';
import type { MessageComposer } from './message.ts';
import type { Sender } from './sender.ts';
import { connectToMail, type DeliveryOutcome, isPolicyRefusal, type MailConnection } from './smtp.ts';
import { holdIfOpen } from './start-send.ts';
import {
  endDelivery,
  type Holding,
  listCandidates,
  type Outgoing,
  offerDelivery,
  postponeDelivery,
  takeDelivery,
} from './take.ts';

// A lane is one connection to the mail server and the deliveries that go over it, one after another.

type Run = {
  day: string;
  sender: Sender;
  mail: MailServer;
  composer: MessageComposer;
  outgoing: Outgoing;
  /** After it no delivery begins, and none is offered. */
  over: AbortSignal;
};

/** Candidates that are read at once. */
const CANDIDATES = 100;
/** Emails over one connection; many mail servers allow about this many. */
const EMAILS_PER_CONNECTION = 100;
/** Answers between two checks of refusals and complaints. */
const CHECK_EVERY = 20;
/** Longest wait for a turn, in milliseconds: after it the lane looks again whether the brief is held. */
const LONGEST_WAIT = 2000;
/** Seconds until a deferred delivery is tried again, by the number of tries; the last value repeats. */
const DEFERRALS = [300, 900, 1800, 3600, 7200];
/** Seconds until a delivery is tried again whose connection failed. */
const AFTER_FAILURE = 60;
/** Connections in a row that failed in the middle of an email, after which the run waits for the next round. */
const MOST_FAILURES = 3;
/** Emails of one run without an answer after their end, after which the brief is held. */
const MOST_UNCERTAIN = 5;
/** A delivery that is still deferred after this many seconds counts as refused. */
const GIVE_UP_AFTER = 24 * 3600;

/**
 * Sends what is due over some connections, until nothing is due or the run is over. Returns why it ended early, as a sentence.
 */
export async function runLanes(deps: Deps, run: Run): Promise<string | null> {
  const queue = createQueue(deps, run);
  const lanes = Array.from({ length: run.sender.connections }, () => lane(deps, run, queue));
  const ends = await Promise.allSettled(lanes);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return queue.trouble();
}

type Queue = {
  /** The next candidate with its turn; null when nothing is due, or the run is over. */
  next: () => Promise<Candidate | null>;
  /** Ends the run with a reason. */
  end: (why: string | null) => void;
  /** Called at the end of each delivery. */
  done: (candidate: Candidate, state: DeliveryOutcome['state'] | 'skipped') => Promise<void>;
  trouble: () => string | null;
};

function createQueue(deps: Deps, { day, sender, over }: Run): Queue {
  const { pace } = sender;
  let candidates: Candidate[] = [];
  let reading: Promise<void> | null = null;
  let isOver = false;
  let answers = 0;
  const failures = { inARow: 0, uncertain: 0 };
  let why: string | null = null;
  const inHand = new Set<string>();

  async function read(): Promise<void> {
    const blocked = pace.blocked();
    const rows = await listCandidates(deps, day, { blocked, limit: CANDIDATES });
    candidates = rows.filter(({ subscriberId }) => !inHand.has(subscriberId));
    if (candidates.length === 0 && blocked.length === 0) isOver = true;
    // Only domains without a turn are left: the round ends when no email is due.
    else if (candidates.length === 0 && (await listCandidates(deps, day, { blocked: [], limit: 1 })).length === 0)
      isOver = true;
  }

  function pick(): Candidate | null {
    const at = candidates.findIndex(({ domain }) => pace.take(domain));
    const [candidate] = at < 0 ? [] : candidates.splice(at, 1);
    if (candidate) inHand.add(candidate.subscriberId);
    return candidate ?? null;
  }

  /** Waits for the next turn of a domain, or reads candidates when every domain has its turn. */
  async function refill(): Promise<void> {
    const wait = pace.wait();
    if (wait === 0) {
      reading ??= read().finally(() => {
        reading = null;
      });
      await reading;
      if (isOver || candidates.length > 0) return;
    }
    await sleep(Math.min(Math.max(wait, 20), LONGEST_WAIT), null, { signal: over }).catch(() => {});
  }

  /** Ends the run after too many deliveries that failed. */
  async function countFailure(state: DeliveryOutcome['state'] | 'skipped'): Promise<void> {
    const isFailure = state === 'unsent' || state === 'uncertain';
    failures.inARow = isFailure ? failures.inARow + 1 : 0;
    if (state === 'uncertain') failures.uncertain++;
    if (failures.uncertain >= MOST_UNCERTAIN) {
      isOver = true;
      await holdIfOpen(deps, day, `The mail server ended ${failures.uncertain} connections without an answer.`);
    }
    if (failures.inARow >= MOST_FAILURES) {
      isOver = true;
      why ??= 'The mail server ends connections in the middle of an email.';
    }
  }

  return {
    next: async () => {
      while (!isOver && !over.aborted) {
        const candidate = pick();
        if (candidate) return candidate;
        await refill();
      }
      return null;
    },
    end: (reason) => {
      isOver = true;
      why ??= reason;
    },
    done: async ({ subscriberId }, state) => {
      inHand.delete(subscriberId);
      await countFailure(state);
      if (state === 'skipped' || state === 'stopped') return;
      const isRound = ++answers % CHECK_EVERY === 0;
      if (!isRound && state !== 'refused') return;
      const reason = await checkBreaker(deps, day, { baseUrl: sender.message.baseUrl, isRefusal: !isRound });
      if (reason === null) return;
      isOver = true;
      why ??= reason;
    },
    trouble: () => why,
  };
}

async function lane(deps: Deps, run: Run, queue: Queue): Promise<void> {
  let connection: MailConnection | null = null;
  let sent = 0;
  try {
    for (let candidate = await queue.next(); candidate; candidate = await queue.next()) {
      if (!connection?.isOpen() || sent >= EMAILS_PER_CONNECTION) {
        connection?.close();
        connection = await connectToMail(run.mail);
        sent = 0;
      }
      sent++;
      await deliver(deps, run, queue, { ...candidate, connection });
    }
  } catch (error) {
    if (!(error instanceof Error) || !error.message.startsWith('The mail server')) throw error;
    queue.end(error.message);
    run.sender.warn({ brief: run.day }, `${error.message} The brief goes on when it can be reached.`);
  } finally {
    connection?.close();
  }
}

async function deliver(
  deps: Deps,
  { day, sender, composer, outgoing, over }: Run,
  queue: Queue,
  { subscriberId, domain, connection }: Candidate & { connection: MailConnection },
): Promise<void> {
  const holding: Holding = { ...outgoing, subscriberId };
  const recipient = await takeDelivery(deps, holding);
  if (recipient === 'over') return queue.end(null);
  if (recipient === 'skipped') return queue.done({ subscriberId, domain }, 'skipped');
  const message = await composer.compose(recipient);
  let offer: Awaited<ReturnType<typeof offerDelivery>> = 'lost';
  const outcome = await connection.send(message, async () => {
    // A process that stops ends no email that it may not see the answer to.
    if (over.aborted) return false;
    offer = await offerDelivery(deps, holding);
    return offer === 'offered';
  });
  await record(deps, sender, holding, outcome);
  if (outcome.state === 'deferred') sender.pace.slowDown(domain);
  if (outcome.state === 'refused') {
    await countRefusal(deps, holding, outcome.code);
    if (isPolicyRefusal(outcome.code))
      sender.warn(
        { brief: day, code: outcome.code },
        'the mail server refused a brief by its policy: check the mail domain',
      );
  }
  if (outcome.state === 'stopped' && offer === 'lost') queue.end(null);
  await queue.done({ subscriberId, domain }, outcome.state);
}

async function record(deps: Deps, sender: Sender, holding: Holding, outcome: DeliveryOutcome): Promise<void> {
  switch (outcome.state) {
    case 'accepted':
    case 'refused':
      await endDelivery(deps, holding, outcome.state, outcome.code);
      break;
    case 'uncertain':
      await endDelivery(deps, holding, 'uncertain', null);
      break;
    case 'deferred':
      await defer(deps, holding, outcome.code);
      break;
    case 'unsent':
      await postponeDelivery(deps, holding, AFTER_FAILURE, null);
      break;
    case 'stopped':
      await postponeDelivery(deps, holding, 0, null);
  }
  sender.count(outcome.state);
}

/** A refusal that is about the mailbox counts like a report about a failed delivery. */
async function countRefusal(deps: Deps, { day, subscriberId }: Holding, answer: string): Promise<void> {
  const kind = kindOfRefusal(answer);
  if (kind === null) return;
  const subscriber = { tokenHash: hashToken(tokenOf(deps, subscriberId)) };
  await recordBounce(deps, { subscriber, day, kind, code: findStatusCode(answer), source: 'smtp', id: 'answer' });
}

async function defer(deps: Deps, holding: Holding, code: string): Promise<void> {
  const row = await deps.db.read
    .selectFrom('brief_delivery')
    .innerJoin('brief_send', 'brief_send.brief_day', 'brief_delivery.brief_day')
    .innerJoin('brief', 'brief.day', 'brief_delivery.brief_day')
    .select(['tries', 'begins_at', 'brief.released_at'])
    .where('brief_delivery.brief_day', '=', holding.day)
    .where('subscriber_id', '=', holding.subscriberId)
    .executeTakeFirstOrThrow();
  const wait = DEFERRALS[Math.min(row.tries, DEFERRALS.length) - 1] ?? AFTER_FAILURE;
  const since = [row.begins_at, row.released_at ?? ''].sort().at(-1) ?? '';
  if (inSeconds(deps, wait - GIVE_UP_AFTER) > since) return endDelivery(deps, holding, 'refused', code);
  await postponeDelivery(deps, holding, wait, code);
}
