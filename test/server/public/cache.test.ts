import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Copy, RevisedCopy } from '#article/copy.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { createListener } from '#server/listener.ts';
import { copy, openSite, type TestSite } from '../../support/site.ts';

// Cached responses, through Request and Response and through a socket.

const PATH = '/robotics/layout-robot-pilot';

async function live(site: TestSite, over: Partial<Copy> = {}): Promise<string> {
  const { id } = await createDraft(site.deps, CLI, { ...copy(), ...over });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

async function onPort(t: TestContext, site: TestSite): Promise<string> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const server = createServer(createListener(site.deps, site.config, log)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('app and socket give the same status, headers and body, freshly rendered or from the cache', async (t) => {
  const site = await openSite(t);
  await live(site);
  const base = await onPort(t, site);
  const asks: [string, Record<string, string>][] = [
    [PATH, {}],
    [PATH, { Accept: 'text/markdown' }],
    [PATH, { Accept: 'application/json' }],
    [`${PATH}.md`, {}],
    ['/', {}],
    ['/api', {}],
    ['/api', { Accept: 'text/html' }],
    ['/api/public/articles', {}],
    ['/rss.xml', {}],
    ['/llms.txt', {}],
    ['/static/style.css', {}],
  ];
  for (const [path, headers] of asks) {
    for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
      const ask = { headers: { Accept: '*/*', 'Accept-Encoding': coding, ...headers } };
      const answers = [
        await site.fetch(path, ask),
        await site.fetch(path, ask),
        await fetch(base + path, ask),
        await fetch(base + path, ask),
      ];
      const told = answers.map((answer) => {
        const kept = [...answer.headers].filter(
          ([name]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
        );
        return JSON.stringify([answer.status, kept.sort()]);
      });
      assert.deepEqual(new Set(told).size, 1, `${path} ${coding}: ${told.join('\n')}`);
      const texts = await Promise.all([answers[2]?.text(), answers[3]?.text()]);
      assert.equal(texts[0], texts[1]);
      assert.ok(texts[0]);
    }
  }
});

test('each content coding has its own strong ETag, which gives 304 only for that coding', async (t) => {
  const site = await openSite(t);
  await live(site);
  const base = await onPort(t, site);
  const tags = new Map<string, string>();
  for (const coding of ['identity', 'gzip', 'br', 'zstd']) {
    const answer = await fetch(base + PATH, { headers: { 'Accept-Encoding': coding } });
    await answer.text();
    assert.equal(answer.headers.get('content-encoding'), coding === 'identity' ? null : coding);
    assert.equal(answer.headers.get('vary'), 'Accept, Accept-Encoding');
    tags.set(coding, answer.headers.get('etag') ?? '');
  }
  assert.equal(new Set(tags.values()).size, 4);
  for (const [coding, tag] of tags) {
    for (const [asked, status] of [...tags.keys()].map((other) => [other, other === coding ? 304 : 200] as const)) {
      const answer = await fetch(base + PATH, { headers: { 'Accept-Encoding': asked, 'If-None-Match': tag } });
      assert.equal(answer.status, status, `${coding} tag, ${asked} asked`);
    }
  }
});

test('HEAD gives the headers of GET without a body, also from the cache', async (t) => {
  const site = await openSite(t);
  await live(site);
  const base = await onPort(t, site);
  for (let round = 0; round < 2; round++) {
    const [get, head] = [await fetch(base + PATH), await fetch(base + PATH, { method: 'HEAD' })];
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
    assert.equal(head.headers.get('etag'), get.headers.get('etag'));
    assert.equal(await head.text(), '');
    assert.ok(await get.text());
  }
});

test('the next request after publishing, correcting or unpublishing gets the new content', async (t) => {
  const site = await openSite(t);
  const base = await onPort(t, site);
  const read = async (path: string) => (await fetch(base + path)).text();
  assert.match(await read('/'), /Nothing has been published/);
  const id = await live(site);
  for (const path of ['/', '/robotics', PATH, '/rss.xml', '/llms.txt', '/sitemap.xml', '/api/public/articles']) {
    assert.match(await read(path), /layout-robot-pilot/, path);
    await read(path);
  }
  for (let n = 1; n <= 3; n++) {
    const next: RevisedCopy = {
      ...copy({ headline: `Take ${n}`, correctionNote: `Correction number ${n} of this article.` }),
      baseRevision: n - 1,
    };
    await saveRevision(site.deps, CLI, id, { copy: next });
    assert.doesNotMatch(await read(PATH), new RegExp(`Take ${n}`));
    await publish(site.deps, CLI, id, { revisionNumber: n });
    for (const path of ['/', '/robotics', PATH, `${PATH}.md`, '/rss.xml', '/llms.txt'])
      assert.match(await read(path), new RegExp(`Take ${n}`), path);
    assert.match(await read('/corrections'), new RegExp(`Correction number ${n}`));
  }
  await unpublish(site.deps, CLI, id);
  assert.equal((await fetch(base + PATH)).status, 404);
  assert.match(await read('/'), /Nothing has been published/);
});

test('a query parameter that the page does not use creates no cache entry', async (t) => {
  const site = await openSite(t);
  await live(site);
  const base = await onPort(t, site);
  const plain = await fetch(base + PATH);
  for (const query of ['?utm_source=x', '?a=1&b=2', '?']) {
    const answer = await fetch(base + PATH + query);
    assert.equal(answer.headers.get('etag'), plain.headers.get('etag'));
    assert.equal(answer.headers.get('x-request-id'), null, 'served from the cache');
  }
  const narrowed = await fetch(`${base}/api/public/articles?section=people`);
  assert.deepEqual(await narrowed.json(), { articles: [], nextCursor: null });
});
