import type { ImapFlow } from 'imapflow';
import type { Tx } from '#db/database.ts';
import type { BounceMailbox } from '#runtime/config/bounce-config.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { type Counted, countEmail } from './count-email.ts';
import { ADDRESSED, MOST_READ } from './read-report.ts';

// Reads the mailbox that gets the reports. Only reports about our own deliveries are counted and moved; every other email stays
// as it is, unread and in its place.

/** Emails that are looked at in one round; the next round goes on after them. */
const MOST_EMAILS = 200;
/** Emails that are parsed in one round, each in its own child. */
const MOST_PARSED = 50;
/** Milliseconds to connect, and without an answer. */
const CONNECT_TIMEOUT = 15_000;
const ANSWER_TIMEOUT = 60_000;
/** The name of the setting that says how far the mailbox was read. */
const CURSOR = 'brief_bounce_mailbox';

/** What one round did. `failures` were counted, `moved` includes reports about delayed emails. */
export type MailboxRound = { looked: number; moved: number; failures: number };

/** Seconds between two rounds. */
const READ_EVERY = 300;
/** The names of the settings that have the time of the next round, and what the last one did. */
const NEXT_ROUND = 'brief_bounce_next';
const LAST_ROUND = 'brief_bounce_round';

/** The last round as the page Sending domain shows it; `trouble` says why it failed. */
export type LastRound = { at: string; trouble: string | null } & MailboxRound;

/** Reads the mailbox every five minutes, in one process at a time. Returns why it failed; null when it did not, or was not due. */
export async function readMailboxSometimes(
  deps: Deps,
  mailbox: BounceMailbox,
  bounceHost: string,
): Promise<string | null> {
  if (!(await takeRound(deps))) return null;
  const nothing = { looked: 0, moved: 0, failures: 0 };
  const round = await readMailbox(deps, mailbox, bounceHost).then(
    (done) => ({ ...done, trouble: null }),
    (error: Error) => ({ ...nothing, trouble: error.message }),
  );
  await writeSetting(deps, LAST_ROUND, { at: now(deps), ...round });
  return round.trouble;
}

export async function readLastRound(tx: Tx): Promise<LastRound | null> {
  return (await readSetting(tx, LAST_ROUND)) as LastRound | null;
}

/** Takes the round that is due: of several processes one gets it. */
function takeRound(deps: Deps): Promise<boolean> {
  return deps.db.write(async (tx) => {
    const value = inSeconds(deps, READ_EVERY);
    const taken = await tx
      .insertInto('setting')
      .values({ name: NEXT_ROUND, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('setting.value', '<=', now(deps)))
      .executeTakeFirst();
    return taken.numInsertedOrUpdatedRows === 1n;
  });
}

/** The number of the next email to read. When `validity` changes, the numbers of the mailbox start again (RFC 9051, 2.3.1.1). */
type Cursor = { validity: string; next: number };

/** Reads the new emails of the mailbox. @throws Error that says what the mail server did, without name and password */
export async function readMailbox(deps: Deps, mailbox: BounceMailbox, bounceHost: string): Promise<MailboxRound> {
  const { ImapFlow: Client } = await import('imapflow'); // imported here: a server without the mailbox never loads it
  const client = new Client({
    host: mailbox.host,
    port: mailbox.port,
    secure: mailbox.isTls,
    ...(!mailbox.isTls && mailbox.needsTls && { doSTARTTLS: true }),
    auth: { user: mailbox.user, pass: mailbox.password },
    tls: { rejectUnauthorized: mailbox.needsTls },
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    socketTimeout: ANSWER_TIMEOUT,
    logger: false,
    disableAutoIdle: true,
  });
  client.on('error', () => {}); // the call that waits is rejected, too
  try {
    await client.connect();
    return await readInbox(deps, client, bounceHost);
  } catch (error) {
    throw new Error(`The mailbox for reports could not be read: ${reasonOf(error)}`);
  } finally {
    client.close();
  }
}

function reasonOf(error: unknown): string {
  const { authenticationFailed, code, message } = error as {
    authenticationFailed?: boolean;
    code?: string;
    message?: string;
  };
  if (authenticationFailed) return 'the mail server refused the login. Check BOUNCE_IMAP_URL.';
  return code ?? message ?? 'unknown';
}

async function readInbox(deps: Deps, client: ImapFlow, bounceHost: string): Promise<MailboxRound> {
  const inbox = await client.mailboxOpen('INBOX');
  const validity = String(inbox.uidValidity);
  const cursor = (await readSetting(deps.db.read, CURSOR)) as Cursor | null;
  const from = cursor?.validity === validity ? cursor.next : 1;
  const round: MailboxRound = { looked: 0, moved: 0, failures: 0 };
  const ours: number[] = [];
  let [last, parsed] = [0, 0];
  for (const uid of (await findUids(client, from)).slice(0, MOST_EMAILS)) {
    const { as, isParsed } = await readEmail(deps, client, uid, bounceHost);
    last = uid;
    round.looked++;
    if (as !== 'foreign') ours.push(uid);
    if (as === 'failure') round.failures++;
    if (isParsed && ++parsed >= MOST_PARSED) break;
  }
  if (ours.length > 0) round.moved = await move(client, ours);
  if (last > 0) await writeSetting(deps, CURSOR, { validity, next: last + 1 } satisfies Cursor);
  return round;
}

/** The numbers of the emails from `from` on. A search from a number after the last finds the last one. */
async function findUids(client: ImapFlow, from: number): Promise<number[]> {
  const uids = (await client.search({ uid: `${from}:*` }, { uid: true })) || [];
  return uids.filter((uid) => uid >= from).sort((uid, other) => uid - other);
}

/** Reads the headers that name a recipient, and the email only when they name a delivery of ours. */
function readEmail(deps: Deps, client: ImapFlow, uid: number, bounceHost: string): Promise<Counted> {
  const readPart = async (part: { headers: string[] } | { source: { start: number; maxLength: number } }) =>
    (await client.fetchOne(String(uid), part, { uid: true })) || null;
  const email = {
    id: String(uid),
    readHeaders: async () => (await readPart({ headers: [...ADDRESSED] }))?.headers,
    readSource: async () => (await readPart({ source: { start: 0, maxLength: MOST_READ } }))?.source,
  };
  return countEmail(deps, email, bounceHost);
}

/** The folder of the mailbox for reports that were counted. */
const PROCESSED = 'Processed';

/** Moves emails to that folder, which is made when the mailbox does not have it. */
async function move(client: ImapFlow, uids: number[]): Promise<number> {
  const folders = await client.list();
  if (!folders.some(({ path }) => path === PROCESSED)) await client.mailboxCreate(PROCESSED);
  const moved = await client.messageMove(uids.join(','), PROCESSED, { uid: true });
  if (!moved) throw new Error('the emails could not be moved');
  return uids.length;
}

async function readSetting(tx: Tx, name: string): Promise<unknown> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row ? JSON.parse(row.value) : null;
}

async function writeSetting(deps: Deps, name: string, content: object): Promise<void> {
  const value = JSON.stringify(content);
  await deps.db.write((tx) =>
    tx
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  );
}
