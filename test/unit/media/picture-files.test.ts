import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { addConverted, photo } from '../../support/pictures.ts';
import { form, fromPage, openSite, type Person } from '../../support/site.ts';
import { file } from '../../support/stocked.ts';

const ARTICLE = '/robotics/layout-robot-pilot';

test('a picture can be replaced until readers see it and deleted until an article has it; both leave no files', async (t) => {
  const site = await openSite(t);
  const [editor, will, other] = [await site.person('editor'), await site.person('writer'), await site.person('writer')];
  /** The hashes that have files. */
  const stored = async () => {
    const names = await readdir(join(site.config.dataDir, 'media'), { recursive: true });
    return [...new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0]))];
  };
  const picture = await addConverted(site, will, await photo(900, 600));
  const spare = await addConverted(site, editor, await photo(900, 601));
  const id = await file(site, await site.grantToken(editor), { heroAssetId: picture });
  const remove = (person: Person, one: string) => site.fetch(`/newsroom/pictures/${one}/delete`, form(person, {}));
  const replace = async (person: Person, bytes: Uint8Array) => {
    const body = new FormData();
    body.set('file', new File([new Uint8Array(bytes)], 'b.jpg'));
    return site.fetch(`/newsroom/pictures/${picture}/file`, {
      method: 'POST',
      headers: fromPage(person),
      body,
      redirect: 'manual',
    });
  };
  assert.equal((await remove(other, spare)).status, 403);
  const refused = await remove(editor, picture);
  assert.equal(refused.status, 422);
  assert.match(await refused.text(), /An article or the page of a byline has this picture, so it stays/);
  assert.equal((await remove(editor, spare)).status, 303);
  assert.equal((await stored()).length, 1, 'the files of the deleted picture are gone');
  assert.equal((await site.fetch(`/newsroom/pictures/${spare}`, { headers: fromPage(editor) })).status, 404);

  const [before] = await stored();
  assert.equal((await replace(other, await photo(700, 200))).status, 403);
  assert.match(await (await replace(will, await photo(900, 600))).text(), /has this file already/);
  assert.equal((await replace(will, await photo(700, 200))).status, 303);
  const [after, ...more] = await stored();
  assert.notEqual(after, before);
  assert.deepEqual(more, []);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  assert.ok((await (await site.fetch(ARTICLE)).text()).includes(`/media/${after}/480.jpg`));
  const late = await replace(editor, await photo(900, 600));
  assert.equal(late.status, 422);
  assert.match(await late.text(), /Readers have seen this picture, so its file stays/);
  const acts = await site.deps.db.read.selectFrom('journal').select('act').where('act', 'like', 'picture.%').execute();
  assert.deepEqual(acts.map(({ act }) => act).slice(2), ['picture.deleted', 'picture.replaced']);
});
