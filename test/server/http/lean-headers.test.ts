import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { tagOf } from '#http/cache/tags.ts';
import { goLive } from '../../support/live.ts';
import { openRaw } from '../../support/raw.ts';
import { openSite } from '../../support/site.ts';

// The size of response headers on the wire.

/** Bytes of headers that an article may have, with the status line, as `curl -sI` prints them. */
const MOST_BYTES = {
  'text/html': 900,
  // With the digest of the bytes and the permanent address.
  'text/markdown': 1050,
  'application/json': 1050,
};
const SLUG = 'a-correction-is-a-revision-mark';

for (const [type, most] of Object.entries(MOST_BYTES)) {
  test(`the headers of an article as ${type} have at most ${most} bytes`, async (t) => {
    const { site, port } = await openRaw(t, { BASE_URL: 'https://magazine.example' });
    await goLive(site, { section: 'field-operations', slug: SLUG });
    for (const coding of ['identity', 'gzip', 'gzip', 'br']) {
      const head = await readHead(port, `Accept: ${type}\r\nAccept-Encoding: ${coding}\r\n`);
      assert.match(head, /^HTTP\/1\.1 200 OK\r\n/);
      assert.doesNotMatch(head, /\r\n(?:Connection|Keep-Alive):/i);
      assert.match(head, /\r\nStrict-Transport-Security: max-age=31536000\r\n/i);
      assert.ok(head.length <= most, `${head.length} bytes with ${coding}\n${head}`);
    }
  });
}

test('by setting, public responses carry tags for caches in front of the server, and private ones carry none', async (t) => {
  const settings = { CDN_TAGS: 'cache-groups', PURGE_VARNISH: 'http://10.0.0.5:6081', PURGE_FASTLY: 'ab1' };
  const site = await openSite(t, { ...settings, PURGE_FASTLY_TOKEN: 'secret-token' });
  const { id } = await goLive(site, { section: 'robotics' });
  const chief = await site.person('chief');
  const tagsAt = async (path: string, headers = {}) => {
    const answer = await site.fetch(path, { headers, redirect: 'manual' });
    await answer.arrayBuffer();
    const [groups, xkey, keys] = ['cache-groups', 'xkey', 'surrogate-key'].map((name) => answer.headers.get(name));
    assert.equal(keys, xkey);
    assert.equal(groups, xkey && `"${xkey.replaceAll(' ', '", "')}"`, path);
    const ages = ['cache-control', 'cdn-cache-control', 'surrogate-control'].map((name) => answer.headers.get(name));
    return { tags: xkey?.split(' ') ?? null, ages };
  };
  const [browsers, long] = ['public, max-age=60, stale-while-revalidate=300, stale-if-error=86400', 'max-age=600'];
  const article = tagOf(`article:${id}`);
  for (const accept of ['text/html', 'text/markdown', 'application/json']) {
    const { tags, ages } = await tagsAt('/robotics/layout-robot-pilot', { Accept: accept });
    assert.ok(tags?.includes('site') && tags.includes(article), `${accept}: ${tags}`);
    assert.equal(tags?.includes('placed-ads'), accept === 'text/html');
    assert.deepEqual(ages, [browsers, long, long]);
  }
  const { tags } = await tagsAt('/robotics');
  assert.deepEqual(tags, ['site', 'desk-robotics']);
  const edition = [
    '/',
    '/latest',
    '/rss.xml',
    '/sitemap.xml',
    '/corrections',
    '/archive/2026-09',
    '/llms.txt',
    '/changes',
  ];
  for (const path of [...edition, '/api/public/articles', '/api/v1/public/changes', '/latest?page=1'])
    assert.ok((await tagsAt(path)).tags?.includes('edition'), path);
  // The search index follows a publication later, so a purge could not renew these: only a change of the site removes them.
  assert.deepEqual(await tagsAt('/search?q=robot'), { tags: ['site'], ages: [browsers, null, null] });
  for (const path of ['/robotics/none', '/news-sitemap.xml', '/advertise/inquiry'])
    assert.deepEqual((await tagsAt(path)).tags, ['site'], path);
  for (const path of ['/newsroom', '/newsroom/sign-in', '/healthz', '/api/mcp'])
    assert.equal((await tagsAt(path, { Cookie: chief.cookie })).tags, null, path);
});

/** The headers of the response to a HEAD request on a connection that stays open. */
function readHead(port: number, headers: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`HEAD /field-operations/${SLUG} HTTP/1.1\r\nHost: magazine.example\r\n${headers}\r\n`);
  return new Promise((resolve) => {
    let head = '';
    socket.on('data', (part) => {
      head += part;
      if (head.endsWith('\r\n\r\n')) socket.destroy();
    });
    socket.on('close', () => resolve(head));
  });
}
