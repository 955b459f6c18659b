import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieOf, NOBODY, SIGN_IN, signIn } from '../../support/entering.ts';
import { CODE, FACTOR, give, half, isIn, read, setUpApp, siteWithEditor } from '../../support/factors.ts';
import { draft, form, fromPage, PASSWORD, type Person } from '../../support/site.ts';

test('without a second factor, the password alone signs in, and the setup page warns about it', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  assert.ok(isIn(await signIn(site, { email: dana.email, password: PASSWORD })));
  assert.match(await read(site, dana, FACTOR), /You have none: anybody who knows your password can sign in as you/);
});

test('after an app is set up with its first code, each sign-in asks for a code after the password', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app, codes } = await setUpApp(site, dana);
  assert.equal(codes.length, 10);
  assert.equal(new Set(codes).size, 10);
  const holder = await half(site, dana, '/newsroom/sessions');
  const page = await site.fetch(`${CODE}?next=%2Fnewsroom%2Fsessions`, { headers: { Cookie: holder.cookie } });
  assert.match(await page.text(), /Code from your app, or a recovery code/);
  const entered = await give(site, holder, app(), { next: '/newsroom/sessions' });
  assert.ok(isIn(entered));
  assert.equal(entered.headers.get('location'), '/newsroom/sessions');
  assert.match(await read(site, { cookie: cookieOf(entered) }, '/newsroom'), /Dana Whitfield, editor/);
});

test('the secret of an app is shown only during setup and stored encrypted', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  await site.fetch(`${FACTOR}/app`, form(dana, { password: PASSWORD }));
  const page = await read(site, dana, `${FACTOR}/app`);
  assert.match(page, /<svg class="square"/);
  assert.match(page, /otpauth:\/\/totp\/Plumbline:dana\.whitfield%40magazine\.example\?/);
  const { app } = await setUpApp(site, dana);
  assert.ok(app());
  assert.equal((await site.fetch(`${FACTOR}/app`, { headers: { Cookie: dana.cookie } })).status, 303);
  const [row] = await site.deps.db.read.selectFrom('totp').selectAll().execute();
  const secret = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  assert.ok(!row?.sealed_secret.includes(secret));
  const journal = await site.deps.db.read.selectFrom('journal').selectAll().execute();
  assert.ok(!JSON.stringify([journal, site.log]).includes(secret));
});

test('setting up an app requires the password and a correct first code', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const refused = await site.fetch(`${FACTOR}/app`, form(dana, { password: 'not my password' }));
  assert.equal(refused.status, 422);
  await site.fetch(`${FACTOR}/app`, form(dana, { password: PASSWORD }));
  assert.equal((await site.fetch(`${FACTOR}/app/code`, form(dana, { code: '000000' }))).status, 422);
  assert.ok(isIn(await signIn(site, { email: dana.email, password: PASSWORD })));
});

test('a sign-in without its second step gives no access to pages, writes or claims', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  await setUpApp(site, dana);
  const holder = await half(site, dana);
  const secret = holder.cookie.split('=')[1];
  for (const cookie of [holder.cookie, `plumbline=${secret}`]) {
    for (const path of ['/newsroom', '/newsroom/profile', FACTOR, '/agent/claim', '/newsroom/agents']) {
      const answer = await site.fetch(path, { headers: { Cookie: cookie } });
      assert.match(answer.headers.get('location') ?? '', /^\/newsroom\/sign-in\?/, path);
    }
    const headers = fromPage({ cookie }, { 'Content-Type': 'application/json' });
    const body = JSON.stringify(draft());
    assert.equal((await site.fetch('/api/admin/articles', { method: 'POST', headers, body })).status, 401);
  }
});

test('a code works once, also in concurrent requests, and an earlier code no longer works after it', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  const holders = [await half(site, dana), await half(site, dana), await half(site, dana), await half(site, dana)];
  const code = app();
  const all = await Promise.all(holders.slice(0, 3).map((holder) => give(site, holder, code)));
  assert.deepEqual(all.map(isIn).sort(), [false, false, true]);
  assert.ok(!isIn(await give(site, holders[3] as Person, app(-1))));
  site.pass(30);
  assert.ok(isIn(await give(site, holders[3] as Person, app())));
});

test('a code is accepted one time step early or late, not two', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  site.pass(300);
  assert.ok(!isIn(await give(site, await half(site, dana), app(-2))));
  assert.ok(!isIn(await give(site, await half(site, dana), app(2))));
  assert.ok(isIn(await give(site, await half(site, dana), app(-1))));
  assert.ok(isIn(await give(site, await half(site, dana), app(1))));
});

test('after five wrong codes, the sign-in starts again with the password, and the right code is refused', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  const holder = await half(site, dana);
  for (let n = 0; n < 4; n++) {
    const wrong = await give(site, holder, '000000');
    assert.equal(wrong.status, 422);
    assert.match(await wrong.text(), /This code is wrong/);
  }
  const fifth = await give(site, holder, '000000');
  assert.match(await fifth.text(), /Start again with your password/);
  assert.match(fifth.headers.get('set-cookie') ?? '', /plumbline-half=;.*Max-Age=0/);
  assert.ok(!isIn(await give(site, holder, app())));
  const acts = await site.deps.db.read.selectFrom('journal').select('act').execute();
  assert.ok(acts.some(({ act }) => act === 'session.second factor tried often'));
});

test('concurrent wrong codes count towards the limit of five tries', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  const holder = await half(site, dana);
  await Promise.all(Array.from({ length: 12 }, (_, n) => give(site, holder, String(100000 + n))));
  assert.ok(!isIn(await give(site, holder, app())));
});

test('wrong codes are counted per account, across all IP addresses', async (t) => {
  const { site, dana } = await siteWithEditor(t, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
  const send = (n: number, path: string, holder: { cookie: string }, fields: Record<string, string>) => {
    const sent = form(holder, fields);
    return site.fetch(path, { ...sent, headers: { ...sent.headers, 'X-Forwarded-For': `192.0.2.${n}` } });
  };
  await setUpApp(site, dana);
  const answers: number[] = [];
  for (let n = 0; n < 11; n++) {
    const entered = await send(n, SIGN_IN, NOBODY, { email: dana.email, password: PASSWORD });
    const cookies = entered.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = cookies.find((one) => one?.startsWith('plumbline-half=')) ?? '';
    answers.push((await send(n, CODE, { cookie }, { code: '000000' })).status);
  }
  assert.ok(answers.includes(429), answers.join(' '));
});

test('after 30 wrong codes in a day, only a known browser can still sign in', async (t) => {
  const { site, dana } = await siteWithEditor(t, { SMTP_URL: 'smtp://127.0.0.1:1' });
  const { app } = await setUpApp(site, dana);
  const entered = await give(site, await half(site, dana), app());
  const known = entered.headers.getSetCookie().find((one) => one.startsWith('plumbline-browser=')) ?? '';
  assert.match(known, /HttpOnly; SameSite=Lax/);
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const holder = await half(site, dana);
    for (let code = 0; code < 4; code++) statuses.push((await give(site, holder, `00000${code}`)).status);
  }
  assert.deepEqual([...new Set(statuses.slice(0, 30))], [422]);
  assert.deepEqual(statuses.slice(30), [429, 429]);
  site.pass(60);
  const { cookie } = await half(site, dana);
  assert.ok(!isIn(await give(site, { cookie }, app())));
  assert.ok(isIn(await give(site, { cookie: `${cookie}; ${known.split(';')[0]}` }, app())));
});

test('five wrong codes after the right password send the person an email, at most once a day', async (t) => {
  const { site, dana } = await siteWithEditor(t, { SMTP_URL: 'smtp://127.0.0.1:1' });
  await setUpApp(site, dana);
  const about = async () =>
    (await site.deps.db.read.selectFrom('outbox').select('about').execute()).filter(
      (one) => one.about === 'factor.tried',
    );
  for (let turn = 0; turn < 2; turn++) {
    const holder = await half(site, dana);
    for (let n = 0; n < 5; n++) await give(site, holder, '000000');
    assert.equal((await about()).length, 1);
  }
  site.pass(25 * 60 * 60);
  const holder = await half(site, dana);
  for (let n = 0; n < 5; n++) await give(site, holder, '000000');
  assert.equal((await about()).length, 2);
});

test('a recovery code works once, in any case and spacing, and is not stored in plain text', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { codes } = await setUpApp(site, dana);
  const [first = '', second = ''] = codes;
  const stored = JSON.stringify(await site.deps.db.read.selectFrom('recovery_code').selectAll().execute());
  assert.ok(!stored.includes(first) && !stored.includes(first.replace('-', '')));
  assert.ok(isIn(await give(site, await half(site, dana), ` ${first.toLowerCase().replace('-', ' ')} `)));
  assert.ok(!isIn(await give(site, await half(site, dana), first)));
  const [one, other] = [await half(site, dana), await half(site, dana)];
  const both = await Promise.all([give(site, one, second), give(site, other, second)]);
  assert.deepEqual(both.map(isIn).sort(), [false, true]);
  const entered = both.find(isIn);
  assert.match(await read(site, { cookie: cookieOf(entered as Response) }, FACTOR), /<strong>8<\/strong> left/);
});

test('new recovery codes require the password and void the old ones', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { codes } = await setUpApp(site, dana);
  assert.equal((await site.fetch(`${FACTOR}/codes`, form(dana, { password: 'wrong' }))).status, 422);
  const page = await (await site.fetch(`${FACTOR}/codes`, form(dana, { password: PASSWORD }))).text();
  const [fresh = ''] = [...page.matchAll(/<code>([A-Z]{5}-[A-Z]{5})<\/code>/g)].map(([, code]) => code ?? '');
  assert.ok(!isIn(await give(site, await half(site, dana), codes[0] ?? '')));
  assert.ok(isIn(await give(site, await half(site, dana), fresh)));
});

test('setting up a second factor ends the person’s other sessions, and removing it requires the password', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const other = cookieOf(await signIn(site, { email: dana.email, password: PASSWORD }));
  await setUpApp(site, dana);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: other } })).status, 303);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  assert.equal((await site.fetch(`${FACTOR}/app/remove`, form(dana, { password: 'wrong' }))).status, 422);
  assert.equal((await site.fetch(`${FACTOR}/app/remove`, form(dana, { password: PASSWORD }))).status, 303);
  assert.ok(isIn(await signIn(site, { email: dana.email, password: PASSWORD })));
  assert.deepEqual(await site.deps.db.read.selectFrom('recovery_code').selectAll().execute(), []);
});
