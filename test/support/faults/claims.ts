import { hashSecret } from '#core/secret.ts';
import type { Tx } from '#db/database.ts';

// Agents get access during a fault. Everything acknowledged must exist afterwards.

/** The secrets from the 200 responses. */
export type Claimed = { claimToken: string | null; accessToken: string | null };

/** Gives one agent access, step by step, and records the responses. Stops at a step without a response. */
export async function claim(base: string, headers: Record<string, string>, heard: Claimed[]): Promise<void> {
  const noted: Claimed = { claimToken: null, accessToken: null };
  heard.push(noted);
  const post = (path: string, type: string, body: string, more: Record<string, string> = {}) =>
    fetch(base + path, { method: 'POST', redirect: 'manual', body, headers: { 'Content-Type': type, ...more } });
  const form = (path: string, fields: Record<string, string>, more = headers) =>
    post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString(), more);
  try {
    const asked = await post('/api/agent/identity', 'application/json', '{"type":"service_auth"}');
    if (asked.status !== 200) return;
    const { claim_token, user_code } = (await asked.json()) as { claim_token: string; user_code: string };
    noted.claimToken = claim_token;
    const page = await (await form('/agent/claim', { user_code })).text();
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    await form('/agent/claim/approval', Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])));
    const grant = 'urn:example:agent-auth:grant-type:claim';
    const polled = await form('/api/agent/token', { grant_type: grant, claim_token }, {});
    if (polled.status === 200) noted.accessToken = ((await polled.json()) as { access_token: string }).access_token;
  } catch {
    // the connection ended without a response
  }
}

/** The secrets that were issued and are missing. */
export async function lostClaims(tx: Tx, heard: readonly Claimed[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { claimToken, accessToken } of heard) {
    if (claimToken === null) continue;
    const kept = await tx
      .selectFrom('claim')
      .leftJoin('access_token', 'access_token.claim_id', 'claim.id')
      .select(['claim.status', 'access_token.token_hash'])
      .where('claim_token_hash', '=', hashSecret(claimToken))
      .executeTakeFirst();
    if (!kept) lost.push('a claim');
    else if (accessToken && (kept.status !== 'redeemed' || kept.token_hash !== hashSecret(accessToken)))
      lost.push('a token');
    else if ((kept.status === 'redeemed') !== (kept.token_hash !== null)) lost.push('half a redemption');
  }
  return lost;
}
