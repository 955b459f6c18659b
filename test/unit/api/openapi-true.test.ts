import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goLive, goLiveListed } from '../../support/live.ts';
import { fillPath, loadParts, publishParts, settingsOf } from '../../support/part.ts';
import { json, openSite } from '../../support/site.ts';

// Checks the media types and examples of the API description against the running server.

type Described = {
  security?: unknown;
  parameters?: { $ref?: string; in?: string; required?: boolean; name?: string; example?: string }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
};
const PAGES = ['text/html', 'text/markdown', 'application/json'];

test('every page path answers in exactly the media types described for it', async (t) => {
  const parts = await loadParts();
  const site = await openSite(t, settingsOf(parts));
  await goLiveListed(site, { slug: 'tagged' });
  const parameters = await publishParts(parts, site);
  const { paths, components } = await json(await site.fetch('/openapi.json'));
  const example = (name: string) => components.parameters[name].example;
  for (const [template, { get }] of Object.entries(paths as Record<string, { get?: Described }>)) {
    const described = Object.keys(get?.responses['200']?.content ?? {});
    if (get?.security || !described.some((type) => PAGES.includes(type))) continue;
    const path = fillPath(template, parameters)
      .replace('{section}', example('Desk'))
      .replace('{slug}', example('Slug'))
      .replace('{month}', new Date(site.deps.clock()).toISOString().slice(0, 7))
      .replace('{tag}', 'layout')
      .replace('{revision}', '0')
      .replace('{series}', 'six-weeks-with-a-robot');
    const query = (get?.parameters ?? []).filter((one) => one.in === 'query' && one.required);
    const asked = new URLSearchParams(query.map(({ name = '', example: value = '' }) => [name, value]));
    const answered = new Set<string>();
    for (const accept of PAGES) {
      const answer = await site.fetch(query.length > 0 ? `${path}?${asked}` : path, { headers: { Accept: accept } });
      assert.equal(answer.status, 200, `${accept} of ${path}`);
      answered.add((answer.headers.get('content-type') ?? '').replace(/;.*/, ''));
    }
    assert.deepEqual([...answered].sort(), [...described].sort(), template);
  }
});

test('the examples show a published article, and another one after it is unpublished', async (t) => {
  const site = await openSite(t);
  const { unpublish } = await import('#editorial/publish/unpublish.ts');
  const { CLI } = await import('#core/actor.ts');
  const first = await goLive(site, { slug: 'the-first' });
  site.pass(60);
  await goLive(site, { section: 'people', slug: 'the-second' });
  const read = async () => {
    const { components } = await json(await site.fetch('/openapi.json'));
    const [section, slug] = [components.parameters.Desk.example, components.parameters.Slug.example];
    assert.equal((await site.fetch(`/${section}/${slug}`)).status, 200);
    const page = await (await site.fetch('/api', { headers: { Accept: 'text/html' } })).text();
    assert.ok(page.includes(`/${section}/${slug}&quot;`), 'an example has its address');
    return `${section}/${slug}`;
  };
  assert.equal(await read(), 'robotics/the-first');
  await unpublish(site.deps, CLI, first.id);
  assert.equal(await read(), 'people/the-second');
});
