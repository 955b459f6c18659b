import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Member, Role } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import { lockMember } from '../../db/schema/dialect.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { type Deps, now } from '../../runtime/deps.ts';
import { insertSession, type SignInOrigin } from '../sessions.ts';
import { useAppCode } from './app-code.ts';
import { isValidChallenge, parsePasskeyResponse, useChallenge } from './passkeys.ts';
import { countTry, type PendingSignIn, pendingSignInEnded, usePendingSignIn } from './pending-sign-in.ts';
import { hashTypedCode, useRecoveryCode } from './recovery-codes.ts';

/**
 * Makes half a sign-in whole by a code of the app, or a recovery code. Returns the secret of the session.
 * @throws unauthorized for a wrong or used code, and when the half is over; busy
 */
export async function completeWithCode(
  deps: Deps,
  half: PendingSignIn,
  typed: string,
  whence: SignInOrigin,
): Promise<string> {
  await countTry(deps, half);
  const digits = typed.replace(/\s/g, '');
  const recovery = /^\d*$/.test(digits) ? null : await hashTypedCode(deps, half.editor.id, typed);
  return deps.db.write(async (tx) => {
    const isRight = recovery
      ? await useRecoveryCode(deps, tx, half.editor.id, recovery)
      : await useAppCode(deps, tx, half.editor.id, digits);
    if (!isRight) throw wrongCode();
    return completeSignIn(deps, tx, half, whence, recovery ? 'recovery code' : 'app');
  });
}

/** Uses half a sign-in up, in the transaction in which its second factor was accepted. */
export async function completeSignIn(
  deps: Deps,
  tx: Tx,
  half: PendingSignIn,
  whence: SignInOrigin,
  factor: string,
): Promise<string> {
  await requireActive(deps, tx, half.editor);
  await usePendingSignIn(deps, tx, half);
  return insertSession(deps, tx, half.editor, whence, factor);
}

/** Holds somebody's row. @throws unauthorized when they were shut out meanwhile */
export async function requireActive(deps: Deps, tx: Tx, editor: Member): Promise<void> {
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
  return new Failure('unauthorized', 'This code does not fit, or it was used already.', {
    hint: 'Wait for the next one of the app, or type another recovery code.',
  });
}

/** The ceremony of somebody nobody knows yet. */
export const ANYONE = 'anyone';

/** The ceremony of half a sign-in. */
export function ceremonyOf(half: PendingSignIn): string {
  return `half ${half.id}`;
}

/**
 * Signs somebody in by a passkey alone, which has made sure who holds it. Returns the session's secret, and who it is.
 * @throws unauthorized, validation_failed
 */
export async function signInByPasskey(
  deps: Deps,
  answer: string,
  baseUrl: string,
  whence: SignInOrigin,
): Promise<{ secret: string; editor: Member }> {
  const shown = await verify(deps, ANYONE, answer, baseUrl, 'verified');
  const { id, name, role } = await deps.db.read
    .selectFrom('editor')
    .select(['id', 'name', 'role'])
    .where('id', '=', shown.passkey.editor_id)
    .executeTakeFirstOrThrow();
  const editor: Member = { kind: 'editor', id, name, role: role as Role };
  return deps.db.write(async (tx) => {
    await requireActive(deps, tx, editor);
    await useShown(deps, tx, shown);
    return { secret: await insertSession(deps, tx, editor, whence, 'passkey alone'), editor };
  });
}

/** Makes half a sign-in whole by a passkey of the same person. @throws unauthorized, validation_failed */
export async function completeWithPasskey(
  deps: Deps,
  half: PendingSignIn,
  answer: string,
  baseUrl: string,
  whence: SignInOrigin,
): Promise<string> {
  await countTry(deps, half);
  const shown = await verify(deps, ceremonyOf(half), answer, baseUrl, 'present');
  if (shown.passkey.editor_id !== half.editor.id) throw unknown();
  return deps.db.write(async (tx) => {
    await useShown(deps, tx, shown);
    return completeSignIn(deps, tx, half, whence, 'passkey');
  });
}

type Shown = { passkey: Selectable<Tables['passkey']>; counter: number; challenge: string };

/** Checks what a passkey signed (WebAuthn, 7.2); whoever holds it was `verified` by it, or at least `present`. */
async function verify(
  deps: Deps,
  whom: string,
  answer: string,
  baseUrl: string,
  holder: 'verified' | 'present',
): Promise<Shown> {
  const response = parsePasskeyResponse<AuthenticationResponseJSON>(answer);
  const passkey = await deps.db.read
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', String(response.id))
    .executeTakeFirst();
  if (!passkey) throw unknown();
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  let challenge = '';
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (returned) => {
      challenge = returned;
      return isValidChallenge(deps, whom, returned);
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
  if (!verified || !authenticationInfo) throw unknown();
  return { passkey, counter: authenticationInfo.newCounter, challenge };
}

/** Uses a shown passkey up: its challenge counts once, and its counter only grows. */
async function useShown(deps: Deps, tx: Tx, { passkey, counter, challenge }: Shown): Promise<void> {
  await useChallenge(deps, tx, challenge);
  const used = await tx
    .updateTable('passkey')
    .set({ counter, used_at: now(deps) })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirst();
  if (used.numUpdatedRows !== 1n) throw unknown();
}

function unknown(): Failure {
  return new Failure('unauthorized', 'This passkey does not open anything here.', {
    hint: 'Use another one, or your password.',
  });
}
