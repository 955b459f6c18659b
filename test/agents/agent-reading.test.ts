import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, poll, review } from '../support/ceremony.ts';
import { bearer, draft, form, json, openHouse, type Person, type TestHouse } from '../support/house.ts';
import { call as callTool } from '../support/mcp.ts';

// What an agent reads over MCP, by what an editor granted.

async function letIn(house: TestHouse, editor: Person, terms: [string, string][] = []): Promise<{ token: string }> {
  const { claim_token, user_code } = await ask(house);
  const fields = await review(house, editor, user_code);
  const body = new URLSearchParams([...Object.entries(fields), ...terms]).toString();
  await house.fetch('/agent/claim/approval', { ...form(editor, {}), body });
  return { token: (await json(await poll(house, claim_token))).access_token };
}

function send(house: TestHouse, token: string, path: string, over: Record<string, unknown>): Promise<Response> {
  return house.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(draft(over)) });
}

test('draft only: an agent reads the drafts it filed, and no other draft of its editor', async (t) => {
  const house = await openHouse(t);
  const editor = await house.person('editor');
  const narrow = await letIn(house, editor, [['may', 'draft']]);
  const wide = await letIn(house, editor);
  const notes = { editorialPacket: { factCheckNotes: 'Zinnober is a secret.' } };
  const own = await json(await send(house, narrow.token, '/api/admin/articles', { slug: 'own' }));
  const other = await json(await send(house, wide.token, '/api/admin/articles', { slug: 'other', ...notes }));
  const read = (token: string, id: string) => callTool(house, token, 'get_article', { id });
  const list = async (token: string) =>
    (await callTool(house, token, 'list_articles', {})).structuredContent.articles.map(({ id }: { id: string }) => id);
  assert.equal((await read(narrow.token, own.id)).isError, undefined);
  const refused = JSON.stringify(await read(narrow.token, other.id));
  assert.match(refused, /not_found/);
  assert.doesNotMatch(refused, /Zinnober/);
  assert.deepEqual(await list(narrow.token), [own.id]);
  assert.deepEqual((await list(wide.token)).sort(), [own.id, other.id].sort());
});

test('desks: an agent reads the drafts of its desks and those it filed, and no other draft', async (t) => {
  const house = await openHouse(t);
  const editor = await house.person('editor');
  const narrow = await letIn(house, editor, [['desk', 'robotics']]);
  const wide = await letIn(house, editor);
  const near = await json(await send(house, wide.token, '/api/admin/articles', { slug: 'near' }));
  const far = await json(await send(house, wide.token, '/api/admin/articles', { section: 'people', slug: 'far' }));
  const { articles } = (await callTool(house, narrow.token, 'list_articles', {})).structuredContent;
  assert.deepEqual(
    articles.map(({ id }: { id: string }) => id),
    [near.id],
  );
  assert.equal((await callTool(house, narrow.token, 'get_article', { id: near.id })).isError, undefined);
  assert.match(JSON.stringify(await callTool(house, narrow.token, 'get_article', { id: far.id })), /not_found/);
});
