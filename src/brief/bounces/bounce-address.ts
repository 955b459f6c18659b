import { hashToken } from '#brief/subscribers/tokens.ts';

// The envelope sender of each delivery (VERP): it names the brief and the subscriber, so that a report about the delivery says
// which one failed, whatever its text says.

/** The brief and the subscriber of a delivery, as a report names them. `tokenHash` finds the subscriber. */
export type BounceAddress = { day: string; token: string; tokenHash: string };

const LONGEST_ADDRESS = 254;
const WELL_FORMED = /^<?bounce\+(\d{4}-\d{2}-\d{2})\.([0-9a-f]{32})@([a-z0-9.-]+)>?$/;

/** The address that reports about one delivery go to: 50 octets and the host. `day` is the brief's, as in `2026-09-08`. */
export function bounceAddress(day: string, token: string, host: string): string {
  return `bounce+${day}.${token}@${host}`;
}

/** Reads an address that `bounceAddress` made for this host, in any letter case; null for every other text. */
export function parseBounceAddress(text: string, host: string): BounceAddress | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const [, day = '', token = '', at = ''] = WELL_FORMED.exec(text.trim().toLowerCase()) ?? [];
  return day !== '' && at === host.toLowerCase() ? { day, token, tokenHash: hashToken(token) } : null;
}
