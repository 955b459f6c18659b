import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, decide, poll, polled, postIdentity, review, typeCode } from '../../support/ceremony.ts';
import { form, fromPage, json, openSite, PASSWORD } from '../../support/site.ts';

test('a visitor who is not signed in is redirected to sign in, and from there to the claim page', async (t) => {
  const site = await openSite(t);
  const stranger = { cookie: 'plumbline=pl_se_nobody' };
  for (const [path, request] of [
    ['/agent/claim', { redirect: 'manual' }],
    ['/agent/claim/00000000-0000-4000-8000-000000000000', { redirect: 'manual' }],
    ['/agent/claim', form(stranger, { user_code: 'WDJB-MJHT' })],
    ['/agent/claim/approval', form(stranger, { claim: 'x', seal: 'y' })],
  ] as [string, RequestInit][]) {
    const response = await site.fetch(path, request);
    assert.equal(response.status, 303);
    const to = new URL(response.headers.get('location') ?? '', 'http://x');
    assert.deepEqual([to.pathname, to.searchParams.get('next')], ['/newsroom/sign-in', '/agent/claim']);
    assert.equal(response.headers.get('cache-control'), 'no-store');
  }
});

test('the claim page asks for the code in a form and ignores a code in the query string', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { user_code } = await ask(site);
  const response = await site.fetch(`/agent/claim?user_code=${user_code}`, { headers: fromPage(editor) });
  assert.equal(response.status, 200);
  const page = await response.text();
  assert.match(page, /<form[^>]+method="post" action="\/agent\/claim">/);
  assert.match(page, /name="user_code"/);
  assert.ok(!page.includes(user_code));
});

test('the review page shows the agent’s name, address, time, login_hint and scopes, and the signed-in editor', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor', 'Dana Whitfield');
  const headers = { 'User-Agent': 'research-agent/2.1' };
  const { user_code } = await json(
    await postIdentity(site, { type: 'service_auth', login_hint: 'the robotics section' }, headers),
  );
  site.pass(30);
  const response = await typeCode(site, editor, user_code.toLowerCase().replace('-', ' '));
  assert.equal(response.status, 200);
  const page = await response.text();
  for (const told of [
    '<time datetime="2026-09-06T13:00:00.000Z">',
    '127.0.0.1',
    'research-agent/2.1',
    '“the robotics section” (as the agent wrote it, not verified)',
    'Dana Whitfield',
    editor.email,
    'article:draft',
    'article:edit',
    'If you approve, this agent gets access to drafts: for 15 minutes, or for as long as you choose below. It can never publish. Only continue if you started this.',
  ]) {
    assert.ok(page.includes(told), told);
  }
  assert.ok(!page.includes(user_code), 'the code is not repeated');
});

test('an approval leads to a page that confirms it; sending the form again changes nothing', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  for (let n = 0; n < 2; n++) {
    const response = await site.fetch('/agent/claim/approval', form(editor, fields));
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), `/agent/claim/${fields.claim}`);
  }
  assert.match(await outcome(fields.claim), /The agent has access/);
  assert.deepEqual(await polled(site, claim_token), [200, undefined]);
  assert.equal(
    (await site.fetch('/agent/claim/approval', form(editor, fields))).status,
    303,
    'also after the token was fetched',
  );
  assert.match(await outcome(fields.claim), /The agent has access/);

  async function outcome(claim: string): Promise<string> {
    const response = await site.fetch(`/agent/claim/${claim}`, { headers: fromPage(editor) });
    assert.equal(response.status, 200);
    return response.text();
  }
});

test('a refusal leads to a page that confirms it, and a refused claim cannot be approved', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  for (let n = 0; n < 2; n++) {
    const response = await site.fetch('/agent/claim/refusal', form(editor, fields));
    assert.equal(response.headers.get('location'), `/agent/claim/${fields.claim}`);
  }
  const page = await site.fetch(`/agent/claim/${fields.claim}`, { headers: fromPage(editor) });
  assert.match(await page.text(), /The agent was refused/);
  assert.equal((await site.fetch('/agent/claim/approval', form(editor, fields))).status, 409);
  assert.deepEqual(await polled(site, claim_token), [400, 'access_denied']);
});

test('an approved claim cannot be refused, and a second editor cannot decide it again', async (t) => {
  const site = await openSite(t);
  const [editor, other] = [await site.person('editor'), await site.person('chief')];
  const { claim_token, user_code } = await ask(site);
  const [fields, others] = [await review(site, editor, user_code), await review(site, other, user_code)];
  await site.fetch('/agent/claim/approval', form(editor, fields));
  assert.equal((await site.fetch('/agent/claim/refusal', form(editor, fields))).status, 409);
  for (const decision of ['approval', 'refusal']) {
    assert.equal((await site.fetch(`/agent/claim/${decision}`, form(other, others))).status, 409);
  }
  assert.equal((await site.fetch(`/agent/claim/${fields.claim}`, { headers: fromPage(other) })).status, 404);
  assert.deepEqual(await polled(site, claim_token), [200, undefined]);
});

test('a claim that expired during the review can be neither approved nor refused', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  site.pass(600);
  const response = await site.fetch('/agent/claim/approval', form(editor, fields));
  assert.equal(response.status, 409);
  assert.match(await response.text(), /decided already or has expired/);
  assert.equal((await site.fetch('/agent/claim/refusal', form(editor, fields))).status, 409);
  assert.deepEqual(await polled(site, claim_token), [400, 'expired_token']);
});

test('the code of a claim that was approved, refused or has expired is a wrong code', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const codes = [];
  for (const decision of ['approval', 'refusal'] as const) {
    const { user_code } = await ask(site);
    await decide(site, editor, user_code, decision);
    codes.push(user_code);
  }
  for (const code of codes) assert.equal((await typeCode(site, editor, code)).status, 422);
  const { user_code } = await ask(site);
  site.pass(600);
  assert.equal((await typeCode(site, editor, user_code)).status, 422);
});

test('the claim page tells a writer that it is for editors', async (t) => {
  const site = await openSite(t);
  const writer = await site.person('writer');
  for (const request of [{ headers: fromPage(writer) }, form(writer, { user_code: 'WDJB-MJHT' })]) {
    const response = await site.fetch('/agent/claim', request);
    assert.equal(response.status, 403);
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(await response.text(), /This page is for editors\./);
  }
});

test('an agent that names an editor can be approved only by that editor', async (t) => {
  const site = await openSite(t);
  const [named, other] = [await site.person('editor'), await site.person('chief')];
  const { claim_token, user_code } = await ask(site, { login_hint: `  ${named.email.toUpperCase()} ` });
  const response = await typeCode(site, other, user_code);
  assert.equal(response.status, 403);
  assert.match(await response.text(), /asks for another editor/);
  assert.match(await (await typeCode(site, named, user_code)).text(), /You, by your email address\./);
  assert.equal((await decide(site, named, user_code, 'approval')).status, 303);
  assert.equal((await poll(site, claim_token)).status, 200);
});

test('other editors cannot decide a claim whose named editor joined after the code was typed', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { user_code } = await ask(site, { login_hint: 'late.comer@magazine.example' });
  const fields = await review(site, editor, user_code);
  await site.person('editor', 'Late Comer');
  for (const decision of ['approval', 'refusal']) {
    assert.equal((await site.fetch(`/agent/claim/${decision}`, form(editor, fields))).status, 403);
  }
});

test('an editor signed in for more than 15 minutes must repeat the password to approve, but not to refuse', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  site.pass(900);
  const first = await ask(site);
  assert.doesNotMatch(await (await typeCode(site, editor, first.user_code)).text(), /type="password"/);
  site.pass(1);
  const page = await (await typeCode(site, editor, first.user_code)).text();
  assert.equal(page.match(/type="password"/g)?.length, 1);
  const fields = await review(site, editor, first.user_code);
  for (const wrong of [{}, { password: 'not my password' }]) {
    const response = await site.fetch('/agent/claim/approval', form(editor, { ...fields, ...wrong }));
    assert.equal(response.status, 422);
    assert.match(await response.text(), /This is not your password\./);
  }
  assert.deepEqual(await polled(site, first.claim_token), [400, 'authorization_pending']);
  const response = await site.fetch('/agent/claim/approval', form(editor, { ...fields, password: PASSWORD }));
  assert.equal(response.status, 303);
  assert.deepEqual(await polled(site, first.claim_token), [200, undefined]);
  const second = await ask(site);
  assert.equal((await decide(site, editor, second.user_code, 'refusal')).status, 303);
});
