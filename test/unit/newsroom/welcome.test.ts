import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addSecret } from '#people/emails.ts';
import { createFirstChiefLink, emailFirstChiefLink } from '#people/first-chief.ts';
import { claimEmail, finishEmail } from '#runtime/mail/outbox.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { cookieOf, NOBODY } from '../../support/entering.ts';
import { form, openSite, PASSWORD } from '../../support/site.ts';

test('the first-chief link works once: it creates the first chief and signs them in', async (t) => {
  const site = await openSite(t);
  const link = `/newsroom/welcome/${await createFirstChiefLink(site.deps)}`;
  const welcome = await site.fetch(link);
  assert.equal(welcome.status, 200);
  assert.deepEqual(
    [...(await welcome.text()).matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name),
    ['email', 'name', 'password'],
  );
  const first = { email: 'ruth@magazine.example', name: 'Ruth Okafor', password: PASSWORD };
  const made = await site.fetch(link, form(NOBODY, first));
  assert.equal(made.status, 303);
  const board = await site.fetch('/newsroom', { headers: { Cookie: cookieOf(made) } });
  assert.match(await board.text(), /Ruth Okafor, chief/);
  for (const path of ['/about', '/corrections.md', '/.well-known/security.txt', '/humans.txt', '/openapi.json'])
    assert.doesNotMatch(await (await site.fetch(path)).text(), /ruth@magazine\.example/, `${path} is public`);
  assert.equal((await site.fetch(link)).status, 404);
  const again = await site.fetch(link, form(NOBODY, { ...first, email: 'other@magazine.example' }));
  assert.equal(again.status, 404);
  assert.equal(again.headers.get('set-cookie'), null);
});

test('the first-chief link expires after a day and cannot be used from another site, and a wrong secret gets 404', async (t) => {
  const site = await openSite(t);
  const link = `/newsroom/welcome/${await createFirstChiefLink(site.deps)}`;
  const fields = form(NOBODY, {
    email: 'ruth@magazine.example',
    name: 'Ruth',
    password: PASSWORD,
  });
  assert.equal((await site.fetch(`/newsroom/welcome/${'A'.repeat(43)}`, fields)).status, 404);
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example' };
  assert.equal((await site.fetch(link, { ...fields, headers: type })).status, 403);
  site.pass(24 * 60 * 60);
  assert.equal((await site.fetch(link, fields)).status, 404);
});

test('the welcome form reports invalid fields and keeps the typed text, and the link still works', async (t) => {
  const site = await openSite(t);
  const link = `/newsroom/welcome/${await createFirstChiefLink(site.deps)}`;
  const short = await site.fetch(
    link,
    form(NOBODY, { email: 'ruth@magazine.example', name: 'Ruth Okafor', password: 'short' }),
  );
  assert.equal(short.status, 422);
  const page = await short.text();
  assert.match(page, /12 to 256 characters/);
  assert.match(page, /value="Ruth Okafor"/);
  const wrong = await site.fetch(link, form(NOBODY, { email: 'no address', name: 'Ruth', password: PASSWORD }));
  assert.match(await wrong.text(), /The email address must be an email address/);
  const good = form(NOBODY, {
    email: 'ruth@magazine.example',
    name: 'Ruth',
    password: PASSWORD,
  });
  assert.equal((await site.fetch(link, good)).status, 303);
});

test('only chiefs are told that readers have no address to write to, until there is one', async (t) => {
  const site = await openSite(t);
  const read = async (at: typeof site, role: 'chief' | 'editor') => {
    const { cookie } = await at.person(role);
    return (await at.fetch('/newsroom', { headers: { Cookie: cookie } })).text();
  };
  assert.match(await read(site, 'chief'), /an email address for readers/);
  assert.doesNotMatch(await read(site, 'editor'), /id="first-steps"/);
  const reachable = await openSite(t, { PUBLICATION_CONTACT: 'newsroom@magazine.example' });
  assert.doesNotMatch(await read(reachable, 'chief'), /an email address for readers/);
  for (const path of ['/about', '/corrections', '/.well-known/security.txt', '/humans.txt'])
    assert.match(await (await reachable.fetch(path)).text(), /newsroom@magazine\.example/, path);
  const editor = await reachable.person('editor');
  const change = (contact: string, person = editor) => reachable.fetch('/newsroom/contact', form(person, { contact }));
  assert.equal((await change('nobody')).status, 422);
  assert.equal((await change('desk@magazine.example', await reachable.person('writer'))).status, 403);
  assert.equal((await change('desk@magazine.example')).status, 303);
  for (const path of ['/about', '/corrections', '/.well-known/security.txt', '/humans.txt', '/openapi.json'])
    assert.match(
      await (await reachable.fetch(path)).text(),
      /desk@magazine\.example/,
      `${path}, which was cached before`,
    );
  const page = await reachable.fetch('/newsroom/contact', { headers: { Cookie: editor.cookie } });
  assert.match(await page.text(), /value="desk@magazine\.example"/);
});

test('the first chief gets the link by email, once a day however often the server starts, and again when it was refused', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const waiting = () => deps.db.read.selectFrom('outbox').selectAll().where('recipient', 'is not', null).execute();
  const start = (to = 'ruth@magazine.example') => emailFirstChiefLink(deps, to, siteSnapshot().publication);
  for (let starts = 0; starts < 5; starts++) assert.equal(await start(), true);
  const [email, ...more] = await waiting();
  assert.ok(email && more.length === 0);
  assert.equal(email.recipient, 'ruth@magazine.example');
  assert.match(email.text ?? '', /\/newsroom\/welcome\/\{secret\}\n/);

  const [first, second] = [await addSecret(deps, sent(email)), await addSecret(deps, sent(email))];
  assert.notEqual(first, second);
  const claimed = (await claimEmail(deps)) ?? assert.fail();
  assert.equal(claimed.id, email.id);
  await finishEmail(deps, claimed, 'refused');
  await start();
  const [again] = await waiting();
  assert.ok(again && again.id !== email.id, 'a refused email is sent again');
  assert.equal((await site.fetch(linkIn(first))).status, 404, 'the earlier link ended');
  await start('dana@magazine.example');
  const other = (await waiting()).find(({ recipient }) => recipient === 'dana@magazine.example');
  assert.ok(other, 'another address gets another email');

  const link = linkIn(await addSecret(deps, sent(other)));
  const chief = { email: 'dana@magazine.example', name: 'Dana', password: PASSWORD, contact: 'desk@magazine.example' };
  assert.equal((await site.fetch(link, form(NOBODY, chief))).status, 303);
  assert.equal((await site.fetch(link)).status, 404);
  assert.equal(await start(), false);
});

/** The email as the sender of the outbox has it. */
function sent(row: { subject: string; text: string | null; link_hash: string | null } | undefined) {
  const { subject = '', text = '', link_hash: linkHash = '' } = row ?? {};
  return { about: 'welcome', to: 'ruth@magazine.example', subject, text: text ?? '', linkHash: linkHash ?? '' };
}

function linkIn(text: string | null): string {
  return /\/newsroom\/welcome\/\S+/.exec(text ?? '')?.[0] ?? '';
}
