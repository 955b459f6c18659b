import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, poll, review } from '../../support/ceremony.ts';
import { call as callTool } from '../../support/mcp.ts';
import { bearer, draft, form, json, openSite, type Person, type TestSite } from '../../support/site.ts';

// Which drafts an agent can read over MCP, depending on its grant.

async function grantToken(site: TestSite, editor: Person, terms: [string, string][] = []): Promise<{ token: string }> {
  const { claim_token, user_code } = await ask(site);
  const fields = await review(site, editor, user_code);
  const body = new URLSearchParams([...Object.entries(fields), ...terms]).toString();
  await site.fetch('/agent/claim/approval', { ...form(editor, {}), body });
  return { token: (await json(await poll(site, claim_token))).access_token };
}

function send(site: TestSite, token: string, path: string, over: Record<string, unknown>): Promise<Response> {
  return site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(draft(over)) });
}

test('a draft-only agent can read the drafts it filed and no other draft of its editor', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const narrow = await grantToken(site, editor, [['may', 'draft']]);
  const wide = await grantToken(site, editor);
  const notes = { editorialPacket: { factCheckNotes: 'Zinnober is a secret.' } };
  const own = await json(await send(site, narrow.token, '/api/admin/articles', { slug: 'own' }));
  const other = await json(await send(site, wide.token, '/api/admin/articles', { slug: 'other', ...notes }));
  const read = (token: string, id: string) => callTool(site, token, 'get_article', { id });
  const list = async (token: string) =>
    (await callTool(site, token, 'list_articles', {})).data.articles.map(({ id }: { id: string }) => id);
  assert.equal((await read(narrow.token, own.id)).isError, undefined);
  const refused = JSON.stringify(await read(narrow.token, other.id));
  assert.match(refused, /not_found/);
  assert.doesNotMatch(refused, /Zinnober/);
  assert.deepEqual(await list(narrow.token), [own.id]);
  assert.deepEqual((await list(wide.token)).sort(), [own.id, other.id].sort());
});

test('an agent granted one section can read the drafts of that section and no draft of another section', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const narrow = await grantToken(site, editor, [['section', 'robotics']]);
  const wide = await grantToken(site, editor);
  const near = await json(await send(site, wide.token, '/api/admin/articles', { slug: 'near' }));
  const far = await json(await send(site, wide.token, '/api/admin/articles', { section: 'people', slug: 'far' }));
  const { articles } = (await callTool(site, narrow.token, 'list_articles', {})).data;
  assert.deepEqual(
    articles.map(({ id }: { id: string }) => id),
    [near.id],
  );
  assert.equal((await callTool(site, narrow.token, 'get_article', { id: near.id })).isError, undefined);
  assert.match(JSON.stringify(await callTool(site, narrow.token, 'get_article', { id: far.id })), /not_found/);
});
