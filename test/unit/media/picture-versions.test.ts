import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { approve } from '#editorial/review/review.ts';
import { addConverted, photo } from '../../support/pictures.ts';
import { form, fromPage, openSite, type Person, type TestSite } from '../../support/site.ts';
import { file, readPage } from '../../support/stocked.ts';

const ARTICLE = '/robotics/layout-robot-pilot';
const DARK =
  /<source media="\(prefers-color-scheme: dark\)" type="image\/avif" srcset="\/media\/([0-9a-f]{64})\/480\.avif 480w/;

function upload(site: TestSite, person: Person, path: string, bytes: Uint8Array): Promise<Response> {
  const body = new FormData();
  body.set('file', new File([new Uint8Array(bytes)], 'b.jpg'));
  return site.fetch(path, { method: 'POST', headers: fromPage(person), body, redirect: 'manual' });
}

test('a picture has files for the dark and for phones, which an editor changes when readers have seen it', async (t) => {
  const site = await openSite(t);
  const [editor, will] = [await site.person('editor'), await site.person('writer')];
  const picture = await addConverted(site, editor, await photo(900, 600));
  const path = `/newsroom/pictures/${picture}`;
  const read = async (at = ARTICLE) => (await site.fetch(at)).text();
  /** How many files have renditions in the store. */
  const stored = async () => {
    const names = await readdir(join(site.config.dataDir, 'media'), { recursive: true });
    return new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0])).size;
  };
  const id = await file(site, await site.grantToken(editor), { heroAssetId: picture });
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  assert.doesNotMatch(await read(), /<source media/);

  assert.equal((await upload(site, will, `${path}/files/dark`, await photo(900, 601))).status, 403);
  assert.equal((await upload(site, editor, `${path}/files/night`, await photo(900, 601))).status, 404);
  assert.equal((await upload(site, editor, `${path}/files/dark`, await photo(900, 601))).status, 303);
  for (const at of [ARTICLE, '/', '/robotics']) {
    const [, hash = ''] = DARK.exec(await read(at)) ?? [];
    assert.equal((await site.fetch(`/media/${hash}/480.avif`)).status, 200, at);
  }
  assert.equal((await upload(site, editor, `${path}/files/smallDark`, await photo(800, 800))).status, 303);
  assert.equal((await upload(site, editor, `${path}/files/small`, await photo(800, 801))).status, 303);
  const media = [...(await read()).matchAll(/<source media="([^"]*)"/g)].map(([, query]) => query);
  const dark = '(prefers-color-scheme: dark)';
  assert.deepEqual(
    media,
    [`${dark} and (max-width: 639px)`, dark, '(max-width: 639px)'],
    'the first that applies wins',
  );
  assert.match(await readPage(site, editor, path), /The file for readers on phones in the dark/);

  assert.equal(await stored(), 4);
  for (const name of ['smallDark', 'small', 'dark'])
    assert.equal((await site.fetch(`${path}/files/${name}/remove`, form(editor, {}))).status, 303);
  assert.doesNotMatch(await read(), /<source media/);
  assert.equal(await stored(), 1, 'the files that were taken away are gone');
});

test('a file that another picture has stays when it is taken away', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const [picture, other] = [await photo(900, 600), await photo(900, 601)];
  const path = `/newsroom/pictures/${await addConverted(site, editor, picture)}`;
  const { hash } = await site.deps.db.read
    .selectFrom('picture')
    .select('hash')
    .where('id', '=', await addConverted(site, editor, other))
    .executeTakeFirstOrThrow();
  await upload(site, editor, `${path}/files/dark`, other);
  await site.fetch(`${path}/files/dark/remove`, form(editor, {}));
  assert.equal((await site.fetch(`/media/${hash}/480.avif`)).status, 200);
});

test('where two people publish, a picture that readers have seen gets no other file', async (t) => {
  const site = await openSite(t, { REVIEW_BY: 'two' });
  const [editor, second] = [await site.person('editor'), await site.person('editor')];
  const picture = await addConverted(site, editor, await photo(900, 600));
  const path = `/newsroom/pictures/${picture}/files/dark`;
  assert.equal((await upload(site, editor, path, await photo(900, 601))).status, 303, 'before its publication');
  const id = await file(site, await site.grantToken(editor), { heroAssetId: picture });
  site.pass(60);
  await approve(site.deps, second, id, 0);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  const late = await upload(site, editor, path, await photo(900, 602));
  assert.equal(late.status, 422);
  assert.match(await late.text(), /Two people publish here, and readers have seen this picture/);
  assert.match(await (await site.fetch(ARTICLE)).text(), DARK);
});
