import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url, after `prefix`. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** The hash stored in place of a 256-bit secret. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** The keyed hash stored in place of a short secret, which could be guessed from a plain hash. */
export function hmacSecret(key: Uint8Array, secret: string): string {
  return createHmac('sha256', key).update(secret).digest('hex');
}

const METHOD = 'aes-256-gcm';

/** Encrypts a secret that the server must read again (AES-256-GCM). `about` names its use and is needed to decrypt it. */
export function encryptSecret(key: Uint8Array, about: string, secret: Uint8Array): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(METHOD, keyFor(key), nonce).setAAD(Buffer.from(about));
  const parts = [nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

/** Decrypts a value from `encryptSecret`. @throws Error when the value was changed, or was encrypted for another use */
export function decryptSecret(key: Uint8Array, about: string, encrypted: string): Buffer {
  const bytes = Buffer.from(encrypted, 'base64url');
  const opener = createDecipheriv(METHOD, keyFor(key), bytes.subarray(0, 12)).setAAD(Buffer.from(about));
  opener.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([opener.update(bytes.subarray(12, -16)), opener.final()]);
}

/** Returns a sealed value encrypted with another key. */
export type Reseal = (about: string, sealed: string) => string;

/** Encrypts values with `to` that were encrypted with `from`. @throws Error as `decryptSecret` does */
export function resealFrom(from: Uint8Array, to: Uint8Array): Reseal {
  return (about, sealed) => encryptSecret(to, about, decryptSecret(from, about, sealed));
}

/** A separate key for encryption: the server's key also hashes user codes. */
function keyFor(key: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'plumbline seal', 32));
}
