import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { DEPRECATIONS, type Deprecation } from '#http/deprecations.ts';
import { ROUTES } from '#server/routes.ts';
import { copy, json, openSite } from '../../support/site.ts';

const OLD: Deprecation[] = [
  {
    method: 'GET',
    path: '/api/public/articles/:section/:slug',
    since: '2026-11-23',
    sunset: '2027-06-01',
    successor: '/api/v1/public/articles/:section/:slug',
  },
  { method: 'GET', path: '/rss.xml', since: '2026-11-23', sunset: '2027-06-01', successor: null },
  { method: 'POST', path: '/api/admin/articles', since: '2026-11-23', sunset: '2027-06-01', successor: '/api/mcp' },
];
const EXPLAINED = '</api>; rel="deprecation"; type="text/html"';

test('a deprecated route says since when, until when and what replaces it, also from the cache and in errors', async (t) => {
  const site = await openSite(t, {}, { deprecations: OLD });
  const { id } = await createDraft(site.deps, CLI, copy({ slug: 'kept' }));
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  const told = async (path: string, init?: RequestInit) => {
    const { status, headers } = await site.fetch(path, init);
    return [status, ...['Deprecation', 'Sunset', 'Link'].map((name) => headers.get(name))];
  };
  const [since, until] = ['@1795392000', 'Tue, 01 Jun 2027 00:00:00 GMT'];
  const [, , , ownLinks] = await told('/api/v1/public/articles/robotics/kept');
  const links = [ownLinks, EXPLAINED, '</api/v1/public/articles/robotics/kept>; rel="successor-version"'];
  for (const method of ['GET', 'GET', 'HEAD'])
    assert.deepEqual(await told('/api/public/articles/robotics/kept', { method }), [
      200,
      since,
      until,
      links.filter(Boolean).join(', '),
    ]);
  assert.deepEqual((await told('/api/public/articles/robotics/none')).slice(0, 3), [404, since, until]);
  assert.deepEqual((await told('/rss.xml')).slice(0, 3), [200, since, until]);
  assert.match(String((await told('/rss.xml'))[3]), /rel="deprecation"; type="text\/html"$/);
  assert.deepEqual(await told('/api/admin/articles', { method: 'POST', body: '{}' }), [
    401,
    since,
    until,
    `${EXPLAINED}, </api/mcp>; rel="successor-version"`,
  ]);
  for (const path of ['/', '/api/v1/public/articles/robotics/kept', '/robotics/kept'])
    assert.deepEqual((await told(path)).slice(0, 3), [200, null, null]);
});

test('the API description marks a deprecated operation, and the page of the API says until when it works', async (t) => {
  const site = await openSite(t, {}, { deprecations: OLD });
  const { paths } = await json(await site.fetch('/openapi.json'));
  assert.equal(paths['/api/public/articles/{section}/{slug}'].get.deprecated, true);
  assert.equal(paths['/api/public/articles'].get.deprecated, undefined);
  const page = await (await site.fetch('/api', { headers: { Accept: 'text/html' } })).text();
  assert.match(page, /Deprecated.{0,20} since 2026-11-23; it works until 2027-06-01 at least\. Use .{0,30}\/api\/mcp/);
});

test('every deprecation names a route, leaves at least sixty days, and is in the changelog', () => {
  const changes = readFileSync(join(dirname(dirname(dirname(import.meta.dirname))), 'CHANGELOG.md'), 'utf8');
  for (const { method, path, since, sunset, successor } of DEPRECATIONS) {
    assert.ok(
      ROUTES.some((route) => route.method === method && route.path === path),
      path,
    );
    assert.ok(successor === null || ROUTES.some((route) => route.path === successor), path);
    assert.ok(Date.parse(sunset) - Date.parse(since) >= 60 * 86_400_000, path);
    assert.ok(changes.includes(path.replace(/:(\w+)/g, '{$1}')), path);
  }
});
