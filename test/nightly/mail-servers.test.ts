import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { bounceAddress } from '#brief/bounces/bounce-address.ts';
import { readMailbox } from '#brief/bounces/read-mailbox.ts';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { createSigner } from '#brief/domain/sign-message.ts';
import { importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { tokenOf } from '#brief/subscribers/tokens.ts';
import { CLI } from '#core/actor.ts';
import { freePort } from '../support/free-port.ts';
import { openSite } from '../support/site.ts';

// Real mail servers on the loopback: Postfix writes the reports, Dovecot keeps the mailbox, OpenDKIM verifies the signature.

const HOST = 'bounce.magazine.example';
const DAY = '2026-09-08';
const MAILBOX = { isTls: false, needsTls: false, user: 'bounce', password: 'level-and-plumb' };

function missing(...programs: string[]): string | false {
  if (process.getuid?.() !== 0) return 'it needs root, to start mail servers';
  const absent = programs.filter((path) => !existsSync(path));
  return absent.length > 0 && `${absent.join(' and ')} is not installed; the stored corpus covers the reports`;
}

const NO_SERVERS = missing('/usr/sbin/postfix', '/usr/sbin/dovecot');

test('reports of Postfix in a mailbox of Dovecot are counted and moved, and no other email', {
  skip: NO_SERVERS,
}, async (t) => {
  const site = await openSite(t, { BOUNCE_HOST: HOST });
  const { deps } = site;
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-mail-'));
  chmodSync(folder, 0o755);
  const [smtpPort, imapPort] = [await freePort(), await freePort()];
  const stop = [startDovecot(folder, imapPort), startPostfix(folder, smtpPort)];
  t.after(() => {
    for (const end of stop) end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });

  const addresses = ['unknown@one.example', 'full@one.example', 'slow@one.example', 'nowhere@one.example'];
  const terms = {
    vouchedBy: 'Ruth Okafor',
    consent: 'On paper, at the fair',
    asConfirmedBecause: 'Papers in the office',
  };
  await importSubscribers(deps, CLI, addresses.join('\n'), terms);
  const at = '2026-09-08T12:00:00.000Z';
  const brief = { day: DAY, number: 1, state: 'sent', latest_revision: 1, opened_at: at, changed_at: at, sent_at: at };
  await deps.db.write((tx) => tx.insertInto('brief').values(brief).execute());
  const rows = await deps.db.read.selectFrom('subscriber').select(['id', 'address']).execute();
  const bounceOf = (address: string) =>
    bounceAddress(DAY, tokenOf(deps, rows.find((row) => row.address === address)?.id ?? ''), HOST);

  const smtp = createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
  t.after(() => smtp.close());
  for (const to of addresses)
    await smtp.sendMail({
      envelope: { from: bounceOf(to), to },
      from: 'brief@magazine.example',
      to,
      subject: 'Field Brief',
      text: 'Hello',
    });
  const forged = bounceAddress(DAY, 'f'.repeat(32), HOST);
  await smtp.sendMail({
    envelope: { from: forged, to: 'unknown@one.example' },
    from: 'a@b.example',
    subject: 'Forged',
    text: 'Hello',
  });
  const bounce = bounceOf('full@one.example');
  const foreign = [
    {
      from: 'r@one.example',
      subject: 'Out of office',
      headers: { 'Auto-Submitted': 'auto-replied' },
      text: '550 5.1.1 user unknown',
    },
    { from: 'r@one.example', subject: 'Re: Field Brief', text: 'Please stop' },
  ];
  for (const email of foreign)
    await smtp.sendMail({ ...email, to: bounce, envelope: { from: 'r@one.example', to: bounce } });

  const inbox = join(folder, 'mail', 'bounce');
  const count = (name: string) => (existsSync(join(inbox, name)) ? readdirSync(join(inbox, name)).length : 0);
  for (let tries = 0; tries < 150 && count('new') < 7; tries++) await sleep(100);
  assert.equal(count('new'), 7, 'four reports, one of a forged delivery, two other emails');

  const mailbox = { ...MAILBOX, host: '127.0.0.1', port: imapPort };
  const round = await readMailbox(deps, mailbox, HOST);
  const counted = await deps.db.read
    .selectFrom('bounce')
    .innerJoin('subscriber', 'subscriber.id', 'bounce.subscriber_id')
    .select(['subscriber.address', 'bounce.kind', 'bounce.code', 'subscriber.state'])
    .orderBy('subscriber.address')
    .execute();
  t.diagnostic(JSON.stringify({ round, counted }));
  assert.deepEqual(round, { looked: 7, moved: 4, failures: 3 });
  assert.deepEqual(
    counted.map(({ address, kind, code, state }) => `${address} ${kind} ${code} ${state}`),
    [
      'full@one.example soft 5.2.2 confirmed',
      'nowhere@one.example hard 5.4.4 suppressed',
      'unknown@one.example hard 5.1.1 suppressed',
    ],
  );
  assert.equal(count('.Processed/cur') + count('.Processed/new'), 4);
  const left = [...readdirSync(join(inbox, 'cur')), ...readdirSync(join(inbox, 'new'))];
  assert.equal(left.length, 3);
  assert.ok(
    left.every((name) => !/:2,.*S/.test(name)),
    'emails that are not ours stay unread',
  );
  assert.deepEqual(await readMailbox(deps, mailbox, HOST), { looked: 0, moved: 0, failures: 0 });
  await assert.rejects(readMailbox(deps, { ...mailbox, password: 'wrong' }, HOST), /refused the login/);
});

const NO_VERIFIER = missing('/usr/sbin/opendkim-testmsg', '/usr/sbin/opendkim');

test('OpenDKIM verifies the signature of a brief', { skip: NO_VERIFIER }, async (t) => {
  const { deps, config } = await openSite(t, { BRIEF_FROM: 'brief@magazine.example' });
  const { selector, record } = await makeDkimKey(deps, CLI);
  const headers = {
    'List-Unsubscribe': { prepared: true, value: '<https://magazine.example/u>' },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  const email = {
    from: 'Field Brief <brief@magazine.example>',
    to: 'r@one.example',
    subject: 'Übersicht',
    text: 'Hello  world ',
    html: '<p>Grüße</p>',
    headers,
  };
  const signed = await createSigner(deps, config.brief)(await new MailComposer(email).compile().build());
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-dkim-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'key'), `${selector}._domainkey.magazine.example ${record}\n`);
  const verify = (message: Buffer) => {
    const file = join(folder, 'message');
    writeFileSync(file, message);
    const conf = join(folder, 'opendkim.conf');
    writeFileSync(conf, `TestPublicKeys ${join(folder, 'key')}\nMode v\nSyslog no\n`);
    return execFileSync('/bin/sh', ['-c', `/usr/sbin/opendkim -x ${conf} -t ${file} -vv 2>&1 || true`]).toString();
  };
  const good = verify(signed);
  t.diagnostic(
    good
      .split('\n')
      .filter((line) => !line.includes('SMFIS_'))
      .join('\n')
      .trim(),
  );
  assert.match(good, /verification \(s=\S+ d=magazine\.example, 2048-bit key\) succeeded/);
  assert.doesNotMatch(
    verify(Buffer.from(signed.toString('latin1').replace('One-Click', 'Two-Click'), 'latin1')),
    /succeeded/,
  );
});

function startDovecot(folder: string, port: number): () => void {
  const file = join(folder, 'dovecot.conf');
  for (const name of ['dovecot', 'mail']) mkdirSync(join(folder, name), { recursive: true });
  execFileSync('chown', ['nobody:nogroup', join(folder, 'mail')]);
  const settings = `base_dir = ${folder}/dovecot
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/mail/%u
mail_uid = nobody
mail_gid = nogroup
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password={PLAIN}${MAILBOX.password}
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/mail/%u
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service stats {
  chroot =
}
`;
  writeFileSync(file, settings);
  const dovecot = spawn('/usr/sbin/dovecot', ['-F', '-c', file], { stdio: 'ignore' });
  return () => void dovecot.kill();
}

function startPostfix(folder: string, port: number): () => void {
  const [conf, queue, data] = ['conf', 'queue', 'data'].map((name) => join(folder, name)) as [string, string, string];
  for (const path of [conf, queue, data]) mkdirSync(path);
  execFileSync('chown', ['postfix', data]);
  writeFileSync(join(conf, 'mailboxes'), `/^bounce[+].*@${HOST}$/ bounce/\n`);
  const nobody = execFileSync('id', ['-u', 'nobody']).toString().trim();
  writeFileSync(
    join(conf, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
maillog_file_prefixes = ${folder}
maillog_file = ${folder}/postfix.log
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.one.example
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
virtual_mailbox_domains = one.example ${HOST}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = regexp:${conf}/mailboxes
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_minimum_uid = 100
transport_maps = inline:{ {full@one.example=error:5.2.2 Mailbox is full}, {slow@one.example=retry:4.2.1 Try again later}, {nowhere@one.example=error:5.4.4 Host not found} }
smtpd_reject_unlisted_recipient = no
smtpd_recipient_restrictions = permit_mynetworks, reject
delay_warning_time = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 2s
queue_run_delay = 1s
smtpd_peername_lookup = no
`,
  );
  const master = `127.0.0.1:${port} inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 1 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
`;
  writeFileSync(join(conf, 'master.cf'), master);
  execFileSync('/usr/sbin/postfix', ['-c', conf, 'start'], { stdio: 'ignore' });
  return () => void execFileSync('/usr/sbin/postfix', ['-c', conf, 'stop'], { stdio: 'ignore' });
}
