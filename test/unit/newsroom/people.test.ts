import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveClaim, findClaim, openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import { listTags } from '#article/tags.ts';
import { CLI } from '#core/actor.ts';
import { addAuthorOrTag, listAuthors } from '#people/bylines.ts';
import { setPasswordFor } from '#people/change-password.ts';
import { addFirstChief, createFirstChiefLink, isFirstChiefLink, useFirstChiefLink } from '#people/first-chief.ts';
import { addMember, disableMember, listMembers } from '#people/members.ts';
import { signIn } from '#people/sessions.ts';
import { bearer, draft, form, openSite, PASSWORD, type Person, type TestSite } from '../../support/site.ts';

const WHENCE = { address: '127.0.0.1', browser: 'test' };
const OTHER = 'another four unrelated words';

async function teamPage(site: TestSite, chief: Person): Promise<string> {
  return (await site.fetch('/newsroom/team', { headers: { Cookie: chief.cookie } })).text();
}

test('a chief adds a person on the team page, and this person can sign in', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const fields = { name: ' Tomasz Lind ', email: ' Tomasz@Magazine.example ', role: 'writer', password: PASSWORD };
  const answer = await site.fetch('/newsroom/team/people', form(chief, fields));
  assert.equal(answer.headers.get('location'), '/newsroom/team');
  assert.match(
    await teamPage(site, chief),
    />Tomasz Lind<\/a><\/p><p class="facts">tomasz@magazine.example · Since .*?<span class="pill">writer</s,
  );
  const { editor } = await signIn(site.deps, 'TOMASZ@magazine.example', PASSWORD, WHENCE);
  assert.equal(editor.role, 'writer');
});

test('names sort by their letters as numbers, whatever the locale of the database', async (t) => {
  const site = await openSite(t);
  for (const name of ['ben', 'Cara', 'Ada', 'ärzte']) await site.person('writer', name);
  const members = await listMembers(site.deps.db.read);
  assert.deepEqual(
    members.map(({ name }) => name),
    ['Ada', 'Cara', 'ben', 'ärzte'],
  );
});

for (const [wrong, fields, words] of [
  ['no name', { name: '  ' }, 'The name must not be empty'],
  ['no email address', { email: 'tomasz' }, 'The email address must be an email address'],
  ['an unknown role', { role: 'owner' }, 'The role'],
  ['a short password', { password: 'elevenchars' }, 'A password must have 12 to 256 characters'],
  [
    'a password from a list of leaked ones',
    { password: 'mailcreated5240' },
    'a common password that attackers try first',
  ],
  ['a well-known password', { password: 'Password1234' }, 'a common password that attackers try first'],
] as const) {
  test(`adding a person with ${wrong} is refused, and the form keeps the typed text`, async (t) => {
    const site = await openSite(t);
    const chief = await site.person('chief');
    const good = { name: 'Tomasz Lind', email: 'tomasz@magazine.example', role: 'editor', password: PASSWORD };
    const answer = await site.fetch('/newsroom/team/people', form(chief, { ...good, ...fields }));
    assert.equal(answer.status, 422);
    const page = await answer.text();
    assert.ok(page.includes(words), words);
    if (wrong !== 'an unknown role') assert.match(page, /value="editor" checked/);
    assert.equal((await listMembers(site.deps.db.read)).length, 1);
  });
}

test('two people cannot have the same email address, whatever its case', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  const again = { name: 'Dana', email: dana.email.toUpperCase(), role: 'writer', password: PASSWORD };
  assert.equal((await site.fetch('/newsroom/team/people', form(chief, again))).status, 409);
});

for (const role of ['editor', 'writer'] as const) {
  test(`the team page and its forms refuse a ${role}`, async (t) => {
    const site = await openSite(t);
    const person = await site.person(role);
    const other = await site.person('editor', 'Other Person');
    assert.equal((await site.fetch('/newsroom/team', { headers: { Cookie: person.cookie } })).status, 403);
    const forms: [string, Record<string, string>][] = [
      ['people', { name: 'X', email: 'x@magazine.example', role: 'chief', password: PASSWORD }],
      [`people/${other.id}/disable`, {}],
      [`people/${other.id}/password`, { password: OTHER }],
      ['authors', { name: 'X' }],
    ];
    for (const [path, fields] of forms) {
      assert.equal((await site.fetch(`/newsroom/team/${path}`, form(person, fields))).status, 403, path);
    }
    await assert.rejects(
      addMember(site.deps, person, { name: 'X', email: 'x@x.example', role: 'chief', password: PASSWORD }),
      { kind: 'forbidden' },
    );
    await assert.rejects(disableMember(site.deps, person, other.email), { kind: 'forbidden' });
    await assert.rejects(setPasswordFor(site.deps, person, other.id, OTHER), { kind: 'forbidden' });
    await assert.rejects(addAuthorOrTag(site.deps, person, 'author', 'X'), { kind: 'forbidden' });
    for (const path of ['/newsroom/team', '/newsroom/bylines']) {
      assert.equal((await site.fetch(path, { headers: { Cookie: person.cookie } })).status, 403, path);
    }
  });
}

test('disabling a person ends their sessions, tokens and claims immediately', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const asker = { loginHint: null, address: '127.0.0.1', program: 'test agent' };
  const { claimToken, userCode } = await openClaim(site.deps, asker, 600);
  const claim = await findClaim(site.deps, userCode);
  await approveClaim(site.deps, dana, claim?.id ?? '');

  const answer = await site.fetch(`/newsroom/team/people/${dana.id}/disable`, form(chief, {}));
  assert.equal(answer.status, 303);
  assert.equal((await site.fetch('/newsroom', { headers: { Cookie: dana.cookie } })).status, 303);
  const body = JSON.stringify(draft());
  assert.equal((await site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body })).status, 401);
  const { state } = await redeemClaim(site.deps, claimToken, site.config.publication.baseUrl, 5);
  assert.equal(state, 'denied');
  await assert.rejects(signIn(site.deps, dana.email, PASSWORD, WHENCE), { kind: 'unauthorized' });
  const page = await teamPage(site, chief);
  assert.match(page, /Disabled <time/);
  assert.doesNotMatch(page, new RegExp(`${dana.id}/disable`));
  assert.equal((await site.fetch(`/newsroom/team/people/${dana.id}/disable`, form(chief, {}))).status, 409);
});

test('the page of a person explains the effects of disabling a person beforehand', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const dana = await site.person('editor', 'Dana Whitfield');
  const path = `/newsroom/team/people/${dana.id}`;
  assert.ok((await teamPage(site, chief)).includes(`<a href="${path}">Dana Whitfield</a>`));
  const page = await (await site.fetch(path, { headers: { Cookie: chief.cookie } })).text();
  assert.match(page, /Access requests they approved and tokens of their agents fail at the next call/);
  assert.match(page, /<button class="plain">Disable Dana Whitfield<\/button>/);
});

test('the last chief cannot be disabled, but one of two can', async (t) => {
  const site = await openSite(t);
  const ruth = await site.person('chief', 'Ruth Okafor');
  await assert.rejects(disableMember(site.deps, CLI, ruth.email), { kind: 'forbidden' });
  const second = await site.person('chief', 'Second Chief');
  await disableMember(site.deps, second, ruth.email);
  await assert.rejects(disableMember(site.deps, CLI, second.email), { kind: 'forbidden' });
  await assert.rejects(disableMember(site.deps, CLI, 'nobody@magazine.example'), { kind: 'not_found' });
});

test('of two chiefs who disable each other concurrently, one stays active', async (t) => {
  const site = await openSite(t);
  const [ruth, eve] = [await site.person('chief', 'Ruth Okafor'), await site.person('chief', 'Eve Marsh')];
  const both = await Promise.allSettled([
    disableMember(site.deps, ruth, eve.email),
    disableMember(site.deps, eve, ruth.email),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
});

test('a chief adds a byline and a tag, and the list of each links to its page', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  for (const [path, name] of [
    ['/newsroom/team/authors', 'Ines Calloway'],
    ['/newsroom/tags', 'Concrete pours'],
  ] as const) {
    assert.equal((await site.fetch(path, form(chief, { name }))).status, 303);
    const again = await site.fetch(path, form(chief, { name: name.toUpperCase() }));
    assert.equal(again.status, 409);
    assert.match(await again.text(), /exists already/);
    assert.equal((await site.fetch(path, form(chief, { name: '木' }))).status, 422);
  }
  for (const kind of ['author', 'tag'] as const) {
    const [named] = await (kind === 'author' ? listAuthors : listTags)(site.deps.db.read);
    const at = kind === 'author' ? 'bylines' : 'tags';
    const page = await (await site.fetch(`/newsroom/${at}`, { headers: { Cookie: chief.cookie } })).text();
    assert.ok(page.includes(`<a href="/newsroom/${at}/${named?.id}">${named?.name}</a>`), kind);
  }
});

test('the settings create the first chief only if the site has no chief', async (t) => {
  const site = await openSite(t);
  assert.ok(await addFirstChief(site.deps, { email: ' Ruth@Magazine.example', password: PASSWORD }));
  assert.equal(await addFirstChief(site.deps, { email: 'other@magazine.example', password: OTHER }), null);
  assert.equal((await signIn(site.deps, 'ruth@magazine.example', PASSWORD, WHENCE)).editor.role, 'chief');
  assert.equal(await createFirstChiefLink(site.deps), null);
});

test('a new first-chief link voids the earlier one, and of two concurrent uses one creates a chief', async (t) => {
  const site = await openSite(t);
  const earlier = (await createFirstChiefLink(site.deps)) ?? '';
  const link = (await createFirstChiefLink(site.deps)) ?? '';
  assert.equal(await isFirstChiefLink(site.deps, earlier), false);
  assert.equal(await isFirstChiefLink(site.deps, link), true);
  const both = await Promise.allSettled(
    ['ruth', 'eve'].map((name) =>
      useFirstChiefLink(site.deps, link, { email: `${name}@magazine.example`, name, password: PASSWORD }),
    ),
  );
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal((await listMembers(site.deps.db.read)).length, 1);
});
