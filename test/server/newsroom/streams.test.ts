import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Session } from '#core/session.ts';
import { createChangeStreams, MAX_STREAMS_PER_SESSION } from '#editorial/api/streams.ts';
import { cookieName } from '#http/access.ts';
import { peekSession } from '#people/sessions.ts';
import { openSite, type Person, type TestSite } from '../../support/site.ts';

// Streams whose clients connect and disconnect while the server checks their sessions.

const LOOK_EVERY = 5;

/** Collects unhandled rejections during the test: each of them would end a server process. */
function unhandled(t: TestContext): unknown[] {
  const found: unknown[] = [];
  const note = (error: unknown) => void found.push(error);
  process.on('unhandledRejection', note);
  const alive = setInterval(() => {}, 1000); // the timers of the streams do not keep the process running
  t.after(() => {
    process.off('unhandledRejection', note);
    clearInterval(alive);
  });
  return found;
}

function secretOf(site: TestSite, { cookie }: Person): string {
  return cookie.slice(cookieName(site.config.publication.baseUrl).length + 1);
}

async function sessionOf(site: TestSite, person: Person): Promise<Session> {
  return (await peekSession(site.deps, secretOf(site, person))) ?? assert.fail();
}

test('a client that disconnects while another session is checked does not crash the process', async (t) => {
  const site = await openSite(t);
  const errors = unhandled(t);
  const session = await sessionOf(site, await site.person('editor'));
  const streams = createChangeStreams(site.deps, LOOK_EVERY);
  t.after(streams.close);
  const left: ReadableStream<Uint8Array>[] = [];
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const leave = async () => {
    for (const stream of left.splice(0)) await stream.cancel();
    if (++looks === 4) looked.resolve();
    return session;
  };
  const stays = await streams.open(session, 0, leave);
  for (let at = 0; at < 3; at++) left.push(await streams.open(session, 0, async () => session));
  await looked.promise;
  await new Promise(setImmediate);
  assert.deepEqual(errors, []);
  const told = await stays.getReader().read();
  assert.match(new TextDecoder().decode(told.value), /^retry: 3000/);
});

test('opening and closing many streams does not crash the process', async (t) => {
  const site = await openSite(t);
  const errors = unhandled(t);
  const streams = createChangeStreams(site.deps, LOOK_EVERY);
  t.after(streams.close);
  const people = await Promise.all(Array.from({ length: 8 }, () => site.person('editor')));
  /** Opens and closes one stream after the other, as a person does with tabs. */
  async function browse(person: Person): Promise<void> {
    const session = await sessionOf(site, person);
    const look = () => peekSession(site.deps, secretOf(site, person));
    for (let opened = 0; opened < 50; opened++) {
      const reader = (await streams.open(session, 0, look)).getReader();
      await reader.read();
      for (let asked = 0; asked < opened % 10; asked++) await look(); // other requests of the page
      await reader.cancel();
    }
  }
  await Promise.all(people.flatMap((person) => Array.from({ length: 6 }, () => browse(person))));
  await new Promise(setImmediate);
  assert.deepEqual(errors, []);
});

test('streams that the server ended leave room for others of the same session', async (t) => {
  const site = await openSite(t);
  unhandled(t);
  const session = await sessionOf(site, await site.person('editor'));
  const streams = createChangeStreams(site.deps, LOOK_EVERY);
  t.after(streams.close);
  const ended = await Promise.all(
    Array.from({ length: MAX_STREAMS_PER_SESSION }, () => streams.open(session, 0, async () => null)),
  );
  for (const stream of ended) assert.match(await new Response(stream).text(), /event: ended/);
  const next = await streams.open(session, 0, async () => session);
  await next.cancel();
});
