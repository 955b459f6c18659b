import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { BRIEF_SETTINGS } from '../../support/brief/briefs.ts';
import { AT_ONCE, statesOf } from '../../support/brief/sends.ts';
import { freePort } from '../../support/free-port.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { BASE, openSite } from '../../support/site.ts';
import { prepareSend, startSending } from './sending-servers.ts';

// How long one click takes at a real server that sends meanwhile. ONE_CLICK_QUIET=1 on a machine that does nothing else also
// holds the time; the number of clicks is ONE_CLICKS.

const CLICKS = Number(process.env.ONE_CLICKS ?? 200);
const READERS = CLICKS * 3;
const AT_ONCE_CLICKS = 4;
const LONGEST = 100;

test(`${CLICKS} one-click POSTs during a send are answered fast`, async (t) => {
  const port = await freePort();
  const mail = await openMailServer(t, {
    onData: (stream, _session, done) => {
      stream.resume();
      stream.on('end', () => done());
    },
  });
  const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, SMTP_URL: mail.url, RATE_LIMITS: 'off', PORT: `${port}` };
  const site = await openSite(t, settings);
  await prepareSend(site, READERS);
  const rows = await site.deps.db.read.selectFrom('subscriber').select('id').orderBy('id', 'desc').execute();
  const tokens = rows.slice(0, CLICKS).map(({ id }) => tokenOf(site.deps, id));
  const server = startSending(t, site, settings);
  while (Object.keys(await statesOf(site)).length < 2) await sleep(20);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE_CLICKS });
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE_CLICKS }, async (_, lane) => {
      for (let at = lane; at < tokens.length; at += AT_ONCE_CLICKS)
        times.push(await click(agent, port, tokens[at] ?? ''));
    }),
  );
  const states = await statesOf(site);
  agent.destroy();
  server.kill('SIGTERM');
  await once(server, 'exit');
  times.sort((one, other) => one - other);
  const share = (part: number) => times[Math.ceil(times.length * part) - 1] ?? 0;
  t.diagnostic(
    `${CLICKS} clicks, ${AT_ONCE_CLICKS} at once: median ${share(0.5).toFixed(1)} ms, p99 ${share(0.99).toFixed(1)} ms, longest ${share(1).toFixed(1)} ms; ${JSON.stringify(states)}`,
  );
  assert.equal(times.length, CLICKS);
  if (process.env.ONE_CLICK_QUIET) assert.ok(share(0.99) < LONGEST, `${share(0.99)} ms`);
});

/** Milliseconds until the whole answer is there. */
async function click(agent: Agent, port: number, token: string): Promise<number> {
  const begun = performance.now();
  const headers = {
    Host: new URL(BASE).host,
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: 'https://mail.example',
  };
  const path = `/brief/unsubscribe/${token}`;
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers });
  sent.end('List-Unsubscribe=One-Click');
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['set-cookie'], undefined);
  assert.equal(answer.headers.location, undefined);
  return performance.now() - begun;
}
