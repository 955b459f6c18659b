import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { cookieOf, signIn } from '../../support/entering.ts';
import { CODE, setUpApp, siteWithEditor } from '../../support/factors.ts';
import { copy, form, PASSWORD, type Person, type TestSite } from '../../support/site.ts';

// The box "remember this computer": the session survives 14 idle days, and important acts ask for the password again.

const DAY = 24 * 60 * 60;

async function remembered(site: TestSite, person: Person): Promise<{ holder: { cookie: string }; set: string }> {
  const answer = await signIn(site, { email: person.email, password: PASSWORD, remember: 'yes' });
  return { holder: { cookie: cookieOf(answer) }, set: answer.headers.getSetCookie()[0] ?? '' };
}

async function open(site: TestSite, holder: { cookie: string }): Promise<number> {
  return (await site.fetch('/newsroom', { headers: { Cookie: holder.cookie } })).status;
}

async function liveRevision(site: TestSite, person: Person, id: string): Promise<number | null> {
  return (await readArticle(site.deps.db.read, person, id, site.deps)).liveRevision;
}

test('without the box “Remember this computer”, a session ends after half an hour, and its cookie when the browser closes', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const answer = await signIn(site, { email: dana.email, password: PASSWORD });
  assert.doesNotMatch(answer.headers.getSetCookie()[0] ?? '', /Max-Age/);
  site.pass(31 * 60);
  assert.equal(await open(site, { cookie: cookieOf(answer) }), 303);
});

test('a remembered computer stays signed in for up to 14 idle days, and for 30 days at most', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { holder, set } = await remembered(site, dana);
  assert.match(set, new RegExp(`Max-Age=${30 * DAY}`));
  site.pass(13 * DAY);
  assert.equal(await open(site, holder), 200);
  site.pass(13 * DAY);
  assert.equal(await open(site, holder), 200);
  site.pass(5 * DAY);
  assert.equal(await open(site, holder), 303);
  const other = await remembered(site, dana);
  site.pass(14 * DAY);
  assert.equal(await open(site, other.holder), 303);
});

test('publishing from a remembered computer asks for the password again, and then completes the same form', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { id } = await createDraft(site.deps, dana, copy());
  const { holder } = await remembered(site, dana);
  site.pass(16 * 60);
  const publish = (fields: Record<string, string>) =>
    site.fetch(`/newsroom/articles/${id}/publish`, form(holder, { revision: '0', ...fields }));
  const asked = await publish({ correctionNote: 'A note "that" was <typed>.' });
  assert.equal(asked.status, 403);
  const page = await asked.text();
  assert.match(page, /Enter your password to continue/);
  assert.match(page, /name="revision" value="0"/);
  assert.match(page, /value="A note &quot;that&quot; was &lt;typed&gt;\."/);
  assert.equal((await publish({ confirmPassword: 'not the password' })).status, 422);
  assert.equal(await liveRevision(site, dana, id), null);
  const done = await publish({ confirmPassword: PASSWORD });
  assert.equal(done.headers.get('location'), `/newsroom/articles/${id}?done=published`);
  assert.equal(await liveRevision(site, dana, id), 0);
  site.pass(10 * 60);
  const again = await site.fetch(`/newsroom/articles/${id}/unpublish`, form(holder, { because: 'It was a test.' }));
  assert.notEqual(again.status, 403, 'the password was given ten minutes ago');
});

test('account changes from a remembered computer ask for the password again; from an ordinary session they do not', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { holder } = await remembered(site, dana);
  site.pass(DAY);
  assert.equal((await site.fetch('/newsroom/profile/name', form(holder, { name: 'Somebody' }))).status, 403);
  assert.equal(
    (await site.fetch('/newsroom/profile/name', form(dana, { name: 'Dana W.' }))).status,
    303,
    'this session has ended',
  );
  const ordinary = { cookie: cookieOf(await signIn(site, { email: dana.email, password: PASSWORD })) };
  site.pass(20 * 60);
  const changed = await site.fetch('/newsroom/profile/name', form(ordinary, { name: 'Dana W.' }));
  assert.match(changed.headers.get('location') ?? '', /done=name/);
});

test('the box “Remember this computer” stays checked through the second step of the sign-in', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { app } = await setUpApp(site, dana);
  const first = await signIn(site, { email: dana.email, password: PASSWORD, remember: 'yes' });
  const location = first.headers.get('location') ?? '';
  const cookie = first.headers.getSetCookie().at(-1)?.split(';')[0] ?? '';
  const page = await (await site.fetch(location, { headers: { Cookie: cookie } })).text();
  assert.match(page, /type="hidden" name="remember" value="yes"/);
  const entered = await site.fetch(CODE, form({ cookie }, { code: app(), remember: 'yes' }));
  const holder = { cookie: cookieOf(entered) };
  site.pass(13 * DAY);
  assert.equal(await open(site, holder), 200);
});

test('a form that is too large is refused at once from a remembered computer too', async (t) => {
  const { site, dana } = await siteWithEditor(t);
  const { id } = await createDraft(site.deps, dana, copy());
  const { holder } = await remembered(site, dana);
  site.pass(16 * 60);
  const publish = form(holder, { revision: '0', correctionNote: 'x'.repeat(300_000) });
  assert.equal((await site.fetch(`/newsroom/articles/${id}/publish`, publish)).status, 413);
});
