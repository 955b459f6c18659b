import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ask as callMcp } from '../../support/mcp.ts';
import {
  approve,
  authorizePath,
  backLink,
  begin,
  CALLBACK,
  type Flow,
  look,
  open,
  redeem,
  refresh,
  register,
} from '../../support/oauth/oauth-flow.ts';
import { form, json, openSite, PASSWORD, type Person, type TestSite } from '../../support/site.ts';

// Consent for an OAuth client: who may give it, when, how often; and what the log and the database keep of it.

const flow: Flow = await begin({ after });

/** The fields of the approval form that the editor sees. */
async function approvalForm(path: string): Promise<Record<string, string>> {
  const page = await look(flow, path, flow.editor);
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  return { claim: field('claim'), seal: field('seal'), started: 'yes' };
}

function decide(who: Pick<Person, 'cookie'>, fields: Record<string, string>, headers = {}, act = 'approval') {
  const sent = form({ cookie: `${who.cookie}; ${flow.cookie}` }, fields);
  return flow.site.fetch(`/agent/claim/${act}`, { ...sent, headers: { ...sent.headers, ...headers } });
}

async function statusOf(path: string): Promise<string> {
  const id = path.split('/').at(-1) ?? '';
  const row = await flow.site.deps.db.read.selectFrom('claim').select('status').where('id', '=', id).execute();
  return row[0]?.status ?? 'none';
}

test('approving twice gives one access, and the second press also leads back to the client', async () => {
  const path = await open(flow);
  const fields = await approvalForm(path);
  const pressed = await Promise.all([decide(flow.editor, fields), decide(flow.editor, fields)]);
  assert.deepEqual(
    pressed.map((one) => [one.status, one.headers.get('location')]),
    [
      [303, path],
      [303, path],
    ],
  );
  const code = async () => new URL(/^1; url=(\S+)/.exec(await look(flow, path))?.[1] ?? '').searchParams.get('code');
  const [first, second] = [await code(), await code()];
  assert.equal((await redeem(flow, first ?? '')).status, 400, 'a later code replaces the earlier one');
  assert.equal((await redeem(flow, second ?? '')).status, 200);
  const again = await decide(flow.editor, fields);
  assert.equal(again.headers.get('location'), path);
  assert.match(await look(flow, path), /You can close this page/);
});

test('a writer, another site, another editor’s form and nobody at all cannot approve', async () => {
  const path = await open(flow);
  const fields = await approvalForm(path);
  const writer = await flow.site.person('writer');
  const other = await flow.site.person('editor');
  for (const [name, pressed] of [
    ['a writer', await decide(writer, fields)],
    ['another site', await decide(flow.editor, fields, { Origin: 'https://evil.example' })],
    ['another site', await decide(flow.editor, fields, { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' })],
    ['the form of another session', await decide(other, fields)],
    ['nobody', await decide({ cookie: 'x=y' }, fields)],
  ] as const) {
    assert.ok(pressed.status >= 400 || pressed.headers.get('location')?.startsWith('/newsroom/sign-in'), name);
    assert.equal(await statusOf(path), 'pending', name);
  }
  assert.doesNotMatch(await look(flow, path, writer), /<button>Approve/);
});

test('approving in the browser that the client opened needs a tick besides the button', async () => {
  const path = await open(flow);
  const { started: _, ...fields } = await approvalForm(path);
  assert.equal((await decide(flow.editor, fields)).status, 422);
  assert.equal(await statusOf(path), 'pending');
  const page = await look(flow, path, flow.editor);
  assert.match(page, /<input type="checkbox" name="started" value="yes" required>/);
});

test('a page of the request lets the window of the client come back, and no other site frame it', async () => {
  const response = await flow.site.fetch(await open(flow), { headers: { Cookie: flow.cookie } });
  assert.equal(response.headers.get('cross-origin-opener-policy'), 'unsafe-none');
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
  const other = await flow.site.fetch('/agent/claim', { headers: { Cookie: flow.editor.cookie } });
  assert.equal(other.headers.get('cross-origin-opener-policy'), 'same-origin');
});

test('an expired request cannot be approved, and goes back to the client as access_denied', async () => {
  const path = await open(flow);
  const fields = await approvalForm(path);
  flow.site.pass(601);
  const late = await decide(flow.editor, { ...fields, password: PASSWORD });
  assert.equal(late.status, 409);
  assert.notEqual(await statusOf(path), 'claimed');
  const page = await look(flow, path);
  assert.ok(page.startsWith('null\n'), 'nobody approved the client, so the page does not go there by itself');
  const back = backLink(page);
  assert.equal(back.origin + back.pathname, CALLBACK);
  assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('state')], ['access_denied', 'a b&c']);
});

test('a refusal and an approval at the same time end in one of them', async () => {
  const path = await open(flow);
  const fields = await approvalForm(path);
  await Promise.all([decide(flow.editor, fields), decide(flow.editor, fields, {}, 'refusal')]);
  assert.match(await statusOf(path), /^(?:claimed|denied)$/);
});

test('a sign-in older than 15 minutes needs the password again', async () => {
  flow.site.pass(901);
  const path = await open(flow);
  const fields = await approvalForm(path);
  assert.equal((await decide(flow.editor, fields)).status, 422);
  assert.equal(await statusOf(path), 'pending');
  const right = await decide(flow.editor, { ...fields, password: PASSWORD });
  assert.equal(right.headers.get('location'), path);
  flow.editor = await flow.site.person('editor');
});

test('of twenty racing refreshes at most one gets a token, and the claim ends', async () => {
  const path = await open(flow);
  const back = await approve(flow, path, { renewal: 'hour' });
  const tokens = await json(await redeem(flow, back.searchParams.get('code') ?? ''));
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(flow, tokens.refresh_token)));
  const given = await Promise.all(answers.filter(({ status }) => status === 200).map(json));
  assert.equal(given.length, 1);
  for (const token of [tokens.access_token, given[0].access_token])
    assert.equal((await callMcp(flow.site, token, 'ping')).status, 401);
  assert.equal((await refresh(flow, given[0].refresh_token)).status, 400);
});

test('revoking an agent on its page ends the tokens of its client at once', async () => {
  const back = await approve(flow, await open(flow), { renewal: 'hour' });
  const tokens = await json(await redeem(flow, back.searchParams.get('code') ?? ''));
  const stopped = await flow.site.fetch('/newsroom/agents/stop', form(flow.editor, {}));
  assert.equal(stopped.status, 303, await stopped.clone().text());
  assert.equal((await callMcp(flow.site, tokens.access_token, 'ping')).status, 401);
  assert.equal((await json(await refresh(flow, tokens.refresh_token))).error, 'invalid_grant');
});

test('the 61st registration in a minute is refused, and so is the eleventh waiting request of a client from one address', async (t) => {
  const flooded: Flow = { ...flow, site: await openSite(t) };
  const registered = await json(await register(flooded.site));
  flooded.clientId = registered.client_id;
  const opened = [];
  for (let n = 0; n < 11; n++)
    opened.push((await flooded.site.fetch(authorizePath(flooded), { redirect: 'manual' })).status);
  assert.deepEqual(opened, [...Array(10).fill(303), 429]);
  const statuses = [];
  for (let n = 0; n < 60; n++) statuses.push(await register(flooded.site));
  const last = statuses.at(-1);
  assert.equal(last?.status, 429);
  assert.ok(Number(last?.headers.get('retry-after')) > 0);
  assert.equal((await claims(flooded.site)).length, 10);
});

function claims(site: TestSite) {
  return site.deps.db.read.selectFrom('claim').selectAll().execute();
}

test('no answer was 500, no secret was logged, and the database keeps no code and no token', async () => {
  const path = await open(flow, { state: 'unmistakable-state' });
  const back = await approve(flow, path, { renewal: 'hour' });
  const code = back.searchParams.get('code') ?? '';
  const tokens = await json(await redeem(flow, code));
  await redeem(flow, code);
  const userCode = /<strong>([A-Z]{4}-[A-Z]{4})</.exec(await look(flow, await open(flow)))?.[1] ?? '';
  const log = JSON.stringify(flow.site.log);
  const stored = JSON.stringify([
    await claims(flow.site),
    await flow.site.deps.db.read.selectFrom('access_token').selectAll().execute(),
    await flow.site.deps.db.read.selectFrom('journal').selectAll().execute(),
  ]);
  assert.equal(flow.site.log.filter(({ level }) => level === 'error').length, 0, log);
  const browser = flow.cookie.split('=')[1] ?? '';
  for (const secret of [code, flow.verifier, tokens.access_token, tokens.refresh_token, browser, userCode]) {
    assert.ok(secret.length > 8);
    assert.ok(!log.includes(secret) && !stored.includes(secret), secret);
  }
  assert.ok(!log.includes('unmistakable-state') && !log.includes(CALLBACK));
});
