import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { addConverted, photo, WORDS } from '../../support/pictures.ts';
import { BASE, bearer, draft, json, openSite } from '../../support/site.ts';
import { file, readPage, revise } from '../../support/stocked.ts';

// The lead picture of an article: an unknown one blocks publication, a known one appears in every format.

const ARTICLE = '/robotics/layout-robot-pilot';

async function openWithPicture(t: TestContext, words = WORDS) {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const picture = await addConverted(site, editor, await photo(1000, 700), words);
  const { hash } = await site.deps.db.read.selectFrom('picture').select('hash').executeTakeFirstOrThrow();
  return { site, editor, token, picture, hash };
}

async function openPublished(t: TestContext, words = WORDS) {
  const opened = await openWithPicture(t, words);
  const id = await file(opened.site, opened.token, { heroAssetId: opened.picture });
  await publish(opened.site.deps, opened.editor, id, { revisionNumber: 0 });
  return { ...opened, id };
}

test('a lead picture that is not in the library blocks publication; one in the library does not', async (t) => {
  const { site, editor, token, picture } = await openWithPicture(t);
  const send = async (slug: string, heroAssetId: string) => {
    const body = JSON.stringify(draft({ slug, heroAssetId }));
    return json(await site.fetch('/api/admin/articles', { method: 'POST', headers: bearer(token), body }));
  };
  const unknown = await send('one', '11111111-1111-4111-8111-111111111111');
  const stops = unknown.gate.filter((entry: { severity: string }) => entry.severity === 'block');
  assert.deepEqual(
    stops.map(({ code, path }: { code: string; path: string }) => [code, path]),
    [['unknown_hero', 'heroAssetId']],
  );
  await assert.rejects(publish(site.deps, editor, unknown.id, { revisionNumber: 0 }), { kind: 'gate_blocked' });
  const known = await send('two', picture.toUpperCase());
  assert.ok(!known.gate.some((entry: { code: string }) => entry.code === 'unknown_hero'));
});

test('the article page shows the picture in three formats, with its size, alternative text and credit', async (t) => {
  const { site, hash } = await openPublished(t);
  const page = await (await site.fetch(ARTICLE)).text();
  const figure = /<figure class="hero">.*?<\/figure>/s.exec(page)?.[0] ?? '';
  const set = (form: string) => [480, 800, 1000].map((width) => `/media/${hash}/${width}.${form} ${width}w`).join(', ');
  assert.ok(figure.includes(`<source type="image/avif" srcset="${set('avif')}" sizes="`));
  assert.ok(figure.includes(`<source type="image/webp" srcset="${set('webp')}" sizes="`));
  assert.ok(figure.includes(`<img src="/media/${hash}/800.jpg" srcset="${set('jpg')}" sizes="`));
  assert.ok(figure.indexOf('avif') < figure.indexOf('webp') && figure.indexOf('webp') < figure.indexOf('<img'));
  assert.match(figure, /width="1000" height="700" alt="A wheeled machine draws a line on a concrete slab\."/);
  assert.doesNotMatch(figure, /loading="lazy"/);
  assert.match(figure, /<figcaption>Photograph: Example Builders<\/figcaption>/);
  for (const [address] of figure.matchAll(/\/media\/[^ "]+/g)) assert.equal((await site.fetch(address)).status, 200);
});

test('the Markdown has the picture with its alternative text and credit; the public JSON keeps its eleven fields', async (t) => {
  const { site, hash } = await openPublished(t);
  const markdown = await (await site.fetch(`${ARTICLE}.md`)).text();
  const line = `![${WORDS.alt}](${BASE}/media/${hash}/1000.jpg) ${WORDS.credit}`;
  assert.ok(markdown.includes(line), markdown);
  const article = await json(await site.fetch(`/api/public/articles${ARTICLE}`));
  assert.equal(Object.keys(article).length, 11);
});

test('an article whose new revision removes the picture shows no figure', async (t) => {
  const { site, editor, token, id } = await openPublished(t);
  await revise(site, token, id, { heroAssetId: null, baseRevision: 0 });
  await publish(site.deps, editor, id, { revisionNumber: 1 });
  assert.ok(!(await (await site.fetch(ARTICLE)).text()).includes('<picture'));
  assert.ok(!(await (await site.fetch(`${ARTICLE}.md`)).text()).includes(WORDS.alt));
});

test('HTML and Markdown in a picture’s alternative text and credit are escaped in every format', async (t) => {
  const hostile = '"><img src=x onerror=alert(1)>](javascript:alert(1)) ]]> --> `';
  const { site } = await openPublished(t, { ...WORDS, alt: hostile, credit: hostile });
  const page = await (await site.fetch(ARTICLE)).text();
  assert.ok(!page.includes('<img src=x'));
  const markdown = await (await site.fetch(`${ARTICLE}.md`)).text();
  assert.doesNotMatch(markdown, /(?<!\\)\]\(javascript:/);
  assert.doesNotMatch(markdown, /(?<!\\)<img/);
});

test('the preview of an unpublished revision shows its picture', async (t) => {
  const { site, editor, token, picture, hash } = await openWithPicture(t);
  const id = await file(site, token, { heroAssetId: picture });
  const page = await readPage(site, editor, `/newsroom/articles/${id}/revisions/0/preview`);
  assert.ok(page.includes(`/media/${hash}/800.jpg`));
  const sheet = await readPage(site, editor, `/newsroom/articles/${id}/revisions/0`);
  assert.ok(sheet.includes(`<a href="/newsroom/pictures/${picture}">${WORDS.title}</a>`));
});
