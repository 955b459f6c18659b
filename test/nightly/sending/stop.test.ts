import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BRIEF_SETTINGS } from '../../support/brief/briefs.ts';
import { AT_ONCE, stateOf, statesOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openSite } from '../../support/site.ts';
import { prepareSend, startSending } from './sending-servers.ts';

// A server is stopped by SIGTERM in the middle of a send, as every deployment does.

const READERS = 40;
/** Milliseconds until the mail server answers: longer than the other parts of a stop take. */
const SLOW_ANSWER = 2500;

test('SIGTERM: open deliveries end within 10 s, none is uncertain, the rest goes out after the next start', async (t) => {
  const got = new Map<string, number>();
  let answersIn = SLOW_ANSWER;
  let open = 0;
  const mail = await openMailServer(t, {
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        open++;
        const [{ address } = { address: '' }] = session.envelope.rcptTo;
        setTimeout(() => {
          open--;
          got.set(address, (got.get(address) ?? 0) + 1);
          done();
        }, answersIn);
      });
    },
  });
  const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, BRIEF_CONNECTIONS: '4', SMTP_URL: mail.url };
  const site = await openSite(t, settings);
  await prepareSend(site, READERS);
  const first = startSending(t, site, settings);
  while (open < 4) await sleep(10);
  const at = performance.now();
  first.kill('SIGTERM');
  const [code] = await once(first, 'exit');
  const took = performance.now() - at;
  const after = await statesOf(site);
  t.diagnostic(`stopped after ${took.toFixed(0)} ms with 4 open deliveries: ${JSON.stringify(after)}`);
  assert.equal(code, 0);
  assert.ok(took < 10_000, `${took} ms`);
  assert.deepEqual(after, { waiting: READERS - 4, accepted: 4 });
  answersIn = 0;
  const second = startSending(t, site, settings);
  while ((await stateOf(site)).state !== 'sent') await sleep(50);
  second.kill('SIGTERM');
  await once(second, 'exit');
  assert.deepEqual(await statesOf(site), { accepted: READERS });
  assert.deepEqual([...got.values()], Array(READERS).fill(1));
});
