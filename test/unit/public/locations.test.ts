import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CLI } from '#core/actor.ts';
import { refreshSite } from '#site/live-site.ts';
import { addSection, retireSection } from '#site/sections.ts';
import { BASE, openSite } from '../../support/site.ts';

// Where a redirect leads is an address of this site, whatever the path was. And requests that compute are limited.

const KNOWN = [
  ...['/€/', '/latest/€/', '/authors/€/', '/API/%0d%0a', '/Robotics/%0d%0aX-A:%201', "/robotics/'%20OR%201%3D1--/"],
  ...['/%E2%82%AC/', '/A%00', '/A%23b/', '/A%3Fb/', '/A%2523/', '/A%2F%2Fevil.example/', '/A|b/', '/A/%ff/', '/%7Ex/'],
];

/** A part of a path: signs of all kinds, as they are or with percent signs. */
const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replace(/[?#/\\]/g, '')),
  fc.constantFrom(
    'Robotics',
    'latest',
    'authors',
    'API',
    'tags',
    'givenup',
    'llms.txt',
    '%0d%0a',
    '%25',
    '%',
    '%zz',
    '%C3%A9',
    '€',
  ),
);
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
const ending = fc.constantFrom('', '/', '.md', '?a=€', '/?b=%0d%0a');

async function follow(fetch: (path: string) => Promise<Response>, asked: string): Promise<void> {
  const response = await fetch(asked);
  assert.ok(response.status < 500, `${asked} answers ${response.status}`);
  const location = response.headers.get('location');
  if (location === null) return;
  const url = new URL(location, BASE);
  assert.equal(url.origin, new URL(BASE).origin, `${asked} leads to ${location}`);
  assert.ok(url.href === location || url.pathname + url.search === location, `${asked} leads to ${location}`);
}

test('no path gives 500, and every redirect leads to a serialized address of this site', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  await addSection(site.deps, CLI, { slug: 'givenup', name: 'Given up', about: 'What was given up.' });
  await retireSection(site.deps, CLI, 'givenup', null);
  await refreshSite(site.deps, site.config);
  const fetch = (asked: string) => site.fetch(asked, { redirect: 'manual' });
  for (const one of [...KNOWN, '/givenup/%0d%0a', '/givenup/€', '/givenup//evil.example/']) await follow(fetch, one);
  await fc.assert(
    fc.asyncProperty(path, ending, async (start, end) => {
      if (!URL.canParse(start + end, BASE) || new URL(start + end, BASE).origin !== BASE) return;
      await follow(fetch, start + end);
    }),
    { numRuns: 400 },
  );
});

test('a mistyped address with signs of its own leads to the same signs', async (t) => {
  const site = await openSite(t);
  const leads = async (asked: string) =>
    (await site.fetch(asked, { redirect: 'manual' })).headers.get('location')?.slice(BASE.length) ?? null;
  assert.equal(await leads('/%E2%82%AC/'), '/%E2%82%AC');
  assert.equal(await leads('/Robotics/%0d%0aX-A:%201'), '/robotics/%0d%0ax-a:%201');
  assert.equal(await leads("/robotics/'%20OR%201%3D1--"), "/robotics/'%20or%201%3D1--");
  assert.equal(await leads('/A%2523/'), '/a%2523');
});

test('searches of one address are limited, on the page and in the API together', async (t) => {
  const site = await openSite(t);
  const words = Array.from({ length: 16 }, (_, at) => `mispeled${at}x`).join('+');
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++)
    for (const path of ['/search', '/api/public/articles'])
      statuses.push((await site.fetch(`${path}?q=${words}`)).status);
  assert.equal(statuses.filter((status) => status === 200).length, 120);
  assert.equal(statuses.at(-1), 429);
  assert.equal((await site.fetch('/search')).status, 200, 'the form is not a search');
});
