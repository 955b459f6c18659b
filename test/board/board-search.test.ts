import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setDue } from '#editorial/review/assign.ts';
import { indexDrafts } from '#editorial/write/index-drafts.ts';
import { form, openSite } from '../support/site.ts';
import { file, readPage, revise, stock } from '../support/stocked.ts';

test('the board searches all copy and notes, sorts, and keeps filters by name', async (t) => {
  const site = await openSite(t);
  const { editor, chief, token, drafted, stopped, changed } = await stock(site);
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'The *façade* lift stalled at Żółkiewka.' }];
  const editorialPacket = { factCheckNotes: 'Ask Brennan about the anchor bolts.' };
  const lift = await file(site, token, { slug: 'lift', headline: 'Lifts', bodyBlocks, editorialPacket });
  const shows = async (query: string) => {
    const page = await readPage(site, editor, `/newsroom?${query}`);
    return [...page.matchAll(/data-line="([^"]+)"/g)].map(([, id]) => id);
  };
  for (const q of ['facade', 'FAÇADE stall', 'zołkiewka', 'brennan bolts', 'anch'])
    assert.deepEqual(await shows(new URLSearchParams({ q }).toString()), [lift], q);
  assert.deepEqual(await shows('q=brennan+nowhere'), []);
  assert.deepEqual(await shows('q=brennan&desk=people'), []);
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
  assert.deepEqual((await drafts('desk'))[0], stopped);
  assert.deepEqual(await shows('stage=draft&q=site&sort=headline'), [drafted, lift]);
  const board = await readPage(site, editor, '/newsroom?sort=due');
  assert.match(board, /<th scope="col" aria-sort="ascending"><a href="\/newsroom\?sort=due">Due/);
  assert.match(board, new RegExp(`data-line="${changed}"[\\s\\S]*?By</span> Ines Calloway`));

  const save = (name: string, query: string) => site.fetch('/newsroom/filters', form(editor, { name, query }));
  assert.equal((await save('Robots & <b>', 'desk=robotics&sort=due')).status, 303);
  assert.equal((await save('Late', 'due=overdue')).status, 303);
  assert.equal((await save('', 'due=overdue')).status, 422);
  const saved = await readPage(site, editor, '/newsroom?desk=robotics&sort=due');
  assert.match(
    saved,
    /<a href="\/newsroom\?desk=robotics&amp;sort=due" aria-current="true">Robots &amp; &lt;b&gt;<\/a>/,
  );
  assert.match(saved, /<a href="\/newsroom\?due=overdue">Late<\/a>/);
  assert.doesNotMatch(await readPage(site, chief, '/newsroom'), />Late</);
  await site.fetch('/newsroom/filters/remove', form(editor, { name: 'Late' }));
  assert.doesNotMatch(await readPage(site, editor, '/newsroom'), />Late</);
});

test('a stage in another order has pages', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const names = Array.from({ length: 52 }, (_, n) => `Draft ${String(n).padStart(2, '0')}`);
  for (const [n, headline] of names.entries()) await file(site, token, { slug: `draft-${n}`, headline });
  const first = await readPage(site, editor, '/newsroom?stage=draft&sort=headline&q=draft');
  const second = await readPage(site, editor, '/newsroom?stage=draft&sort=headline&q=draft&cursor=50');
  assert.match(first, /cursor=50">More/);
  const seen = [first, second].flatMap((page) => [...page.matchAll(/>(Draft \d\d)<\/a>/g)].map(([, name]) => name));
  assert.deepEqual(seen, names);
  const wrong = await site.fetch('/newsroom?stage=draft&sort=due&cursor=x', { headers: { Cookie: editor.cookie } });
  assert.equal(wrong.status, 400);
});
