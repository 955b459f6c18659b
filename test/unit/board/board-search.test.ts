import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assign, setDue } from '#editorial/review/assign.ts';
import { indexDrafts } from '#editorial/write/index-drafts.ts';
import { form, openSite } from '../../support/site.ts';
import { file, readPage, revise, settleFigures, stock } from '../../support/stocked.ts';
import { keep } from '../../support/typing.ts';

test('the board searches all copy and notes, sorts, and keeps filters by name', async (t) => {
  const site = await openSite(t);
  const { editor, chief, token, drafted, stopped, changed } = await stock(site);
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'The *façade* lift stalled at Żółkiewka.' }];
  const editorialPacket = { factCheckNotes: 'Ask Brennan about the anchor bolts.' };
  const lift = await file(site, token, { slug: 'lift', headline: 'Lifts', bodyBlocks, editorialPacket });
  const shows = async (query: string) => {
    const page = await readPage(site, editor, `/newsroom/articles?${query}`);
    return [...page.matchAll(/data-line="([^"]+)"/g)].map(([, id]) => id);
  };
  for (const q of ['facade', 'FAÇADE stall', 'zołkiewka', 'brennan bolts', 'anch'])
    assert.deepEqual(await shows(new URLSearchParams({ q }).toString()), [lift], q);
  assert.deepEqual(await shows('q=brennan+nowhere'), []);
  assert.deepEqual(await shows('q=brennan&section=people'), []);
  assert.equal((await shows('q=site')).length, 5, 'the title of the source');

  // The index follows each save, and the job fills it without a search.
  await revise(site, token, lift, { slug: 'lift', headline: 'Lifts', baseRevision: 0 });
  await indexDrafts(site.deps);
  assert.deepEqual(await site.deps.db.read.selectFrom('draft_unindexed').selectAll().execute(), []);
  assert.deepEqual(await shows('q=brennan'), []);

  await setDue(site.deps, editor, stopped, '2026-09-20');
  await setDue(site.deps, editor, lift, '2026-09-10');
  const drafts = (sort: string) => shows(`stage=draft&sort=${sort}`);
  assert.deepEqual(await drafts('headline'), [stopped, drafted, lift]);
  assert.deepEqual(await drafts('due'), [lift, stopped, drafted]);
  assert.equal((await drafts('byline'))[0], drafted);
  assert.deepEqual((await drafts('section'))[0], stopped);
  assert.deepEqual(await shows('stage=draft&q=site&sort=headline'), [drafted, lift]);
  const board = await readPage(site, editor, '/newsroom/articles?sort=due');
  assert.match(board, /<option value="due" selected>By due day/);
  assert.match(board, new RegExp(`data-line="${changed}"[\\s\\S]*?class="facts">[^<]* · Ines Calloway · `));

  const save = (name: string, query: string) => site.fetch('/newsroom/filters', form(editor, { name, query }));
  assert.equal((await save('Robots & <b>', 'section=robotics&sort=due')).status, 303);
  assert.equal((await save('Late', 'due=overdue')).status, 303);
  assert.equal((await save('', 'due=overdue')).status, 422);
  const saved = await readPage(site, editor, '/newsroom/articles?section=robotics&sort=due');
  assert.match(
    saved,
    /<a href="\/newsroom\/articles\?q=section%3Arobotics&amp;sort=due" aria-current="page">Robots &amp; &lt;b&gt;<\/a>/,
  );
  assert.match(saved, /<a href="\/newsroom\/articles\?q=due%3Aoverdue">Late<\/a>/);
  assert.doesNotMatch(await readPage(site, chief, '/newsroom/articles'), />Late</);
  await site.fetch('/newsroom/filters/remove', form(editor, { name: 'Late' }));
  assert.doesNotMatch(await readPage(site, editor, '/newsroom/articles'), />Late</);
});

test('a stage in another order has pages', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const names = Array.from({ length: 52 }, (_, n) => `Draft ${String(n).padStart(2, '0')}`);
  for (const [n, headline] of names.entries()) await file(site, token, { slug: `draft-${n}`, headline });
  const first = await readPage(site, editor, '/newsroom/articles?stage=draft&sort=headline&q=draft');
  const second = await readPage(site, editor, '/newsroom/articles?stage=draft&sort=headline&q=draft&cursor=50');
  assert.match(first, /cursor=50">More/);
  const seen = [first, second].flatMap((page) => [...page.matchAll(/>(Draft \d\d)<\/a>/g)].map(([, name]) => name));
  assert.deepEqual(seen, names);
  const wrong = await site.fetch('/newsroom/articles?stage=draft&sort=due&cursor=x', {
    headers: { Cookie: editor.cookie },
  });
  assert.equal(wrong.status, 400);
});

test('the search field of the articles understands facets beside words, and the filter writes the same query', async (t) => {
  const site = await openSite(t);
  const { editor, chief, drafted, stopped, changed } = await stock(site);
  await setDue(site.deps, editor, stopped, '2026-09-06');
  await assign(site.deps, editor, drafted, chief.id);
  const shows = async (q: string) => {
    const page = await readPage(site, editor, `/newsroom/articles?${new URLSearchParams({ q })}`);
    return [...page.matchAll(/data-line="([^"]+)"/g)].map(([, id]) => id).sort();
  };
  const only = async (q: string, ...ids: string[]) => assert.deepEqual(await shows(q), ids.sort(), q);
  await only('desk:robotics', drafted);
  await only('section:"Robotics" layout', drafted);
  await only('desk:robotics takeoff');
  await only('by:"Ruth Okafor"', drafted);
  await only('by:okafor by:nobody-else');
  assert.ok((await shows('by:calloway')).includes(changed), 'a byline');
  assert.equal((await shows('by:me')).length, 5);
  await only('due:today', stopped);
  await only('due:2026-09-06', stopped);
  assert.equal((await shows('due:none')).length, 4);
  await only('agent:okafor');
  assert.equal((await shows('Agent:Any')).length, 5);
  await only('open numbers', drafted, changed);
  await only('Open Numbers desk:robotics', drafted);
  await settleFigures(site);
  await only('open numbers');
  await only('ready:no', stopped);

  const chosen = await readPage(
    site,
    editor,
    '/newsroom/articles?q=crane&stage=&section=robotics&by=Ruth+Okafor&due=&ready=yes&numbers=open&agent=&sort=',
  );
  assert.match(chosen, /value="crane section:robotics by:&quot;Ruth Okafor&quot; ready:yes open numbers"/);
  assert.match(chosen, /<option value="Ruth Okafor" selected>/);
  assert.match(chosen, /<input type="hidden" name="q" value="crane">/);
  const earlier = `/newsroom/articles?person=${chief.id}&agent=any&gate=blocked&due=soon&section=robotics`;
  assert.match(
    await readPage(site, editor, earlier),
    /value="section:robotics by:&quot;Ruth Okafor&quot; due:soon ready:no agent:[a]ny"/,
  );
});

test('a query that is not understood lists nothing and says why', async (t) => {
  const site = await openSite(t);
  const { editor } = await stock(site);
  for (const [q, words] of [
    ['colour:red', 'There is no filter “colour:”.'],
    ['section:nowhere', 'There is no section “nowhere”. The sections are'],
    ['by:"Nobody Here"', 'Nobody here has the name “Nobody Here”.'],
    ['due:someday', '“due:” takes overdue, today, soon, week, none, or a day such as 2026-12-31.'],
    ['due:2026-02-30', '“due:” takes'],
    ['ready:perhaps', '“ready:” takes yes, warnings or no.'],
    ['agent:nobody', '“agent:” takes “any”'],
    ['by:', '“by:” needs a word after it'],
  ] as const) {
    const page = await readPage(site, editor, `/newsroom/articles?${new URLSearchParams({ q })}`);
    assert.match(page, /<input id="q"[^>]* aria-invalid="true" aria-describedby="q-wrong">/, q);
    assert.ok(page.includes(`<p>${words}`), q);
    assert.doesNotMatch(page, /data-line=/, q);
  }
});

test('a line has the headline that its reader typed and did not save, and nobody else sees it', async (t) => {
  const site = await openSite(t);
  const { editor, chief, drafted } = await stock(site);
  const started = await site.fetch('/newsroom/new', form(editor, {}));
  const own = /articles\/([^/]+)\/edit/.exec(started.headers.get('location') ?? '')?.[1] ?? '';
  await keep(site, editor, own, {
    headline: 'Rain & concrete',
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'One two three.' }],
  });
  await keep(site, editor, drafted, { headline: 'A layout robot, again' });
  const page = await readPage(site, editor, '/newsroom/articles');
  const line = (id: string) => new RegExp(`data-line="${id}"[\\s\\S]*?</li>`).exec(page)?.[0] ?? '';
  assert.match(line(own), new RegExp(`<a href="/newsroom/articles/${own}/edit">Rain &amp; concrete</a>`));
  assert.match(line(own), /only you see it: 3 words, .*not saved as a revision/);
  assert.match(line(own), /<span class="pill">Draft</);
  assert.match(line(drafted), />A layout robot, again<\/a>.*revision 0/s);
  const others = await readPage(site, chief, '/newsroom/articles');
  assert.doesNotMatch(others, /Rain &amp; concrete|robot, again/);
  assert.match(others, />Untitled<\/a>/);
});

test('the list of everything begins with what is due today or earlier, which is not repeated below', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, stopped, changed } = await stock(site);
  await setDue(site.deps, editor, stopped, '2026-09-06');
  await setDue(site.deps, editor, changed, '2026-09-04');
  await setDue(site.deps, editor, drafted, '2026-09-07');
  const page = await readPage(site, editor, '/newsroom/articles');
  const urgent = /<section id="urgent"[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';
  const ids = (part: string) => [...part.matchAll(/data-line="([^"]+)"/g)].map(([, id]) => id);
  assert.deepEqual(ids(urgent), [changed, stopped]);
  assert.match(urgent, /Newer copy waiting · /);
  assert.match(urgent, /<b class="late"><time datetime="2026-09-06">today</);
  assert.equal(new Set(ids(page)).size, 5);
  assert.equal(ids(page).length, 5);
  assert.doesNotMatch(await readPage(site, editor, '/newsroom/articles?stage=draft'), /id="urgent"/);
});
