import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SENT_TEXT_NAMES } from '#article/article-fields.ts';
import { ask, call, refused } from '../../support/mcp.ts';
import { bearer, draft, json, openSite } from '../../support/site.ts';

// Mistakes that take several calls, and the information an agent can get over MCP alone.

const ID = '7d444840-9dc0-41d1-b245-5ffdce74fad2';

test('an article record sent back whole is refused with all its unknown fields and the list of valid fields', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = (await call(site, token, 'create_article', draft())).data;
  const record = (await call(site, token, 'get_article', { id })).data;
  const told = await refused(site, token, 'save_revision', { ...record, articleId: id, baseRevision: 0 });
  const unknown = told.issues.filter(({ message }: { message: string }) => message.includes('is not a field'));
  const known = [
    'bodyBlocks',
    'dek',
    'headline',
    'section',
    'slug',
    'authorId',
    'editorialPacket',
    'heroAssetId',
    'sources',
    'tagIds',
    ...SENT_TEXT_NAMES,
  ].map(String);
  const tooMany = Object.keys(record).filter((key) => !known.includes(key));
  assert.deepEqual(unknown.map(({ path }: { path: string }) => path).sort(), tooMany.sort());
  assert.match(told.hint, /The only fields are .*bodyBlocks.*baseRevision/);
  const mended = Object.fromEntries(Object.entries(record).filter(([key]) => known.includes(key)));
  const saved = await call(site, token, 'save_revision', { ...mended, articleId: id, baseRevision: 0 });
  assert.equal(saved.data.revision, 1);
});

test('a repeated create_article is refused with the id of its first draft; another editor’s agent does not get the id', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const stranger = await site.grantToken(await site.person('editor'));
  const { id } = (await call(site, token, 'create_article', draft())).data;
  await call(site, token, 'save_revision', { ...draft(), articleId: id, baseRevision: 0 });
  const told = await refused(site, token, 'create_article', draft());
  assert.deepEqual([told.code, told.articleId, told.currentRevision], ['slug_taken', id, 1]);
  assert.match(told.hint, /This is yours/);
  assert.match(told.hint, new RegExp(`save_revision.*articleId ${id} and baseRevision 1`));
  const answer = await site.fetch('/api/admin/articles', {
    method: 'POST',
    headers: bearer(token),
    body: JSON.stringify(draft()),
  });
  assert.deepEqual([answer.status, (await json(answer)).articleId], [409, id]);
  const hidden = await refused(site, stranger, 'create_article', draft());
  assert.deepEqual([hidden.code, hidden.articleId, hidden.currentRevision], ['slug_taken', undefined, undefined]);
  assert.ok(!JSON.stringify(hidden).includes(id));
});

test('the refusals of an unknown tool, of arguments as text and of a wrong baseRevision say what to send', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const unknown = await ask(site, token, 'tools/call', { name: 'publish_article', arguments: {} });
  assert.match(unknown.body.error.message, /The tools are list_articles, get_article, create_article, save_revision/);
  const asText = await ask(site, token, 'tools/call', { name: 'list_articles', arguments: '{"limit": 5}' });
  assert.match(asText.body.error.message, /`arguments` is a JSON object, not a string/);
  const { id } = (await call(site, token, 'create_article', draft())).data;
  const stale = await refused(site, token, 'save_revision', { ...draft(), articleId: id, baseRevision: 7 });
  assert.deepEqual([stale.code, stale.currentRevision], ['revision_conflict', 0]);
  assert.match(stale.hint, /save with baseRevision 0/);
});

test('the hint for an expired token is to poll the same claim again; for a draft read over REST it is get_article', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const { id } = (await call(site, token, 'create_article', draft())).data;
  for (const path of [`/api/admin/articles/${id}`, `/api/admin/articles/${ID}`, '/api/admin/articles']) {
    const told = await json(await site.fetch(path, { headers: bearer(token) }));
    assert.match(told.hint, /get_article of POST \/api\/mcp/, path);
  }
  site.pass(901);
  const expired = await json(await site.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body: '{}' }));
  assert.match(expired.hint, /once more with the same claim_token/);
  assert.ok(expired.hint.indexOf('/api/agent/token') < expired.hint.indexOf('/api/agent/identity'));
});

test('over MCP alone an agent gets the claimsReview format, the sections, authors, tags and a working newsroom address', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor');
  const token = await site.grantToken(dana);
  const { tools } = (await ask(site, token, 'tools/list')).body.result;
  const [, , create, save] = tools;
  const { section, editorialPacket } = create.inputSchema.properties;
  assert.match(section.description, /field-operations, robotics, software, benchmarks, people/);
  const form = editorialPacket.properties.claimsReview.description;
  for (const word of ['"figures":', 'sourced', 'computed', 'quoted', 'exempt', 'locator', 'formula'])
    assert.ok(form.includes(word), word);
  assert.match(save.description, /Fields and answer are those of create_article/);
  const at = '2026-09-06T13:00:00.000Z';
  const [author, tag] = [crypto.randomUUID(), crypto.randomUUID()];
  await site.deps.db.write(async (tx) => {
    await tx.insertInto('author').values({ id: author, slug: 'jane', name: 'Jane Doe', created_at: at }).execute();
    await tx.insertInto('tag').values({ id: tag, slug: 'layout', name: 'Layout', created_at: at }).execute();
  });
  const named = (await call(site, token, 'list_articles', { names: true })).data;
  assert.ok(named.authors.some(({ id, name }: { id: string; name: string }) => id === author && name === 'Jane Doe'));
  assert.ok(named.tags.some(({ id, name }: { id: string; name: string }) => id === tag && name === 'Layout'));
  const narrowed = (await call(site, token, 'list_articles', { names: true, q: 'jane' })).data;
  assert.deepEqual([narrowed.authors.length, narrowed.tags.length], [1, 0]);
  assert.equal((await call(site, token, 'list_articles')).data.authors, undefined);
  const filed = (await call(site, token, 'create_article', draft({ authorId: author, tagIds: [tag] }))).data;
  assert.deepEqual(
    filed.gate.filter(({ path }: { path: string }) => /author|tag/.test(path)),
    [],
  );
  const page = await site.fetch(new URL(filed.newsroomUrl).pathname, { headers: { Cookie: dana.cookie } });
  assert.equal(page.status, 200);
});
