import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Member } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { lockMember } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { memberOf } from '#people/member-row.ts';
import { insertSession, type SignInOrigin } from '#people/sessions.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { useAppCode } from './app-code.ts';
import { isValidChallenge, parsePasskeyResponse, useChallenge } from './passkeys.ts';
import { countTry, type PendingSignIn, pendingSignInEnded, usePendingSignIn } from './pending-sign-in.ts';
import { hashTypedCode, useRecoveryCode } from './recovery-codes.ts';

/**
 * Completes a pending sign-in by a code of the app or a recovery code. Returns the secret of the session.
 * @throws unauthorized for a wrong or used code and for an expired sign-in; busy
 */
export async function completeWithCode(
  deps: Deps,
  pending: PendingSignIn,
  typed: string,
  origin: SignInOrigin,
): Promise<string> {
  await countTry(deps, pending);
  const digits = typed.replace(/\s/g, '');
  const recovery = /^\d*$/.test(digits) ? null : await hashTypedCode(deps, pending.editor.id, typed);
  return deps.db.write(async (tx) => {
    const isRight = recovery
      ? await useRecoveryCode(deps, tx, pending.editor.id, recovery)
      : await useAppCode(deps, tx, pending.editor.id, digits);
    if (!isRight) throw wrongCode();
    return completeSignIn(deps, tx, { pending, origin, factor: recovery ? 'recovery code' : 'app' });
  });
}

/** Turns a pending sign-in into a session, in the transaction that accepted the second factor. */
async function completeSignIn(
  deps: Deps,
  tx: Tx,
  { pending, origin, factor }: { pending: PendingSignIn; origin: SignInOrigin; factor: string },
): Promise<string> {
  await requireActive(deps, tx, pending.editor);
  await usePendingSignIn(deps, tx, pending);
  return insertSession(deps, tx, { editor: pending.editor, ...origin, factor });
}

/** Locks the person's row. @throws unauthorized when the person was disabled meanwhile */
async function requireActive(deps: Deps, tx: Tx, editor: Member): Promise<void> {
  await lockMember(deps.db.kind, tx, editor.id);
  const row = await tx
    .selectFrom('editor')
    .select('id')
    .where('id', '=', editor.id)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  if (!row) throw pendingSignInEnded();
}

function wrongCode(): Failure {
  return new Failure('unauthorized', 'This code is wrong or was used already.', {
    hint: 'Wait for the next code of the app, or type another recovery code.',
  });
}

/** The ceremony of a person who has not signed in yet. */
export const ANYONE = 'anyone';

/** The ceremony of a pending sign-in. */
export function ceremonyOf(pending: PendingSignIn): string {
  return `half ${pending.id}`;
}

/**
 * Signs a person in by a passkey alone; the passkey must have verified its user.
 * @throws unauthorized, validation_failed
 */
export async function signInByPasskey(
  deps: Deps,
  answer: string,
  baseUrl: string,
  origin: SignInOrigin,
): Promise<{ secret: string; editor: Member }> {
  const use = await verify(deps, { ceremony: ANYONE, answer, baseUrl, holder: 'verified' });
  const row = await deps.db.read
    .selectFrom('editor')
    .select(['id', 'name', 'role', 'sells_ads'])
    .where('id', '=', use.passkey.editor_id)
    .executeTakeFirstOrThrow();
  const editor = memberOf(row);
  return deps.db.write(async (tx) => {
    await requireActive(deps, tx, editor);
    await recordUse(deps, tx, use);
    return { secret: await insertSession(deps, tx, { editor, ...origin, factor: 'passkey alone' }), editor };
  });
}

/** Completes a pending sign-in by a passkey of the same person. @throws unauthorized, validation_failed */
export async function completeWithPasskey(
  deps: Deps,
  {
    pending,
    answer,
    baseUrl,
    origin,
  }: { pending: PendingSignIn; answer: string; baseUrl: string; origin: SignInOrigin },
): Promise<string> {
  await countTry(deps, pending);
  const use = await verify(deps, { ceremony: ceremonyOf(pending), answer, baseUrl, holder: 'present' });
  if (use.passkey.editor_id !== pending.editor.id) throw passkeyRefused();
  return deps.db.write(async (tx) => {
    await recordUse(deps, tx, use);
    return completeSignIn(deps, tx, { pending, origin, factor: 'passkey' });
  });
}

type PasskeyUse = { passkey: Selectable<Tables['passkey']>; counter: number; challenge: string };

/** Verifies a passkey response (WebAuthn, 7.2). The passkey must have `verified` its user, or the user must be `present`. */
async function verify(
  deps: Deps,
  {
    ceremony,
    answer,
    baseUrl,
    holder,
  }: { ceremony: string; answer: string; baseUrl: string; holder: 'verified' | 'present' },
): Promise<PasskeyUse> {
  const response = parsePasskeyResponse<AuthenticationResponseJSON>(answer);
  const passkey = await deps.db.read
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', String(response.id))
    .executeTakeFirst();
  if (!passkey) throw passkeyRefused();
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let challenge = '';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (returned) => {
      challenge = returned;
      return isValidChallenge(deps, ceremony, returned);
    },
    expectedOrigin: baseUrl,
    expectedRPID: new URL(baseUrl).hostname,
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: Number(passkey.counter),
      transports: JSON.parse(passkey.transports) as AuthenticatorTransport[],
    },
    requireUserVerification: holder === 'verified',
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) throw passkeyRefused();
  return { passkey, counter: authenticationInfo.newCounter, challenge };
}

/** Records the use of a passkey: each challenge counts once, and the counter only grows. */
async function recordUse(deps: Deps, tx: Tx, { passkey, counter, challenge }: PasskeyUse): Promise<void> {
  await useChallenge(deps, tx, challenge);
  const used = await tx
    .updateTable('passkey')
    .set({ counter, used_at: now(deps) })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) throw passkeyRefused();
}

function passkeyRefused(): Failure {
  return new Failure('unauthorized', 'This passkey is unknown here or was not accepted.', {
    hint: 'Use another passkey or your password.',
  });
}
