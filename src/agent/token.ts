import { createHash, randomBytes } from 'node:crypto';
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
  const row = await press.db.read
    .selectFrom('access_token')
    .innerJoin('editor', 'editor.id', 'access_token.editor_id')
    .select([
      'access_token.id',
      'access_token.claim_id',
      'access_token.scopes',
      'editor.id as editor_id',
      'editor.name',
    ])
    .where('access_token.token_hash', '=', hashSecret(token))
    .where('access_token.resource', '=', resource)
    .where('access_token.expires_at', '>', now(press))
    .where('access_token.revoked_at', 'is', null)
    .where('editor.disabled_at', 'is', null)
    .where('editor.role', 'in', ['chief', 'editor'])
    .executeTakeFirst();
  if (!row) return null;
  const scopes = row.scopes.split(' ') as Scope[];
  return { kind: 'agent', id: row.id, claimId: row.claim_id, editorId: row.editor_id, editorName: row.name, scopes };
}

function isWellMade(token: string): boolean {
  if (!token.startsWith(PREFIX) || token.length !== PREFIX.length + 43 + 6) return false;
  const random = token.slice(PREFIX.length, -6);
  return checksum(random) === token.slice(-6);
}

function checksum(random: string): string {
  return createHash('sha256').update(`${PREFIX}${random}`).digest('base64url').slice(0, 6);
}
