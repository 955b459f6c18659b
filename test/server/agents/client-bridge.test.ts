import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client as NewClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as NewTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { TOOL_NAMES } from '#agents/pages/mcp-server-info.ts';
import { revokeGrant } from '#agents/revoke.ts';
import { approve, clientEnv, clientFolder, clientOf, letIn, NODE, PROGRAM } from '../../support/agents/agent-client.ts';
import { dataOf, type Told } from '../../support/mcp.ts';
import { openOnPort } from '../../support/port.ts';
import { draft } from '../../support/site.ts';

// `plumbline-agent mcp` as the official MCP clients start it.

const ME = { name: 'test', version: '1.0.0' };

type Revision = '2026-07-28' | 'legacy' | 'sdk 1';
type Connected = {
  list: () => Promise<Told>;
  call: (name: string, given?: Record<string, unknown>) => Promise<Told>;
};

/** Starts the bridge as a client would. Its clock is ahead of this one by the seconds that `ahead` was called with. */
async function startBridge(t: TestContext, folder: string, baseUrl: string, revision?: Revision) {
  const [clock, offset] = [join(folder, 'clock.mjs'), join(folder, 'seconds')];
  const ahead = (seconds: number) => writeFileSync(offset, String(seconds));
  ahead(0);
  writeFileSync(
    clock,
    `import { readFileSync } from 'node:fs';
     const real = Date.now;
     Date.now = () => real() + Number(readFileSync(${JSON.stringify(offset)}, 'utf8')) * 1000;`,
  );
  const args = ['--import', clock, PROGRAM, 'mcp', '--site', baseUrl];
  const start = { command: NODE, args, env: clientEnv(folder) };
  return { ahead, ...(revision === 'sdk 1' ? await connectOld(t, start) : await connectNew(t, start, revision)) };
}

type Start = { command: string; args: string[]; env: Record<string, string> };

async function connectOld(t: TestContext, start: Start): Promise<Connected> {
  const client = new OldClient(ME);
  t.after(() => client.close());
  await client.connect(new OldTransport(start));
  return {
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, ...(given && { arguments: given }) }),
  };
}

async function connectNew(t: TestContext, start: Start, revision?: Revision): Promise<Connected> {
  const mode = revision === '2026-07-28' ? { pin: revision } : (revision ?? 'auto');
  const client = new NewClient(ME, { versionNegotiation: { mode: mode as 'auto' } });
  t.after(() => client.close());
  await client.connect(new NewTransport(start));
  return {
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, ...(given && { arguments: given }) }),
  };
}

/** Lists the tools, and makes one call that works and two that do not. */
async function useTools(bridge: Connected): Promise<void> {
  const { tools } = await bridge.list();
  assert.deepEqual(
    tools.map((tool: { name: string }) => tool.name),
    [...TOOL_NAMES],
  );
  assert.equal(dataOf(await bridge.call('create_article', draft())).status, 'draft');
  const wrong = await bridge.call('create_article', { headline: 5 });
  assert.equal(JSON.parse(wrong.content[0].text).code, 'validation_failed');
  await assert.rejects(bridge.call('publish_article', {}), /Unknown tool/);
}

test('client 2 uses the tools over stdio, and two hours with a grant that is renewed have no failed call', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const folder = clientFolder(t);
  await letIn(site, clientOf(folder, baseUrl), await site.person('editor'), 'day');
  const bridge = await startBridge(t, folder, baseUrl, '2026-07-28');
  await useTools(bridge);
  const failed: number[] = [];
  for (let seconds = 0; seconds <= 7210; seconds += 70) {
    if ((await bridge.call('list_articles', { limit: 1 })).isError) failed.push(seconds);
    site.pass(70);
    bridge.ahead(seconds + 70);
  }
  assert.deepEqual(failed, []);
  const tokens = await site.deps.db.read.selectFrom('access_token').select('id').execute();
  assert.equal(tokens.length, 9, 'a token every 840 seconds, a minute before the end of the last one');
});

test('a bridge that nobody let in starts, tells the code, and works when an editor has approved; so again after a revocation', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const [folder, editor] = [clientFolder(t), await site.person('editor')];
  for (const revision of ['legacy', 'sdk 1', '2026-07-28'] as const) {
    const early = await startBridge(t, folder, baseUrl, revision);
    assert.equal((await early.list()).tools.length, TOOL_NAMES.length, revision);
  }
  const bridge = await startBridge(t, folder, baseUrl, '2026-07-28');
  const codeOf = (told: Told) => {
    assert.equal(told.isError, true);
    assert.match(told.content[0].text, /Show this to the person who started you/);
    return /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(told.content[0].text)?.[1] ?? '';
  };
  const both = await Promise.all([bridge.call('list_articles'), bridge.call('list_articles')]);
  const [code, same] = both.map(codeOf);
  assert.equal(code, same, 'two calls at once make one claim');
  const claim = await approve(site, editor, code ?? '', 'day');
  assert.deepEqual(dataOf(await bridge.call('list_articles')).articles, []);

  await revokeGrant(site.deps, editor, claim);
  const next = codeOf(await bridge.call('create_article', draft()));
  assert.notEqual(next, code);
  await approve(site, editor, next);
  assert.equal(dataOf(await bridge.call('create_article', draft())).status, 'draft');
});

test('sdk 1 uses the tools over stdio; the bridge waits for a server that restarts, and tells the model of a rate limit', async (t) => {
  const { site, baseUrl, server } = await openOnPort(t);
  const folder = clientFolder(t);
  await letIn(site, clientOf(folder, baseUrl), await site.person('editor'));
  const bridge = await startBridge(t, folder, baseUrl, 'sdk 1');
  await useTools(bridge);
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  const waiting = bridge.call('create_article', draft({ slug: 'after-the-restart' }));
  await new Promise((restart) => setTimeout(restart, 100));
  server.listen(Number(new URL(baseUrl).port), '127.0.0.1');
  assert.equal(dataOf(await waiting).status, 'draft');

  const answers = await Promise.all(Array.from({ length: 125 }, () => bridge.call('list_articles', { limit: 1 })));
  const limited = answers.filter(({ isError }) => isError);
  assert.ok(limited.length > 0);
  const { code, retryAfter } = JSON.parse(limited[0].content[0].text);
  assert.deepEqual([code, retryAfter > 5], ['rate_limited', true]);
});
