import assert from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { BRIEF_SETTINGS, publishStories } from '../../support/brief/briefs.ts';
import { readerForm } from '../../support/brief/readers.ts';
import { AT_ONCE, addReaders, scheduled, sendRound, statesOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { type After, openSite } from '../../support/site.ts';
import { postgresOf } from './sending-servers.ts';

// Subscribers leave by one click while their emails are on the way to the mail server.

const READERS = 80;
/** Milliseconds on the way to the mail server: what was written before the answer to a reader arrives after it. */
const WAY = 25;

for (const kind of ['SQLite', 'PostgreSQL'])
  test(`on ${kind}, no email ends later than the answer to the POST that unsubscribed its reader`, (t) =>
    clickDuringSend(t, kind));

async function clickDuringSend(t: TestContext, kind: string): Promise<void> {
  const ended = new Map<string, number>();
  const answered = new Map<string, number>();
  const clicks: Promise<void>[] = [];
  const mail = await openMailServer(t, {
    onRcptTo: ({ address }, _session, done) => {
      clicks.push(click(address));
      done();
    },
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        ended.set(session.envelope.rcptTo[0]?.address ?? '', performance.now());
        done();
      });
    },
  });
  const url = await openLongWay(t, new URL(mail.url).port);
  const sending = { ...BRIEF_SETTINGS, ...AT_ONCE, BRIEF_CONNECTIONS: '4', SMTP_URL: url };
  const site = await openSite(t, { ...sending, ...(kind === 'PostgreSQL' && (await postgresOf(t))) });
  await publishStories(site, 1);
  const ids = await addReaders(site, READERS);
  const tokens = new Map(ids.map((id, at) => [`reader${at}@mail${at % 20}.example`, tokenOf(site.deps, id)]));
  await scheduled(site, await site.person('editor', 'Dana Whitfield'));

  async function click(address: string): Promise<void> {
    await sleep(Math.random() * 4 * WAY);
    const form = readerForm('List-Unsubscribe=One-Click', { Origin: 'https://mail.example' });
    const answer = await site.fetch(`/brief/unsubscribe/${tokens.get(address)}`, form);
    answered.set(address, performance.now());
    assert.equal(answer.status, 200);
  }

  await sendRound(site);
  await Promise.all(clicks);
  const late = [...ended].filter(([address, at]) => at > (answered.get(address) ?? Number.POSITIVE_INFINITY));
  const { accepted = 0, skipped = 0 } = await statesOf(site);
  t.diagnostic(
    `${READERS} clicks during the send: ${accepted} had got the email, ${skipped} got none, ${late.length} got it later`,
  );
  assert.deepEqual(late, []);
  assert.equal(answered.size, READERS);
  assert.equal(accepted + skipped, READERS);
  assert.ok(accepted > 0 && skipped > 0, 'some were in time and some were not');
}

/** A way to a port of this machine on which everything takes some time. */
async function openLongWay(t: After, port: string): Promise<string> {
  const pass = (from: Socket, to: Socket) => {
    from.setNoDelay(true);
    from.on('data', (part) => setTimeout(() => to.writable && to.write(part), WAY));
    from.on('end', () => setTimeout(() => to.end(), WAY));
    from.on('error', () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1');
    pass(near, far);
    pass(far, near);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => new Promise<void>((closed) => server.close(() => closed())));
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
