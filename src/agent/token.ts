import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../db/database.ts';
import type { Agent, Scope } from '../ground/actor.ts';
import { now, type Press } from '../ground/press.ts';
import { hashSecret } from '../ground/secret.ts';

/** Seconds an access token lives. */
export const TOKEN_LIFETIME = 900;

const PREFIX = 'pl_at_';

/** An access token: `pl_at_`, 32 random bytes in base64url, and six characters by which a scanner tells it from chance. */
export function newAccessToken(): string {
  const random = randomBytes(32).toString('base64url');
  return `${PREFIX}${random}${checksum(random)}`;
}

/** The agent a token stands for; null when it is none of ours, expired, revoked, or its editor was disabled. */
export async function findAgent(press: Press, token: string, resource: string): Promise<Agent | null> {
  if (!isWellMade(token)) return null;
  const hash = hashSecret(token);
  const row = await press.db.remember(`agent ${hash}`, (tx) => findToken(tx, hash));
  if (!row || row.resource !== resource || row.expires_at <= now(press)) return null;
  return row.agent;
}

type TokenRow = { resource: string; expires_at: string; agent: Agent };

async function findToken(tx: Tx, hash: string): Promise<TokenRow | null> {
  const row = await tx
    .selectFrom('access_token')
    .innerJoin('editor', 'editor.id', 'access_token.editor_id')
    .selectAll('access_token')
    .select('editor.name')
    .where('access_token.token_hash', '=', hash)
    .where('access_token.revoked_at', 'is', null)
    .where('editor.disabled_at', 'is', null)
    .where('editor.role', 'in', ['chief', 'editor'])
    .executeTakeFirst();
  if (!row) return null;
  const { id, claim_id, editor_id, name, resource, expires_at } = row;
  const scopes = row.scopes.split(' ') as Scope[];
  const agent: Agent = { kind: 'agent', id, claimId: claim_id, editorId: editor_id, editorName: name, scopes };
  return { resource, expires_at, agent };
}

function isWellMade(token: string): boolean {
  if (!token.startsWith(PREFIX) || token.length !== PREFIX.length + 43 + 6) return false;
  const random = token.slice(PREFIX.length, -6);
  return checksum(random) === token.slice(-6);
}

function checksum(random: string): string {
  return createHash('sha256').update(`${PREFIX}${random}`).digest('base64url').slice(0, 6);
}
