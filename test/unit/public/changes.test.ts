import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RevisedCopy } from '#article/copy.ts';
import { MAX_OPEN_PER_ADDRESS } from '#changes/pages/change-feed.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { copy, json, openSite, type TestSite } from '../../support/site.ts';

// What changed, from the publication log: in pages, by long poll, as a stream, and as a page for people.

const PATH = '/api/v1/public/changes';

async function publishNew(site: TestSite, slug: string, section = 'robotics'): Promise<string> {
  const { id } = await createDraft(site.deps, CLI, copy({ slug, section }));
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

async function publishAgain(site: TestSite, id: string, base: number, over: Partial<RevisedCopy>): Promise<void> {
  await saveRevision(site.deps, CLI, id, { copy: { ...copy(), ...over, baseRevision: base } });
  const choice = over.correctionNote ? null : { noneBecause: 'The headline is better.' };
  await publish(site.deps, CLI, id, { revisionNumber: base + 1, choice });
}

type Changes = { changes: Record<string, unknown>[]; nextAfter: number };
const read = async (site: TestSite, query = ''): Promise<Changes> => json(await site.fetch(PATH + query));

test('publications, corrections, moves and withdrawals are told in order, with the address before a move', async (t) => {
  const site = await openSite(t);
  assert.deepEqual(await read(site), { changes: [], nextAfter: 0 });
  const id = await publishNew(site, 'one');
  const note = 'An earlier version named the wrong machine.';
  await publishAgain(site, id, 0, { slug: 'one', correctionNote: note });
  await publishAgain(site, id, 1, { slug: 'two', section: 'people', correctionNote: note });
  const { modifiedAt } = await json(await site.fetch('/api/public/articles/people/two'));
  await unpublish(site.deps, CLI, id);
  const base = site.config.publication.baseUrl;
  const { changes, nextAfter } = await read(site);
  assert.deepEqual(
    changes.map(({ type, url, previousUrl, revision }) => [type, url, previousUrl, revision]),
    [
      ['article.published', `${base}/robotics/one`, null, 0],
      ['article.corrected', `${base}/robotics/one`, null, 1],
      ['article.moved', `${base}/people/two`, `${base}/robotics/one`, 2],
      [changes[3]?.type, `${base}/people/two`, null, 2],
      ['article.withdrawn', `${base}/people/two`, null, null],
    ],
  );
  assert.equal(changes[1]?.correctionNote, note);
  assert.equal(changes[3]?.modifiedAt, modifiedAt);
  assert.ok(changes.every((one) => one.id === id));
  assert.deepEqual(await read(site, `?after=${nextAfter}`), { changes: [], nextAfter });
  const ofPeople = await read(site, '?section=people');
  assert.deepEqual(
    ofPeople.changes.map(({ seq }) => seq),
    changes.slice(2).map(({ seq }) => seq),
  );
  const first = await site.fetch(`${PATH}?limit=2`);
  assert.match(first.headers.get('cache-control') ?? '', /immutable/);
  assert.equal(((await first.json()) as Changes).nextAfter, changes[1]?.seq);
  assert.doesNotMatch((await site.fetch(PATH)).headers.get('cache-control') ?? '', /immutable/);

  for (const form of ['text/html', 'text/markdown']) {
    const page = await (await site.fetch('/changes', { headers: { Accept: form } })).text();
    for (const words of [/withdrawn/i, /wrong machine/, /robotics\/one/, /people\/two/])
      assert.match(page, words, form);
  }
});

test('the page of changes names live articles by their headlines, and links no withdrawn article', async (t) => {
  const site = await openSite(t);
  const [live, gone] = [await publishNew(site, 'live'), await publishNew(site, 'gone')];
  await publishAgain(site, live, 0, {
    slug: 'live',
    headline: 'The robot that stayed',
    correctionNote: 'An earlier version named the wrong machine.',
  });
  await unpublish(site.deps, CLI, gone);
  const page = await (await site.fetch('/changes')).text();
  assert.equal(page.split('<a href="/robotics/live">The robot that stayed</a>').length - 1, 2);
  assert.doesNotMatch(page, /<a href="\/robotics\/gone"/);
  assert.match(page, /robotics\/gone/);
  const markdown = await (await site.fetch('/changes.md')).text();
  assert.equal(markdown.split('[The robot that stayed](').length - 1, 2);
  assert.doesNotMatch(markdown, /\]\([^)]*robotics\/gone/);
  assert.match(markdown, /robotics\/gone was withdrawn/);
});

test('the page of changes says what happened to each article, newest first', async (t) => {
  const site = await openSite(t);
  const id = await publishNew(site, 'one');
  site.pass(60);
  await publishAgain(site, id, 0, { slug: 'one', correctionNote: 'An earlier version named the wrong machine.' });
  site.pass(60);
  await publishAgain(site, id, 1, { slug: 'one', headline: 'The robot that stayed' });
  const page = await (await site.fetch('/changes')).text();
  assert.deepEqual(
    [...page.matchAll(/<h3><span>(\w+):/g)].map(([, word]) => word),
    ['Updated', 'Corrected', 'Published'],
  );
  assert.match(page, /Corrected:[\s\S]*wrong machine[\s\S]*Published:/);
});

test('readers see the days of changes and corrections by the clocks of the magazine', async (t) => {
  const site = await openSite(t, { PUBLICATION_TIME_ZONE: 'Pacific/Kiritimati' });
  const id = await publishNew(site, 'one');
  await publishAgain(site, id, 0, { slug: 'one', correctionNote: 'An earlier version named the wrong machine.' });
  const utc = (await read(site)).changes.at(-1)?.at as string;
  const local = new Date(Date.parse(utc) + 14 * 3_600_000).toISOString();
  assert.notEqual(local.slice(0, 10), utc.slice(0, 10), 'it is another day in UTC');
  for (const path of ['/changes', '/corrections', '/robotics/one']) {
    const page = await (await site.fetch(path)).text();
    const days = [...page.matchAll(new RegExp(`datetime="${utc.slice(0, 13)}[^"]*">(\\d+)`, 'g'))].map(([, day]) =>
      Number(day),
    );
    assert.deepEqual([...new Set(days)], [Number(local.slice(8, 10))], path);
  }
});

test('a malformed parameter, and a number the log has not reached, are refused', async (t) => {
  const site = await openSite(t);
  await publishNew(site, 'one');
  for (const query of [
    '?after=-1',
    '?after=x',
    '?limit=0',
    '?limit=1001',
    '?wait=51',
    '?section=no',
    '?after=1&after=2',
  ])
    assert.equal((await site.fetch(PATH + query)).status, 400, query);
  for (const headers of [{ Accept: 'application/json' }, { Accept: 'text/event-stream' }]) {
    const refused = await site.fetch(`${PATH}?after=999999`, { headers });
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /after=0/);
  }
});

test('a long poll answers when something changes, and a stream goes on after Last-Event-ID', async (t) => {
  const site = await openSite(t);
  await publishNew(site, 'one');
  const { nextAfter } = await read(site);
  const polls = [1, 2].map(() => read(site, `?after=${nextAfter}&wait=50`));
  const stream = await site.fetch(PATH, {
    headers: { Accept: 'text/event-stream', 'Last-Event-ID': String(nextAfter) },
  });
  assert.equal(stream.headers.get('content-type'), 'text/event-stream');
  const reader = (stream.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => (await reader.read()).value ?? '';
  assert.match(await next(), /^retry: /);
  await publishNew(site, 'two');
  for (const { changes } of await Promise.all(polls))
    assert.deepEqual(
      changes.map(({ slug }) => slug),
      ['two'],
    );
  assert.match(
    await next(),
    new RegExp(`^id: ${nextAfter + 1}\nevent: article.published\ndata: .*"slug":"two".*\n\n$`),
  );
  await publishNew(site, 'three');
  assert.match(await next(), /"slug":"three"/);
  await reader.cancel();
  assert.deepEqual(await read(site, `?after=${nextAfter + 2}&wait=1`), { changes: [], nextAfter: nextAfter + 2 });
});

test('an address opens a limited number of streams, and closing the feed ends them', async (t) => {
  const site = await openSite(t);
  await publishNew(site, 'one');
  const open = () => site.fetch(PATH, { headers: { Accept: 'text/event-stream' } });
  const streams = await Promise.all(Array.from({ length: MAX_OPEN_PER_ADDRESS }, open));
  const refused = await open();
  assert.equal(refused.status, 429);
  await streams.pop()?.body?.cancel();
  const again = await open();
  assert.equal(again.status, 200);
  site.services.changeFeed.close();
  for (const one of [...streams, again]) assert.match(await one.text(), /^retry: 3000/);
  assert.equal((await open()).status, 503);
});
