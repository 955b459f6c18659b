import type { AuthenticationResponseJSON, AuthenticatorTransport } from '@simplewebauthn/server';
import type { Selectable } from 'kysely';
import type { Member, Role } from '../../core/actor.ts';
import { Failure } from '../../core/failure.ts';
import type { Tx } from '../../db/database.ts';
import type { Tables } from '../../db/schema/tables.ts';
import { now, type Press } from '../../runtime/deps.ts';
import { insertSession, type Whence } from '../sessions.ts';
import { isOurs, useChallenge } from './passkey-challenge.ts';
import { readAnswer } from './passkeys.ts';
import { type PendingSignIn, spendTry } from './pending-sign-in.ts';
import { completeHalf, requireStanding } from './second-step.ts';

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
  press: Press,
  answer: string,
  baseUrl: string,
  whence: Whence,
): Promise<{ secret: string; editor: Member }> {
  const shown = await verify(press, ANYONE, answer, baseUrl, 'verified');
  const { id, name, role } = await press.db.read
    .selectFrom('editor')
    .select(['id', 'name', 'role'])
    .where('id', '=', shown.passkey.editor_id)
    .executeTakeFirstOrThrow();
  const editor: Member = { kind: 'editor', id, name, role: role as Role };
  return press.db.write(async (tx) => {
    await requireStanding(press, tx, editor);
    await useShown(press, tx, shown);
    return { secret: await insertSession(press, tx, editor, whence, 'passkey alone'), editor };
  });
}

/** Makes half a sign-in whole by a passkey of the same person. @throws unauthorized, validation_failed */
export async function givePasskey(
  press: Press,
  half: PendingSignIn,
  answer: string,
  baseUrl: string,
  whence: Whence,
): Promise<string> {
  await spendTry(press, half);
  const shown = await verify(press, ceremonyOf(half), answer, baseUrl, 'present');
  if (shown.passkey.editor_id !== half.editor.id) throw unknown();
  return press.db.write(async (tx) => {
    await useShown(press, tx, shown);
    return completeHalf(press, tx, half, whence, 'passkey');
  });
}

type Shown = { passkey: Selectable<Tables['passkey']>; counter: number; challenge: string };

/** Checks what a passkey signed (WebAuthn, 7.2); whoever holds it was `verified` by it, or at least `present`. */
async function verify(
  press: Press,
  whom: string,
  answer: string,
  baseUrl: string,
  holder: 'verified' | 'present',
): Promise<Shown> {
  const response = readAnswer<AuthenticationResponseJSON>(answer);
  const passkey = await press.db.read
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
      return isOurs(press, whom, returned);
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
async function useShown(press: Press, tx: Tx, { passkey, counter, challenge }: Shown): Promise<void> {
  await useChallenge(press, tx, challenge);
  const used = await tx
    .updateTable('passkey')
    .set({ counter, used_at: now(press) })
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
