import { createHmac, hash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url, behind `prefix`. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/** What is stored of a secret of 256 bits. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}

/** What is stored of a secret that is short enough to be guessed from a plain hash. */
export function hmacSecret(key: Uint8Array, secret: string): string {
  return createHmac('sha256', key).update(secret).digest('hex');
}
