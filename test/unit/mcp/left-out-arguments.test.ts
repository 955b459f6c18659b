import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goLive } from '../../support/live.ts';
import { ask, call, dataOf, post } from '../../support/mcp.ts';
import { draft, json, openSite, type TestSite } from '../../support/site.ts';

// Strict clients send every optional argument: as null, or as an empty value.

type Schema = {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
};

async function askPublic(site: TestSite, method: string, params: unknown) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
  return json(await site.fetch('/mcp', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }));
}

/** Both servers: the arguments that each tool needs, and how it is called. */
async function openServers(site: TestSite) {
  const article = await goLive(site);
  const token = await site.grantToken(await site.person('editor'));
  let slug = 0;
  const filed = () => draft({ slug: `filed-${++slug}` });
  const { data: stored } = await call(site, token, 'create_article', filed());
  const revised = { ...draft({ slug: 'filed-1' }), articleId: stored.id, baseRevision: 0, dryRun: true };
  return [
    {
      send: async (method: string, params: unknown) => (await ask(site, token, method, params)).body,
      needed: {
        list_articles: () => ({}),
        get_article: () => ({ id: stored.id }),
        create_article: filed,
        save_revision: () => revised,
      },
    },
    {
      send: (method: string, params: unknown) => askPublic(site, method, params),
      needed: {
        search: () => ({ query: 'robot' }),
        fetch: () => ({ id: article.id }),
        changes: () => ({}),
        check_quote: () => ({ text: 'The robot sets out the points.' }),
      },
    },
  ];
}

test('null and an empty value that an optional argument cannot have are the same as leaving it out, in every tool', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  for (const { send, needed } of await openServers(site)) {
    const { tools } = (await send('tools/list', {})).result;
    assert.deepEqual(tools.map(({ name }: { name: string }) => name).sort(), Object.keys(needed).sort());
    for (const { name, inputSchema } of tools) {
      const arguments_ = needed[name as keyof typeof needed] as () => object;
      const optional = optionalOf(inputSchema).filter((field) => !(field in arguments_()));
      for (const empty of [null, '', [], {}]) {
        const given = { ...Object.fromEntries(optional.map((field) => [field, empty])), ...arguments_() };
        const { result } = await send('tools/call', { name, arguments: given });
        assert.ok(!result.isError, `${name} ${JSON.stringify(empty)}: ${JSON.stringify(result)}`);
        if (name === 'create_article') continue;
        const plain = await send('tools/call', { name, arguments: arguments_() });
        assert.deepEqual(dataOf(result), dataOf(plain.result), `${name} ${JSON.stringify(empty)}`);
      }
    }
  }
});

test('optional fields inside of arguments may be null, and required ones may not', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const source = { title: 'Trial report', url: 'https://trial.example/', publisher: null, note: null };
  const { data } = await call(site, token, 'create_article', {
    ...draft({ sources: [source] }),
    editorialPacket: { seoTitle: null, factCheckNotes: 'One number is open.' },
  });
  const record = await call(site, token, 'get_article', { id: data.id });
  assert.deepEqual(record.data.sources, [{ title: 'Trial report', url: 'https://trial.example/' }]);
  assert.deepEqual(record.data.editorialPacket, { factCheckNotes: 'One number is open.' });
  for (const wrong of [
    { headline: null },
    { bodyBlocks: [] },
    { sources: [{ ...source, title: null }] },
    { tagIds: [null] },
  ]) {
    const { isError, content } = await call(site, token, 'create_article', { ...draft({ slug: 'other' }), ...wrong });
    assert.ok(isError && content[0].text.includes('validation_failed'), JSON.stringify(wrong));
  }
});

test('what is null in the params of a message counts as left out', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  for (const params of [
    { name: 'list_articles', arguments: null },
    { name: 'list_articles', arguments: {}, _meta: null },
  ])
    assert.ok(dataOf((await ask(site, token, 'tools/call', params)).body.result).articles, JSON.stringify(params));
  assert.ok((await ask(site, token, 'tools/list', { cursor: null })).body.result.tools);
  const list = await post(site, token, '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}');
  assert.ok(list.body.result.tools);
});

test('the schema of each optional argument allows null, within objects and lists, too', async (t) => {
  const site = await openSite(t);
  for (const { send } of await openServers(site))
    for (const { name, inputSchema } of (await send('tools/list', {})).result.tools)
      for (const [field, schema] of fieldsOf(inputSchema)) assert.ok(allowsNull(schema), `${name} ${field}`);
});

function allowsNull({ type = [], anyOf = [], ...schema }: Schema): boolean {
  if (schema.const !== undefined || schema.enum?.includes(null) === false) return false;
  return type.includes('null') || anyOf.some(allowsNull);
}

function optionalOf({ properties = {}, required = [] }: Schema): string[] {
  return Object.keys(properties).filter((name) => !required.includes(name));
}

/** All optional fields of a schema with their own schemas. */
function fieldsOf(schema: Schema): [string, Schema][] {
  const within = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  const own = optionalOf(schema).map((name): [string, Schema] => [name, schema.properties?.[name] ?? {}]);
  return [...own, ...[...within, ...(schema.items ? [schema.items] : [])].flatMap(fieldsOf)];
}
