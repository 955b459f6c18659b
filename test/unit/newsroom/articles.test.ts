import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRevisions } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { bearer, form, fromPage, json, openSite, type Person, type TestSite } from '../../support/site.ts';
import { readPage, revise, stock } from '../../support/stocked.ts';

function publishForm(
  site: TestSite,
  person: Person,
  id: string,
  revision: string | number,
  more: Record<string, string> = {},
): Promise<Response> {
  return site.fetch(`/newsroom/articles/${id}/publish`, form(person, { revision: String(revision), ...more }));
}

test('a writer cannot publish, unpublish or open the agents page', async (t) => {
  const site = await openSite(t);
  const { writer, drafted, published } = await stock(site);
  assert.equal((await publishForm(site, writer, drafted, 0)).status, 403);
  assert.equal((await site.fetch(`/newsroom/articles/${published}/unpublish`, form(writer, {}))).status, 403);
  assert.equal((await site.fetch('/newsroom/agents', { headers: { Cookie: writer.cookie } })).status, 403);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 404);
});

test('the page of an article that is not there tells a person what to do, and an agent what to call', async (t) => {
  const site = await openSite(t);
  const { chief, token } = await stock(site);
  const none = '0190f3f2-7d3c-7bd1-9f0a-3d2c1b0a9f8e';
  const page = await site.fetch(`/newsroom/articles/${none}`, { headers: { Cookie: chief.cookie } });
  assert.equal(page.status, 404);
  const words = await page.text();
  assert.match(words, /Look for it among the articles/);
  assert.doesNotMatch(words, /MCP|list_articles/);
  const answer = await json(await site.fetch(`/api/agent/articles/${none}`, { headers: bearer(token) }));
  assert.match(answer.hint, /list_articles over MCP/);
});

test('an agent’s token gives no access to newsroom pages or forms', async (t) => {
  const site = await openSite(t);
  const { token, drafted } = await stock(site);
  const response = await site.fetch(`/newsroom/articles/${drafted}/publish`, {
    method: 'POST',
    headers: bearer(token),
  });
  assert.equal(response.status, 303);
  assert.match(response.headers.get('location') ?? '', /^\/newsroom\/sign-in\?/);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 404);
});

test('the preview shows for search and sharing exactly what the public page says of itself', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  const editorialPacket = {
    seoTitle: 'Robots & slabs',
    seoDescription: 'What to check first.',
    socialExcerpt: 'Check it.',
  };
  const cards = async () => readPage(site, editor, `/newsroom/articles/${drafted}/preview?as=cards`);
  for (const [revision, over] of [{}, { editorialPacket }].entries()) {
    await revise(site, token, drafted, { ...over, baseRevision: revision });
    const preview = await cards();
    await publish(site.deps, editor, drafted, { revisionNumber: revision + 1 });
    const page = await (await site.fetch('/robotics/layout-robot-pilot')).text();
    const meta = (name: string) => new RegExp(`="${name}" content="([^"]*)"`).exec(page)?.[1] ?? '';
    const title = /<title>([^<]*)<\/title>/.exec(page)?.[1] ?? '';
    for (const words of [
      title,
      meta('description'),
      meta('og:title'),
      meta('og:description'),
      meta('og:image:alt'),
      meta('og:url'),
    ])
      assert.ok(words !== '' && preview.includes(words), words);
  }
  const card = await site.fetch(`/newsroom/articles/${drafted}/revisions/1/card.png`, { headers: fromPage(editor) });
  assert.equal(card.headers.get('content-type'), 'image/png');
  const writer = await site.person('writer');
  assert.equal((await site.fetch(`/newsroom/articles/${drafted}/preview`, { headers: fromPage(writer) })).status, 404);
});

test('publishing asks once, with what readers will see of one exact revision', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  await revise(site, token, drafted, { headline: 'Second thoughts', baseRevision: 0 });
  const page = await readPage(site, editor, `/newsroom/articles/${drafted}`);
  assert.ok(page.includes(`href="/newsroom/articles/${drafted}/publish?revision=1" data-publish>Publish …`));
  assert.doesNotMatch(page, /<form[^>]*\/publish"/);
  const asked = await readPage(site, editor, `/newsroom/articles/${drafted}/publish?revision=1`);
  assert.match(
    asked,
    /<button type="submit" class="btn primary" form="publish-form" autofocus><span class="if-now">Publish revision 1</,
  );
  assert.match(asked, /name="revision" value="1"/);
  for (const shown of ['Second thoughts', '/robotics/<b>layout-robot-pilot', 'Robotics', 'readers for the first time'])
    assert.ok(asked.includes(shown), shown);
  assert.ok(page.includes(`href="/newsroom/articles/${drafted}/preview?revision=1">Preview</a>`));
  assert.equal(page.match(/data-publish/g)?.length, 1, 'one button publishes');
});

test('pages of the newsroom name a revision by the number of its address', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  await revise(site, token, drafted, { headline: 'Second thoughts', baseRevision: 0 });
  const page = await readPage(site, editor, `/newsroom/articles/${drafted}`);
  assert.match(page, /The copy of revision 1</);
  assert.match(page, /revisions\/1">Second thoughts</);
  assert.match(
    page,
    /name="revision" value="1"><button type="submit" class="btn plain">Approve<span class="unseen"> revision 1</,
  );
  assert.match(await readPage(site, editor, `/newsroom/articles/${drafted}/revisions/0`), /<h1><small>Revision 0</);
  await publish(site.deps, editor, drafted, { revisionNumber: 1 });
  const read = async (path: string) => (await site.fetch(path)).text();
  assert.match(await read('/robotics/layout-robot-pilot'), /Plumbline, revision 1, /);
});

test('publishing returns the editor to the article page, which names the live revision', async (t) => {
  const site = await openSite(t);
  const { editor, drafted } = await stock(site);
  const answer = await publishForm(site, editor, drafted, 0);
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get('location'), `/newsroom/articles/${drafted}?done=published`);
  const page = await readPage(site, editor, answer.headers.get('location') ?? '');
  assert.match(page, /role="status">Published. Readers see revision 0/);
  assert.match(page, /href="\/robotics\/layout-robot-pilot"/);
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 200);
});

test('the revision that the editor saw is published, even when a newer one was saved meanwhile', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, token } = await stock(site);
  await revise(site, token, drafted, { headline: 'Slipped in while the editor was reading', baseRevision: 0 });
  await publishForm(site, editor, drafted, 0);
  const live = await (await site.fetch('/robotics/layout-robot-pilot')).text();
  assert.match(live, /A layout robot on a live slab/);
  assert.doesNotMatch(live, /Slipped in/);
  assert.match(await readPage(site, editor, `/newsroom/articles/${drafted}`), /revision 1 is waiting/);
});

test('an earlier revision can be published from its own page', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  await publish(site.deps, editor, changed, { revisionNumber: 1, choice: { noneBecause: 'No fact changes.' } });
  assert.match(
    await readPage(site, editor, `/newsroom/articles/${changed}/revisions/0`),
    new RegExp(`href="/newsroom/articles/${changed}/publish\\?revision=0" data-publish>Publish revision 0`),
  );
  const page = await readPage(site, editor, `/newsroom/articles/${changed}/publish?revision=0`);
  assert.match(
    page,
    /<button type="submit" class="btn primary" form="publish-form"><span class="if-now">Publish revision 0</,
  );
  assert.match(page, /leaves revision 1, which is newer, waiting/);
  assert.equal((await publishForm(site, editor, changed, 0)).status, 422);
  const because = { correction: 'none', noCorrectionBecause: 'No fact changes.' };
  assert.equal((await publishForm(site, editor, changed, 0, because)).status, 303);
});

test('before publishing, the page names the replaced revision, the new address and the correction', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  const page = await readPage(site, editor, `/newsroom/articles/${changed}/publish`);
  assert.match(page, /replaces revision 0, which readers see now/);
  assert.match(
    page,
    /<code>\/benchmarks\/takeoff-benchmark<\/code> to <code>\/benchmarks\/takeoff-benchmark-drawings<\/code>/,
  );
  assert.match(page, /records a permanent correction: “The second program missed 14 doors/);
});

test('when the gate blocks, the page shows the reasons and no button, and the form gets an error page', async (t) => {
  const site = await openSite(t);
  const { editor, stopped } = await stock(site);
  const page = await readPage(site, editor, `/newsroom/articles/${stopped}`);
  assert.doesNotMatch(page, /<form[^>]*\/publish"/);
  assert.doesNotMatch(await readPage(site, editor, `/newsroom/articles/${stopped}/publish`), /form="publish-form"/);
  assert.match(page, /<strong>To fix<\/strong> <span>There is no section/);
  assert.ok(page.indexOf('To fix<') < page.indexOf('To consider<'));
  const refused = await publishForm(site, editor, stopped, 0);
  assert.equal(refused.status, 409);
  const why = await refused.text();
  assert.match(why, /2 things have to be fixed before publication/);
  assert.match(why, /There is no section/);
  assert.match(why, /Nothing was changed/);
  assert.match(why, new RegExp(`href="/newsroom/articles/${stopped}"`));
});

test('publishing a live revision gets 409, and an unknown revision 404', async (t) => {
  const site = await openSite(t);
  const { editor, published } = await stock(site);
  assert.equal((await publishForm(site, editor, published, 0)).status, 409);
  for (const none of ['1', '-1', '0.5', '', '99999999999', 'x']) {
    assert.equal((await publishForm(site, editor, published, none)).status, 404, none);
  }
});

test('unpublishing hides the article from readers and keeps its revisions', async (t) => {
  const site = await openSite(t);
  const { editor, published } = await stock(site);
  const answer = await site.fetch(`/newsroom/articles/${published}/unpublish`, form(editor, {}));
  assert.equal(answer.headers.get('location'), `/newsroom/articles/${published}?done=unpublished`);
  assert.equal((await site.fetch('/software/pour-sequence-model')).status, 404);
  assert.match(
    await readPage(site, editor, answer.headers.get('location') ?? ''),
    /publish\?revision=0" data-publish>Publish …/,
  );
  assert.equal((await listRevisions(site.deps.db.read, editor, published)).length, 1);
  assert.equal((await site.fetch(`/newsroom/articles/${published}/unpublish`, form(editor, {}))).status, 409);
});

test('publish and unpublish forms sent from another site are refused', async (t) => {
  const site = await openSite(t);
  const { editor, drafted, published } = await stock(site);
  const foreign = {
    Cookie: editor.cookie,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Sec-Fetch-Site': 'cross-site',
    Origin: 'https://evil.example',
  };
  for (const path of [`/newsroom/articles/${drafted}/publish`, `/newsroom/articles/${published}/unpublish`]) {
    const response = await site.fetch(path, { method: 'POST', headers: foreign, body: 'revision=0' });
    assert.equal(response.status, 403, path);
  }
  assert.equal((await site.fetch('/robotics/layout-robot-pilot')).status, 404);
  assert.equal((await site.fetch('/software/pour-sequence-model')).status, 200);
});

test('the query `done=published` shows no success message for an article that is not published', async (t) => {
  const site = await openSite(t);
  const { editor, drafted } = await stock(site);
  assert.doesNotMatch(await readPage(site, editor, `/newsroom/articles/${drafted}?done=published`), /class="done"/);
});
