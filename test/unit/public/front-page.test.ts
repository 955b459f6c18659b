import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { endFrontPageDays } from '#editorial/publish/front-page.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readFrontPage } from '#reading/front/read-front-page.ts';
import { goLive } from '../../support/live.ts';
import { copy, form, fromPage, openSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// What editors decide about public addresses by hand: the top of the home page, and the notice where an article was.

test('editors put articles at the top of the home page, order them and take them off; lists stay newest first', async (t) => {
  const site = await openSite(t);
  const [editor, writer] = [await site.person('editor'), await site.person('writer')];
  const ids: string[] = [];
  for (const slug of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    ids.push((await goLive(site, { slug, headline: `Story ${slug} & its <end>` })).id);
    site.pass(60);
  }
  const [one = '', two = '', three = ''] = ids;
  const send = (path: string, fields: Record<string, string>, who = editor) =>
    site.fetch(`/newsroom/front${path}`, form(who, fields));
  /** The lead of the home page, the stories below it and those in brief. */
  const top = async () => {
    const page = await (await site.fetch('/')).text();
    const parts = [
      /<div class="hang lead">.*?<\/article>/s,
      /<div class="seconds.*?<\/div>/s,
      /<ul class="briefs">.*?<\/ul>/s,
    ];
    const above = parts.map((part) => part.exec(page)?.[0] ?? '').join('');
    return [...above.matchAll(/<h[23]><a href="\/robotics\/([a-z]+)">/g)].map(([, slug]) => slug);
  };
  const lists = async () =>
    (await Promise.all(['/api/public/articles', '/rss.xml', '/index.md'].map((path) => site.fetch(path)))).map(
      async (answer) =>
        (await answer.text()).match(/robotics\/(?:one|two|three|four|five|six|seven|eight)(?=[".<])/g)?.join(' '),
    );
  const newestFirst = await Promise.all(await lists());
  for (const found of newestFirst) assert.match(found ?? '', /eight robotics.seven.*one/);
  assert.deepEqual(await top(), ['eight', 'seven', 'six'], 'the newest ones');
  assert.equal((await send('', { article: one }, writer)).status, 403);
  assert.equal((await send('', { article: one })).status, 303);
  assert.deepEqual(await top(), ['one', 'eight', 'seven'], 'the cached home page follows');
  assert.equal((await send('', { article: one })).status, 409);
  assert.equal((await send('', { article: two, until: '2026-09-05' })).status, 422, 'the day has passed');
  assert.equal((await send('', { article: two, until: 'Friday' })).status, 422);
  await send('', { article: two, until: '2026-09-06' });
  await send('', { article: three });
  assert.equal((await send('/move', { article: three, direction: 'up' })).status, 303);
  assert.equal((await send('/move', { article: one, direction: 'up' })).status, 409);
  assert.deepEqual(await top(), ['one', 'three', 'two']);
  assert.deepEqual(await Promise.all(await lists()), newestFirst);
  const page = await (
    await site.fetch(`/newsroom/front?q=five&article=${three}&direction=up`, { headers: fromPage(editor) })
  ).text();
  assert.match(page, /value="(?:down|up)"[^>]* autofocus>/, 'the keyboard stays on the button');
  assert.match(page, /Story five &amp; its &lt;end&gt;/);
  assert.doesNotMatch(page, /Story six/);
  for (const article of ids.slice(3, 7)) await send('', { article });
  assert.equal((await send('', { article: ids[7] ?? '' })).status, 422, 'seven are the most');
  await endFrontPageDays(site.deps, 'UTC');
  assert.deepEqual(await top(), ['one', 'three', 'two', 'four', 'five', 'six', 'seven']);
  site.pass(24 * 60 * 60);
  await Promise.all([endFrontPageDays(site.deps, 'UTC'), endFrontPageDays(site.deps, 'UTC')]);
  await unpublish(site.deps, CLI, one);
  const later = await site.person('chief'); // the session of the editor has ended
  await send('/remove', { article: ids[3] ?? '' }, later);
  assert.equal((await send('/remove', { article: ids[3] ?? '' }, later)).status, 404);
  assert.deepEqual(await top(), ['three', 'five', 'six', 'seven']);
  await publish(site.deps, CLI, one, { revisionNumber: 0 });
  assert.deepEqual(
    (await top()).slice(0, 4),
    ['three', 'five', 'six', 'seven'],
    'an article that was withdrawn does not come back to the top',
  );
  const acts = await site.deps.db.read.selectFrom('journal').select('act').where('act', 'like', '%_front').execute();
  assert.equal(acts.length, 7 + 1 + 2);
  const draft = await createDraft(site.deps, CLI, copy({ slug: 'a-draft' }));
  assert.equal((await send('', { article: draft.id }, later)).status, 422);
  assert.equal((await send('', {}, later)).status, 422);
});

test('an article takes the place of another, and the button beside the word about it takes that and a removal back', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const ids: string[] = [];
  for (const slug of ['one', 'two', 'three', 'four']) ids.push((await goLive(site, { slug, headline: slug })).id);
  const [one = '', two = '', three = '', four = ''] = ids;
  const order = async () =>
    (await readFrontPage(site.deps.db.read)).map(({ article, until }) => [article.headline, until]);
  const send = (path: string, fields: Record<string, string>) =>
    site.fetch(`/newsroom/front${path}`, form(editor, fields));
  /** Presses Undo on the page that follows. */
  const undo = async (answer: Response) => {
    const page = await site.fetch(answer.headers.get('location') ?? '', { headers: fromPage(editor) });
    const [toast = ''] = /<div class="toasts">.*?<\/div><\/div>/s.exec(await page.text()) ?? [];
    const fields = [...toast.matchAll(/name="([a-z]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    assert.ok(fields.length > 0, 'there is a way back');
    return send('', Object.fromEntries(fields));
  };
  await send('', { article: one });
  await send('', { article: two, until: '2026-09-20' });
  await send('', { article: three });
  const before = await order();
  const replaced = await send('', { article: four, replaces: two });
  assert.deepEqual(await order(), [
    ['one', null],
    ['four', null],
    ['three', null],
  ]);
  assert.equal((await send('', { article: two, replaces: two })).status, 404, 'it is not there any more');
  await undo(replaced);
  assert.deepEqual(await order(), before);
  const removed = await send('/remove', { article: two });
  assert.deepEqual(await order(), [
    ['one', null],
    ['three', null],
  ]);
  await undo(removed);
  assert.deepEqual(await order(), before);
  const page = await (await site.fetch(`/newsroom/front?replaces=${one}`, { headers: fromPage(editor) })).text();
  assert.match(page, /In place of “one”.*name="replaces" value="[^"]+".*Put here<span class="unseen"> “four”/s);
});

test('without pictures and without a choice of editors, every story has one place and no part is empty', async (t) => {
  const site = await openSite(t);
  const slugs = async () => {
    const page = await (await site.fetch('/')).text();
    assert.doesNotMatch(page, /<ul[^>]*>\s*<\/ul>|class="picture/);
    return [...page.matchAll(/<h[23][^>]*><a href="\/robotics\/(story-\d+)"/g)].map(([, slug]) => slug);
  };
  for (let count = 1; count <= 16; count++) {
    await goLive(site, { slug: `story-${count}`, headline: `Story ${count}` });
    site.pass(60);
    const shown = await slugs();
    assert.equal(shown[0], `story-${count}`);
    if (count < 4 || count > 12) assert.equal(new Set(shown).size, shown.length, `${count} stories: ${shown}`);
    assert.ok(shown.length >= Math.min(count, 7), `${count} stories: ${shown}`);
  }
});

test('a notice for readers stays on the HTML page at the address until the article is published again', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const { id } = await goLive(site);
  const at = '/robotics/layout-robot-pilot';
  const read = (path: string, accept = '*/*') => site.fetch(path, { headers: { Accept: accept } });
  const notice = 'The trial was not what we said: the crew never ran <b>the machine</b>.\n\nWe are sorry.';
  const send = (more: Record<string, string>) =>
    site.fetch(`/newsroom/articles/${id}/unpublish`, form(editor, { because: 'It was not so.', ...more }));
  const short = await send({ notice: 'Too short.' });
  assert.equal(short.status, 422);
  assert.match(await short.text(), />Too short\.<\/textarea>/);
  assert.equal((await send({ notice: 'x'.repeat(601) })).status, 422);
  assert.equal((await read(at)).status, 200, 'nothing was unpublished');
  assert.equal((await send({ notice })).status, 303);
  const page = await read(at);
  assert.equal(page.status, 404);
  const shown = await page.text();
  assert.match(shown, /<h1>No longer published<\/h1>/);
  assert.match(shown, /never ran &lt;b&gt;the machine&lt;\/b&gt;\.<\/p>\s*<p>We are sorry\.<\/p>/);
  assert.doesNotMatch(shown, /A layout robot on a live slab/);
  assert.doesNotMatch(await (await read('/robotics/another')).text(), /We are sorry/);
  const other: [string, string, string][] = [
    [`${at}.md`, '*/*', '/robotics/another.md'],
    [at, 'text/markdown', '/robotics/another'],
    [`/api/public/markdown${at}`, '*/*', '/api/public/markdown/robotics/another'],
    [`/api/public/articles${at}`, '*/*', '/api/public/articles/robotics/another'],
  ];
  for (const [path, accept, never] of other) {
    const [gone, unknown] = await Promise.all([read(path, accept), read(never, accept)]);
    assert.equal(gone.status, 404, path);
    assert.equal(await gone.text(), await unknown.text(), `${path} answers like an address that never was`);
  }
  const corrections = await (await read('/corrections', 'text/html')).text();
  assert.match(
    corrections,
    /No longer published[\s\S]*<a href="\/robotics\/layout-robot-pilot"[\s\S]*&lt;b&gt;the machine/,
  );
  assert.doesNotMatch(corrections, /A layout robot on a live slab/);
  assert.match(
    await (await read('/corrections.md')).text(),
    /`\/robotics\/layout-robot-pilot`: The trial.*We are sorry\./,
  );
  assert.match(await readPage(site, editor, `/newsroom/articles/${id}`), /never ran &lt;b&gt;the machine/);
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  assert.doesNotMatch(await (await read('/corrections')).text(), /We are sorry/);
  await unpublish(site.deps, CLI, id);
  assert.doesNotMatch(await (await read(at)).text(), /We are sorry/);
  const details = await site.deps.db.read.selectFrom('journal').select(['act', 'detail']).orderBy('seq').execute();
  const told = details.filter(({ detail }) => detail?.includes('We are sorry'));
  assert.deepEqual(
    told.map(({ act }) => act),
    ['article.unpublished', 'article.published'],
  );
});
