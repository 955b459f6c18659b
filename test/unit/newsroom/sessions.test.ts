import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createDraft } from '#editorial/write/create-draft.ts';
import { endSession, findSession, listSessions } from '#people/sessions.ts';
import { cookieOf, SIGN_IN, signIn } from '../../support/entering.ts';
import { copy, form, fromPage, openSite, PASSWORD } from '../../support/site.ts';

async function siteWithEditor(t: TestContext, settings: Record<string, string> = {}) {
  const site = await openSite(t, settings);
  return { site, dana: await site.person('editor', 'Dana Whitfield') };
}

test('signing out ends the session on the server and deletes the cookie', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const out = await site.fetch('/newsroom/sign-out', form(dana, {}));
  assert.equal(out.status, 303);
  assert.equal(out.headers.get('location'), SIGN_IN);
  assert.match(out.headers.get('set-cookie') ?? '', /^plumbline=; Max-Age=0; Path=\//);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
});

test('another site or a link cannot sign a person out', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const foreign = { Cookie: dana.cookie, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
  assert.equal((await site.fetch('/newsroom/sign-out', { method: 'POST', headers: foreign })).status, 403);
  const link = await site.fetch('/newsroom/sign-out', { headers: { Cookie: dana.cookie } });
  assert.equal(link.status, 405);
  assert.equal(link.headers.get('allow'), 'POST');
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
});

test('a session ends after half an hour without a request', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  site.pass(29 * 60);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  site.pass(29 * 60);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  site.pass(30 * 60);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
});

test('a session ends after twelve hours, even with regular requests', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  for (let quarters = 0; quarters < 4 * 12 - 1; quarters++) {
    site.pass(15 * 60);
    assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 200);
  }
  site.pass(15 * 60);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
});

test('a person sees their own sessions, with the current one marked, and can end only their own', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const ruth = await site.person('chief', 'Ruth Okafor');
  const other = cookieOf(await signIn(site, { email: dana.email, password: PASSWORD }));
  const page = await (await site.fetch('/newsroom/sessions', { headers: { Cookie: dana.cookie } })).text();
  assert.equal(page.match(/\/newsroom\/sessions\/[0-9a-f-]{36}\/end/g)?.length, 2);
  assert.equal(page.match(/>this one</g)?.length, 1);
  const session = await findSession(site.deps, other.split('=')[1] ?? '');
  const ended = await site.fetch(`/newsroom/sessions/${session?.id}/end`, form(dana, {}));
  assert.equal(ended.headers.get('location'), '/newsroom/sessions');
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: other } })).status, 303);
  const [hers] = await listSessions(site.deps, ruth);
  assert.equal((await site.fetch(`/newsroom/sessions/${hers?.id}/end`, form(dana, {}))).status, 404);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: ruth.cookie } })).status, 200);
});

test('ending the current session signs the person out', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const [session] = await listSessions(site.deps, dana);
  const ended = await site.fetch(`/newsroom/sessions/${session?.id}/end`, form(dana, {}));
  assert.equal(ended.headers.get('location'), SIGN_IN);
  assert.match(ended.headers.get('set-cookie') ?? '', /Max-Age=0/);
  await assert.rejects(endSession(site.deps, dana, session?.id ?? ''), { kind: 'not_found' });
});

test('the headers of newsroom pages forbid caching, framing and scripts of other sites', async (t) => {
  const { site } = await siteWithEditor(t);
  const chief = await site.person('chief');
  for (const path of [
    '/newsroom',
    SIGN_IN,
    '/newsroom/agents',
    '/newsroom/team',
    '/newsroom/sessions',
    '/newsroom/password',
    '/newsroom/articles/none',
  ]) {
    const { headers } = await site.fetch(path, { headers: { Cookie: path === SIGN_IN ? '' : chief.cookie } });
    assert.equal(headers.get('cache-control'), 'no-store', path);
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin', path);
    assert.equal(headers.get('x-frame-options'), 'DENY', path);
    assert.equal(headers.get('referrer-policy'), 'same-origin', path);
    assert.equal(headers.get('access-control-allow-origin'), null, path);
    const policy =
      "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
    const withScript = path !== SIGN_IN; // every page of a signed-in person loads the script that keeps typed text
    const own = withScript ? "; script-src 'self'; connect-src 'self'" : '';
    assert.equal(headers.get('content-security-policy'), policy + own, path);
  }
  const sent = await site.fetch('/newsroom/sessions');
  assert.equal(sent.headers.get('cache-control'), 'no-store');
});

test('a request that is not a form, or too large, gets an error page', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const json = { ...form(dana, {}), headers: fromPage(dana, { 'Content-Type': 'application/json' }), body: '{}' };
  assert.equal((await site.fetch('/newsroom/password', json)).status, 415);
  const large = await site.fetch('/newsroom/password', form(dana, { oldPassword: 'x'.repeat(70_000) }));
  assert.equal(large.status, 413);
  assert.match(large.headers.get('content-type') ?? '', /^text\/html/);
  assert.equal((await signIn(site, { email: 'a\0b', password: 'x' })).status, 400);
});

test('a form sent after the session ended changes nothing, and the sign-in returns to the page of the form', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { id } = await createDraft(site.deps, dana, copy());
  const page = `/newsroom/articles/${id}`;
  site.pass(31 * 60);
  const late = await site.fetch(`${page}/publish`, form(dana, { revision: '0' }));
  assert.equal(late.headers.get('location'), `/newsroom/sign-in?next=${encodeURIComponent(page)}`);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 404);
  const entered = await signIn(site, { email: dana.email, password: PASSWORD });
  await site.fetch(`${page}/publish`, form({ cookie: cookieOf(entered) }, { revision: '0' }));
  assert.equal(
    (await site.fetch('/robotics/layout-robot-pilot')).status,
    200,
    'the same form publishes with a valid session',
  );
});
