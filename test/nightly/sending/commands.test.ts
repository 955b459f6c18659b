import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { approveBrief, scheduleBrief } from '#brief/issues/plan.ts';
import { BRIEF_DAY, BRIEF_SETTINGS, composed, DUE, publishStories, siteOf } from '../../support/brief/briefs.ts';
import { AT_ONCE, sendRound, stateOf, statesOf } from '../../support/brief/sends.ts';
import { plumbline } from '../../support/command.ts';
import { openMailServer } from '../../support/mail-server.ts';
import { BASE, openSite } from '../../support/site.ts';

// The commands of the Field Brief and its subscribers, one after another on one site.

const mail = await openMailServer({ after });
const settings = { ...BRIEF_SETTINGS, ...AT_ONCE, SMTP_URL: mail.url, MAIL_FROM: 'brief@magazine.example' };
const site = await openSite({ after }, settings);
const { deps } = site;
const dana = await site.person('editor', 'Dana Whitfield');
await publishStories(site, 2);

async function run(...args: string[]): Promise<string> {
  const { code, out, error } = await plumbline(site, args, { ...settings, BASE_URL: BASE });
  assert.equal(code, 0, error);
  return out;
}

async function fail(...args: string[]): Promise<string> {
  const { code, out, error } = await plumbline(site, args, { ...settings, BASE_URL: BASE });
  assert.equal(code, 1, out);
  assert.equal(out, '');
  assert.doesNotMatch(error, /\n {4}at /, 'no stack');
  return error;
}

test('subscribers import, export and erase', async () => {
  const file = join(site.config.dataDir, 'list.csv');
  writeFileSync(file, 'email\nkim@reader.example\nwrong\notto@reader.example\n=cmd@reader.example\n');
  const terms = ['--vouched-by', 'Ruth Okafor', '--consent', 'On paper, at the fair in Tacoma'];
  assert.match(await fail('subscribers', 'import', file), /--vouched-by .*\n--consent /);
  assert.match(await fail('subscribers', 'import', join(site.config.dataDir, 'none.csv'), ...terms), /no such file/);
  assert.equal((await run('subscribers', 'export')).trim().split('\n').length, 1, 'the names of the columns');
  const reason = ['--as-confirmed-because', 'The signed papers are in the office'];
  const said = await plumbline(site, ['subscribers', 'import', file, ...terms, ...reason], settings);
  assert.match(said.out, /^3 added as confirmed, 0 known, 0 suppressed, 0 opted out, 1 line left out\.$/m);
  assert.match(said.error, /Line 3 was left out: An email address has one @/);
  assert.match(await run('subscribers', 'import', file, ...terms), /^0 added; .* 3 known, 0 suppressed/m);
  assert.match(await run('subscribers', 'export'), /^'=cmd@reader\.example,/m);
  const erased = await run('subscribers', 'erase', 'otto@reader.example');
  assert.match(erased, /^Erased\./);
  assert.doesNotMatch(erased, /otto/);
  assert.match(await fail('subscribers', 'erase', 'otto@reader.example'), /subscriber/);
  assert.match(await fail('subscribers', 'erase'), /exactly one ADDRESS/);
  assert.doesNotMatch(await run('subscribers', 'export'), /otto/);
  const hashes = await run('subscribers', 'export', '--suppressed');
  assert.equal(hashes.trim().split('\n').length, 2);
  assert.doesNotMatch(hashes, /@/);
});

test('brief key makes one key, prints its record, and replaces it only when told to', async () => {
  const made = await run('brief', 'key');
  const record = /v=DKIM1; k=rsa; p=[A-Za-z0-9+/=]{300,}/.exec(made)?.[0] ?? 'none';
  assert.match(made, /^Made a DKIM key\. Put this TXT record into the DNS of magazine\.example:/);
  assert.match(made, /\._domainkey\.magazine\.example$/m);
  const again = await run('brief', 'key');
  assert.match(again, /^The site has a DKIM key since 20/);
  assert.ok(again.includes(record));
  const other = await run('brief', 'key', '--replace');
  assert.match(other, /^Made a DKIM key/);
  assert.ok(!other.includes(record));
});

test('brief list, show and test', async () => {
  assert.equal(await run('brief', 'list'), 'No brief has been begun yet.\n');
  assert.match(await fail('brief', 'show', BRIEF_DAY), /There is no brief of this day/);
  await composed(site, dana);
  assert.match(await run('brief', 'list'), /^2026-09-08 {2}No\. 1 {2}draft {2}not approved {2}.*A robot, a slab/m);
  const shown = await run('brief', 'show', BRIEF_DAY);
  assert.match(shown, /Revision 1, subject: A robot, a slab, and who checks/);
  assert.match(shown, /The robot marked 412 points in one shift/);
  assert.match(
    await run('brief', 'show', BRIEF_DAY, '--revision', '0'),
    /stops the approval: The brief has no subject\. Write the subject of the email\.\n/,
  );
  assert.match(await fail('brief', 'show', BRIEF_DAY, '--revision', 'x'), /--revision is a whole number/);
  assert.match(await fail('brief', 'show', BRIEF_DAY, '--revision', '7'), /no such revision/);
  assert.match(await fail('brief', 'test', BRIEF_DAY, '--to', 'kim@reader.example'), /not on the team/);
  assert.match(await fail('brief', 'test', BRIEF_DAY), /./);
  assert.match(
    await run('brief', 'test', BRIEF_DAY, '--to', dana.email),
    /The test of revision 1 waits in the outbox for 1/,
  );
  const tests = await deps.db.read.selectFrom('outbox').selectAll().where('about', '=', 'brief.test').execute();
  assert.deepEqual(
    tests.map(({ recipient, subject }) => [recipient, subject]),
    [[dana.email, '[Test] A robot, a slab, and who checks']],
  );
});

test('brief send, hold and release act on the approved revision of the schedule, and it is really sent', async () => {
  assert.match(await fail('brief', 'send', BRIEF_DAY), /not scheduled; it is draft\. Schedule the approved/);
  assert.match(await fail('brief', 'hold', BRIEF_DAY, '--because', 'A number is wrong'), /not scheduled; it is draft/);
  await approveBrief(deps, dana, siteOf(site), { day: BRIEF_DAY, revision: 1 });
  await scheduleBrief(deps, dana, siteOf(site), { day: BRIEF_DAY, revision: 1, due: DUE });
  assert.match(await fail('brief', 'hold', BRIEF_DAY), /A hold needs a reason/);
  assert.match(await run('brief', 'hold', BRIEF_DAY, '--because', 'A number is wrong'), /is held: nothing more of it/);
  assert.match(await run('brief', 'list'), /held .* approved 1 .* A number is wrong/);
  assert.match(await fail('brief', 'send', BRIEF_DAY), /not scheduled; it is held/);
  assert.match(await run('brief', 'release', BRIEF_DAY), /is released; it is scheduled, due at 2026-09-08T11:30/);
  assert.match(await fail('brief', 'release', BRIEF_DAY), /not held; it is scheduled/);
  assert.match(
    await run('brief', 'send', BRIEF_DAY),
    /is due now; the first email goes out in 0 s\. brief hold stops it/,
  );
  assert.equal(mail.mails.length, 0, 'the command itself sends nothing');
  site.pass((Date.now() - deps.clock()) / 1000);
  await sendRound(site);
  assert.equal((await stateOf(site)).state, 'sent');
  assert.deepEqual(await statesOf(site), { accepted: 2 });
  assert.deepEqual(mail.mails.flatMap(({ to }) => to).sort(), ['=cmd@reader.example', 'kim@reader.example']);
  assert.match(await fail('brief', 'send', BRIEF_DAY), /was sent; it cannot be changed any more/);
  const rows = await deps.db.read.selectFrom('journal').select(['act', 'actor_name']).execute();
  const byCommand = rows.filter((row) => row.actor_name === 'The command line').map(({ act }) => act);
  for (const act of ['brief.held', 'brief.released', 'brief.scheduled', 'brief.tested', 'subscribers.imported'])
    assert.ok(byCommand.includes(act), act);
});
