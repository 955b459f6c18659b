import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goLive, goLiveAgain } from '../../support/live.ts';
import { callPublic } from '../../support/mcp.ts';
import { BASE, json, openSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// A revision has one number: everything that names it uses the number of its address, and leads to its signed record.

const PATH = '/robotics/layout-robot-pilot';
const TEXT = 'The crew ran the machine on a live slab and wrote down every stop that it made.';

test('every form of an article names its revision by the number of its address, and its signed record', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  const text = async (path: string) => (await site.fetch(path)).text();
  const article = await goLive(site);
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: TEXT }];
  await goLiveAgain(site, article, { bodyBlocks });
  const permalink = `${BASE}${PATH}/r/1`;
  const record = `${permalink}/record.json`;

  const pages = [await text(PATH), await text(`${PATH}/r/1`)];
  for (const page of pages) {
    const [cite = ''] = /<section class="cite[\s\S]*?<\/section>/.exec(page) ?? [];
    assert.match(cite, new RegExp(`Plumbline, revision 1, [^<]*${permalink}</p>`));
    assert.match(cite, /note = \{Revision 1, /);
    assert.ok(cite.includes(`<a href="${PATH}/r/1/record.json">signed record</a>`), cite);
  }
  assert.match(pages[1] ?? '', /<title>[^<]*\(revision 1\)[\s\S]*<div class="label">Revision 1<\//);
  const earlier = await text(`${PATH}/r/0`);
  assert.match(earlier, /This is revision 0\. It was superseded on [\s\S]*\/r\/1">revision 1<\/a>/);
  assert.match(earlier, /<span aria-current="page">Revision 0<\/span>/);

  for (const path of [`${PATH}.md`, `${PATH}/r/1.md`]) {
    const [, front = ''] = (await text(path)).split('---\n');
    assert.match(front, /^revision: 1$/m);
    assert.match(front, /^cite: .*revision 1, .*\/r\/1/m);
    assert.ok(front.includes(`\nrecord: "${record}"\n`), front);
  }
  const document = await json(await site.fetch(`${PATH}/r/1.json`));
  assert.deepEqual([document.revision, document.permalink, document.record], [1, permalink, record]);
  assert.match(document.cite, /revision 1, .*\/r\/1$/);
  const signed = await json(await site.fetch(document.record.slice(BASE.length)));
  assert.equal(signed.record.revision, 1);

  const fetched = (await callPublic(site, 'fetch', { id: article.id })).metadata;
  assert.deepEqual([fetched.revision, fetched.permalink], ['1', permalink]);

  const own = await readPage(site, chief, `/newsroom/articles/${article.id}`);
  assert.match(own, /<dt>Latest revision<\/dt><dd>1<\/dd>/);
  assert.match(own, /<dt>Live revision<\/dt><dd>1<\/dd>/);
  const line = await readPage(site, chief, '/newsroom/articles');
  assert.match(line, /revision 1, which is live/);
});
