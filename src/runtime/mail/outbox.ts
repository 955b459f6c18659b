import type { Updateable } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { createHolder, finish, heldKeys, type JobKind, type Lease, take } from '#runtime/jobs/jobs.ts';
import type { EmailKind } from './email-kinds.ts';

/** An email in plain text to one address. `about` is its kind, for the log and the outbox page. */
export type Email = {
  about: string;
  to: string;
  subject: string;
  text: string;
  /** The HTML part; `text` is then flowed (RFC 3676). */
  html?: string;
  orderId?: string;
  /** The hash of a one-time link. Its secret replaces `SECRET_HERE` in `text` when the email is sent. */
  linkHash?: string;
  /** A document to attach, such as `invoice 2026-0001`; its file is read when the email is sent. */
  attachment?: string;
};

/** The placeholder for the secret of a link in the text of an email. */
export const SECRET_HERE = '{secret}';

/** Puts an email into the outbox, in the transaction of its act. It is sent after the commit, and tried again when that fails. */
export async function queueMail(deps: Deps, tx: Tx, email: Email & { about: EmailKind }): Promise<void> {
  const { about, to, subject, text, html = null, orderId = null, linkHash = null, attachment = null } = email;
  const at = now(deps);
  await tx
    .insertInto('outbox')
    .values({
      id: deps.newId(),
      about,
      recipient: to,
      subject,
      text,
      html,
      created_at: at,
      due_at: at,
      order_id: orderId,
      link_hash: linkHash,
      attachment,
    })
    .execute();
}

/** An email that one process has claimed. `tries` includes this one. */
export type ClaimedEmail = Email & { lease: Lease; id: string; queuedAt: string; tries: number };

/** Sending an email; its time is longer than a delivery can take. */
const EMAILS: JobKind = { name: 'email', seconds: 120 };

/** Claims the next due email for this process; null when none is due. */
export async function claimEmail(deps: Deps): Promise<ClaimedEmail | null> {
  const { read } = deps.db;
  for (;;) {
    const row = await read
      .selectFrom('outbox')
      .selectAll()
      .where('due_at', '<=', now(deps))
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('id', 'not in', heldKeys(deps, read, EMAILS))
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!row) return null;
    const lease = await takeEmail(deps, row);
    if (!lease) continue;
    const { id, about, recipient, subject, text, html, created_at, order_id, link_hash, attachment } = row;
    return {
      lease,
      id,
      about,
      to: recipient ?? '',
      subject,
      text: text ?? '',
      queuedAt: created_at,
      tries: row.tries + 1,
      ...(html !== null && { html }),
      ...(order_id !== null && { orderId: order_id }),
      ...(link_hash !== null && { linkHash: link_hash }),
      ...(attachment !== null && { attachment }),
    };
  }
}

/** Takes an email that nobody sent or postponed since it was read. */
function takeEmail(deps: Deps, { id, tries, due_at }: { id: string; tries: number; due_at: string }) {
  return deps.db.write(async (tx) => {
    const lease = await take(deps, tx, { kind: EMAILS, key: id }, createHolder(deps));
    if (!lease) return null;
    const { numUpdatedRows } = await waiting(tx, id)
      .where('due_at', '=', due_at)
      .set({ tries: tries + 1 })
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return lease;
    await finish(tx, lease);
    return null;
  });
}

/** Schedules another try in `seconds`. */
export async function postponeEmail(deps: Deps, email: ClaimedEmail, seconds: number, trouble: string): Promise<void> {
  const due = inSeconds(deps, seconds);
  await endClaim(deps, email, { due_at: due, trouble });
}

/**
 * Marks an email as sent, or as given up when there is a `trouble`, and erases its recipient and text. An email of an order
 * keeps its text, and an undelivered one its recipient, too: an editor can send it again.
 */
export async function finishEmail(deps: Deps, email: ClaimedEmail, trouble: string | null): Promise<void> {
  const ended = trouble === null ? { sent_at: now(deps) } : { given_up_at: now(deps) };
  const erased = email.orderId === undefined ? ERASED : trouble === null ? { recipient: null } : {};
  await endClaim(deps, email, { ...ended, ...erased, trouble });
}

/** Stores the outcome of an email, unless another process has claimed it, or it was given up. */
async function endClaim(deps: Deps, { id, lease }: ClaimedEmail, set: Updateable<Tables['outbox']>): Promise<void> {
  await deps.db.write(async (tx) => {
    if (await finish(tx, lease)) await waiting(tx, id).set(set).execute();
  });
}

/** Gives up every waiting email. */
export async function giveUpAllEmails(deps: Deps, trouble: string): Promise<void> {
  const waits = await deps.db.read
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (waits) await deps.db.write((tx) => giveUpWaiting(deps, tx, trouble));
}

/** Gives up every waiting email, in the caller's transaction. An editor can send emails of orders again. Returns the number of emails. */
export async function giveUpWaiting(deps: Pick<Deps, 'clock'>, tx: Tx, trouble: string): Promise<number> {
  const ended = { given_up_at: now(deps), trouble };
  const allWaiting = (set: Partial<typeof ERASED>) =>
    tx
      .updateTable('outbox')
      .set({ ...ended, ...set })
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null);
  const erased = await allWaiting(ERASED).where('order_id', 'is', null).executeTakeFirst();
  const rest = await allWaiting({}).executeTakeFirst();
  return Number(erased.numUpdatedRows + rest.numUpdatedRows);
}

/** Removes every email to this address from the outbox, sent or not. */
export async function dropEmailsTo(tx: Tx, address: string): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', '=', address).execute();
}

const ERASED = { recipient: null, text: null, html: null };

/** Days that the outbox keeps an email. */
export const OUTBOX_DAYS = 30;

/** Deletes old emails from the outbox. */
export async function deleteOldEmails(deps: Deps): Promise<void> {
  const long = inSeconds(deps, -OUTBOX_DAYS * 24 * 3600);
  const old = await deps.db.read
    .selectFrom('outbox')
    .select('id')
    .where('created_at', '<', long)
    .limit(1)
    .executeTakeFirst();
  if (old) await deps.db.write((tx) => tx.deleteFrom('outbox').where('created_at', '<', long).execute());
}

/** An email as chiefs see it, without its recipient and its text. */
export type OutboxLine = {
  id: string;
  about: string;
  subject: string;
  queuedAt: string;
  dueAt: string;
  tries: number;
  trouble: string | null;
  sentAt: string | null;
  givenUpAt: string | null;
};

/** The latest emails, latest first. */
export async function listOutbox(tx: Tx, limit: number): Promise<OutboxLine[]> {
  return tx
    .selectFrom('outbox')
    .select(['id', 'about', 'subject', 'created_at as queuedAt', 'due_at as dueAt', 'tries', 'trouble'])
    .select(['sent_at as sentAt', 'given_up_at as givenUpAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** The emails of the last days that were given up: how many, and why the latest was. Null when there is none. */
export async function readGivenUp(deps: Deps, days: number): Promise<{ count: number; trouble: string } | null> {
  const rows = await deps.db.read
    .selectFrom('outbox')
    .select(['trouble'])
    .where('created_at', '>', inSeconds(deps, -days * 24 * 3600))
    .where('given_up_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [latest] = rows;
  return latest ? { count: rows.length, trouble: latest.trouble ?? '' } : null;
}

/** The email if it is neither sent nor given up. */
function waiting(tx: Tx, id: string) {
  return tx.updateTable('outbox').where('id', '=', id).where('sent_at', 'is', null).where('given_up_at', 'is', null);
}

/** An email of an order, as editors see it. `isToDesk`: to the ad desk, otherwise to the advertiser's contact. */
export type OrderEmail = Omit<OutboxLine, 'dueAt' | 'tries'> & { isToDesk: boolean; canSendAgain: boolean };

/** The emails of an order, latest first. */
export async function listOrderEmails(tx: Tx, orderId: string, limit = 100): Promise<OrderEmail[]> {
  const rows = await tx
    .selectFrom('outbox')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    about: row.about,
    subject: row.subject,
    queuedAt: row.created_at,
    trouble: row.trouble,
    sentAt: row.sent_at,
    givenUpAt: row.given_up_at,
    isToDesk: row.about.endsWith('.desk'),
    canSendAgain: (row.sent_at ?? row.given_up_at) !== null && row.text !== null,
  }));
}

/**
 * Puts an email of an order into the outbox again, for `to`; the caller has locked the order. An undelivered one then counts as
 * done and loses its text. Returns the subject; null when the email is unknown, has no text any more, or already waits.
 */
export async function requeueEmail(
  deps: Deps,
  tx: Tx,
  { id, orderId, to }: { id: string; orderId: string; to: { desk: string; contact: string } },
): Promise<string | null> {
  const row = await tx
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', id)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row?.text || (row.sent_at ?? row.given_up_at) === null) return null;
  const { about, subject, text, attachment, link_hash } = row;
  if (await isWaiting(tx, { about, subject, orderId })) return null;
  if (row.given_up_at !== null) await tx.updateTable('outbox').set(ERASED).where('id', '=', id).execute();
  await queueMail(deps, tx, {
    about: about as EmailKind,
    to: about.endsWith('.desk') ? to.desk : to.contact,
    subject,
    text,
    orderId,
    ...(attachment !== null && { attachment }),
    ...(link_hash !== null && { linkHash: link_hash }),
  });
  return subject;
}

/** Whether an email of this kind, subject and order waits to be sent. */
export async function isWaiting(
  tx: Tx,
  { about, subject, orderId }: { about: string; subject: string; orderId: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('outbox')
    .select('id')
    .where('order_id', '=', orderId)
    .where('about', '=', about)
    .where('subject', '=', subject)
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
