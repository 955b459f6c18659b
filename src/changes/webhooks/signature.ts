import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { decryptSecret, encryptSecret, type Reseal } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';

// Signatures of Standard Webhooks 1.0.0: `v1` is HMAC-SHA256 with a secret that both sides have, `v1a` is Ed25519.

/** A secret of an address. `until`: it signs no longer after this time; null for the present one. */
export type StoredSecret = { sealed: string; until: string | null };
/** The keys of an address, as its row has them. */
export type StoredKeys = { id: string; secrets: string; sign_key: string | null };

/** Seconds for which the secret before a rotation still signs. */
export const ROTATION = 24 * 3600;
/** The most secrets that sign at the same time. */
export const MOST_SECRETS = 4;

const aboutSecret = (id: string) => `webhook secret ${id}`;
const aboutKey = (id: string) => `webhook key ${id}`;

/** A new secret, as the receiver writes it: `whsec_` and 32 bytes in base64. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export function sealSecret(deps: Deps, id: string, secret: string): StoredSecret {
  return { sealed: encryptSecret(deps.sealKey, aboutSecret(id), Buffer.from(secret)), until: null };
}

/** The secrets after a rotation: `secret` first, and those before it until they end. */
export function rotatedSecrets(deps: Deps, id: string, stored: string, secret: string): StoredSecret[] {
  const end = inSeconds(deps, ROTATION);
  const before = validSecrets(deps, stored).map((earlier) => ({ ...earlier, until: earlier.until ?? end }));
  return [sealSecret(deps, id, secret), ...before];
}

/** The secrets that sign now, the present one first. */
export function validSecrets(deps: Deps, stored: string): StoredSecret[] {
  const all = JSON.parse(stored) as StoredSecret[];
  return all.filter(({ until }) => until === null || until > now(deps));
}

/** A new Ed25519 key, encrypted. */
export function newSignKey(deps: Deps, id: string): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return encryptSecret(deps.sealKey, aboutKey(id), privateKey.export({ format: 'der', type: 'pkcs8' }));
}

/** The public half of an Ed25519 key: `whpk_` and its 32 bytes in base64. */
export function publicKeyOf(deps: Deps, id: string, sealed: string): string {
  const spki = createPublicKey(openKey(deps, id, sealed)).export({ format: 'der', type: 'spki' });
  return `whpk_${spki.subarray(-32).toString('base64')}`;
}

/** Returns the function that makes the `webhook-*` headers of messages, with each secret and key that is valid now. */
export function createMessageSigner(deps: Deps, { id, secrets, sign_key }: StoredKeys) {
  const keys = validSecrets(deps, secrets).map(({ sealed }) => {
    const secret = decryptSecret(deps.sealKey, aboutSecret(id), sealed).toString();
    return Buffer.from(secret.slice('whsec_'.length), 'base64');
  });
  const signKey = sign_key === null ? null : openKey(deps, id, sign_key);
  return (messageId: string, body: string): Record<string, string> => {
    const timestamp = String(Math.floor(deps.clock() / 1000));
    const signed = Buffer.from(`${messageId}.${timestamp}.${body}`);
    const signatures = keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    if (signKey) signatures.push(`v1a,${sign(null, signed, signKey).toString('base64')}`);
    return {
      'webhook-id': messageId,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
  };
}

/** Encrypts the secrets and keys of every address again. */
export async function resealWebhooks(tx: Tx, reseal: Reseal): Promise<void> {
  const rows = await tx.selectFrom('integration').select(['id', 'secrets', 'sign_key']).execute();
  for (const { id, secrets, sign_key } of rows) {
    const all = (JSON.parse(secrets) as StoredSecret[]).map((secret) => ({
      ...secret,
      sealed: reseal(aboutSecret(id), secret.sealed),
    }));
    await tx
      .updateTable('integration')
      .set({ secrets: JSON.stringify(all), sign_key: sign_key && reseal(aboutKey(id), sign_key) })
      .where('id', '=', id)
      .execute();
  }
}

function openKey(deps: Deps, id: string, sealed: string) {
  return createPrivateKey({ key: decryptSecret(deps.sealKey, aboutKey(id), sealed), format: 'der', type: 'pkcs8' });
}
