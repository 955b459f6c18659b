import { setTimeout as sleep } from 'node:timers/promises';
import { getBrief, getBriefContent } from '#brief/issues/brief-record.ts';
import type { MailServer } from '#runtime/config/config.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type Lease, lastHeld } from '#runtime/jobs/jobs.ts';
import { deleteOldDeliveries, finishSend, requireWhole } from './finish.ts';
import { runLanes } from './lanes.ts';
import { acquireSend, leaveSend, renewSend, SENDS } from './lease.ts';
import { createComposer } from './message.ts';
import type { Sender } from './sender.ts';
import { contentOfRest } from './sponsor.ts';
import { holdIfOpen, MOST_OVERDUE, mayBegin, startDueBriefs } from './start-send.ts';
import { GOING_OUT } from './take.ts';

/** Milliseconds between two renewals of the lease. */
const RENEW_EVERY = 10_000;

/** One round: starts the briefs whose time has come, and sends what can be sent now. Safe in any number of processes. */
export async function sendBriefs(deps: Deps, sender: Sender): Promise<void> {
  const { message, mail, stopSeconds } = sender;
  await startDueBriefs(deps, sender.gate, { baseUrl: message.baseUrl, hasMail: mail !== null, stopSeconds });
  if (mail) for (const day of await listSends(deps)) await sendBrief(deps, sender, mail, day);
  await deleteOldDeliveries(deps);
}

/** The days of sends with something to do, earliest first. */
async function listSends(deps: Deps): Promise<string[]> {
  const rows = await deps.db.read
    .selectFrom('brief_send')
    .innerJoin('brief', 'brief.day', 'brief_send.brief_day')
    .select('brief_day')
    .where('brief.state', 'in', GOING_OUT)
    .where('begins_at', '<=', now(deps))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('brief.state', '=', 'sending'),
        exists(
          selectFrom('brief_delivery')
            .select('state')
            .whereRef('brief_delivery.brief_day', '=', 'brief_send.brief_day')
            .where('brief_delivery.state', '=', 'waiting')
            .where('due_at', '<=', now(deps)),
        ),
      ]),
    )
    .orderBy('begins_at')
    .limit(10)
    .execute();
  return rows.map(({ brief_day }) => brief_day);
}

async function sendBrief(deps: Deps, sender: Sender, mail: MailServer, day: string): Promise<void> {
  if (sender.stopping.aborted || (await isHeld(deps, day, sender.message.baseUrl))) return;
  const lease = await acquireSend(deps, day, sender.me);
  if (!lease) return;
  const over = new AbortController();
  const renewing = renewUntil(deps, lease, over);
  let trouble: string | null = null;
  try {
    if (!(await requireWhole(deps, day)) || !(await mayBegin(deps, sender.gate, day))) return;
    const { approved } = await getBrief(deps.db.read, day);
    const content = await getBriefContent(deps.db.read, day, approved?.revision ?? 0);
    const rest = await contentOfRest(deps, content);
    if (!rest) return;
    const composer = await createComposer(deps, { whole: content, rest }, sender.message, sender);
    trouble = await runLanes(deps, {
      day,
      sender,
      mail,
      composer,
      outgoing: { day, holder: sender.me.name, revision: rest.revision, creativeId: rest.sponsor?.creativeId ?? null },
      over: AbortSignal.any([over.signal, sender.stopping]),
    });
    await finishSend(deps, content, { baseUrl: sender.message.baseUrl, hashHtml: composer.htmlHash });
  } finally {
    over.abort();
    await renewing;
    await leaveSend(deps, lease, trouble);
  }
}

/** Renews the lease until the end of the round; ends the round when another process has taken it. */
async function renewUntil(deps: Deps, lease: Lease, over: AbortController): Promise<void> {
  for (;;) {
    await sleep(RENEW_EVERY, null, { signal: over.signal, ref: false }).catch(() => {});
    if (over.signal.aborted) return;
    const isMine = await renewSend(deps, lease).catch(() => true); // the database is away: the next step fails anyway
    if (!isMine) over.abort();
  }
}

/** Holds a brief that this site must not go on sending: it was idle for hours, or the address of the site is another one. */
async function isHeld(deps: Deps, day: string, baseUrl: string): Promise<boolean> {
  const row = await deps.db.read
    .selectFrom('brief')
    .innerJoin('brief_send', 'brief_send.brief_day', 'brief.day')
    .select(['brief.state', 'base_url', 'released_at', 'begins_at'])
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  if (row.state !== 'sending') return false;
  const sentUntil = await lastHeld(deps.db.read, { kind: SENDS, key: day });
  const active = [row.begins_at, sentUntil ?? '', row.released_at ?? ''].sort().at(-1) ?? '';
  if (row.base_url !== null && row.base_url !== baseUrl)
    await holdIfOpen(deps, day, `BASE_URL was ${row.base_url} when it began, and is ${baseUrl} now.`);
  else if (active < inSeconds(deps, -MOST_OVERDUE))
    await holdIfOpen(deps, day, 'Nothing of it was sent for more than six hours.');
  else return false;
  return true;
}
