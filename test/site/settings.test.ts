import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '../../src/article/publish/publish.ts';
import { createDraft } from '../../src/article/write/create-draft.ts';
import { CLI } from '../../src/core/actor.ts';
import { saveSiteSettings } from '../../src/site/site-settings.ts';
import { copy, json, openSite } from '../support/site.ts';

test('a new name is in cached pages, feeds, JSON and the API description at the next request, and the byline follows it', async (t) => {
  const site = await openSite(t);
  const { id } = await createDraft(site.deps, CLI, copy());
  await publish(site.deps, CLI, id, 0);
  const paths = ['/', '/robotics', '/robotics/layout-robot-pilot', '/about', '/rss.xml', '/llms.txt', '/openapi.json'];
  const read = async (path: string) => (await site.fetch(path)).text();
  for (const path of paths) assert.match(await read(path), /Plumbline/, path);
  await saveSiteSettings(site.deps, CLI, { name: 'The Site Diary' });
  for (const path of paths) {
    const body = await read(path);
    assert.match(body, /The Site Diary/, path);
    assert.doesNotMatch(body.replaceAll('plumbline', ''), /Plumbline/, path);
  }
  const { author } = await json(await site.fetch('/api/public/articles/robotics/layout-robot-pilot'));
  assert.equal(author, 'The Site Diary newsroom');
});

test('a removed setting has the value of the environment again, and each change is in the journal', async (t) => {
  const site = await openSite(t, { PUBLICATION_NAME: 'From the environment' });
  const title = async () => /<title>(.*?)<\/title>/.exec(await (await site.fetch('/')).text())?.[1] ?? '';
  assert.deepEqual(await saveSiteSettings(site.deps, CLI, { name: 'Ours', language: 'de' }), ['name', 'language']);
  assert.match(await title(), /^Ours/);
  assert.deepEqual(await saveSiteSettings(site.deps, CLI, { name: 'Ours' }), []);
  await saveSiteSettings(site.deps, CLI, { name: null });
  assert.match(await title(), /^From the environment/);
  const entries = await site.deps.db.read
    .selectFrom('journal')
    .select(['act', 'subject_id', 'detail'])
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    entries.map(({ act, subject_id, detail }) => [act, subject_id, JSON.parse(detail ?? '')]),
    [
      ['site.changed', 'name', { from: null, to: 'Ours' }],
      ['site.changed', 'language', { from: null, to: 'de' }],
      ['site.changed', 'name', { from: 'Ours', to: null }],
    ],
  );
});

test('an editor changes the address that readers write to, and nothing else of the site', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await saveSiteSettings(site.deps, editor, { contact: 'desk@magazine.example' });
  await assert.rejects(saveSiteSettings(site.deps, editor, { name: 'Ours' }), { kind: 'forbidden' });
  const writer = await site.person('writer');
  await assert.rejects(saveSiteSettings(site.deps, writer, { contact: 'me@magazine.example' }), { kind: 'forbidden' });
  assert.match(await (await site.fetch('/about')).text(), /desk@magazine\.example/);
});
