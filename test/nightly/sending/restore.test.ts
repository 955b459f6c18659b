import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyDatabase } from '#backup/copy-database.ts';
import { restore } from '#backup/restore.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { createDeps, openFiles } from '#runtime/create-deps.ts';
import { BRIEF_SETTINGS, siteOf } from '../../support/brief/briefs.ts';
import { AT_ONCE, stateOf, statesOf } from '../../support/brief/sends.ts';
import { plumbline } from '../../support/command.ts';
import { type MailServer, openMailServer } from '../../support/mail-server.ts';
import { type After, openSite, type TestSite } from '../../support/site.ts';
import { postgresOf, prepareSend, startSending } from './sending-servers.ts';

// A backup is taken in the middle of a send, and the commands restore and copy it. What was restored sends nothing by itself.

const READERS = 120;
/** Milliseconds in which the servers of restored data have many rounds. */
const A_WHILE = 2500;

const silent = { copying: () => {}, comparing: () => {} };

test('a site restored from a backup of the middle of a send, or copied from it, sends nothing until it is released', async (t) => {
  const site = await openSite(t, { ...BRIEF_SETTINGS, ...AT_ONCE });
  await prepareSend(site, READERS);
  const first = await openSlowServer(t);
  const original = startSending(t, site, settingsFor(first));
  while (first.mails.length < READERS / 4) await sleep(20);
  const file = join(site.config.dataDir, 'middle.db');
  const backup = await plumbline(site, ['backup', file]);
  assert.equal(backup.code, 0, backup.error);
  original.kill('SIGKILL');
  await once(original, 'exit');

  await t.test('restore to a file', async (t) => {
    const folder = join(site.config.dataDir, 'restored');
    await releasedOnly(t, site, file, { DATA_DIR: folder, DATABASE_URL: `file:${folder}/plumbline.db` });
  });

  await t.test('restore to PostgreSQL, then copy to a file', async (t) => {
    const { DATABASE_URL } = await postgresOf(t);
    const restored = await plumbline(site, ['restore', file], { DATABASE_URL });
    assert.equal(restored.code, 0, restored.error);
    assert.match(restored.out, /The Field Brief of 2026-09-08 is held/);
    const url = `file:${join(site.config.dataDir, 'copied.db')}`;
    const copied = await plumbline(site, ['copy', '--from', DATABASE_URL, '--to', url]);
    assert.equal(copied.code, 0, copied.error);
    assert.equal((await stateIn(t, site, url)).state, 'held');
  });

  await t.test('copy of data that was never held', async (t) => {
    const { DATABASE_URL } = await postgresOf(t);
    const copied = await plumbline(site, ['copy', '--from', site.config.databaseUrl, '--to', DATABASE_URL]);
    assert.equal(copied.code, 0, copied.error);
    const { state, problem } = await stateIn(t, site, DATABASE_URL);
    assert.deepEqual(
      [state, problem],
      ['held', 'The data was copied: the original may have published, sent or cancelled it.'],
    );
  });

  await t.test('a restore or copy that ends before it has held the briefs has written nothing', async (t) => {
    const dies = () => Promise.reject(new Error('the process ended here'));
    const { DATABASE_URL } = await postgresOf(t);
    const path = join(site.config.dataDir, 'half.db');
    const how = { at: '2026-09-08', replace: false, telling: silent, changeCopy: dies };
    for (const url of [`file:${path}`, DATABASE_URL])
      await assert.rejects(restore(file, url, openFiles(site.config), how), /ended here/);
    await assert.rejects(copyDatabase(site.config.databaseUrl, DATABASE_URL, silent, dies), /ended here/);
    await assert.rejects(stateIn(t, site, `file:${path}`), /no result/);
    await assert.rejects(stateIn(t, site, DATABASE_URL), /no result/);
  });
});

/** Restores the backup, lets a server run on it, releases the brief, and lets it send the rest. */
async function releasedOnly(t: After, site: TestSite, file: string, where: Record<string, string>): Promise<void> {
  const restored = await plumbline(site, ['restore', file], where);
  assert.equal(restored.code, 0, restored.error);
  assert.match(restored.out, /The Field Brief of 2026-09-08 is held: nothing of it is sent/);
  const mail = await openMailServer(t);
  const settings = { ...settingsFor(mail), ...where };
  const server = startSending(t, site, settings);
  await sleep(A_WHILE);
  assert.equal(mail.mails.length, 0);
  const other = await openAgain(t, site, where.DATABASE_URL ?? '');
  const { waiting = 0, taken = 0, accepted = 0, offered = 0 } = await statesOf(other);
  assert.ok(waiting > 0 && accepted > 0, 'the backup is of the middle');
  await releaseBrief(other.deps, CLI, siteOf(site), '2026-09-08');
  while ((await stateOf(other)).state !== 'sent') await sleep(50);
  server.kill('SIGTERM');
  await once(server, 'exit');
  assert.equal(mail.mails.length, waiting + taken);
  const ended = { accepted: READERS - offered, ...(offered > 0 && { uncertain: offered }) };
  assert.deepEqual(await statesOf(other), ended);
}

function settingsFor({ url }: MailServer): Record<string, string> {
  return { ...BRIEF_SETTINGS, ...AT_ONCE, SMTP_URL: url };
}

/** A mail server that takes its time, so that a backup falls into the middle. */
async function openSlowServer(t: After): Promise<MailServer> {
  const slow: MailServer = await openMailServer(t, {
    onData: (stream, session, done) => {
      stream.resume();
      stream.on('end', () => {
        slow.mails.push({ from: '', to: session.envelope.rcptTo.map(({ address }) => address), head: '', body: '' });
        setTimeout(done, 100);
      });
    },
  });
  return slow;
}

async function openAgain(t: After, { config }: TestSite, url: string): Promise<Pick<TestSite, 'deps'>> {
  const db = await openDatabase(url);
  t.after(() => db.close());
  return { deps: await createDeps(db, openFiles(config), config.policy) };
}

async function stateIn(t: After, site: TestSite, url: string): Promise<{ state: string; problem: string | null }> {
  return stateOf(await openAgain(t, site, url));
}
