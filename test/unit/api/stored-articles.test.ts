import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { addComment, resolve } from '#editorial/review/comment.ts';
import { requestChanges, takeBackReview } from '#editorial/review/review.ts';
import { describedBy } from '../../support/described.ts';
import { call } from '../../support/mcp.ts';
import { bearer, draft, json, openSite, type TestSite } from '../../support/site.ts';

// Reading drafts over REST, and polling for what editors want, over REST and MCP alike.

const LIST = '/api/agent/articles';

function reader(site: TestSite, token: string) {
  const get = async (path: string) => {
    const response = await site.fetch(path, { headers: bearer(token) });
    return { status: response.status, headers: response.headers, body: await json(response) };
  };
  const mcp = async (name: string, given: object) => (await call(site, token, name, given)).data;
  return { get, mcp };
}

test('REST answers stored articles as the MCP tools do, with the same arguments, and as the API description says', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { get, mcp } = reader(site, token);
  const { id } = await mcp('create_article', draft());
  await mcp('create_article', draft({ slug: 'the-other', section: 'people' }));
  const rows: [string, string, object][] = [
    [LIST, 'list_articles', {}],
    [`${LIST}?limit=1&fields=dek,url`, 'list_articles', { limit: 1, fields: ['dek', 'url'] }],
    [`${LIST}?section=people&q=layout&names=true`, 'list_articles', { section: 'people', q: 'layout', names: true }],
    [`${LIST}?needs=my+answer`, 'list_articles', { needs: 'my answer' }],
    [`${LIST}/${id}`, 'get_article', { id }],
    [
      `${LIST}/${id}?fields=headline,gate&gateEntries=all`,
      'get_article',
      { id, fields: ['headline', 'gate'], gateEntries: 'all' },
    ],
  ];
  for (const [path, name, given] of rows) assert.deepEqual((await get(path)).body, await mcp(name, given), path);
  const { nextCursor, articles } = (await get(`${LIST}?limit=1`)).body;
  const next = (await get(`${LIST}?limit=1&cursor=${nextCursor}`)).body;
  assert.notEqual(next.articles[0].id, articles[0].id);

  const { holds } = await describedBy(site);
  const fetch = (path: string, sent = bearer(token)) => site.fetch(path, { headers: sent });
  await holds('listStoredArticles', await fetch(LIST));
  await holds('listStoredArticles', await fetch(`${LIST}?limit=0`));
  await holds('listStoredArticles', await fetch(`${LIST}?cursor=nonsense`));
  await holds('readStoredArticle', await fetch(`${LIST}/${id}`));
  await holds('readStoredArticle', await fetch(`${LIST}/${crypto.randomUUID()}`));
  await holds('readStoredArticle', await fetch(`${LIST}/x`));
  await holds('readStoredArticle', await fetch(`${LIST}/${id}`, {} as Record<string, string>));
  for (const wrong of ['limit=x', 'limit=1e2', 'fields=body', 'needs=answer', 'owner=all', 'q=a&q=b', 'since=-1']) {
    const { status, body } = await get(`${LIST}?${wrong}`);
    assert.deepEqual([status, body.code], [422, 'validation_failed'], wrong);
    assert.equal(body.issues[0].path.split('.')[0], wrong.split('=')[0]);
  }
  const stranger = reader(site, await site.grantToken(await site.person('editor')));
  assert.equal((await stranger.get(`${LIST}/${id}`)).status, 404, 'a draft of another editor');
  assert.deepEqual((await stranger.get(LIST)).body.articles, []);
});

test('a draft that an editor sent back is found by needs, and by since, until the next revision is saved', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const { get, mcp } = reader(site, token);
  const { id } = await mcp('create_article', draft());
  await mcp('create_article', draft({ slug: 'the-other' }));
  const waiting = async () => {
    const listed = await mcp('list_articles', { needs: 'my answer' });
    const { articles } = await mcp('list_articles', {});
    const marked = articles.filter((one: { needs?: string }) => one.needs === 'my answer');
    assert.deepEqual(marked, listed.articles, 'the filter and the mark in the list agree');
    return listed.articles.map((one: { id: string }) => one.id);
  };
  assert.deepEqual(await waiting(), []);
  const { version } = await mcp('list_articles', {});
  assert.deepEqual((await mcp('list_articles', { since: version })).articles, [], 'nothing happened');
  const seen = await mcp('get_article', { id });
  assert.equal((await mcp('get_article', { id, since: seen.version })).unchanged, true);

  await requestChanges(site.deps, editor, { id, revision: 0, note: 'Name the crew.' });
  assert.deepEqual(await waiting(), [id]);
  const changed = await mcp('list_articles', { since: version });
  assert.deepEqual(
    changed.articles.map((one: { id: string }) => one.id),
    [id],
  );
  assert.ok(changed.version > version);
  const sentBack = await mcp('get_article', { id, since: seen.version });
  assert.equal(sentBack.review.note, 'Name the crew.');
  assert.match(sentBack.next, /^An editor asks for changes: `review\.note`/);
  assert.ok(sentBack.nextLookAfter < seen.nextLookAfter);
  await takeBackReview(site.deps, editor, id, 0);
  assert.deepEqual(await waiting(), []);

  const place = { revision: 0, blockId: null, passage: null, occurrence: null };
  const comment = await addComment(site.deps, editor, id, { ...place, text: 'Who counted?' });
  assert.deepEqual(await waiting(), [id]);
  assert.match((await mcp('get_article', { id })).next, /Open `comments`/);
  await resolve(site.deps, editor, id, comment);
  assert.deepEqual(await waiting(), []);
  await addComment(site.deps, editor, id, { ...place, text: 'And who wrote it down?' });
  await mcp('save_revision', { ...draft(), articleId: id, baseRevision: 0 });
  assert.deepEqual(await waiting(), [], 'the next revision is the answer');

  await publish(site.deps, editor, id, { revisionNumber: 1 });
  const { body } = await get(`${LIST}/${id}?fields=status`);
  assert.deepEqual([body.status, body.nextLookAfter], ['published', 3600]);
  const stranger = reader(site, await site.grantToken(await site.person('editor')));
  await addComment(site.deps, editor, id, { ...place, revision: 1, text: 'For our own agents.' });
  assert.deepEqual(await waiting(), [id]);
  assert.deepEqual((await stranger.mcp('list_articles', { needs: 'my answer' })).articles, []);
  assert.equal((await stranger.mcp('get_article', { id })).next.includes('comments'), false);
});

test('reads of stored drafts are limited for each grant', async (t) => {
  const site = await openSite(t);
  const { get } = reader(site, await site.grantToken(await site.person('editor')));
  const statuses: number[] = [];
  for (let n = 0; n <= 120; n++) statuses.push((await get(`${LIST}?limit=1`)).status);
  assert.deepEqual([statuses.filter((status) => status === 200).length, statuses.at(-1)], [120, 429]);
});
