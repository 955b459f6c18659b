import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRegistered } from '#agents/oauth-clients.ts';
import { authorizePath, backLink, type Flow, register } from '../../support/oauth/oauth-flow.ts';
import { json, openSite } from '../../support/site.ts';

// Mutated redirect URIs: the browser goes to a registered address or nowhere.

const REGISTERED = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://app.example/callback?client=one',
  'http://localhost/callback',
  'http://127.0.0.1:8787/callback',
  'http://[::1]/',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/callback',
];
const COUNT = 10_000;

/** Numbers from 0 to `below`, the same in every run (mulberry32). */
function randomizer(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const pieces = [
  '/',
  '//',
  '\\',
  '@',
  '#',
  '?',
  '%2f',
  '%2e%2e',
  '..',
  '/../',
  ':',
  ':1',
  ':99999',
  '.',
  'evil.example',
  ' ',
  '%00',
  '\t',
  '\n',
  '\u202e',
  'х',
  '&',
  '%',
  '[',
  ']',
  'https:',
  'javascript:',
  '*',
  '0x7f.1',
  '2130706433',
  'localhost',
] as const;

const MUTATIONS: ((uri: string, random: (below: number) => number) => string)[] = [
  (uri, random) => insert(uri, random(uri.length + 1), pick(pieces, random)),
  (uri, random) => {
    const at = random(uri.length);
    return uri.slice(0, at) + uri.slice(at + 1);
  },
  (uri, random) => {
    const at = random(uri.length);
    return uri.slice(0, at) + String.fromCharCode(32 + random(95)) + uri.slice(at + 1);
  },
  (uri, random) => {
    const at = random(uri.length);
    return uri.slice(0, at) + uri.charAt(at).toUpperCase() + uri.slice(at + 1);
  },
  (uri, random) => {
    const at = random(uri.length);
    return `${uri.slice(0, at)}%${uri.charCodeAt(at).toString(16)}${uri.slice(at + 1)}`;
  },
  (uri, random) =>
    uri.replace(
      '://',
      `://${pick(['user@', 'user:pass@', 'evil.example/', 'evil.example\\', 'evil.example#', 'evil.example?', '%61'], random)}`,
    ),
  (uri, random) =>
    uri.replace(
      /^[a-z]+:/,
      pick(['http:', 'https:', 'HTTPS:', 'javascript:', 'data:', '', 'file:', 'cursor:'], random),
    ),
  (uri, random) => uri.replace(/(:\/\/[^/]+)(:\d+)?/, `$1:${random(70_000)}`),
  (uri, random) =>
    uri.replace(
      /:\/\/[^/:?]+/,
      `://${pick(['127.0.0.2', '0.0.0.0', '127.1', 'localhost.', 'LOCALHOST', '[::]', '[::ffff:127.0.0.1]', 'localhost.evil.example', 'claude.ai.evil.example'], random)}`,
    ),
  (uri) => uri,
];

function insert(uri: string, at: number, piece: string): string {
  return uri.slice(0, at) + piece + uri.slice(at);
}

function pick<T>(from: readonly T[], random: (below: number) => number): T {
  return from[random(from.length)] as T;
}

function* mutated(): Generator<string> {
  const random = randomizer(14);
  for (let n = 0; n < COUNT; n++) {
    let uri = pick(REGISTERED, random);
    for (let times = 1 + random(3); times > 0; times--) uri = pick(MUTATIONS, random)(uri, random);
    yield uri;
  }
}

/** Whether a browser that is sent to this address arrives at a registered one; on the loopback its port does not count. */
function arrives(uri: string): boolean {
  const to = URL.parse(uri);
  if (to?.username !== '' || to.password !== '' || to.hash !== '') return false;
  return REGISTERED.some((one) => {
    const own = new URL(one);
    const isLoopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/.test(one);
    const parts = ['protocol', 'hostname', 'pathname', 'search'] as const;
    return parts.every((part) => own[part] === to[part]) && (isLoopback || own.port === to.port);
  });
}

test(`of ${COUNT} mutated redirect URIs none is accepted that leads to an unregistered address`, (t) => {
  const client = { id: '', name: '', redirectUris: REGISTERED };
  const all = [...mutated()];
  const accepted = all.filter((uri) => isRegistered(client, uri));
  assert.deepEqual(
    accepted.filter((uri) => !arrives(uri)),
    [],
  );
  for (const uri of accepted) assert.ok(REGISTERED.includes(uri) || new URL(uri).port !== '', uri);
  t.diagnostic(`${all.length} URIs, ${new Set(all).size} of them different; ${accepted.length} accepted`);
  assert.ok(accepted.length > 100 && accepted.length < COUNT / 2);
});

test('a request with a mutated redirect URI gets an error page, with a link only to a registered address', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const { client_id: clientId } = await json(await register(site, REGISTERED));
  const flow: Flow = { site, editor: await site.person('editor'), clientId, verifier: 'x'.repeat(43), cookie: '' };
  let linked = 0;
  const some = [...mutated()].slice(0, 400);
  for (const redirect_uri of some) {
    // Without PKCE the answer is an error at once, so that no claim is opened.
    const path = authorizePath(flow, { redirect_uri, code_challenge: null });
    const answer = await site.fetch(path, { redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('location')], [400, null], redirect_uri);
    const page = await answer.text();
    if (!page.includes('invalid_request')) continue;
    linked++;
    assert.ok(arrives(redirect_uri), redirect_uri);
    const to = backLink(page);
    assert.equal(to.host, new URL(redirect_uri).host);
  }
  t.diagnostic(`${some.length} requests, ${linked} with a link`);
  assert.ok(linked > 10);
});
