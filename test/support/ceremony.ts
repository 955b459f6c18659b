import { CLAIM_GRANT } from '#agents/auth-protocol.ts';
import { form, json, type Person, type TestSite } from './site.ts';

// The steps by which an agent gets access, as the agent and the editor do them.

export type Asked = { claim_token: string; user_code: string; verification_uri: string };

/** Requests access. */
export async function ask(site: TestSite, more: Record<string, unknown> = {}): Promise<Asked> {
  return json(await postIdentity(site, { type: 'service_auth', ...more }));
}

export function postIdentity(site: TestSite, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return site.fetch('/api/agent/identity', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'test-agent/1.0', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Polls the token route with a valid form. */
export function poll(site: TestSite, claimToken: string): Promise<Response> {
  return postToken(site, new URLSearchParams({ grant_type: CLAIM_GRANT, claim_token: claimToken }).toString());
}

/** The status of a poll and its error, if it has one. */
export async function polled(site: TestSite, claimToken: string): Promise<[number, string | undefined]> {
  const response = await poll(site, claimToken);
  return [response.status, (await json(response)).error];
}

export function postToken(site: TestSite, body: string, type = 'application/x-www-form-urlencoded'): Promise<Response> {
  return site.fetch('/api/agent/token', { method: 'POST', headers: { 'Content-Type': type }, body });
}

/** Sends a code to the claim page. */
export function typeCode(site: TestSite, person: Person, code: string): Promise<Response> {
  return site.fetch('/agent/claim', form(person, { user_code: code }));
}

/** Sends a code and returns the hidden fields of the next page. */
export async function review(site: TestSite, person: Person, code: string): Promise<{ claim: string; seal: string }> {
  const page = await (await typeCode(site, person, code)).text();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  return { claim: field('claim'), seal: field('seal') };
}

/** Sends a code and then approves or refuses. */
export async function decide(
  site: TestSite,
  person: Person,
  code: string,
  decision: 'approval' | 'refusal',
  more: Record<string, string> = {},
): Promise<Response> {
  return site.fetch(`/agent/claim/${decision}`, form(person, { ...(await review(site, person, code)), ...more }));
}
