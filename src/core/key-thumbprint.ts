import { createHash } from 'node:crypto';

/** The thumbprint of an Ed25519 key (RFC 7638, RFC 8037), by its public value `x`. */
export function thumbprint(x: string): string {
  // RFC 7638 orders the members by name.
  return createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
}
