import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { TOOL_NAMES } from '#agents/pages/mcp-server-info.ts';
import { dataOf, type Told } from '../../support/mcp.ts';
import { openOnPort } from '../../support/port.ts';
import { draft } from '../../support/site.ts';

// The official MCP client libraries against a server on a port.

const ME = { name: 'test', version: '1.0.0' };

type Connected = {
  revision: string | undefined;
  serverName: string | undefined;
  instructions: string | undefined;
  list: () => Promise<Told>;
  call: (name: string, given?: Record<string, unknown>) => Promise<Told>;
};

const clients: [string, (address: URL, token: string, t: TestContext) => Promise<Connected>, string][] = [
  ['sdk 1 (2025-11-25)', connectOld, '2025-11-25'],
  ['client 2, legacy (2025-11-25)', (address, token, t) => connectNew('legacy', address, token, t), '2025-11-25'],
  ['client 2, auto (2026-07-28)', (address, token, t) => connectNew('auto', address, token, t), '2026-07-28'],
  [
    'client 2, pinned (2026-07-28)',
    (address, token, t) => connectNew({ pin: '2026-07-28' }, address, token, t),
    '2026-07-28',
  ],
];

for (const [name, connect, revision] of clients) {
  test(`${name} connects, lists and calls every tool`, async (t) => {
    const { site, address, baseUrl } = await openOnPort(t);
    const token = await site.grantToken(await site.person('editor'));
    const client = await connect(address, token, t);
    assert.equal(client.revision, revision);
    assert.equal(client.serverName, 'Plumbline');
    assert.match(client.instructions ?? '', /Nothing here publishes/);

    const { tools } = await client.list();
    assert.deepEqual(
      tools.map((tool: { name: string }) => tool.name),
      [...TOOL_NAMES],
    );

    const sources = [
      { title: 'Record', url: 'https://example.org/a|b?c=^`"<>{}#ünïcode', publisher: 'Site', note: 'p. 3' },
    ];
    const sent = draft({ sources, editorialPacket: { seoTitle: 'Title' }, sponsorshipDisclosure: null });
    const call = async (tool: string, given: Record<string, unknown>) => dataOf(await client.call(tool, given));
    const created = await call('create_article', sent);
    assert.deepEqual(
      [created.status, created.revision, created.url],
      ['draft', 0, `${baseUrl}/robotics/layout-robot-pilot`],
    );

    const saved = await call('save_revision', {
      ...sent,
      articleId: created.id,
      baseRevision: 0,
      headline: 'Six weeks on',
    });
    assert.equal(saved.revision, 1);

    const read = await call('get_article', { id: created.id });
    assert.equal(read.headline, 'Six weeks on');
    const { version: since } = read;
    const again = await call('get_article', { id: created.id, since, fields: ['headline'] });
    assert.equal(again.unchanged, true);

    const listed = await call('list_articles', { section: 'robotics' });
    assert.deepEqual([listed.articles.length, listed.articles[0].id, listed.nextCursor], [1, created.id, null]);
  });

  test(`${name} gets a refusal as a tool result and an unknown tool as an error`, async (t) => {
    const { site, address } = await openOnPort(t);
    const token = await site.grantToken(await site.person('editor'));
    const client = await connect(address, token, t);
    await client.list();
    const { id } = dataOf(await client.call('create_article', draft()));
    const refusals: [string, Record<string, unknown>, string][] = [
      ['create_article', draft(), 'slug_taken'],
      ['create_article', { headline: 5 }, 'validation_failed'],
      ['save_revision', { ...draft(), articleId: id, baseRevision: 4 }, 'revision_conflict'],
      ['get_article', { id: crypto.randomUUID() }, 'not_found'],
      ['list_articles', { limit: 1000 }, 'validation_failed'],
    ];
    for (const [tool, given, code] of refusals) {
      const result = await client.call(tool, given);
      assert.equal(result.isError, true);
      assert.equal(JSON.parse(result.content[0].text).code, code);
    }
    await assert.rejects(client.call('publish_article', { id }), (error: Error & { code?: number }) => {
      assert.equal(error.code, -32602);
      return true;
    });
    assert.deepEqual(site.log, []);
  });

  test(`${name} cannot connect with an expired token`, async (t) => {
    const { site, address } = await openOnPort(t);
    const token = await site.grantToken(await site.person('editor'));
    site.pass(900);
    await assert.rejects(connect(address, token, t), /401|unauthorized/i);
  });
}

async function connectOld(address: URL, token: string, t: TestContext): Promise<Connected> {
  const client = new OldClient(ME);
  const transport = new OldTransport(address, { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
  t.after(() => client.close());
  // The types of the transport class lack `undefined` where its interface has it.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    revision: transport.protocolVersion,
    serverName: client.getServerVersion()?.name,
    instructions: client.getInstructions(),
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, ...(given && { arguments: given }) }),
  };
}

async function connectNew(
  mode: 'legacy' | 'auto' | { pin: string },
  address: URL,
  token: string,
  t: TestContext,
): Promise<Connected> {
  const client = new NewClient(ME, { versionNegotiation: { mode } });
  const transport = new NewTransport(address, { requestInit: { headers: { Authorization: `Bearer ${token}` } } });
  t.after(() => client.close());
  await client.connect(transport);
  return {
    revision: client.getNegotiatedProtocolVersion(),
    serverName: client.getServerVersion()?.name,
    instructions: client.getInstructions(),
    list: () => client.listTools(),
    call: (name, given) => client.callTool({ name, ...(given && { arguments: given }) }),
  };
}
