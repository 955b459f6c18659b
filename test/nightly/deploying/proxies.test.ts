import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasNginx } from '../../../bench/nginx.ts';
import { cookieOf, SIGN_IN } from '../../support/entering.ts';
import { goLive } from '../../support/live.ts';
import { form, PASSWORD } from '../../support/site.ts';
import { readBlock } from '../caches/documented-config.ts';
import * as proxied from './proxied-site.ts';

// Real nginx and Caddy with the configurations of docs/deployment.md, by https, in front of a server.

const { HOST, ask } = proxied;

for (const { name, start, skip } of [
  { name: 'nginx', start: proxied.startDocumentedNginx, skip: hasNginx ? false : 'nginx is not installed' },
  { name: 'Caddy', start: proxied.startDocumentedCaddy, skip: proxied.hasCaddy ? false : 'Caddy is not installed' },
]) {
  test(`behind ${name} each form, the address of the reader, uploads and event streams arrive as without it`, {
    skip,
  }, async (t) => {
    const { site, port } = await proxied.openProxiedSite(t);
    await goLive(site, { slug: 'story', headline: 'A story behind a proxy' });
    const proxy = await start(t, port);
    await seeForms(proxy);
    const cookie = await signIn(site, proxy);
    await seeUploads(proxy, cookie);
    await seeStream(t, site, proxy, cookie);
    const moved = await proxied.askPlain(proxy, '/robotics/story');
    assert.ok([301, 308].includes(moved.statusCode ?? 0));
    assert.match(moved.headers.location ?? '', new RegExp(`^https://${HOST}(:\\d+)?/robotics/story$`));
  });
}

test('behind Caddy a request that comes during a restart waits for the next process', {
  skip: proxied.hasCaddy ? false : 'Caddy is not installed',
}, async (t) => {
  const { stop, start, port } = await proxied.openProxiedSite(t);
  const proxy = await proxied.startDocumentedCaddy(t, port);
  await stop();
  const answers = Promise.all(Array.from({ length: 5 }, () => ask(proxy, '/about')));
  await sleep(1500); // a restart takes this long on a busy machine
  await start();
  assert.deepEqual(
    (await answers).map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
});

test('the Caddyfile of the repository is the one that is printed and tested', () => {
  const [, file = ''] = /^#[^\n]*\n(.*)$/s.exec(proxied.readCaddyfile()) ?? [];
  assert.equal(file.trim(), readBlock('caddy', '{$SITE_ADDRESS', 'deployment.md').trim());
});

async function seeForms(proxy: proxied.Proxy): Promise<void> {
  for (const [accept, type] of [
    ['text/html', 'text/html; charset=utf-8'],
    ['text/markdown', 'text/markdown; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
  ] as const) {
    const { status, headers, body } = await ask(proxy, '/robotics/story', { headers: { Accept: accept } });
    assert.deepEqual([status, headers['content-type']], [200, type]);
    assert.match(body.toString(), /A story behind a proxy/);
    assert.match(String(headers.vary), /Accept/);
    const again = { Accept: accept, 'If-None-Match': String(headers.etag) };
    assert.equal((await ask(proxy, '/robotics/story', { headers: again })).status, 304);
  }
  const packed = await ask(proxy, '/rss.xml', { headers: { 'Accept-Encoding': 'br' } });
  assert.equal(packed.headers['content-encoding'], 'br');
  const headers = { 'Content-Type': 'application/json' };
  const mcp = await ask(proxy, '/api/mcp', { method: 'POST', headers, body: '{}' });
  assert.equal(mcp.status, 401, 'the proxy passes Host on');
}

/** Signs in with a forged address of the reader, and returns the cookie. */
async function signIn(site: proxied.ProxiedSite['site'], proxy: proxied.Proxy): Promise<string> {
  const dana = await site.person('chief', 'Dana Whitfield');
  const sent = form({ cookie: '' }, { email: dana.email, password: PASSWORD });
  const headers = { ...(sent.headers as Record<string, string>), Origin: `https://${HOST}` };
  const forged = { ...headers, 'X-Forwarded-For': '198.51.100.7', Forwarded: 'for=198.51.100.8' };
  const entered = await ask(proxy, SIGN_IN, { method: 'POST', headers: forged, body: String(sent.body) });
  assert.equal(entered.status, 303, entered.body.toString());
  const rows = await site.deps.db.read.selectFrom('session').select(['address', 'browser']).execute();
  const seen = rows.filter(({ browser }) => browser !== 'test').map(({ address }) => address);
  assert.deepEqual(seen, ['127.0.0.1'], 'the address that the proxy saw');
  const [cookie = ''] = entered.headers['set-cookie'] ?? [];
  assert.match(cookie, /^__Host-/);
  return cookieOf(new Response(null, { headers: { 'set-cookie': cookie } }));
}

async function seeUploads(proxy: proxied.Proxy, Cookie: string): Promise<void> {
  const upload = async (bytes: number) => {
    const filled = new FormData();
    filled.set('title', 'A photo');
    filled.set('file', new Blob([randomBytes(bytes)]), 'a.jpg');
    const packed = new Response(filled);
    const headers = { Cookie, Origin: `https://${HOST}`, 'Content-Type': packed.headers.get('content-type') ?? '' };
    const body = new Uint8Array(await packed.arrayBuffer());
    return ask(proxy, '/newsroom/pictures/upload', { method: 'POST', headers, body });
  };
  const refused = await upload(19_000_000);
  assert.match(refused.body.toString(), /not_a_picture|JPEG|picture/, 'the server read all of it');
  assert.equal((await upload(23_000_000)).status, 413);
}

/** The stream begins with an event; the next one arrives while the stream stays open. */
async function seeStream(
  t: TestContext,
  site: proxied.ProxiedSite['site'],
  proxy: proxied.Proxy,
  Cookie: string,
): Promise<void> {
  const stream = await proxied.open(proxy, '/newsroom/changes', { headers: { Cookie, Accept: 'text/event-stream' } });
  assert.equal(stream.statusCode, 200);
  const parts = stream[Symbol.asyncIterator]();
  const nextEvent = async () => {
    for (;;) {
      const { value, done } = await parts.next();
      assert.ok(!done, 'the stream stays open');
      if (/data:/.test(String(value))) return performance.now();
    }
  };
  await nextEvent();
  await goLive(site, { slug: 'next', headline: 'The next story' });
  const published = performance.now();
  const arrived = await Promise.race([nextEvent(), sleep(10_000, Number.POSITIVE_INFINITY, { ref: false })]);
  stream.destroy();
  assert.ok(arrived < Number.POSITIVE_INFINITY, 'an event arrived');
  t.diagnostic(`an event arrived ${Math.round(arrived - published)} ms after the publication`);
}
