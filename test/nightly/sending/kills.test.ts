import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BRIEF_SETTINGS } from '../../support/brief/briefs.ts';
import { AT_ONCE, stateOf, statesOf } from '../../support/brief/sends.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { openSite, type TestSite } from '../../support/site.ts';
import { postgresOf, prepareSend, startSending } from './sending-servers.ts';

// Real processes send a brief and are killed in the middle of it. The long form:
// BRIEF_KILLS=50 BRIEF_READERS=2000 [BRIEF_KILL_ON=sqlite|postgres]

const KILLS = Number(process.env.BRIEF_KILLS ?? 6);
const READERS = Number(process.env.BRIEF_READERS ?? 300);
const FORMS = (process.env.BRIEF_KILL_ON ?? 'sqlite postgres').split(' ');
const CONNECTIONS = 2;
/** Longest answer of the mail server, in milliseconds: so long that there is something to kill. */
const SLOWEST_ANSWER = 40;

for (const kind of FORMS) {
  test(`${KILLS} kills on ${kind}: nobody gets the brief twice, and nobody is missing unnamed`, async (t) => {
    const got = new Map<string, number>();
    const mail = await openCountingServer(t, got);
    const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, SMTP_URL: mail };
    const site = await openSite(t, { ...settings, ...(kind === 'postgres' && (await postgresOf(t))) });
    const addresses = await prepareSend(site, READERS);
    const killed = await killMany(t, site, settings);
    const states = await statesOf(site);
    const { uncertain = 0, accepted = 0 } = states;
    const twice = addresses.filter((address) => (got.get(address) ?? 0) > 1);
    const missing = addresses.filter((address) => !got.has(address));
    const unnamed = missing.length - (await countUnheard(site, got));
    t.diagnostic(
      `${kind}: ${killed} kills, ${READERS} deliveries, ${accepted} accepted, ${twice.length} duplicates, ${unnamed} missing unnamed, ${uncertain} uncertain`,
    );
    assert.equal(killed, KILLS);
    assert.deepEqual(twice, []);
    assert.equal(unnamed, 0);
    assert.equal(accepted + uncertain, READERS);
    assert.ok(uncertain <= CONNECTIONS * killed, `${uncertain} uncertain`);
    assert.equal((await stateOf(site)).state, 'sent');
  });
}

/** A mail server that counts the emails it accepted, by recipient, at the moment it answers. */
async function openCountingServer(t: TestContext, got: Map<string, number>): Promise<string> {
  const { url } = await openMailServer(t, {
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) got.set(address, (got.get(address) ?? 0) + 1);
        setTimeout(done, Math.random() * SLOWEST_ANSWER);
      });
    },
  });
  return url;
}

/** Kills the process that sends, a moment after it began, and starts it again; then lets the rest go out. */
async function killMany(t: TestContext, site: TestSite, settings: Record<string, string>): Promise<number> {
  let server = startSending(t, site, settings);
  let killed = 0;
  const until = Date.now() + 60_000 + KILLS * 60_000;
  while (killed < KILLS && Date.now() < until && (await stateOf(site)).state !== 'sent') {
    const sender = await senderOf(site);
    if (sender === null) {
      await sleep(20);
      continue;
    }
    await sleep(50 + Math.random() * Math.min(400, (READERS / KILLS) * 6));
    if (!isKilled(sender)) continue;
    killed++;
    await once(server, 'exit');
    server = startSending(t, site, settings);
  }
  while ((await stateOf(site)).state !== 'sent' && Date.now() < until) await sleep(100);
  server.kill('SIGTERM');
  await once(server, 'exit');
  return killed;
}

/** The id of the process that has the lease now, when it is one that runs. */
async function senderOf({ deps }: TestSite): Promise<number | null> {
  const row = await deps.db.read.selectFrom('job').select('holder').where('kind', '=', 'send brief').executeTakeFirst();
  const pid = Number(row?.holder?.split(' ')[0]);
  if (!(pid > 0)) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

function isKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Deliveries that are named as uncertain and that the mail server never got. */
async function countUnheard({ deps }: TestSite, got: Map<string, number>): Promise<number> {
  const rows = await deps.db.read
    .selectFrom('brief_delivery')
    .innerJoin('subscriber', 'subscriber.id', 'brief_delivery.subscriber_id')
    .select('subscriber.address')
    .where('brief_delivery.state', '=', 'uncertain')
    .execute();
  return rows.filter(({ address }) => !got.has(address ?? '')).length;
}
