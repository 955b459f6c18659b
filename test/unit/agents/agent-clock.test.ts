import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, openSite } from '../../support/site.ts';

// Clock changes (fault F7): a token never works for longer than 900 s plus one minute.

test('a token issued while the server clock was ahead is refused after the clock is corrected', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const ask = async (token: string) =>
    (await site.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body })).status;
  for (const ahead of [3600, 86_400]) {
    site.pass(ahead);
    const token = await site.grantToken(dana);
    assert.equal(await ask(token), 200);
    site.pass(-ahead);
    assert.equal(await ask(token), 401, `${ahead} s ahead`);
    site.pass(ahead - 61);
    assert.equal(await ask(token), 401, 'the token was issued more than a minute in the future');
    site.pass(1);
    assert.equal(await ask(token), 200, 'the clocks of two machines may differ by a minute');
    site.pass(60 - ahead);
  }
});

test('a token issued while the server clock was behind ends when the clock is corrected', async (t) => {
  const site = await openSite(t);
  const dana = await site.person('editor');
  site.pass(-3600);
  const token = await site.grantToken(dana);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const ask = async () => (await site.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body })).status;
  assert.equal(await ask(), 200);
  site.pass(3600);
  assert.equal(await ask(), 401);
});
