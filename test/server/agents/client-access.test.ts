import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { denyClaim, findClaim } from '#agents/claims.ts';
import { revokeGrant } from '#agents/revoke.ts';
import { USER_AGENT } from '../../../client/http.mjs';
import {
  approve,
  CLIENT,
  clientFolder,
  clientOf,
  draftFile,
  runIn,
  storedState,
} from '../../support/agents/agent-client.ts';
import { openOnPort } from '../../support/port.ts';

// The client package: its token store, and what it says when it is not let in, refused, limited or alone.

test('claim waits for the editor, and the token is stored for its owner alone and never printed', async (t) => {
  const { site, baseUrl } = await openOnPort(t, { CLAIM_INTERVAL_SECONDS: '0.05' });
  const [folder, editor] = [clientFolder(t), await site.person('editor')];
  const client = clientOf(folder, baseUrl);
  const asked = JSON.parse((await client('claim', '--no-wait', '--json')).out);
  assert.deepEqual(asked.verification_uri, `${baseUrl}/agent/claim`);
  const waiting = client('claim');
  while (storedState(folder).state.claim.nextPollAt === 0) await new Promise((again) => setTimeout(again, 20));
  await approve(site, editor, asked.user_code);
  const claimed = await waiting;
  assert.deepEqual([claimed.code, claimed.error], [0, '']);
  assert.match(claimed.out, /An editor let this program in/);
  assert.ok((await client('claim')).out.includes('let in') && !claimed.out.includes('pl_at_'));

  const { path, state } = storedState(folder);
  assert.match(state.access.token, /^pl_at_/);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(join(folder, 'plumbline-agent')).mode & 0o777, 0o700);
  const who = await client('whoami');
  assert.equal(who.code, 0, who.error);
  assert.match(who.out, /Scope: article:draft article:edit/);
  for (const { out, error } of [claimed, who]) assert.doesNotMatch(out + error, /pl_at_|clm_/);

  chmodSync(path, 0o644);
  const unsafe = await client('whoami');
  assert.deepEqual([unsafe.code, /can be read by other users/.test(unsafe.error)], [3, true]);
  assert.match((await client('forget')).out, /was deleted/);
  assert.equal((await client('whoami')).code, 3);
});

test('the client ends with exit code 3 when its claim was revoked, refused or has expired', async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const [folder, editor] = [clientFolder(t), await site.person('editor')];
  const client = clientOf(folder, baseUrl);
  const claimed = JSON.parse((await client('claim', '--no-wait', '--json')).out).user_code;
  const claim = await approve(site, editor, claimed, 'day');
  assert.equal((await client('whoami')).code, 0);
  await revokeGrant(site.deps, editor, claim);
  const revoked = await client('whoami');
  assert.deepEqual([revoked.code, /an editor ended it/.test(revoked.error)], [3, true]);

  const { user_code: code } = JSON.parse((await client('claim', '--no-wait', '--json')).out);
  assert.notEqual(code, claimed);
  await denyClaim(site.deps, editor, (await findClaim(site.deps, code))?.id ?? '');
  const denied = await client('whoami');
  assert.deepEqual([denied.code, /refused access/.test(denied.error)], [3, true]);

  assert.equal((await client('claim', '--no-wait')).code, 0);
  site.pass(601);
  const expired = await client('whoami');
  assert.deepEqual([expired.code, /not given in time/.test(expired.error)], [3, true]);
});

test('limits, a server that is away and wrong use have exit codes of their own', async (t) => {
  const { baseUrl, server } = await openOnPort(t);
  const folder = clientFolder(t);
  const client = clientOf(folder, baseUrl);
  for (let count = 0; count < 10; count++) await fetchClaim(baseUrl);
  const limited = await client('claim');
  assert.equal(limited.code, 6, limited.error);
  assert.match(limited.error, /That is the limit[\s\S]*Wait 60 seconds/);

  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  assert.equal((await client('search', 'robot')).code, 7);
  for (const wrong of [
    ['publish'],
    ['read'],
    ['read', 'a/b', '--site', 'http://magazine.example'],
    ['--no-such-option'],
  ]) {
    const { code, error } = await client(...wrong);
    assert.deepEqual([code, error !== ''], [2, true], wrong.join(' '));
  }
  writeFileSync(join(folder, 'odd.md'), draftFile('Text.', { kicker: 'There is no such field' }));
  assert.match((await client('draft', join(folder, 'odd.md'))).error, /There is no field kicker/);
});

test('a token is sent to no other host, and a redirect there is refused', async (t) => {
  const folder = clientFolder(t);
  const seen: string[] = [];
  const other = await listen(t, (_, response) => {
    seen.push('a request');
    response.end('{}');
  });
  const first = await listen(t, (request, response) => {
    response.writeHead(request.url === '/old/article.md' ? 301 : 307, { Location: `${other}${request.url}` }).end();
  });
  const claim = { token: 'clm_x', code: 'X', uri: first, interval: 5, expiresAt: 0, nextPollAt: 0, status: 'granted' };
  const access = { token: 'pl_at_secret', expiresAt: Date.now() + 900_000, scope: 'article:draft' };
  mkdirSync(join(folder, 'plumbline-agent'));
  const path = join(folder, 'plumbline-agent', `${first.replace('://', '_').replace(':', '_')}.json`);
  writeFileSync(path, JSON.stringify({ version: 1, origin: first, claim, access, files: {} }), { mode: 0o600 });
  const client = clientOf(folder, first);
  for (const words of [['whoami'], ['read', 'old/article']]) {
    const { code, error } = await client(...words);
    assert.equal(code, 7, error);
    assert.match(error, /follows no redirect to another host/);
  }
  writeFileSync(path, JSON.stringify({ version: 1, origin: other, claim, access, files: {} }), { mode: 0o600 });
  const foreign = await client('whoami');
  assert.deepEqual([foreign.code, /is not the state for/.test(foreign.error)], [3, true]);
  assert.deepEqual(seen, []);
});

test('the Python program claims by the same flow and shares the token store', async (t) => {
  if (!(await hasPython(clientFolder(t)))) return t.skip('python3, 3.9 or newer, is not installed');
  const { site, baseUrl } = await openOnPort(t);
  const [folder, editor] = [clientFolder(t), await site.person('editor')];
  const python = (...args: string[]) =>
    runIn(folder, 'python3', [join(CLIENT, 'python', 'plumbline_agent.py'), '--site', baseUrl, ...args]);
  const asked = await python('claim', '--no-wait');
  assert.equal(asked.code, 0, asked.error);
  assert.equal((await python('whoami')).code, 3);
  const claim = await approve(site, editor, /enter the code (\S+)\./.exec(asked.out)?.[1] ?? '', 'day');
  site.pass(10);
  const { path, state } = storedState(folder);
  writeFileSync(path, JSON.stringify({ ...state, claim: { ...state.claim, nextPollAt: 0 } }));
  const listed = await python('call', 'list_articles', '{"limit": 1}');
  assert.deepEqual([listed.code, JSON.parse(listed.out).articles], [0, []]);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal((await clientOf(folder, baseUrl)('whoami')).code, 0, 'the Node program is let in, too');
  await revokeGrant(site.deps, editor, claim);
  assert.equal((await python('whoami')).code, 3);
});

async function hasPython(folder: string): Promise<boolean> {
  const version = 'import sys; sys.exit(sys.version_info < (3, 9))';
  const found = await runIn(folder, 'python3', ['-c', version]).catch(() => null);
  return found?.code === 0;
}

async function fetchClaim(baseUrl: string): Promise<void> {
  const body = JSON.stringify({ type: 'service_auth' });
  const headers = { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT };
  await (await fetch(`${baseUrl}/api/agent/identity`, { method: 'POST', headers, body })).text();
}

/** A server that answers everything in one way. */
async function listen(t: TestContext, answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer as never);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
