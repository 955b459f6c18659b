import { runInChild } from '#runtime/child-process.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { finish, type Holder, keysOfOthers, type Lease, take } from '#runtime/jobs/jobs.ts';
import type { IntegrationRow } from './integration-record.ts';
import { type Message, nextMessages, type PrintChange } from './messages.ts';
import { type MailedSite, movePointer, recordFailure, recordSuccess, SENDS } from './record-delivery.ts';
import type { SendJob, SendOutcome, SendPart } from './send-child.ts';
import { CHILD_ENDED, CHILD_LIMITS, SEND_CHILD, type SendingSite, toSendLane } from './send-lanes.ts';

// Sends to each address, in order, the changes that it does not have yet. The publication log is the queue: a publication writes
// nothing for it. One process at a time sends to an address.

/** What sending needs in addition to the tables. */
export type SenderSettings = {
  site: SendingSite;
  printChange: PrintChange;
  mailed: () => MailedSite;
  /** This process. */
  me: Holder;
  /** Called when an address may have more messages. */
  again: () => void;
  warn: (fields: Record<string, unknown>, message: string) => void;
  /** Called for each message that was delivered or failed. */
  count?: (ended: 'delivered' | 'failed') => void;
};

export type IntegrationSender = {
  /** Begins to send what is due; resolves when the messages are on their way. */
  look: () => Promise<void>;
  /** Resolves when nothing is on its way. */
  rest: () => Promise<void>;
};

/** Milliseconds after which a child begins no other message. */
const LANE_TIME = 15_000;
/** An address that this process sends to. */
type Lane = { row: IntegrationRow; lease: Lease; messages: Message[]; isOpen: boolean };

export function createIntegrationSender(deps: Deps, settings: SenderSettings): IntegrationSender {
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();

  async function look(): Promise<void> {
    const rows = (await listDue(deps, settings)).filter(({ id }) => !busy.has(id));
    if (rows.length === 0) return;
    const others = await keysOfOthers(deps, SENDS, settings.me);
    const lanes: Lane[] = [];
    for (const row of rows) {
      const lease = others.has(row.id) ? null : await acquire(deps, row, settings.me);
      if (!lease) continue;
      busy.add(row.id);
      const lane = await prepare(row, lease).catch(async (error: unknown) => {
        busy.delete(row.id);
        await leaveJob(deps, lease);
        throw error;
      });
      if (lane) lanes.push(lane);
    }
    if (lanes.length === 0) return;
    const sending = send(lanes).finally(() => underWay.delete(sending));
    underWay.add(sending);
  }

  /** The lane of an address; null when there is nothing to say. */
  async function prepare(row: IntegrationRow, lease: Lease): Promise<Lane | null> {
    const { messages, upTo } = await nextMessages(deps, row, settings.printChange);
    if (messages.length > 0) return { row, lease, messages, isOpen: true };
    await deps.db.write((tx) => movePointer(deps, tx, { row, lease }, upTo));
    busy.delete(row.id);
    await leaveJob(deps, lease);
    return null;
  }

  async function send(lanes: Lane[]): Promise<void> {
    let written = Promise.resolve();
    const then = (work: () => Promise<void>) => {
      written = written.then(work).catch((error: unknown) => {
        settings.warn({ error: String(error) }, 'the end of a message to another site could not be recorded');
      });
    };
    const job: SendJob = {
      lanes: lanes.map(({ row, messages }) => toSendLane(row.address, messages, settings.site)),
      milliseconds: LANE_TIME,
    };
    await runInChild<SendJob, true, SendPart>(SEND_CHILD, job, CHILD_LIMITS, ({ lane: index, outcome }) => {
      const lane = lanes[index];
      if (lane) then(() => (outcome ? record(lane, outcome) : leave(lane)));
    }).catch(() => null);
    for (const lane of lanes)
      then(async () => {
        if (lane.isOpen) await record(lane, CHILD_ENDED);
        await leave(lane);
      });
    await written;
  }

  async function record(lane: Lane, outcome: SendOutcome): Promise<void> {
    const message = lane.messages.shift();
    if (!message || !lane.isOpen) return;
    settings.count?.(outcome.trouble === null ? 'delivered' : 'failed');
    if (outcome.trouble === null) {
      const isMine = await recordSuccess(deps, lane, message, outcome);
      if (!isMine) lane.messages = [];
    } else await recordFailure(deps, lane, { message, outcome, site: settings.mailed() });
  }

  /** Gives an address back, once. */
  async function leave(lane: Lane): Promise<void> {
    if (!lane.isOpen) return;
    lane.isOpen = false;
    busy.delete(lane.row.id);
    await leaveJob(deps, lane.lease);
    settings.again();
  }

  return {
    look,
    rest: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** The addresses that have not got the whole log and may be tried now. */
function listDue(deps: Deps, { site }: SenderSettings): Promise<IntegrationRow[]> {
  return deps.db.read
    .selectFrom('integration')
    .selectAll()
    .where('off_at', 'is', null)
    .where('due_at', '<=', now(deps))
    .where('base_url', '=', site.baseUrl)
    .where('after_seq', '<', (eb) => eb.selectFrom('publication_log').select((of) => of.fn.max('seq').as('seq')))
    .orderBy('due_at')
    .orderBy('id')
    .execute();
}

/** Takes the lease of an address. Null when another process has it, or when its pointer has moved since it was read. */
async function acquire(deps: Deps, { id, after_seq }: IntegrationRow, me: Holder): Promise<Lease | null> {
  const mine = { ...me, name: `${me.name} ${deps.newId()}` };
  return deps.db.write(async (tx) => {
    const lease = await take(deps, tx, { kind: SENDS, key: id }, mine);
    if (!lease) return null;
    const same = tx.selectFrom('integration').select('id').where('id', '=', id).where('after_seq', '=', after_seq);
    if (await same.executeTakeFirst()) return lease;
    await finish(tx, lease);
    return null;
  });
}

async function leaveJob(deps: Deps, lease: Lease): Promise<void> {
  await deps.db.write((tx) => finish(tx, lease));
}
