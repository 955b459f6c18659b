import type { ExpressionBuilder } from 'kysely';
import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { hashSecret, newSecret } from '#core/secret.ts';
import type { Session } from '#core/session.ts';
import type { Tx } from '#db/database.ts';
import { lockMember } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { createPendingSignIn, hasFactor } from '#people/second-factor/pending-sign-in.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { memberOf } from './member-row.ts';
import { verifyPassword } from './passwords.ts';

/** A session ends after this many seconds without a request. */
const IDLE = 30 * 60;
/** A session ends after this many seconds in any case. */
const LONGEST = 12 * 60 * 60;
/** The same two limits on a remembered computer. */
const IDLE_REMEMBERED = 14 * 24 * 60 * 60;
export const LONGEST_REMEMBERED = 30 * 24 * 60 * 60;
/** For this many seconds after the password was given, no act asks for it again. */
const FRESH = 15 * 60;
/** Seconds between two updates of `seen_at`. */
const SEEN_EVERY = 60;

export type SessionSummary = {
  id: string;
  address: string;
  browser: string;
  createdAt: string;
  seenAt: string;
  isRemembered: boolean;
};
/** Where a sign-in comes from. `isRemembered`: the person chose to be remembered on this computer. */
export type SignInOrigin = { address: string; browser: string; isRemembered?: boolean };

/** The result of a correct password: `in` is a session, `half` a pending sign-in that still needs a second factor. */
export type SignInResult = { state: 'in' | 'half'; secret: string; editor: Member };

/**
 * Signs a person in by password. An unknown account takes as long as a wrong password.
 * @throws unauthorized, busy
 */
export async function signIn(deps: Deps, email: string, password: string, origin: SignInOrigin): Promise<SignInResult> {
  const row = await deps.db.read
    .selectFrom('editor')
    .selectAll()
    .where('email', '=', email.trim().toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!(await verifyPassword(deps, password, row?.password_hash ?? null)) || !row) {
    throw new Failure('unauthorized', 'The email address or the password is wrong.', {
      hint: 'Check both and try again.',
    });
  }
  const editor = memberOf(row);
  return deps.db.write(async (tx) => {
    await requireUnchanged(deps, tx, row.id, row.password_hash);
    if (await hasFactor(tx, editor.id))
      return { state: 'half', secret: await createPendingSignIn(deps, tx, editor), editor };
    return { state: 'in', secret: await insertSession(deps, tx, { editor, ...origin, factor: null }), editor };
  });
}

/** @throws unauthorized when the password was changed while it was being checked */
async function requireUnchanged(deps: Deps, tx: Tx, editorId: string, hash: string | null): Promise<void> {
  await lockMember(deps.db.kind, tx, editorId);
  const row = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', editorId)
    .where('password_hash', '=', hash)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row)
    throw new Failure('unauthorized', 'The password was changed just now.', { hint: 'Sign in with the new password.' });
}

/** Starts a session and returns the secret for its cookie: 256 random bits. Only the hash is stored. */
export function startSession(deps: Deps, editor: Member, origin: SignInOrigin): Promise<string> {
  return deps.db.write((tx) => insertSession(deps, tx, { editor, ...origin, factor: null }));
}

/** The same inside a transaction. `factor` names the second factor that was used. */
export async function insertSession(
  deps: Deps,
  tx: Tx,
  { editor, address, browser, isRemembered = false, factor }: { editor: Member; factor: string | null } & SignInOrigin,
): Promise<string> {
  const secret = newSecret('pl_se_');
  const id = deps.newId();
  const at = now(deps);
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
      expires_at: inSeconds(deps, isRemembered ? LONGEST_REMEMBERED : LONGEST),
      remembered: isRemembered ? 1 : 0,
      second_factor_at: factor && at,
    })
    .execute();
  await writeJournal(deps, tx, editor, {
    act: 'session.started',
    subject: { kind: 'session', id },
    ...(factor && { detail: { factor } }),
  });
  return secret;
}

/** The session of a cookie's secret; null when it ended, timed out, or the person was disabled. Resets its idle timeout. */
export async function findSession(deps: Deps, secret: string): Promise<Session | null> {
  const stored = await readSession(deps, hashSecret(secret));
  if (stored && stored.seenAt <= inSeconds(deps, -SEEN_EVERY)) await touchSession(deps, stored.session.id);
  return stored?.session ?? null;
}

/** The same without resetting the idle timeout: for requests that an open page sends without a click. */
export async function peekSession(deps: Deps, secret: string): Promise<Session | null> {
  return (await readSession(deps, hashSecret(secret)))?.session ?? null;
}

async function readSession(deps: Deps, tokenHash: string): Promise<{ session: Session; seenAt: string } | null> {
  const row = await deps.db.read
    .selectFrom('session')
    .innerJoin('editor', 'editor.id', 'session.editor_id')
    .select([
      'session.id',
      'session.seen_at',
      'session.created_at',
      'session.second_factor_at',
      'session.remembered',
      'session.confirmed_at',
      'editor.id as editor_id',
      'editor.name',
      'editor.role',
      'editor.sells_ads',
      'editor.email',
      'editor.time_zone',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', now(deps))
    .where(isNotIdle(deps))
    .where('editor.disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const editor = memberOf({ ...row, id: row.editor_id });
  const { id, email, created_at: signedInAt, second_factor_at: secondFactorAt } = row;
  const isRemembered = row.remembered === 1;
  const confirmedAt = row.confirmed_at ?? signedInAt;
  return {
    session: { id, editor, email, signedInAt, secondFactorAt, isRemembered, confirmedAt, timeZone: row.time_zone },
    seenAt: row.seen_at,
  };
}

function isNotIdle(deps: Deps) {
  return ({ or, and, eb }: ExpressionBuilder<Tables, 'session'>) =>
    or([
      eb('session.seen_at', '>', inSeconds(deps, -IDLE)),
      and([eb('session.remembered', '=', 1), eb('session.seen_at', '>', inSeconds(deps, -IDLE_REMEMBERED))]),
    ]);
}

/** Whether the password was given in this session within the last 15 minutes. */
export function isRecentlyConfirmed(deps: Deps, { confirmedAt }: Session): boolean {
  return deps.clock() - Date.parse(confirmedAt) <= FRESH * 1000;
}

/** Records that the password was given again in this session. */
export async function recordConfirmation(deps: Deps, { id }: Session): Promise<void> {
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('session')
      .set({ confirmed_at: now(deps) })
      .where('id', '=', id)
      .execute();
  });
}

/** The open sessions of a person, latest first. */
export async function listSessions(deps: Deps, editor: Member): Promise<SessionSummary[]> {
  const rows = await deps.db.read
    .selectFrom('session')
    .selectAll()
    .where('editor_id', '=', editor.id)
    .where('expires_at', '>', now(deps))
    .where(isNotIdle(deps))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    browser: row.browser,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    isRemembered: row.remembered === 1,
  }));
}

/** Ends one of the person's own sessions. @throws not_found */
export async function endSession(deps: Deps, editor: Member, sessionId: string): Promise<void> {
  await deps.db.write(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', sessionId)
      .where('editor_id', '=', editor.id)
      .executeTakeFirst();
    if (ended.numDeletedRows === 0n)
      throw new Failure('not_found', 'You have no such session.', { hint: 'It may have ended already.' });
    await writeJournal(deps, tx, editor, { act: 'session.ended', subject: { kind: 'session', id: sessionId } });
  });
}

async function touchSession(deps: Deps, id: string): Promise<void> {
  const note = async (tx: Tx) => {
    await tx
      .updateTable('session')
      .set({ seen_at: now(deps) })
      .where('id', '=', id)
      .execute();
  };
  await deps.db.write(note).catch(() => {}); // reads work while the database refuses writes
}
