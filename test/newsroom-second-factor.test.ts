import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { TOTP } from 'otpauth';
import { cookieOf, NOBODY, SIGN_IN, signIn } from './entering.ts';
import { draft, form, fromPage, openHouse, PASSWORD, type Person, type TestHouse } from './house.ts';

const CODE = '/newsroom/sign-in/code';
const FACTOR = '/newsroom/second-factor';

/** What an app shows: now, or so many steps from now. */
type App = (steps?: number) => string;

async function houseWithEditor(t: TestContext, settings: Record<string, string> = {}) {
  const house = await openHouse(t, { RATE_LIMITS: 'off', ...settings });
  return { house, dana: await house.person('editor', 'Dana Whitfield') };
}

const read = async (house: TestHouse, person: { cookie: string }, path: string) =>
  (await house.fetch(path, { headers: { Cookie: person.cookie }, redirect: 'manual' })).text();

/** Sets an app up as a person does, and moves the clock on to its next code. */
async function setUpApp(house: TestHouse, person: { cookie: string }): Promise<{ app: App; codes: string[] }> {
  const begun = await house.fetch(`${FACTOR}/app`, form(person, { password: PASSWORD }));
  assert.equal(begun.headers.get('location'), `${FACTOR}/app`);
  const secret = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(await read(house, person, `${FACTOR}/app`))?.[1] ?? '';
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') });
  const app: App = (steps = 0) => totp.generate({ timestamp: house.press.clock() + steps * 30_000 });
  const done = await house.fetch(`${FACTOR}/app/code`, form(person, { code: app() }));
  assert.equal(done.status, 200);
  const codes = [...(await done.text()).matchAll(/<code>([A-Z]{5}-[A-Z]{5})<\/code>/g)].map(([, code]) => code ?? '');
  house.pass(30);
  return { app, codes };
}

/** Gives the password, and returns what the browser holds then. */
async function half(house: TestHouse, person: Person, next?: string): Promise<{ cookie: string }> {
  const answer = await signIn(house, { email: person.email, password: PASSWORD, ...(next && { next }) });
  assert.equal(answer.headers.get('location'), `${CODE}${next ? `?next=${encodeURIComponent(next)}` : ''}`);
  const cookies = answer.headers.getSetCookie().map((one) => one.split(';')[0] ?? '');
  return { cookie: cookies.find((one) => one.startsWith('plumbline-half=')) ?? '' };
}

const give = (house: TestHouse, holder: { cookie: string }, code: string, more: Record<string, string> = {}) =>
  house.fetch(CODE, form(holder, { code, ...more }));
const isIn = (response: Response) => response.status === 303 && cookieOf(response).startsWith('plumbline=pl_se_');

test('without a second factor the password signs in, and the page says what that means', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  assert.ok(isIn(await signIn(house, { email: dana.email, password: PASSWORD })));
  assert.match(await read(house, dana, FACTOR), /You have none: whoever knows your password is you/);
});

test('an app is set up by its first code, and asked for after the password from then on', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app, codes } = await setUpApp(house, dana);
  assert.equal(codes.length, 10);
  assert.equal(new Set(codes).size, 10);
  const holder = await half(house, dana, '/newsroom/sessions');
  const page = await house.fetch(`${CODE}?next=%2Fnewsroom%2Fsessions`, { headers: { Cookie: holder.cookie } });
  assert.match(await page.text(), /Code from your app, or a recovery code/);
  const entered = await give(house, holder, app(), { next: '/newsroom/sessions' });
  assert.ok(isIn(entered));
  assert.equal(entered.headers.get('location'), '/newsroom/sessions');
  assert.match(await read(house, { cookie: cookieOf(entered) }, '/newsroom'), /Dana Whitfield, editor/);
});

test('the secret of an app is drawn and written once, sealed at rest, and gone from the page when it is set up', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  await house.fetch(`${FACTOR}/app`, form(dana, { password: PASSWORD }));
  const page = await read(house, dana, `${FACTOR}/app`);
  assert.match(page, /<svg class="square"/);
  assert.match(page, /otpauth:\/\/totp\/Plumbline:dana\.whitfield%40magazine\.example\?/);
  const { app } = await setUpApp(house, dana);
  assert.ok(app());
  assert.equal((await house.fetch(`${FACTOR}/app`, { headers: { Cookie: dana.cookie } })).status, 303);
  const [row] = await house.press.db.read.selectFrom('totp').selectAll().execute();
  const secret = /<code>([A-Z2-7 ]{32,})<\/code>/.exec(page)?.[1]?.replaceAll(' ', '') ?? '';
  assert.ok(!row?.sealed_secret.includes(secret));
  const journal = await house.press.db.read.selectFrom('journal').selectAll().execute();
  assert.ok(!JSON.stringify([journal, house.log]).includes(secret));
});

test('setting up an app asks for the password, and a wrong first code sets nothing up', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const refused = await house.fetch(`${FACTOR}/app`, form(dana, { password: 'not my password' }));
  assert.equal(refused.status, 422);
  await house.fetch(`${FACTOR}/app`, form(dana, { password: PASSWORD }));
  assert.equal((await house.fetch(`${FACTOR}/app/code`, form(dana, { code: '000000' }))).status, 422);
  assert.ok(isIn(await signIn(house, { email: dana.email, password: PASSWORD })));
});

test('half a sign-in opens nothing: no page, no write, no claim', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  await setUpApp(house, dana);
  const holder = await half(house, dana);
  const secret = holder.cookie.split('=')[1];
  for (const cookie of [holder.cookie, `plumbline=${secret}`]) {
    for (const path of ['/newsroom', '/newsroom/profile', FACTOR, '/agent/claim', '/newsroom/agents']) {
      const answer = await house.fetch(path, { headers: { Cookie: cookie } });
      assert.match(answer.headers.get('location') ?? '', /^\/newsroom\/sign-in\?/, path);
    }
    const headers = fromPage({ cookie }, { 'Content-Type': 'application/json' });
    const body = JSON.stringify(draft());
    assert.equal((await house.fetch('/api/admin/articles', { method: 'POST', headers, body })).status, 401);
  }
});

test('a code counts once: of many at the same moment one gets in, and none of an earlier step after it', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const holders = [await half(house, dana), await half(house, dana), await half(house, dana), await half(house, dana)];
  const code = app();
  const all = await Promise.all(holders.slice(0, 3).map((holder) => give(house, holder, code)));
  assert.deepEqual(all.map(isIn).sort(), [false, false, true]);
  assert.ok(!isIn(await give(house, holders[3] as Person, app(-1))));
  house.pass(30);
  assert.ok(isIn(await give(house, holders[3] as Person, app())));
});

test('a code may come one step early or late, not two', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  house.pass(300);
  assert.ok(!isIn(await give(house, await half(house, dana), app(-2))));
  assert.ok(!isIn(await give(house, await half(house, dana), app(2))));
  assert.ok(isIn(await give(house, await half(house, dana), app(-1))));
  assert.ok(isIn(await give(house, await half(house, dana), app(1))));
});

test('after five wrong codes the password is asked for again, and the right code comes too late', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const holder = await half(house, dana);
  for (let n = 0; n < 4; n++) {
    const wrong = await give(house, holder, '000000');
    assert.equal(wrong.status, 422);
    assert.match(await wrong.text(), /This code does not fit/);
  }
  const fifth = await give(house, holder, '000000');
  assert.match(await fifth.text(), /Begin again with your password/);
  assert.match(fifth.headers.get('set-cookie') ?? '', /plumbline-half=;.*Max-Age=0/);
  assert.ok(!isIn(await give(house, holder, app())));
  const acts = await house.press.db.read.selectFrom('journal').select('act').execute();
  assert.ok(acts.some(({ act }) => act === 'session.second factor tried often'));
});

test('five tries are five however many are sent at once', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const holder = await half(house, dana);
  await Promise.all(Array.from({ length: 12 }, (_, n) => give(house, holder, String(100000 + n))));
  assert.ok(!isIn(await give(house, holder, app())));
});

test('tries are counted for the account, too, with those of the password', async (t) => {
  const { house, dana } = await houseWithEditor(t, { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
  const send = (n: number, path: string, holder: { cookie: string }, fields: Record<string, string>) => {
    const sent = form(holder, fields);
    return house.fetch(path, { ...sent, headers: { ...sent.headers, 'X-Forwarded-For': `192.0.2.${n}` } });
  };
  await setUpApp(house, dana);
  const answers: number[] = [];
  for (let n = 0; n < 6; n++) {
    const entered = await send(n, SIGN_IN, NOBODY, { email: dana.email, password: PASSWORD });
    answers.push(entered.status);
    const cookies = entered.headers.getSetCookie().map((one) => one.split(';')[0]);
    const cookie = cookies.find((one) => one?.startsWith('plumbline-half=')) ?? '';
    answers.push((await send(n, CODE, { cookie }, { code: '000000' })).status);
  }
  assert.ok(answers.includes(429), answers.join(' '));
});

test('a recovery code gets in once, however it is typed, and is not kept as it is', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { codes } = await setUpApp(house, dana);
  const [first = '', second = ''] = codes;
  const stored = JSON.stringify(await house.press.db.read.selectFrom('recovery_code').selectAll().execute());
  assert.ok(!stored.includes(first) && !stored.includes(first.replace('-', '')));
  assert.ok(isIn(await give(house, await half(house, dana), ` ${first.toLowerCase().replace('-', ' ')} `)));
  assert.ok(!isIn(await give(house, await half(house, dana), first)));
  const [one, other] = [await half(house, dana), await half(house, dana)];
  const both = await Promise.all([give(house, one, second), give(house, other, second)]);
  assert.deepEqual(both.map(isIn).sort(), [false, true]);
  const entered = both.find(isIn);
  assert.match(await read(house, { cookie: cookieOf(entered as Response) }, FACTOR), /<strong>8<\/strong> left/);
});

test('new recovery codes make the old ones void, and ask for the password', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { codes } = await setUpApp(house, dana);
  assert.equal((await house.fetch(`${FACTOR}/codes`, form(dana, { password: 'wrong' }))).status, 422);
  const page = await (await house.fetch(`${FACTOR}/codes`, form(dana, { password: PASSWORD }))).text();
  const [fresh = ''] = [...page.matchAll(/<code>([A-Z]{5}-[A-Z]{5})<\/code>/g)].map(([, code]) => code ?? '');
  assert.ok(!isIn(await give(house, await half(house, dana), codes[0] ?? '')));
  assert.ok(isIn(await give(house, await half(house, dana), fresh)));
});

test('setting a factor up ends one’s other sessions, and removing it asks for the password', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const other = cookieOf(await signIn(house, { email: dana.email, password: PASSWORD }));
  await setUpApp(house, dana);
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: other } })).status, 303);
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  assert.equal((await house.fetch(`${FACTOR}/app/remove`, form(dana, { password: 'wrong' }))).status, 422);
  assert.equal((await house.fetch(`${FACTOR}/app/remove`, form(dana, { password: PASSWORD }))).status, 303);
  assert.ok(isIn(await signIn(house, { email: dana.email, password: PASSWORD })));
  assert.deepEqual(await house.press.db.read.selectFrom('recovery_code').selectAll().execute(), []);
});

test('half a sign-in ends after ten minutes, when the password changes, and when somebody is disabled', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const chief = await house.person('chief');
  const { app } = await setUpApp(house, dana);
  const late = await half(house, dana);
  house.pass(600);
  assert.ok(!isIn(await give(house, late, app())));
  const changed = await half(house, dana);
  const OTHER = 'another four unrelated words';
  await house.fetch(`/newsroom/masthead/people/${dana.id}/password`, form(chief, { password: OTHER }));
  house.pass(30);
  assert.ok(!isIn(await give(house, changed, app())));
  await house.fetch(`/newsroom/masthead/people/${dana.id}/password`, form(chief, { password: PASSWORD }));
  const gone = await half(house, dana);
  await house.fetch(`/newsroom/masthead/people/${dana.id}/disable`, form(chief, {}));
  house.pass(30);
  assert.ok(!isIn(await give(house, gone, app())));
});

test('a new password by mail does not get past the second factor', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const chief = await house.person('chief');
  const { app } = await setUpApp(house, dana);
  const page = await (await house.fetch(`/newsroom/masthead/people/${dana.id}/reset`, form(chief, {}))).text();
  const link = /\/newsroom\/reset\/[\w-]{43}/.exec(page)?.[0] ?? '';
  const reset = await house.fetch(link, form(NOBODY, { newPassword: PASSWORD, repeatedPassword: PASSWORD }));
  assert.equal(reset.headers.get('location'), '/newsroom/sign-in?done=reset');
  assert.ok(isIn(await give(house, await half(house, dana), app())));
});

test('a chief clears the factors of somebody who lost theirs: journal, letter, sessions; nobody clears their own', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const chief = await house.person('chief');
  await setUpApp(house, dana);
  const at = `/newsroom/masthead/people/${dana.id}/factors`;
  assert.equal((await house.fetch(at, form(dana, {}))).status, 403);
  assert.equal((await house.fetch(at, form(chief, {}))).status, 303);
  assert.equal((await house.fetch(at, form(chief, {}))).status, 409);
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
  assert.ok(isIn(await signIn(house, { email: dana.email, password: PASSWORD })));
  const letters = await house.press.db.read.selectFrom('outbox').select(['about', 'recipient']).execute();
  assert.ok(letters.some(({ about, recipient }) => about === 'factor.cleared' && recipient === dana.email));
  const journal = await house.press.db.read.selectFrom('journal').select(['act', 'actor_id']).execute();
  assert.ok(journal.some(({ act, actor_id }) => act === 'factor.cleared' && actor_id === chief.id));
  const own = await house.fetch(`/newsroom/masthead/people/${chief.id}/factors`, form(chief, {}));
  assert.equal(own.status, 403);
});

test('where a factor is required, editors reach nothing but setting one up until they have', async (t) => {
  const { house, dana } = await houseWithEditor(t, { SECOND_FACTOR: 'required' });
  for (const path of [
    '/newsroom',
    '/newsroom/profile',
    '/agent/claim',
    '/newsroom/agents',
    '/newsroom/second-factory',
  ]) {
    const answer = await house.fetch(path, { headers: { Cookie: dana.cookie } });
    if (path !== '/newsroom/second-factory') assert.equal(answer.headers.get('location'), FACTOR, path);
    else assert.equal(answer.status, 404);
  }
  const headers = fromPage(dana, { 'Content-Type': 'application/json' });
  const write = () => house.fetch('/api/admin/articles', { method: 'POST', headers, body: JSON.stringify(draft()) });
  assert.equal((await write()).status, 403);
  assert.match(await read(house, dana, FACTOR), /asks editors and chiefs for a second factor/);
  await setUpApp(house, dana);
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  assert.equal((await write()).status, 201);
  await house.fetch(`${FACTOR}/app/remove`, form(dana, { password: PASSWORD }));
  const closed = await house.fetch('/newsroom', { headers: { Cookie: dana.cookie } });
  assert.equal(closed.headers.get('location'), FACTOR);
  const writer = await house.person('writer');
  assert.equal((await house.fetch('/newsroom', { headers: { Cookie: writer.cookie } })).status, 200);
});

test('the way to a program’s code leads through the second factor and back to the claim page', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const asked = await house.fetch('/agent/claim');
  assert.equal(asked.headers.get('location'), '/newsroom/sign-in?next=%2Fagent%2Fclaim');
  const entered = await give(house, await half(house, dana, '/agent/claim'), app(), { next: '/agent/claim' });
  assert.equal(entered.headers.get('location'), '/agent/claim');
  const page = await house.fetch('/agent/claim', { headers: { Cookie: cookieOf(entered) } });
  assert.equal(page.status, 200);
  assert.doesNotMatch(await page.text(), /<script/);
});

test('a code sent from another site, or by who has no half, gets nobody in', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  const { app } = await setUpApp(house, dana);
  const holder = await half(house, dana);
  const sent = form(holder, { code: app() });
  const foreign = { ...sent.headers, Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  assert.equal((await house.fetch(CODE, { ...sent, headers: foreign })).status, 403);
  assert.equal((await give(house, NOBODY, app())).status, 422);
  assert.equal((await house.fetch(CODE)).headers.get('location'), SIGN_IN);
});

test('where addresses are numbers there are no passkeys, and no script', async (t) => {
  const { house, dana } = await houseWithEditor(t);
  for (const page of [await read(house, dana, FACTOR), await read(house, NOBODY, SIGN_IN)])
    assert.doesNotMatch(page, /<script|data-passkey/);
});
