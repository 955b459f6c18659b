import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SIGN_IN } from '../../support/entering.ts';
import { form, json, openSite, PASSWORD } from '../../support/site.ts';

// Behind proxies, the client address is the entry that our own proxy wrote, never one that the client wrote.

const LIST = '192.0.2.1, 198.51.100.2, 203.0.113.3';

for (const { proxies, list, address } of [
  { proxies: '0', list: LIST, address: '127.0.0.1' },
  { proxies: '1', list: LIST, address: '203.0.113.3' },
  { proxies: '2', list: LIST, address: '198.51.100.2' },
  { proxies: '3', list: LIST, address: '192.0.2.1' },
  { proxies: '4', list: LIST, address: '127.0.0.1' },
  { proxies: '1', list: '192.0.2.1, unknown', address: '127.0.0.1' },
  { proxies: '1', list: '', address: '127.0.0.1' },
])
  test(`with TRUSTED_PROXIES=${proxies} the client address of "${list}" is ${address}`, async (t) => {
    const site = await openSite(t, { TRUSTED_PROXIES: proxies });
    const dana = await site.person('editor', 'Dana Whitfield');
    const sent = form({ cookie: '' }, { email: dana.email, password: PASSWORD });
    const headers = { ...(sent.headers as Record<string, string>), 'X-Forwarded-For': list };
    assert.equal((await site.fetch(SIGN_IN, { ...sent, headers })).status, 303);
    const rows = await site.deps.db.read.selectFrom('session').select(['address', 'browser']).execute();
    assert.deepEqual(
      rows.filter(({ browser }) => browser !== 'test').map((row) => row.address),
      [address],
    );
  });

test('a client that sends a different first entry each time is still rate limited', async (t) => {
  const site = await openSite(t, { TRUSTED_PROXIES: '1' });
  const ask = (address: string) =>
    site.fetch('/api/agent/identity', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: '{"type":"service_auth"}',
    });
  for (let n = 1; n <= 10; n++) assert.equal((await ask(`192.0.2.${n}, 203.0.113.3`)).status, 200);
  const refused = await ask('192.0.2.11, 203.0.113.3');
  assert.deepEqual([refused.status, (await json(refused)).code], [429, 'rate_limited']);
  assert.equal((await ask('192.0.2.11, 203.0.113.4')).status, 200);
});
