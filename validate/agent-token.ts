import type { RunningServer } from './server.ts';

/** Gets a token as `/auth.md` describes: the agent requests access, the editor signs in and types the code, the agent polls. */
export async function requestToken({ baseUrl, editor }: RunningServer): Promise<string> {
  const claim = await requestClaim(baseUrl);
  const cookie = await signIn(baseUrl, editor);
  const form = (path: string, fields: Record<string, string>) => sendForm(baseUrl, path, fields, cookie);
  const review = await (await form('/agent/claim', { user_code: claim.user_code })).text();
  const approved = await form('/agent/claim/approval', hiddenFields(review));
  if (approved.status !== 303)
    throw new Error(`the claim was not approved: ${approved.status} ${await approved.text()}`);
  const polled = await fetch(`${baseUrl}/api/agent/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:example:agent-auth:grant-type:claim',
      claim_token: claim.claim_token,
    }),
  });
  const { access_token: token } = (await polled.json()) as { access_token?: string };
  if (!token) throw new Error(`no token was issued: ${polled.status}`);
  return token;
}

async function requestClaim(baseUrl: string): Promise<{ claim_token: string; user_code: string }> {
  const asked = await fetch(`${baseUrl}/api/agent/identity`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ type: 'service_auth' }),
  });
  return (await asked.json()) as { claim_token: string; user_code: string };
}

/** Signs in and returns the session cookie. */
export async function signIn(baseUrl: string, editor: RunningServer['editor']): Promise<string> {
  const entered = await sendForm(baseUrl, '/newsroom/sign-in', editor);
  const [cookie] = entered.headers.getSetCookie();
  if (!cookie) throw new Error(`the editor could not sign in: ${entered.status}`);
  return cookie.split(';')[0] ?? '';
}

function sendForm(baseUrl: string, path: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return fetch(baseUrl + path, {
    method: 'POST',
    headers: { Origin: baseUrl, Cookie: cookie },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

function hiddenFields(page: string): Record<string, string> {
  const fields = page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}
