import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServer } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';
import { lastFirst } from '../support/postgres.ts';
import { form, openSite } from '../support/site.ts';

// Two server processes share one database: an agent stopped in one fails at its next call in the other.

test('“stop all agents” takes effect at the next call in another process, which saves its call log on shutdown', async (t) => {
  const { after } = lastFirst(t);
  const port = await freePort();
  const site = await openSite({ after }, { BASE_URL: `http://127.0.0.1:${port}` }); // a token is bound to one base URL
  site.pass((Date.now() - site.deps.clock()) / 1000);
  const chief = await site.person('chief');
  const tokens = [await site.grantToken(chief), await site.grantToken(await site.person('editor'))];
  const other = await startServer(port, {
    DATABASE_URL: site.config.databaseUrl,
    DATA_DIR: join(site.config.dataDir, 'other'),
  });
  after(() => other.end());
  const call = async (token: string) => {
    const params = { name: 'list_articles', arguments: {} };
    const response = await fetch(`${other.base}/api/mcp`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    await response.text();
    return response.status;
  };
  for (const token of [...tokens, ...tokens]) assert.equal(await call(token), 200);
  const stopped = await site.fetch('/newsroom/agents/stop', {
    ...form(chief, {}),
    headers: { ...form(chief, {}).headers, Origin: site.config.publication.baseUrl },
  });
  assert.equal(stopped.status, 303);
  for (const token of tokens) assert.equal(await call(token), 401);
  await other.end();
  const calls = await site.deps.db.read.selectFrom('agent_call').select(['name', 'outcome']).execute();
  assert.deepEqual(
    calls.map(({ name, outcome }) => `${name} ${outcome}`),
    Array.from({ length: 4 }, () => 'list_articles done'),
  );
});
