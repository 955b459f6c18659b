import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import '#app.ts';
import { openClaim } from '#agents/claims.ts';
import { ROLES } from '#core/actor.ts';
import { requestReview } from '#editorial/review/review.ts';
import { entriesFor, entryAt } from '#html/newsroom/frame/navigation.ts';
import { declared } from '#http/declared.ts';
import { now } from '#runtime/deps.ts';
import { ROUTES } from '#server/routes.ts';
import { form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

// The frame around every page of the newsroom: what the capabilities declare for it, and what each role gets of that.

/** The links of the side bar: their addresses, and how many things wait there. */
function barOf(page: string): Map<string, number> {
  const [bar = ''] = /<nav class="places".*?<\/nav>/s.exec(page) ?? [];
  const links = bar.matchAll(/<a href="([^"]+)"[^>]*>.*?<\/a>/gs);
  return new Map([...links].map(([link, path = '']) => [path, Number(/<b>(\d+)<\/b>/.exec(link)?.[1] ?? 0)]));
}

async function find(site: TestSite, person: Person, words: string): Promise<{ text: string; path: string }[]> {
  const answer = await site.fetch(`/newsroom/find?q=${encodeURIComponent(words)}`, { headers: fromPage(person) });
  return ((await answer.json()) as { found: { text: string; path: string }[] }).found;
}

test('every role can open each page that the navigation shows it, and none that it hides', async (t) => {
  const site = await openSite(t);
  for (const role of ROLES) {
    const person = await site.person(role);
    const shown = entriesFor(person);
    for (const entry of declared().navigation) {
      const [path = ''] = entry.path.split('#');
      const { status } = await site.fetch(path, { headers: fromPage(person), redirect: 'manual' });
      assert.equal(status === 200, shown.includes(entry), `${path} answers ${status} to the role ${role}`);
    }
    const page = await readPage(site, person, '/newsroom/search');
    for (const { path, text } of shown) assert.ok(page.includes(`href="${path}">${text}</a>`), `${role}: ${path}`);
  }
});

test('every page of the newsroom that has no parameter is in the search, or below a page that is', () => {
  const alone = ROUTES.filter(({ method, who }) => method === 'GET' && who !== 'anyone' && !who.endsWith('passive'))
    .map(({ path }) => path)
    .filter((path) => path.startsWith('/newsroom/') && !/[:.]/.test(path))
    .filter((path) => entryAt(path) === null);
  assert.deepEqual(
    alone,
    ['/newsroom/search', '/newsroom/kit'].filter((path) => alone.includes(path)),
  );
});

test('any page is at most two acts from any other: Ctrl K, then Enter after the name of the page, or a link of the frame', async (t) => {
  const site = await openSite(t);
  await stock(site);
  for (const role of ROLES) {
    const person = await site.person(role, `Zoe ${role}`);
    for (const { text, path } of entriesFor(person))
      assert.equal((await find(site, person, text))[0]?.path, path, `${role}: “${text}” is found first`);
    // Every page has the search, and the frame's links lead to each place of the bar and to the list of all pages.
    for (const { path } of entriesFor(person)) {
      const page = await readPage(site, person, path.replace(/#.*/, ''));
      assert.match(page, /<a class="jump" href="\/newsroom\/search" aria-keyshortcuts="Control\+K">/, path);
      const linked = new Set(barOf(page).keys());
      const missing = entriesFor(person).filter(
        (entry) => entry.icon && !entry.path.endsWith('/new') && !linked.has(entry.path),
      );
      assert.deepEqual(missing, [], `${role}, on ${path}`);
    }
    const all = await readPage(site, person, '/newsroom/search');
    for (const { path } of entriesFor(person)) assert.ok(all.includes(`href="${path}"`), `without a script: ${path}`);
  }
});

test('each place has an address of its own, a group and words, and a phone has five at its foot', async (t) => {
  const paths = declared().navigation.map(({ path }) => path);
  assert.equal(new Set(paths).size, paths.length);
  const site = await openSite(t);
  for (const [role, places] of [
    ['chief', ['Today', 'Articles', 'Write', 'Agents', 'Menu']],
    ['writer', ['Today', 'Articles', 'Write', 'Calendar', 'Menu']],
  ] as const) {
    const page = await readPage(site, await site.person(role), '/newsroom/search');
    const [foot = ''] = /<nav class="phone-bar".*?<\/nav>/s.exec(page) ?? [];
    assert.deepEqual(
      [...foot.matchAll(/<\/svg><span>([^<]+)</g)].map(([, text]) => text),
      places,
      role,
    );
  }
});

test('a count is beside a place only when something waits there for this person', async (t) => {
  const site = await openSite(t);
  const { chief, editor, drafted } = await stock(site);
  assert.deepEqual([...barOf(await readPage(site, chief, '/newsroom/calendar')).values()].filter(Boolean), []);
  await requestReview(site.deps, editor, drafted, 0);
  const request = { loginHint: null, address: '192.0.2.1', program: 'a <script>' };
  await openClaim(site.deps, request, 600);
  await openClaim(site.deps, { ...request, loginHint: editor.email }, 600);
  const bar = barOf(await readPage(site, chief, '/newsroom/calendar'));
  const counted = [...bar].filter(([, count]) => count > 0);
  assert.deepEqual(counted, [
    ['/newsroom', 2],
    ['/newsroom/articles', 1],
    ['/newsroom/agents', 1],
  ]);
  assert.equal(barOf(await readPage(site, editor, '/newsroom/calendar')).get('/newsroom/agents'), 2);
  const today = await readPage(site, chief, '/newsroom');
  assert.match(today, /An agent asks for access.*Enter the code/s);
  assert.doesNotMatch(
    today,
    /a &lt;script|a <script/,
    'what a stranger says of itself is only shown to who typed its code',
  );
});

test('Today tells chiefs for three days of an email that reached nobody', async (t) => {
  const site = await openSite(t);
  const [chief, editor] = [await site.person('chief'), await site.person('editor')];
  const emails = (at: string) => /An email was given up.*No such mailbox.*href="\/newsroom\/team\/outbox"/s.test(at);
  const email = {
    id: site.deps.newId(),
    about: 'invitation',
    subject: 'You are invited',
    created_at: now(site.deps),
    due_at: now(site.deps),
    tries: 9,
    trouble: 'No such mailbox.',
    given_up_at: now(site.deps),
  };
  await site.deps.db.write((tx) => tx.insertInto('outbox').values(email).execute());
  assert.ok(emails(await readPage(site, chief, '/newsroom')));
  assert.ok(!emails(await readPage(site, editor, '/newsroom')));
  site.pass(3 * 24 * 3600 + 1);
  assert.ok(!emails(await readPage(site, await site.person('chief'), '/newsroom')));
});

test('an address with a filter that led to the articles still leads to them', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  const answer = await site.fetch('/newsroom?stage=draft&section=robotics', {
    headers: fromPage(editor),
    redirect: 'manual',
  });
  assert.deepEqual(
    [answer.status, answer.headers.get('location')],
    [303, '/newsroom/articles?stage=draft&section=robotics'],
  );
});

test('one search finds articles, acts on them, pages by other names, people and settings, by the role that asks', async (t) => {
  const site = await openSite(t);
  const { chief, writer, editor, drafted } = await stock(site);
  const paths = async (person: Person, words: string) => (await find(site, person, words)).map(({ path }) => path);
  assert.ok((await paths(chief, 'layout rob')).includes(`/newsroom/articles/${drafted}`));
  assert.equal(
    (await find(site, chief, 'publish layout robot live'))[0]?.path,
    `/newsroom/articles/${drafted}/publish`,
  );
  assert.deepEqual((await paths(chief, 'masthead'))[0], '/newsroom/team');
  assert.deepEqual((await paths(chief, 'journal'))[0], '/newsroom/journal');
  assert.ok((await paths(chief, 'invite')).includes('/newsroom/team#invite'));
  assert.ok((await paths(chief, editor.name)).includes(`/newsroom/team/people/${editor.id}`));
  assert.ok((await paths(editor, editor.name)).includes(`/newsroom/articles?person=${editor.id}`));
  assert.deepEqual(await paths(writer, 'subscribers'), []);
  assert.deepEqual(await paths(writer, 'layout robot'), [], 'a writer finds no draft of others');
  assert.deepEqual(await paths(writer, 'publish layout robot'), []);
  const sales = await site.person('ad sales');
  assert.deepEqual(await paths(sales, 'layout robot'), []);
  const page = await readPage(site, chief, '/newsroom/search?q=%3Cscript%3E+layout');
  assert.match(page, /value="&lt;script&gt; layout"/);
  assert.match(
    await readPage(site, chief, '/newsroom/search?q=layout+robot'),
    new RegExp(`href="/newsroom/articles/${drafted}"`),
  );
});

test('a browser keeps the side bar folded, and a form from another page cannot send people elsewhere', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const post = (fields: Record<string, string>) => site.fetch('/newsroom/fold', form(chief, fields));
  const folded = await post({ folded: '1', back: '/newsroom/calendar' });
  assert.equal(folded.headers.get('location'), '/newsroom/calendar');
  const [cookie = ''] = (folded.headers.get('set-cookie') ?? '').split(';');
  const page = await site.fetch('/newsroom', { headers: { Cookie: `${chief.cookie}; ${cookie}` } });
  assert.match(await page.text(), /<div class="newsroom folded">/);
  assert.doesNotMatch(await readPage(site, chief, '/newsroom'), /class="newsroom folded"/);
  for (const back of ['https://evil.example', '//evil.example', '/newsroom/../..', '/newsroom?x=1'])
    assert.equal((await post({ folded: '0', back })).headers.get('location'), '/newsroom', back);
});

test('the side bar marks the page, the settings have a list, and help beside a page is its section of the handbook', async (t) => {
  const site = await openSite(t);
  const { chief, drafted } = await stock(site);
  const current = async (path: string) =>
    [...(await readPage(site, chief, path)).matchAll(/<a href="([^"]+)" aria-current="(page|true)"/g)].map(
      ([, at, how]) => `${at} ${how}`,
    );
  assert.ok((await current('/newsroom')).includes('/newsroom page'));
  assert.ok((await current(`/newsroom/articles/${drafted}`)).includes('/newsroom/articles true'));
  assert.ok((await current('/newsroom/team/outbox')).includes('/newsroom/team/outbox page'));
  assert.ok(!(await current('/newsroom/team/outbox')).includes('/newsroom/team true'));
  const settings = await readPage(site, chief, '/newsroom/sections');
  assert.match(
    settings,
    /<nav class="settings-list" aria-label="Settings">.*href="\/newsroom\/sections" aria-current="page"/s,
  );
  assert.match(settings, /href="\/newsroom\/settings" aria-current="true"/);
  const help = await readPage(site, chief, '/newsroom/help/section?of=see-the-month-and-the-weeks');
  assert.match(help, /^<h2 id="see-the-month-and-the-weeks">/);
  assert.equal((await site.fetch('/newsroom/help/section?of=none', { headers: fromPage(chief) })).status, 404);
});

test('the frame is light: HTML, style sheets and scripts of Today are at most 60 kB together, without compression', async (t) => {
  const site = await openSite(t);
  const { chief } = await stock(site);
  for (const path of ['/newsroom', '/newsroom/settings', '/newsroom/search']) {
    const page = await readPage(site, chief, path);
    const parts = [...page.matchAll(/(?:href|src)="(\/(?:static|newsroom\/script)\/[^"]+\.(?:css|js))"/g)];
    assert.ok(parts.length >= 3, path);
    let bytes = Buffer.byteLength(page);
    for (const [, part = ''] of parts) bytes += Buffer.byteLength(await (await site.fetch(part)).text());
    assert.ok(bytes <= 60_000, `${path} has ${bytes} bytes`);
  }
});

test('a page that says that something went wrong does not read what waits, which may be what went wrong', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  await site.deps.db.write((tx) => sql`alter table article rename to article_before`.execute(tx));
  const answer = await site.fetch('/newsroom', { headers: fromPage(chief) });
  assert.equal(answer.status, 500);
  const page = await answer.text();
  assert.match(page, /Something went wrong/);
  assert.ok(barOf(page).has('/newsroom/articles'));
});
