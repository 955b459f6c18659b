import { hash, randomBytes } from 'node:crypto';
import type { Agent, Scope } from '../core/actor.ts';
import { hashSecret } from '../core/secret.ts';
import type { Tx } from '../db/database.ts';
import type { Deps } from '../runtime/deps.ts';
import { readDesks } from './terms.ts';

/** Seconds an access token lives. */
export const TOKEN_LIFETIME = 900;

const PREFIX = 'pl_at_';

/** An access token: `pl_at_`, 32 random bytes in base64url, and six characters by which a scanner tells it from chance. */
export function newAccessToken(): string {
  const random = randomBytes(32).toString('base64url');
  return `${PREFIX}${random}${checksum(random)}`;
}

/** The agent a token stands for; null when it is none of ours, expired, revoked, or granted before its
 * editor was disabled or changed their password. */
export async function findAgent(deps: Deps, token: string, resource: string): Promise<Agent | null> {
  const tokenHash = hashSecret(token);
  const find = async (tx: Tx) => (isWellMade(token) ? findToken(tx, tokenHash) : null);
  const known = await deps.db.readCached(`agent ${tokenHash}`, find, (found) => found !== null);
  if (!known || known.resource !== resource || !isOfNow(known, deps.clock())) return null;
  return known.agent;
}

/** Milliseconds by which the clocks of two machines may differ. */
const CLOCK_SKEW = 60_000;

/** Whether a token lives: one that was issued while a clock was ahead would otherwise live on when the clock is put right. */
function isOfNow({ issuedAt, expiresAt }: Known, time: number): boolean {
  return expiresAt > time && issuedAt <= time + CLOCK_SKEW;
}

/** Times are in milliseconds since 1970. */
type Known = { resource: string; issuedAt: number; expiresAt: number; agent: Agent };

async function findToken(tx: Tx, tokenHash: string): Promise<Known | null> {
  const row = await tx
    .selectFrom('access_token')
    .innerJoin('editor', 'editor.id', 'access_token.editor_id')
    .innerJoin('claim', 'claim.id', 'access_token.claim_id')
    .selectAll('access_token')
    .select(['editor.name', 'claim.desks'])
    .where('access_token.token_hash', '=', tokenHash)
    .where('access_token.revoked_at', 'is', null)
    .where('editor.disabled_at', 'is', null)
    .where('editor.role', 'in', ['chief', 'editor'])
    .where((where) =>
      where.or([
        where('editor.standing_since', 'is', null),
        where('claim.decided_at', '>', where.ref('editor.standing_since')),
      ]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const { id, claim_id, editor_id, name, resource, created_at, expires_at } = row;
  const scopes = row.scopes.split(' ') as Scope[];
  const desks = readDesks(row.desks);
  const agent: Agent = {
    kind: 'agent',
    id,
    claimId: claim_id,
    editorId: editor_id,
    editorName: name,
    scopes,
    ...(desks && { desks }),
  };
  return { resource, issuedAt: Date.parse(created_at), expiresAt: Date.parse(expires_at), agent };
}

function isWellMade(token: string): boolean {
  if (!token.startsWith(PREFIX) || token.length !== PREFIX.length + 43 + 6) return false;
  const random = token.slice(PREFIX.length, -6);
  return checksum(random) === token.slice(-6);
}

function checksum(random: string): string {
  return hash('sha256', `${PREFIX}${random}`, 'base64url').slice(0, 6);
}
