import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const METHOD = 'aes-256-gcm';

/** Seals a secret that has to be read again (AES-256-GCM); `about` says what it is of and is needed to open it. */
export function seal(key: Uint8Array, about: string, secret: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(METHOD, keyFor(key), nonce).setAAD(Buffer.from(about));
  const sealed = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString('base64url');
}

/** Opens what `seal` made. @throws Error when it was changed, or is about something else */
export function unseal(key: Uint8Array, about: string, sealed: string): Buffer {
  const bytes = Buffer.from(sealed, 'base64url');
  const opener = createDecipheriv(METHOD, keyFor(key), bytes.subarray(0, 12)).setAAD(Buffer.from(about));
  opener.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([opener.update(bytes.subarray(12, -16)), opener.final()]);
}

/** A key for sealing alone: the house's own also counts user codes. */
function keyFor(key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'plumbline seal', 32));
}
