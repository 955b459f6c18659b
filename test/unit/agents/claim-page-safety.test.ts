import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signIn } from '#people/sessions.ts';
import { ask, polled, postIdentity, review, typeCode } from '../../support/ceremony.ts';
import { form, fromPage, json, openSite, PASSWORD, type TestSite } from '../../support/site.ts';

const CODE = { user_code: 'WDJB-MJHT' };

test('no claim page can be framed, cached, scripted or read from another origin', async (t) => {
  const site = await openSite(t);
  const [editor, writer] = [await site.person('editor'), await site.person('writer')];
  const { user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  const pages = [
    await site.fetch('/agent/claim', { headers: fromPage(editor) }),
    await typeCode(site, editor, user_code),
    await typeCode(site, editor, 'BBBB-BBBB'),
    await site.fetch('/agent/claim/approval', form(editor, { ...fields, seal: 'forged' })),
    await site.fetch('/agent/claim', { headers: fromPage(writer) }),
    await site.fetch('/agent/claim/approval', form(editor, fields)),
    await site.fetch(`/agent/claim/${fields.claim}`, { headers: fromPage(editor) }),
  ];
  assert.deepEqual(
    pages.map((page) => page.status),
    [200, 200, 422, 403, 403, 303, 200],
  );
  for (const page of pages) {
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('access-control-allow-origin'), null);
    if (page.status === 303) continue;
    const policy = page.headers.get('content-security-policy') ?? '';
    for (const rule of [
      "default-src 'none'",
      "style-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      assert.ok(policy.includes(rule), rule);
    }
    assert.doesNotMatch(policy, /script-src|unsafe/);
    assert.equal(page.headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(page.headers.get('x-frame-options'), 'DENY');
    assert.equal(page.headers.get('referrer-policy'), 'same-origin');
    const text = await page.text();
    assert.doesNotMatch(text, /<script|autofocus|\son\w+=|javascript:/i);
    assert.doesNotMatch(text, /<(?:button|input|form)[^>]*\sid=/, 'no element that a URL fragment could focus');
  }
});

test('the claim pages escape HTML in the login_hint and the User-Agent of an agent', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const evil = `"><script>alert(1)</script><form action="/agent/claim/approval"><b a='`;
  const { user_code } = await json(
    await postIdentity(site, { type: 'service_auth', login_hint: evil }, { 'User-Agent': `${evil}\x9b\xff` }),
  );
  const fields = await review(site, editor, user_code);
  const pages = [await (await typeCode(site, editor, user_code)).text()];
  await site.fetch('/agent/claim/approval', form(editor, fields));
  pages.push(await (await site.fetch(`/agent/claim/${fields.claim}`, { headers: fromPage(editor) })).text());
  for (const page of pages) {
    assert.doesNotMatch(page, /<script|<b /);
    assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
    assert.doesNotMatch(page, /[\x80-\xa0\xff]/);
  }
});

test('the claim page cuts a long User-Agent and says when the agent sent none', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const long = await json(await postIdentity(site, { type: 'service_auth' }, { 'User-Agent': 'x'.repeat(5000) }));
  assert.doesNotMatch(await (await typeCode(site, editor, long.user_code)).text(), /x{201}/);
  const silent = await json(await postIdentity(site, { type: 'service_auth' }, { 'User-Agent': '' }));
  assert.match(
    await (await typeCode(site, editor, silent.user_code)).text(),
    /as it calls itself<\/dt><dd>It gave no name\./,
  );
});

test('only the session that typed the code can approve or refuse its claim', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const other = await site.person('chief');
  const again = await anotherSession(site, editor.email);
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  const second = await ask(site);
  const forms: [{ cookie: string }, Record<string, string>][] = [
    [other, fields],
    [again, fields],
    [editor, { claim: fields.claim }],
    [editor, { claim: fields.claim, seal: '' }],
    [editor, { claim: fields.claim, seal: '0'.repeat(64) }],
    [editor, { ...fields, claim: (await review(site, other, second.user_code)).claim }],
    [editor, {}],
  ];
  for (const [person, sent] of forms) {
    for (const decision of ['approval', 'refusal']) {
      const response = await site.fetch(`/agent/claim/${decision}`, form(person, sent));
      assert.equal(response.status, 403);
    }
  }
  assert.deepEqual(await polled(site, claim_token), [400, 'authorization_pending']);
});

test('a claim form sent from another site is refused with 403', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  const crossSite: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://sub.127.0.0.1:3000' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: 'null' },
    { Origin: 'https://127.0.0.1:3000' },
    {},
  ];
  for (const [path, sent] of [
    ['/agent/claim', { user_code }],
    ['/agent/claim/approval', fields],
    ['/agent/claim/refusal', fields],
  ] as [string, Record<string, string>][]) {
    for (const headers of crossSite) {
      const response = await site.fetch(path, {
        method: 'POST',
        headers: { Cookie: editor.cookie, 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(sent).toString(),
      });
      assert.equal(response.status, 403, `${path} ${JSON.stringify(headers)}`);
    }
  }
  assert.deepEqual(await polled(site, claim_token), [400, 'authorization_pending']);
});

test('the claim pages answer other methods with 405 and allow no other origin', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  for (const [path, method] of [
    ['/agent/claim', 'OPTIONS'],
    ['/agent/claim', 'PUT'],
    ['/agent/claim/approval', 'GET'],
    ['/agent/claim/refusal', 'GET'],
  ] as [string, string][]) {
    const response = await site.fetch(path, { method, headers: fromPage(editor) });
    assert.equal(response.status, 405, `${method} ${path}`);
    assert.equal(response.headers.get('access-control-allow-origin'), null);
  }
});

test('a wrong code gets the same page whether it is empty, expired, unknown or malformed', async (t) => {
  const site = await openSite(t);
  const [editor, other] = [await site.person('editor'), await site.person('editor')];
  const past = await ask(site);
  site.pass(600);
  const pages = [];
  for (const code of ['', past.user_code, 'BBBB-BBBB', 'nonsense <b>']) {
    const response = await typeCode(site, editor, code);
    assert.equal(response.status, 422);
    pages.push(await response.text());
  }
  assert.equal(new Set(pages).size, 1);
  assert.match(pages[0] ?? '', /role="alert"[\s\S]*No agent is waiting with this code\./);
  assert.equal((await typeCode(site, other, 'BBBB-BBBB')).status, 422);
});

test('five wrong codes block a session for ten minutes, even for the right code; right codes do not count', async (t) => {
  const site = await openSite(t);
  const [editor, other] = [await site.person('editor'), await site.person('editor')];
  const { user_code } = await ask(site);
  for (let n = 0; n < 12; n++) assert.equal((await typeCode(site, editor, user_code)).status, 200);
  for (let n = 0; n < 5; n++) assert.equal((await typeCode(site, editor, 'BBBB-BBBB')).status, 422);
  const response = await typeCode(site, editor, user_code);
  assert.equal(response.status, 429);
  assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
  const wait = Number(response.headers.get('retry-after'));
  assert.ok(wait > 590 && wait <= 600);
  assert.equal((await typeCode(site, other, user_code)).status, 200, 'another session is not blocked');
});

test('wrong codes sent in parallel are each counted', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const answers = await Promise.all(Array.from({ length: 20 }, () => typeCode(site, editor, 'BBBB-BBBB')));
  assert.equal(answers.filter(({ status }) => status === 422).length, 5);
  assert.equal(answers.filter(({ status }) => status === 429).length, 15);
});

test('a hundred wrong codes in total block every session', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { user_code } = await ask(site);
  for (let n = 0; n < 20; n++) {
    const session = await anotherSession(site, editor.email);
    for (let tries = 0; tries < 5; tries++) await site.fetch('/agent/claim', form(session, CODE));
  }
  assert.equal((await typeCode(site, editor, user_code)).status, 429);
});

async function anotherSession(site: TestSite, email: string): Promise<{ cookie: string }> {
  const { secret } = await signIn(site.deps, email, PASSWORD, { address: '127.0.0.1', browser: 'another' });
  return { cookie: `plumbline=${secret}` };
}
