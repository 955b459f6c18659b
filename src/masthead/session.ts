import type { Tx } from '../db/database.ts';
import { lockEditor } from '../db/dialect.ts';
import type { Editor, Role } from '../ground/actor.ts';
import { Failure } from '../ground/failure.ts';
import { writeJournal } from '../ground/journal.ts';
import { inSeconds, now, type Press } from '../ground/press.ts';
import { hashSecret, newSecret } from '../ground/secret.ts';
import { isPassword } from './password.ts';

/** Seconds without a request after which a session ends. */
const IDLE = 30 * 60;
/** Seconds after which a session ends however busy it is. */
const LONGEST = 12 * 60 * 60;
/** Seconds between two notes of a session being used. */
const SEEN_EVERY = 60;

export type Session = { id: string; editor: Editor; email: string; signedInAt: string };
export type SessionLine = { id: string; address: string; browser: string; createdAt: string; seenAt: string };
export type Whence = { address: string; browser: string };

/**
 * Starts a session for somebody who knows their password. An unknown account takes the same time as a wrong password.
 * @throws unauthorized, busy
 */
export async function signIn(
  press: Press,
  email: string,
  password: string,
  whence: Whence,
): Promise<{ secret: string; editor: Editor }> {
  const found = await press.db.read
    .selectFrom('editor')
    .selectAll()
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!(await isPassword(password, found?.password_hash ?? null)) || !found) {
    throw new Failure('unauthorized', 'The e-mail address and the password do not belong together.', {
      hint: 'Check both and try again.',
    });
  }
  const editor: Editor = { kind: 'editor', id: found.id, name: found.name, role: found.role as Role };
  const secret = await openSession(press, editor, whence, (tx) =>
    requireUnchanged(press, tx, found.id, found.password_hash),
  );
  return { secret, editor };
}

/** A password that was changed while it was being checked lets nobody in. */
async function requireUnchanged(press: Press, tx: Tx, editorId: string, hash: string | null): Promise<void> {
  await lockEditor(press.db.kind, tx, editorId);
  const row = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', editorId)
    .where('password_hash', '=', hash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row)
    throw new Failure('unauthorized', 'The password was changed just now.', { hint: 'Sign in with the new one.' });
}

/** Starts a session and returns the secret its cookie carries: 256 random bits, of which only the hash is stored. */
export function startSession(press: Press, editor: Editor, whence: Whence): Promise<string> {
  return openSession(press, editor, whence, async () => {});
}

async function openSession(
  press: Press,
  editor: Editor,
  { address, browser }: Whence,
  check: (tx: Tx) => Promise<void>,
): Promise<string> {
  const secret = newSecret('pl_se_');
  const id = press.newId();
  const at = now(press);
  await press.db.write(async (tx) => {
    await check(tx);
    await tx.deleteFrom('session').where('expires_at', '<', at).execute();
    await tx
      .insertInto('session')
      .values({
        id,
        token_hash: hashSecret(secret),
        editor_id: editor.id,
        address,
        browser: browser.slice(0, 200),
        created_at: at,
        seen_at: at,
        expires_at: inSeconds(press, LONGEST),
      })
      .execute();
    await writeJournal(press, tx, editor, { act: 'session.started', subject: { kind: 'session', id } });
  });
  return secret;
}

/** The session a cookie's secret belongs to; null when it has ended, idled out, or its editor was disabled. */
export async function findSession(press: Press, secret: string): Promise<Session | null> {
  const row = await press.db.read
    .selectFrom('session')
    .innerJoin('editor', 'editor.id', 'session.editor_id')
    .select([
      'session.id',
      'session.seen_at',
      'session.created_at',
      'editor.id as editor_id',
      'editor.name',
      'editor.role',
      'editor.email',
    ])
    .where('session.token_hash', '=', hashSecret(secret))
    .where('session.expires_at', '>', now(press))
    .where('session.seen_at', '>', inSeconds(press, -IDLE))
    .where('editor.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  if (row.seen_at <= inSeconds(press, -SEEN_EVERY)) await noteSeen(press, row.id);
  const editor: Editor = { kind: 'editor', id: row.editor_id, name: row.name, role: row.role as Role };
  return { id: row.id, editor, email: row.email, signedInAt: row.created_at };
}

/** The sessions somebody has open, latest first. */
export async function listSessions(press: Press, editor: Editor): Promise<SessionLine[]> {
  const rows = await press.db.read
    .selectFrom('session')
    .selectAll()
    .where('editor_id', '=', editor.id)
    .where('expires_at', '>', now(press))
    .where('seen_at', '>', inSeconds(press, -IDLE))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    browser: row.browser,
    createdAt: row.created_at,
    seenAt: row.seen_at,
  }));
}

/** Ends one of one's own sessions. @throws not_found */
export async function endSession(press: Press, editor: Editor, sessionId: string): Promise<void> {
  await press.db.write(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('editor_id', '=', editor.id)
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n)
      throw new Failure('not_found', 'There is no such session of yours.', { hint: 'It may have ended already.' });
    await writeJournal(press, tx, editor, { act: 'session.ended', subject: { kind: 'session', id: sessionId } });
  });
}

async function noteSeen(press: Press, id: string): Promise<void> {
  const note = async (tx: Tx) => {
    await tx
      .updateTable('session')
      .set({ seen_at: now(press) })
      .where('id', '=', id)
      .execute();
  };
  await press.db.write(note).catch(() => {}); // reading goes on while the database takes no writes
}
