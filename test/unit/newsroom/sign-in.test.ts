import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { localPath } from '#people/newsroom/account/sign-in.ts';
import { cookieOf, NOBODY, SIGN_IN, signIn } from '../../support/entering.ts';
import { form, fromPage, openSite, PASSWORD } from '../../support/site.ts';

async function siteWithEditor(t: TestContext, settings: Record<string, string> = {}) {
  const site = await openSite(t, settings);
  return { site, dana: await site.person('editor', 'Dana Whitfield') };
}

test('a newsroom page redirects a signed-out person to the sign-in page, and the sign-in returns to it', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const refused = await site.fetch('/newsroom/sessions');
  assert.equal(refused.status, 303);
  assert.equal(refused.headers.get('location'), '/newsroom/sign-in?next=%2Fnewsroom%2Fsessions');
  const asked = await site.fetch('/newsroom/sign-in?next=%2Fnewsroom%2Fsessions');
  assert.match(await asked.text(), /name="next" value="\/newsroom\/sessions"/);
  const entered = await signIn(site, { email: dana.email, password: PASSWORD, next: '/newsroom/sessions' });
  assert.equal(entered.status, 303);
  assert.equal(entered.headers.get('location'), '/newsroom/sessions');
  const page = await site.fetch('/newsroom/sessions', { headers: { Cookie: cookieOf(entered) } });
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Dana Whitfield, editor/);
});

test('a sign-in never redirects to another site', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  for (const next of ['https://evil.example/', '//evil.example/newsroom', '/newsroom\r\nSet-Cookie: a=b']) {
    const entered = await signIn(site, { email: dana.email, password: PASSWORD, next });
    assert.equal(entered.headers.get('location'), '/newsroom');
  }
});

for (const next of [
  '/\\evil.example',
  '/newsroom//evil.example',
  '/newsroom/../../evil',
  '/newsroom@evil.example',
  '/newsroomevil',
  '/agent/claim/x',
  '/agent/claim?user_code=WDJBMJHT',
  'javascript:alert(1)',
  '',
]) {
  test(`${JSON.stringify(next)} is not accepted as the page after signing in`, () =>
    assert.equal(localPath(next), '/newsroom'));
}

for (const next of [
  '/newsroom',
  '/newsroom/articles/3f2b6a44-64b1-4a52-b5c2-7f1a2e4f7e05/revisions/4',
  '/agent/claim',
]) {
  test(`${next} is accepted as the page after signing in`, () => assert.equal(localPath(next), next));
}

test('the session cookie is HttpOnly, SameSite=Lax and 256 bits long', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const cookie = (await signIn(site, { email: dana.email, password: PASSWORD })).headers.getSetCookie()[0] ?? '';
  assert.match(cookie, /^plumbline=pl_se_[\w-]{43}; /);
  assert.match(cookie, /; Path=\/(;|$)/);
  assert.match(cookie, /; HttpOnly/);
  assert.match(cookie, /; SameSite=Lax/);
  assert.doesNotMatch(cookie, /Domain|Max-Age|Expires/i);
});

test('with https, the session cookie is Secure and has the prefix __Host-', async (t) => {
  const site = await openSite(t, { BASE_URL: 'https://magazine.example' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const { headers } = await site.fetch(SIGN_IN, {
    ...form(NOBODY, { email: dana.email, password: PASSWORD }),
    headers: { Origin: 'https://magazine.example', 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  assert.match(headers.get('set-cookie') ?? '', /^__Host-plumbline=pl_se_[\w-]{43};.*; Secure/);
});

test('each sign-in creates a new session and ends the previous session of the browser', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const first = cookieOf(await signIn(site, { email: dana.email, password: PASSWORD }));
  const second = cookieOf(
    await site.fetch(SIGN_IN, form({ cookie: first }, { email: dana.email, password: PASSWORD })),
  );
  assert.notEqual(first, second);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: first } })).status, 303);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: second } })).status, 200);
});

test('a sign-in does not adopt a session cookie planted in the browser', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const planted = `plumbline=pl_se_${'A'.repeat(43)}`;
  const entered = await site.fetch(SIGN_IN, form({ cookie: planted }, { email: dana.email, password: PASSWORD }));
  assert.notEqual(cookieOf(entered), planted);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: planted } })).status, 303);
});

test('a sign-in with an unknown account, a disabled account or a wrong password gets the same answer', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const chief = await site.person('chief');
  const gone = await site.person('editor', 'Gone Person');
  await site.fetch(`/newsroom/team/people/${gone.id}/disable`, form(chief, {}));
  const answers = await Promise.all(
    [
      { email: 'nobody@magazine.example', password: PASSWORD },
      { email: gone.email, password: PASSWORD },
      { email: dana.email, password: `${PASSWORD}!` },
    ].map(async (fields) => {
      const response = await signIn(site, fields);
      assert.equal(response.headers.get('set-cookie'), null);
      return [response.status, (await response.text()).replaceAll(fields.email, 'EMAIL')];
    }),
  );
  assert.deepEqual(answers[0], answers[1]);
  assert.deepEqual(answers[0], answers[2]);
  assert.equal(answers[0]?.[0], 422);
});

test('after a wrong password, the form keeps the email address but not the password', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const page = await (await signIn(site, { email: dana.email, password: 'something else' })).text();
  assert.match(page, new RegExp(`value="${dana.email}"`));
  assert.doesNotMatch(page, /something else/);
  assert.match(page, /role="alert"/);
});

test('a sign-in form sent from another site is refused', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const fields = form(NOBODY, { email: dana.email, password: PASSWORD });
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  for (const headers of [
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'same-site', Origin: 'http://other.127.0.0.1' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
    { Origin: 'null' },
    {},
  ]) {
    const response = await site.fetch(SIGN_IN, {
      ...fields,
      headers: { ...type, ...headers } as Record<string, string>,
    });
    assert.equal(response.status, 403);
    assert.equal(response.headers.get('set-cookie'), null);
  }
});

test('the eleventh sign-in attempt from one IP address within a minute is refused', async (t) => {
  const { site } = await siteWithEditor(t);
  for (let n = 0; n < 10; n++) {
    assert.equal((await signIn(site, { email: `n${n}@magazine.example`, password: 'x' })).status, 422);
  }
  const refused = await signIn(site, { email: 'n10@magazine.example', password: 'x' });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
});

test('wrong passwords from one IP address do not block sign-in from another', async (t) => {
  const { site, dana } = await siteWithEditor(t, { TRUSTED_PROXIES: '1' });
  const tryFrom = (address: string, email: string, password: string) =>
    site.fetch(SIGN_IN, {
      ...form(NOBODY, { email, password }),
      headers: fromPage(NOBODY, {
        'Content-Type': 'application/x-www-form-urlencoded',
        'X-Forwarded-For': address,
      }),
    });
  for (let n = 0; n < 10; n++)
    assert.equal((await tryFrom('198.51.100.66', n % 2 ? dana.email : dana.email.toUpperCase(), 'x')).status, 422);
  assert.equal((await tryFrom('198.51.100.66', dana.email, PASSWORD)).status, 429);
  assert.equal((await tryFrom('203.0.113.50', dana.email, PASSWORD)).status, 303);
});

test('the eleventh sign-in attempt from one IPv6 /64 network within a minute is refused', async (t) => {
  const { site } = await siteWithEditor(t, { TRUSTED_PROXIES: '1' });
  const statuses: number[] = [];
  for (let n = 0; n < 11; n++) {
    const sent = form(NOBODY, { email: `n${n}@magazine.example`, password: 'x' });
    const headers = { ...(sent.headers as Record<string, string>), 'X-Forwarded-For': `2001:db8:1:2::${n + 1}` };
    statuses.push((await site.fetch(SIGN_IN, { ...sent, headers })).status);
  }
  assert.equal(statuses.at(-1), 429);
});
