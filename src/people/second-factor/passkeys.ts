import { randomBytes, timingSafeEqual } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Failure } from '#core/failure.ts';
import { hashSecret, hmacSecret } from '#core/secret.ts';
import type { Session } from '#core/session.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError } from '#db/schema/dialect.ts';
import type { SiteInfo } from '#people/emails.ts';
import { confirmPassword } from '#people/passwords.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import { listFactors, recordFactorChange } from './factors.ts';
import { generateCodes, storeCodes } from './recovery-codes.ts';

// Passkeys (WebAuthn level 3). The package is loaded at the first use.

/** Passkeys are bound to a host name, so an address that is only an IP number supports none. */
export function supportsPasskeys({ baseUrl }: Pick<SiteInfo, 'baseUrl'>): boolean {
  const { hostname, protocol } = new URL(baseUrl);
  if (hostname === 'localhost') return true;
  return protocol === 'https:' && !/^[\d.]+$|^\[/.test(hostname);
}

/** The options with which a browser creates a passkey for the signed-in person. */
export async function passkeyCreationOptions(
  deps: Deps,
  { id, editor, email }: Session,
  { name, baseUrl }: SiteInfo,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { passkeys } = await listFactors(deps.db.read, editor.id);
  return generateRegistrationOptions({
    rpName: name,
    rpID: new URL(baseUrl).hostname,
    userName: email,
    userDisplayName: editor.name,
    userID: new Uint8Array(Buffer.from(editor.id)),
    challenge: newChallenge(deps, `new ${id}`),
    excludeCredentials: passkeys.map((passkey) => ({ id: passkey.id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** The form for a new passkey: its name, the browser's response as JSON, and the password. */
export type PasskeyForm = { name: string; answer: string; password: string };

/**
 * Adds a passkey. Returns recovery codes, to be shown once; null when the person has some.
 * @throws unauthorized (the password), validation_failed, already_exists, busy
 */
export async function addPasskey(
  deps: Deps,
  session: Session,
  { name, answer, password }: PasskeyForm,
  { baseUrl }: SiteInfo,
): Promise<string[] | null> {
  const { editor } = session;
  await confirmPassword(deps, editor, password);
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  let returned = '';
  const verified = await verifyRegistrationResponse({
    response: parsePasskeyResponse<RegistrationResponseJSON>(answer),
    expectedChallenge: (challenge) => {
      returned = challenge;
      return isValidChallenge(deps, `new ${session.id}`, challenge);
    },
    expectedOrigin: baseUrl,
    expectedRPID: new URL(baseUrl).hostname,
    requireUserVerification: false,
  }).catch(() => ({ verified: false as const }));
  if (!verified.verified || !verified.registrationInfo) throw notAccepted();
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const { codesLeft } = await listFactors(deps.db.read, editor.id);
  const codes = codesLeft > 0 ? null : await generateCodes(deps, editor.id);
  const passkey = { id, editor_id: editor.id, public_key: Buffer.from(publicKey).toString('base64url'), counter, name };
  await deps.db
    .write(async (tx) => {
      await useChallenge(deps, tx, returned);
      await tx
        .insertInto('passkey')
        .values({ ...passkey, transports: JSON.stringify(transports), created_at: now(deps), used_at: null })
        .execute();
      if (codes) await storeCodes(tx, editor.id, codes);
      await recordFactorChange(deps, tx, { ...session, notice: 'factor.added', kind: 'passkey' });
    })
    .catch(ifDuplicate);
  return codes?.shown ?? null;
}

/** Removes one of the person's own passkeys. @throws unauthorized (the password), not_found, busy */
export async function removePasskey(deps: Deps, session: Session, id: string, password: string): Promise<void> {
  const { editor } = session;
  await confirmPassword(deps, editor, password);
  await deps.db.write(async (tx) => {
    const removed = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('editor_id', '=', editor.id)
      .executeTakeFirst();
    if (removed.numDeletedRows !== 1n)
      throw new Failure('not_found', 'You have no such passkey.', { hint: 'It may have been removed already.' });
    await recordFactorChange(deps, tx, { ...session, notice: 'factor.removed', kind: 'passkey' });
  });
}

/** The options with which a browser uses a passkey: one of `ids`, or any when the list is empty. `ceremony` binds the challenge. */
export async function passkeyRequestOptions(
  deps: Deps,
  ceremony: string,
  ids: readonly string[],
  { baseUrl }: Pick<SiteInfo, 'baseUrl'>,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  return generateAuthenticationOptions({
    rpID: new URL(baseUrl).hostname,
    challenge: newChallenge(deps, ceremony),
    allowCredentials: ids.map((id) => ({ id })),
    userVerification: ids.length > 0 ? 'preferred' : 'required',
  });
}

/** Parses the browser's response. @throws validation_failed when it is not JSON */
export function parsePasskeyResponse<T extends RegistrationResponseJSON | AuthenticationResponseJSON>(
  answer: string,
): T {
  try {
    const read: unknown = JSON.parse(answer);
    if (typeof read === 'object' && read !== null) return read as T;
  } catch {
    // reported below
  }
  throw notAccepted();
}

function notAccepted(): Failure {
  return new Failure('validation_failed', 'The passkey was not accepted.', {
    hint: 'Try again within five minutes, and use the configured address of the newsroom.',
  });
}

function ifDuplicate(error: unknown): never {
  if (!isUniqueError(error)) throw error;
  throw new Failure('already_exists', 'This passkey is set up already.', { hint: 'Use another one.' });
}

// A challenge is stored when it is used, not when it is issued, so that showing a page writes nothing.

const PURPOSE = 'passkey challenge';
/** Seconds a challenge is valid. */
const USABLE = 300;

/** A random challenge for one ceremony, with its expiry and a MAC of the server. */
function newChallenge(deps: Deps, ceremony: string): string {
  const dated = `${randomBytes(16).toString('base64url')}.${deps.clock() + USABLE * 1000}`;
  return `${dated}.${hmacSecret(deps.key, `${PURPOSE} ${ceremony} ${dated}`)}`;
}

/** Whether `returned` (base64url) is a challenge of this server for this ceremony that has not expired. */
export function isValidChallenge(deps: Deps, ceremony: string, returned: string): boolean {
  const [random = '', until = '', mac = ''] = Buffer.from(returned, 'base64url').toString().split('.');
  const right = Buffer.from(hmacSecret(deps.key, `${PURPOSE} ${ceremony} ${random}.${until}`));
  const given = Buffer.from(mac);
  return given.length === right.length && timingSafeEqual(given, right) && Number(until) > deps.clock();
}

/** Marks a challenge as used. @throws unauthorized when it was used before */
export async function useChallenge(deps: Deps, tx: Tx, returned: string): Promise<void> {
  await tx.deleteFrom('challenge').where('expires_at', '<', now(deps)).execute();
  const row = { id: hashSecret(returned), editor_id: null, purpose: PURPOSE, challenge: '' };
  const used = await tx
    .insertInto('challenge')
    .values({ ...row, expires_at: inSeconds(deps, 2 * USABLE) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows === 1n) return;
  throw new Failure('unauthorized', 'This passkey response was used already.', { hint: 'Use the passkey again.' });
}
