import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { until } from '../../support/faults/server.ts';
import { heic } from '../../support/media/heic.ts';
import { addBase, cannotSeal, makeFolder, startSealed } from './sealed-root.ts';

// The folder from which the image is made: what is in it, and a server in it that can write only its data.

/** Megabytes. The image may have 220, and its base has 25. */
const MOST = 190;
/** Most seconds to stop, as compose.yaml has it. */
const GRACE = 30;

let made: ReturnType<typeof makeFolder> | null = null;
const once = () => (made ??= makeFolder({ after: (remove) => process.once('exit', remove as () => void) }));

test('the production folder has Node and what the server reads, and nothing that only a build needs', (t) => {
  const { root, printed } = once();
  t.diagnostic(printed);
  const [, all = ''] = /([\d.]+) MB {2}all/.exec(printed) ?? [];
  assert.ok(Number(all) > 100 && Number(all) <= MOST, printed);
  const files = globSync('**/*', { cwd: `${root}/app` });
  const seeds = /^src\/seed\/articles\/[^/]+\.md$/; // the server files these on a new site
  const unwanted = files
    .filter((path) => !seeds.test(path))
    .filter((path) =>
      /\.(?:map|test\.ts|d\.[cm]?ts|md)$|^node_modules\/(?:node|npm|esbuild|@esbuild|typescript|playwright-core)(?:\/|$)/.test(
        path,
      ),
    );
  assert.deepEqual(unwanted.sort(), ['docs/editors.md']);
});

test('in a root that nobody can write the server serves, converts pictures, is healthy, and stops in time', {
  skip: cannotSeal,
}, async (t) => {
  const { root } = once();
  addBase(root);
  const server = await startSealed(t, root, { SAMPLE_EDITION: 'on' });
  const rights = ['Uid', 'CapEff', 'NoNewPrivs'].map((name) => server.status(name));
  assert.deepEqual(rights, ['65532\t65532\t65532\t65532', '0000000000000000', '1']);
  for (const path of ['/', '/index.md', '/rss.xml', '/llms.txt', '/openapi.json'])
    assert.equal((await fetch(server.base + path)).status, 200, path);
  assert.deepEqual(server.health(), { status: 0, out: '{"status":"ready","writable":true}\n' });

  const link = () => /\S+\/newsroom\/welcome\/\S+/.exec(server.said())?.[0] ?? '';
  await until(() => link() !== '', 20_000); // it is printed after the first answer of /readyz
  const member = await enter(server.base, link());
  const help = await member('/newsroom/help');
  assert.equal(help.status, 200);
  const page = await (await member('/newsroom/pictures')).text();
  const [script = ''] = /\/newsroom\/script\/pictures-[0-9a-f]{16}\.js/.exec(page) ?? [];
  const sent = await member(script);
  assert.deepEqual([sent.status, (await sent.text()).length > 1000], [200, true], script);
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  for (const [name, file] of [
    ['photo.jpg', photo],
    ['photo.heic', heic()],
  ] as const) {
    const body = new FormData();
    body.set('title', name);
    body.set('file', new Blob([new Uint8Array(file)]), name);
    const text = await (await member('/newsroom/pictures/upload', { method: 'POST', body })).text();
    assert.match(text, /"picture":/, `${name}: ${text}`);
  }

  const { code, took } = await server.stop();
  t.diagnostic(`stopped after ${took} ms`);
  assert.equal(code, 0, server.said());
  assert.ok(took < GRACE * 1000);
});

/** Makes the first chief by the link, and returns a function that requests as this person. */
async function enter(base: string, link: string) {
  const chief = {
    email: 'ruth@magazine.example',
    name: 'Ruth',
    password: 'a long enough passphrase',
    contact: 'x@magazine.example',
  };
  const headers = { Origin: base, 'Content-Type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(chief).toString();
  const entered = await fetch(link, { method: 'POST', redirect: 'manual', headers, body });
  assert.equal(entered.status, 303, await entered.text());
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return (path: string, init: RequestInit = {}) =>
    fetch(base + path, { ...init, headers: { Cookie: cookie, Origin: base } });
}
