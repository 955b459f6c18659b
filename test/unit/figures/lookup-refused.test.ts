import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BASE, json, openSite } from '../../support/site.ts';
import { file, RICH } from '../../support/stocked.ts';

test('the card of a number gets the reason for a refused lookup as JSON, and a browser without a script gets a page', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const id = await file(site, await site.grantToken(editor), { ...RICH });
  const send = (accept: string, body: FormData | URLSearchParams) =>
    site.fetch(`/newsroom/articles/${id}/figures/lookup`, {
      method: 'POST',
      body,
      headers: { Cookie: editor.cookie, Accept: accept, 'X-Fragment': 'panel', Origin: BASE },
    });
  const unnamed = new FormData();
  for (const [name, value] of Object.entries({ revision: '0', source: 'https://nowhere.example/' }))
    unnamed.set(name, value);
  for (const [body, status] of [
    [unnamed, 404],
    [new URLSearchParams({ revision: '0' }), 415],
  ] as const) {
    const refused = await send('application/json', body);
    assert.equal(refused.status, status);
    const { error, hint } = await json(refused);
    assert.ok(error.length > 0 && hint.length > 0, JSON.stringify({ error, hint }));
  }
  assert.match((await send('text/html', new URLSearchParams())).headers.get('content-type') ?? '', /text\/html/);
});
