import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { namedSchemas, openApi, withoutAnswerExamples } from '#agents/reference/document.ts';
import type { JsonObject } from '#http/api-description.ts';
import { listOperations, lookUp, nameOfRef } from '#http/api-description.ts';
import { nameOf } from '#http/api-schemas.ts';
import { readConfig } from '#runtime/config/config.ts';
import { ROUTES } from '#server/routes.ts';
import { defaultPublication } from '#site/live-site.ts';
import { goLive } from '../../support/live.ts';
import { BASE, json, openSite } from '../../support/site.ts';

const publication = defaultPublication(readConfig({ BASE_URL: BASE }));
const api = await openApi(publication, 'plumbline');
const operations = listOperations(api);
const schemas = new Map<string, z.ZodType>(
  (await namedSchemas(publication)).map(({ schema }) => [nameOf(schema), schema]),
);

/** Every object inside a value, the value itself included. */
function* within(value: unknown): Generator<JsonObject> {
  if (Array.isArray(value)) for (const item of value) yield* within(item);
  else if (typeof value === 'object' && value !== null) {
    yield value as JsonObject;
    for (const member of Object.values(value)) yield* within(member);
  }
}

test('the document is OpenAPI 3.1.0, version 0.1.0, with the base URL as server and no authentication by default', () => {
  assert.equal(api.openapi, '3.1.0');
  assert.equal(api.info.version, '0.1.0');
  assert.equal(api.servers[0]?.url, BASE);
  assert.deepEqual(api.security, []);
});

test('/openapi.json serves the document as JSON and answers 304 to its ETag', async (t) => {
  const site = await openSite(t);
  const first = await site.fetch('/openapi.json');
  assert.equal(first.status, 200);
  assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(first.headers.get('access-control-allow-origin'), '*');
  assert.deepEqual(
    await json(first),
    JSON.parse(JSON.stringify(withoutAnswerExamples(await openApi(site.publication, 'plumbline')))),
  );
  const again = await site.fetch('/openapi.json', {
    headers: { 'If-None-Match': first.headers.get('etag') ?? '' },
  });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), '');
});

test('the document has the URLs and the title of the site that serves it', async (t) => {
  const one = await openSite(t, { BASE_URL: 'https://magazine.example' });
  const other = await openSite(t, { BASE_URL: 'https://other.example', PUBLICATION_NAME: 'Other' });
  const said = await json(await one.fetch('/openapi.json'));
  assert.equal(said.servers[0].url, 'https://magazine.example');
  assert.equal(said.components.securitySchemes.cookieSession.name, '__Host-plumbline');
  assert.doesNotMatch(JSON.stringify(said), /127\.0\.0\.1|localhost/);
  assert.equal((await json(await other.fetch('/openapi.json'))).info.title, 'Other');
});

for (const { schema, example } of await namedSchemas(publication)) {
  test(`the example of ${nameOf(schema)} fits its schema`, () => {
    const read = schema.safeParse(example);
    assert.ok(read.success, String(read.error));
  });
}

test('the examples of responses fit the schemas of the responses', () => {
  for (const node of within([api.paths, api.components.responses])) {
    for (const media of Object.values((node.content ?? {}) as Record<string, JsonObject>)) {
      const name = nameOfRef(media.schema as JsonObject) ?? '';
      const given = Object.values((media.examples ?? {}) as Record<string, JsonObject>).map(({ value }) => value);
      for (const example of [...given, ...('example' in media ? [media.example] : [])]) {
        const read = schemas.get(name)?.safeParse(example);
        assert.ok(read?.success, `${name}: ${JSON.stringify(example)}`);
      }
    }
  }
});

test('every $ref points to a component, and every component is used', () => {
  const referred = new Set([...within(api)].flatMap((node) => (typeof node.$ref === 'string' ? [node.$ref] : [])));
  const there = Object.entries(api.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `#/components/${kind}/${name}`));
  assert.deepEqual([...referred].sort(), there.sort());
});

test('every operation has a unique operationId, a summary, a description and one declared tag', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  assert.equal(new Set(names).size, names.length);
  const tags = new Set(api.tags.map((tag) => tag.name));
  for (const { operation, path } of operations) {
    assert.match(operation.operationId, /^[a-z]+([A-Z][a-z0-9]*)*$/);
    assert.ok(operation.summary.length > 5 && operation.description.length > 10, path);
    assert.ok(operation.tags.length === 1 && operation.tags.every((tag) => tags.has(tag)), path);
  }
});

test('the declared path parameters are exactly those in the path', () => {
  for (const { path, operation } of operations) {
    const declared = (operation.parameters ?? []).map((one) => lookUp(api, one)).filter((one) => one.in === 'path');
    const named = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    assert.deepEqual(declared.map((one) => one.name).sort(), named.sort(), path);
  }
});

test('only the write routes, the stored articles and the MCP endpoint require a bearer token, and only the write routes accept a session', () => {
  const asking = operations.filter(({ operation }) => operation.security);
  const told = Object.fromEntries(
    asking.map(({ path, operation }) => [path, operation.security?.flatMap((one) => Object.keys(one))]),
  );
  assert.deepEqual(told, {
    '/api/admin/articles': ['bearerAuth', 'cookieSession'],
    '/api/admin/articles/{articleId}/revisions': ['bearerAuth', 'cookieSession'],
    '/api/agent/articles': ['bearerAuth'],
    '/api/agent/articles/{articleId}': ['bearerAuth'],
    '/api/mcp': ['bearerAuth'],
  });
  assert.deepEqual(api.components.securitySchemes.bearerAuth?.scheme, 'bearer');
});

test('every error response below /api is described with code, error and hint', () => {
  for (const { path, operation } of operations.filter((one) => one.path.startsWith('/api'))) {
    for (const [status, answer] of Object.entries(operation.responses).filter(([status]) => status >= '400')) {
      const content = (lookUp(api, answer).content ?? {}) as Record<string, { schema: JsonObject }>;
      if ('text/markdown' in content) continue;
      const schema = content['application/json']?.schema ?? {};
      const choices = (schema.oneOf as JsonObject[] | undefined) ?? [schema];
      for (const choice of choices) {
        const isJsonRpc = choice.$ref === '#/components/schemas/JsonRpcAnswer';
        if (isJsonRpc && path.endsWith('/mcp')) continue;
        const required = lookUp(api, choice).required as string[];
        for (const field of ['code', 'error', 'hint'])
          assert.ok(required.includes(field), `${path} ${status} ${field}`);
      }
    }
  }
});

test('each route below /api is described once, and every described operation has a route', () => {
  const routed = ROUTES.map(({ method, path }) => `${method} ${path.replace(/:([a-zA-Z]+)(\{[^}]*\})?/g, '{$1}')}`);
  const described = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  for (const operation of described) assert.ok(routed.includes(operation), `${operation} has no route`);
  const ofApi = routed.filter((route) => / \/api\b/.test(route) && !route.startsWith('OPTIONS'));
  for (const route of ofApi) {
    const [alias, own] = [
      route.replace('/api/public', '/api/v1/public'),
      route.replace('/api/v1/public', '/api/public'),
    ];
    const times = [...new Set([alias, own])].filter((one) => described.has(one)).length;
    assert.equal(times, 1, route);
  }
});

test('/openapi.json fits into 30,000 tokens of four characters', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const { length } = await (await site.fetch('/openapi.json')).text();
  assert.ok(length <= 120_000, `${length} characters`);
});

test('the webhooks are described with their bodies, headers and answers', () => {
  const bodies = Object.values(api.webhooks).map(({ post }) => post);
  const names = [...operations.map(({ operation }) => operation), ...bodies].map(({ operationId }) => operationId);
  assert.equal(new Set(names).size, names.length);
  for (const { tags, parameters, requestBody, responses } of bodies) {
    assert.ok(api.tags.some(({ name }) => tags.includes(name)));
    assert.deepEqual(
      parameters?.map(({ name }) => name),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
    );
    assert.ok(requestBody && '410' in responses);
  }
});

test('no described operation is named for publishing or approving', () => {
  for (const { operation, path } of operations) {
    assert.doesNotMatch(`${path} ${operation.operationId}`, /publish|approve/i);
  }
});

test('the printed examples of a draft and of a revision have nothing that blocks them', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const token = await site.grantToken(await site.person('editor'));
  const send = (path: string, copy: unknown) =>
    site.fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(copy),
    });
  const { schemas } = (await json(await site.fetch('/openapi.json'))).components;
  const [draft, revision] = [schemas.ArticleDraft.examples[0], schemas.ArticleRevision.examples[0]];
  const filed = await json(await send('/api/admin/articles', draft));
  const revised = await json(await send(`/api/admin/articles/${filed.id}/revisions`, revision));
  for (const { gate } of [filed, revised]) {
    assert.deepEqual(
      gate.filter(({ severity }: { severity: string }) => severity === 'block'),
      [],
    );
  }
});
