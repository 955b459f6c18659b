import { hash, randomBytes } from 'node:crypto';
import type { Agent, Scope } from '#core/actor.ts';
import { hashSecret } from '#core/secret.ts';
import { prepared, type Tx } from '#db/database.ts';
import type { Deps } from '#runtime/deps.ts';
import { readSections } from './terms.ts';

/** Seconds an access token lives. */
export const TOKEN_LIFETIME = 900;

const PREFIX = 'pl_at_';

/** An access token: `pl_at_`, 32 random bytes in base64url, and a checksum of six characters for secret scanners. */
export function newAccessToken(): string {
  const random = randomBytes(32).toString('base64url');
  return `${PREFIX}${random}${checksum(random)}`;
}

/**
 * The agent of a token; null when the token is unknown, expired or revoked, or when its editor was disabled, lost the role or
 * changed the password after the approval.
 */
export async function findAgent(deps: Deps, token: string, resource: string): Promise<Agent | null> {
  const find = async (tx: Tx) => (isWellFormed(token) ? findToken(tx, hashSecret(token)) : null);
  // By the token itself, which the next write forgets: its hash costs more than the rest of this lookup.
  const known = await deps.db.readCached(`agent ${token}`, find, (stored) => stored !== null);
  if (!known || known.resource !== resource || !isValidNow(known, deps.clock())) return null;
  return known.agent;
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_SKEW = 60_000;

/** Checks the issue time too: a token issued while the clock was ahead must not outlive the clock's correction. */
function isValidNow({ issuedAt, expiresAt }: StoredToken, time: number): boolean {
  return expiresAt > time && issuedAt <= time + CLOCK_SKEW;
}

/** Times are in milliseconds since 1970. */
type StoredToken = { resource: string; issuedAt: number; expiresAt: number; agent: Agent };

/** Every write forgets what is known of a token, so each call of a busy agent reads it again. */
const readToken = prepared((tx, { tokenHash }: { tokenHash: string }) =>
  tx
    .selectFrom('access_token')
    .innerJoin('editor', 'editor.id', 'access_token.editor_id')
    .innerJoin('claim', 'claim.id', 'access_token.claim_id')
    .selectAll('access_token')
    .select(['editor.name', 'claim.sections', 'claim.client_host'])
    .where('access_token.token_hash', '=', tokenHash)
    .where('access_token.revoked_at', 'is', null)
    .where('editor.disabled_at', 'is', null)
    .where('editor.role', 'in', ['chief', 'editor'])
    .where((where) =>
      where.or([
        where('editor.standing_since', 'is', null),
        where('claim.decided_at', '>', where.ref('editor.standing_since')),
      ]),
    ),
);

async function findToken(tx: Tx, tokenHash: string): Promise<StoredToken | null> {
  const [row] = (await readToken(tx, { tokenHash })).rows;
  if (!row) return null;
  const { id, claim_id, editor_id, name, resource, created_at, expires_at } = row;
  const scopes = row.scopes.split(' ') as Scope[];
  const sections = readSections(row.sections);
  const agent: Agent = {
    kind: 'agent',
    id,
    claimId: claim_id,
    editorId: editor_id,
    editorName: name,
    scopes,
    ...(sections && { sections }),
    ...(row.client_host !== null && { clientHost: row.client_host }),
  };
  return { resource, issuedAt: Date.parse(created_at), expiresAt: Date.parse(expires_at), agent };
}

function isWellFormed(token: string): boolean {
  if (!token.startsWith(PREFIX) || token.length !== PREFIX.length + 43 + 6) return false;
  const random = token.slice(PREFIX.length, -6);
  return checksum(random) === token.slice(-6);
}

function checksum(random: string): string {
  return hash('sha256', `${PREFIX}${random}`, 'base64url').slice(0, 6);
}
