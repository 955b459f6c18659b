import { hashSecret, hmacSecret } from '#core/secret.ts';
import type { Deps } from '#runtime/deps.ts';

// A subscriber's token is derived from the id by the key of the site: the sender makes the two personal addresses of an email
// from the row alone, and a copy of the table without the key holds none. The row keeps the hash, by which a token is found.

/** 128 bits in small hexadecimal letters, because some mail servers change capitals in the address of a bounce. */
const WELL_FORMED = /^[0-9a-f]{32}$/;

export function isToken(text: string): boolean {
  return WELL_FORMED.test(text);
}

/** The token of a subscriber. */
export function tokenOf(deps: Deps, subscriberId: string): string {
  return hmacSecret(deps.key, `subscriber token ${subscriberId}`).slice(0, 32);
}

/** The hash that the row holds. */
export function hashToken(token: string): string {
  return hashSecret(token);
}

/** The address of the subscriber's preferences. */
export function preferencesUrl(deps: Deps, baseUrl: string, subscriberId: string): string {
  return `${baseUrl}/brief/preferences/${tokenOf(deps, subscriberId)}`;
}
