import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bearer, openHouse } from '../support/house.ts';

// Tokens and the clock of the machine (fault F7): whatever the clock does, a token lives 900 s and a minute at most.

test('a token that was issued while the clock was ahead is refused once the clock is put right', async (t) => {
  const house = await openHouse(t);
  const dana = await house.person('editor');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const ask = async (token: string) =>
    (await house.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body })).status;
  for (const ahead of [3600, 86_400]) {
    house.pass(ahead);
    const token = await house.letIn(dana);
    assert.equal(await ask(token), 200);
    house.pass(-ahead);
    assert.equal(await ask(token), 401, `${ahead} s ahead`);
    house.pass(ahead - 61);
    assert.equal(await ask(token), 401, 'more than a minute ahead still');
    house.pass(1);
    assert.equal(await ask(token), 200, 'the clocks of two machines may differ by a minute');
    house.pass(60 - ahead);
  }
});

test('a token that was issued while the clock was behind ends when the clock is put right', async (t) => {
  const house = await openHouse(t);
  const dana = await house.person('editor');
  house.pass(-3600);
  const token = await house.letIn(dana);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const ask = async () => (await house.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body })).status;
  assert.equal(await ask(), 200);
  house.pass(3600);
  assert.equal(await ask(), 401);
});
