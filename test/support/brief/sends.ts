import { approveBrief, scheduleBrief } from '#brief/issues/plan.ts';
import { senderOf } from '#brief/sending/brief-sender.ts';
import { countDeliveries, type DeliveryCounts } from '#brief/sending/delivery.ts';
import { sendBriefs } from '#brief/sending/send-briefs.ts';
import type { Sender } from '#brief/sending/sender.ts';
import { hashToken, tokenOf } from '#brief/subscribers/tokens.ts';
import { now } from '#runtime/deps.ts';
import type { Person, TestSite } from '../site.ts';
import { BRIEF_DAY, composed, DUE, siteOf } from './briefs.ts';

// Briefs that are really sent. A site that sends has BRIEF_SETTINGS and the address of a mail server.

/** Settings with which nothing waits for its turn. */
export const AT_ONCE = {
  BRIEF_PER_MINUTE: '60000',
  BRIEF_DOMAIN_PER_MINUTE: '60000',
  BRIEF_STOP_SECONDS: '0',
};

/** Adds confirmed subscribers, `reader0@mail0.example` and so on, in some domains. Returns their ids. */
export async function addReaders({ deps }: Pick<TestSite, 'deps'>, count: number, domains = 20): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, at) => {
    const id = deps.newId();
    const address = `reader${at}@mail${at % domains}.example`;
    return {
      ...{ id, address, address_key: address, token_hash: hashToken(tokenOf(deps, id)), state: 'confirmed' },
      ...{ reason: 'confirmed_link', wants: '{}', origin: 'form', created_at: now(deps), confirmed_at: now(deps) },
    };
  });
  for (let at = 0; at < rows.length; at += 500)
    await deps.db.write((tx) =>
      tx
        .insertInto('subscriber')
        .values(rows.slice(at, at + 500))
        .execute(),
    );
  return rows.map(({ id }) => id);
}

/** Composes, approves and schedules a brief, and moves the clock to its time. */
export async function scheduled(site: TestSite, by: Person): Promise<void> {
  const { revision } = await composed(site, by);
  await approveBrief(site.deps, by, siteOf(site), { day: BRIEF_DAY, revision });
  const { due } = await scheduleBrief(site.deps, by, siteOf(site), { day: BRIEF_DAY, revision, due: DUE });
  site.pass((Date.parse(due?.at ?? '') - site.deps.clock()) / 1000);
}

/** A sender of the site, as a process has one. */
export function openSender({ deps, config }: TestSite, over: Partial<Sender> = {}): Sender {
  const idle = { stopping: new AbortController().signal, warn: () => {}, count: () => {} };
  return { ...senderOf(deps, config, idle), ...over };
}

/** One round of sending. */
export function sendRound(site: TestSite, over: Partial<Sender> = {}): Promise<void> {
  return sendBriefs(site.deps, openSender(site, over));
}

/** The states of which there are deliveries. */
export async function statesOf(site: Pick<TestSite, 'deps'>, day = BRIEF_DAY): Promise<Partial<DeliveryCounts>> {
  const counts = await countDeliveries(site.deps.db.read, day);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

export async function stateOf(
  { deps }: Pick<TestSite, 'deps'>,
  day = BRIEF_DAY,
): Promise<{ state: string; problem: string | null }> {
  const row = await deps.db.read.selectFrom('brief').selectAll().where('day', '=', day).executeTakeFirstOrThrow();
  return { state: row.state, problem: row.problem };
}
