import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { bounceAddress } from '#brief/bounces/bounce-address.ts';
import { countEmail } from '#brief/bounces/count-email.ts';
import { readLastRound, readMailboxSometimes } from '#brief/bounces/read-mailbox.ts';
import { type BounceReport, deleteOldBounces, recordBounce } from '#brief/bounces/record-bounce.ts';
import { confirmationUrl, readSesEvent, requireSnsSignature, type SnsMessage } from '#brief/bounces/ses.ts';
import { createSnsCertificates } from '#brief/bounces/sns-certificates.ts';
import { importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { suppressSubscriber, undoSuppression } from '#brief/subscribers/suppress.ts';
import { hashToken, tokenOf } from '#brief/subscribers/tokens.ts';
import { CLI } from '#core/actor.ts';
import { fromPage, openSite, type TestSite } from '../../support/site.ts';

const HOST = 'bounce.magazine.example';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const LOGIN = 'postmark:sixteen letters!';
const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:briefs';
const DAYS = ['2026-09-01', '2026-09-08', '2026-09-15', '2026-09-22'];
const SETTINGS = {
  ...{ BOUNCE_HOST: HOST, BOUNCE_WEBHOOK_SECRET: SECRET, BOUNCE_POSTMARK_LOGIN: LOGIN, BOUNCE_SES_TOPIC: TOPIC },
};

/** Adds confirmed subscribers and four sent briefs. Returns the ids in the order of the addresses. */
async function readers({ deps }: TestSite, ...addresses: string[]): Promise<string[]> {
  const terms = {
    vouchedBy: 'Ruth Okafor',
    consent: 'On paper, at the fair',
    asConfirmedBecause: 'Papers in the office',
  };
  await importSubscribers(deps, CLI, addresses.join('\n'), terms);
  const at = '2026-09-01T12:00:00.000Z';
  await deps.db.write((tx) =>
    tx
      .insertInto('brief')
      .values(
        DAYS.map((day, index) => ({
          ...{ day, number: index + 1, state: 'sent', latest_revision: 1, opened_at: at, changed_at: at, sent_at: at },
        })),
      )
      .execute(),
  );
  const rows = await deps.db.read.selectFrom('subscriber').select(['id', 'address']).execute();
  return addresses.map((address) => rows.find((row) => row.address === address)?.id ?? '');
}

async function stateOf({ deps }: TestSite, id: string): Promise<string> {
  const row = await deps.db.read
    .selectFrom('subscriber')
    .select(['state', 'reason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return `${row.state} ${row.reason}`;
}

test('one hard bounce or complaint suppresses, soft bounces of three briefs over 14 days, a policy refusal never', async (t) => {
  const site = await openSite(t, SETTINGS);
  const { deps } = site;
  const [hard = '', soft = '', spam = '', refused = ''] = await readers(
    site,
    ...['hard@a.example', 'soft@a.example', 'spam@a.example', 'refused@a.example'],
  );
  let reports = 0;
  const report = (id: string, kind: BounceReport['kind'], day: string, code: string | null, key = String(++reports)) =>
    recordBounce(deps, {
      ...{ kind, day, code, source: 'mailbox', id: key },
      subscriber: { tokenHash: hashToken(tokenOf(deps, id)) },
    });
  assert.equal(await report(hard, 'hard', '2026-09-01', '5.1.1', 'one'), 'suppressed');
  assert.equal(await report(hard, 'hard', '2026-09-01', '5.1.1', 'one'), 'known');
  assert.equal(await stateOf(site, hard), 'suppressed bounced');
  assert.equal(await report(spam, 'complaint', '2026-09-01', null), 'suppressed');
  assert.equal(await stateOf(site, spam), 'suppressed complained');
  for (const day of DAYS) assert.equal(await report(refused, 'policy', day, '5.7.1'), 'counted');

  assert.equal(await report(soft, 'soft', '2026-09-01', '4.2.2'), 'counted');
  assert.equal(await report(soft, 'soft', '2026-09-01', '4.2.2'), 'counted', 'another report about the same brief');
  assert.equal(await report(soft, 'soft', '2026-09-08', '5.2.2'), 'counted');
  assert.equal(await report(soft, 'soft', '2026-09-15', '5.2.2'), 'suppressed');
  const chief = await site.person('chief');
  const page = await (await site.fetch(`/newsroom/subscribers/${soft}`, { headers: fromPage(chief) })).text();
  assert.match(page, /3 briefs could not be delivered, from 2026-09-01 to 2026-09-15 \(5\.2\.2\)/);
  assert.match(page, /2026-09-08<\/td><td[^>]*>It could not be delivered.*5\.2\.2/s);

  site.pass(60);
  await undoSuppression(deps, chief, soft);
  assert.match(await stateOf(site, soft), /^confirmed/);
  assert.equal(await report(soft, 'soft', '2026-09-22', '5.2.2'), 'counted', 'the count began again');
  assert.equal(await report(soft, 'soft', '2026-09-02', '5.2.2'), 'stranger', 'there is no brief of that day');
  const forged = { subscriber: { tokenHash: hashToken('f'.repeat(32)) }, source: 'mailbox', id: 'forged' } as const;
  assert.equal(
    await recordBounce(deps, { ...forged, kind: 'hard', day: '2026-09-01', code: '5.1.1' }),
    'stranger',
    'nobody has this token',
  );
  await suppressSubscriber(deps, chief, refused, { reason: 'asked', note: 'Asked on the telephone' });
  assert.equal(await report(refused, 'hard', '2026-09-22', '5.1.1'), 'counted');
  assert.equal(await stateOf(site, refused), 'suppressed asked');

  const journal = await deps.db.read
    .selectFrom('journal')
    .select('detail')
    .where('act', '=', 'subscriber.suppressed')
    .execute();
  assert.equal(journal.length, 4);
  site.pass(181 * 86_400);
  await deleteOldBounces(deps);
  assert.deepEqual(await deps.db.read.selectFrom('bounce').selectAll().execute(), []);
});

test('a forged, old or repeated message of a webhook counts nothing', async (t) => {
  const site = await openSite(t, SETTINGS);
  const [standard = '', postmark = ''] = await readers(site, 'standard@a.example', 'postmark@a.example');
  const now = () => Math.floor(site.deps.clock() / 1000);
  const post = (path: string, body: string, headers: Record<string, string>) =>
    site.fetch(`/brief/events/${path}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  const send = async (event: unknown, { id = 'm1', time = now(), secret = SECRET } = {}) => {
    const body = JSON.stringify(event);
    const key = Buffer.from(secret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,AAAA v1,${signature}`,
    };
    return (await post('standard', body, headers)).status;
  };
  const sender = bounceAddress('2026-09-08', tokenOf(site.deps, standard), HOST);
  const event = { type: 'bounce', data: { sender, code: '550 5.1.1 No such user' } };
  const other = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
  assert.equal(await send(event, { secret: other }), 401);
  assert.equal(await send(event, { time: now() - 301 }), 401);
  assert.equal((await post('standard', JSON.stringify(event), {})).status, 401);
  assert.equal(await send({ type: 'opened', data: {} }), 422);
  assert.equal(await send({ ...event, data: { sender: bounceAddress('2026-09-08', 'f'.repeat(32), HOST) } }), 204);
  assert.match(await stateOf(site, standard), /^confirmed/);
  assert.equal(await send(event), 204);
  assert.equal(await stateOf(site, standard), 'suppressed bounced');
  assert.equal(await send(event), 204);
  assert.equal((await site.deps.db.read.selectFrom('bounce').selectAll().execute()).length, 1);

  const basic = (login: string) => ({ Authorization: `Basic ${Buffer.from(login).toString('base64')}` });
  const complaint = JSON.stringify({
    RecordType: 'SpamComplaint',
    Type: 'SpamComplaint',
    ID: 42,
    Email: 'POSTMARK@A.example',
  });
  assert.equal((await post('postmark', complaint, basic('postmark:wrong'))).status, 401);
  const auto = JSON.stringify({ RecordType: 'Bounce', Type: 'AutoResponder', ID: 41, Email: 'postmark@a.example' });
  assert.equal((await post('postmark', auto, basic(LOGIN))).status, 204);
  assert.match(await stateOf(site, postmark), /^confirmed/);
  assert.equal((await post('postmark', complaint, basic(LOGIN))).status, 204);
  assert.equal(await stateOf(site, postmark), 'suppressed complained');
  assert.equal((await post('postmark', 'x'.repeat(600_000), basic(LOGIN))).status, 413);
  const guesses: number[] = [];
  for (let n = 0; n < 40; n++) guesses.push((await post('postmark', complaint, basic(`postmark:${n}`))).status);
  assert.ok(guesses.includes(429), 'guesses of the login are refused');
  assert.equal((await post('postmark', complaint, basic(LOGIN))).status, 204, 'the right login is not');
  assert.equal((await post('ses', '{}', {})).status, 422);
  const plain = await openSite(t);
  for (const path of ['standard', 'postmark', 'ses'])
    assert.equal((await plain.fetch(`/brief/events/${path}`, { method: 'POST', body: '{}' })).status, 404);
});

test('a message of SNS needs the topic, a recent time, and a signature by a certificate from a host of SNS', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const clock = Date.parse('2026-09-08T12:00:00.000Z');
  const fetched: string[] = [];
  const certificates = createSnsCertificates();
  const fetchText = async (url: string) => {
    fetched.push(url);
    return publicKey.export({ format: 'pem', type: 'spki' }).toString();
  };
  const bounce = {
    notificationType: 'Bounce',
    mail: { source: bounceAddress('2026-09-08', '0'.repeat(32), HOST) },
    bounce: {
      bounceType: 'Permanent',
      feedbackId: 'f1',
      bouncedRecipients: [{ emailAddress: 'a@b.example', status: '5.1.1' }],
    },
  };
  const message: SnsMessage = {
    ...{
      Type: 'Notification',
      MessageId: 'm1',
      TopicArn: TOPIC,
      Message: JSON.stringify(bounce),
      SignatureVersion: '2',
    },
    ...{ Timestamp: '2026-09-08T11:59:00.000Z', Signature: '' },
    SigningCertURL: `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${'a'.repeat(32)}.pem`,
  };
  const text = ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'] as const;
  const signed = text.map((name) => `${name}\n${message[name]}\n`).join('');
  message.Signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64');
  const check = (over: Partial<SnsMessage>) =>
    requireSnsSignature({ ...message, ...over }, TOPIC, { certificates, fetchText, clock });
  await check({});
  for (const over of [
    { Message: message.Message.replace('5.1.1', '5.1.2') },
    { TopicArn: `${TOPIC}2` },
    { Timestamp: '2026-09-08T09:00:00.000Z' },
    { Timestamp: 'never' },
    { SignatureVersion: '1' as const },
    ...[
      'https://sns.eu-west-1.amazonaws.com.evil.example',
      'https://sns.s3.amazonaws.com',
      'https://sns.s3-website.amazonaws.com',
      'https://evil.example',
      'http://sns.eu-west-1.amazonaws.com',
    ].map((host) => ({ SigningCertURL: `${host}/SimpleNotificationService-${'a'.repeat(32)}.pem` })),
  ])
    await assert.rejects(check(over), { kind: 'unauthorized' }, JSON.stringify(over));
  assert.ok(fetched.every((url) => new URL(url).hostname === 'sns.eu-west-1.amazonaws.com'));
  assert.equal(fetched.length, 1, 'a certificate is fetched once a day');
  const away = { certificates: createSnsCertificates(), fetchText: () => Promise.reject(new Error('away')), clock };
  await assert.rejects(requireSnsSignature(message, TOPIC, away), { kind: 'busy' }, 'SNS sends it again');
  const fetchAt = (url: string, at: number) => certificates.get(url, fetchText, at);
  await fetchAt(message.SigningCertURL, clock + 86_400_000);
  assert.equal(fetched.length, 2);
  for (let at = 0; at < 20; at++) await fetchAt(`https://sns.region-${at}.amazonaws.com`, clock);
  await fetchAt(message.SigningCertURL, clock);
  assert.equal(fetched.length, 23, 'at most ten are kept');
  await assert.rejects(
    certificates.get('x', () => Promise.reject(new Error('away')), clock),
    /away/,
  );
  assert.match(await fetchAt('x', clock), /PUBLIC KEY/, 'a failure is not kept');
  const [report] = readSesEvent(JSON.parse(message.Message), HOST);
  assert.deepEqual([report?.kind, report?.code, report?.day], ['hard', '5.1.1', '2026-09-08']);
  assert.deepEqual(readSesEvent(null, HOST), []);
  const asks = { ...message, Type: 'SubscriptionConfirmation' as const };
  const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=x';
  assert.equal(confirmationUrl({ ...asks, SubscribeURL: url }), url);
  assert.equal(confirmationUrl({ ...asks, SubscribeURL: 'https://169.254.169.254/' }), null);
});

test('a mailbox that cannot be read is tried again after five minutes, and Mail domain says why', async (t) => {
  const site = await openSite(t, { BOUNCE_HOST: HOST, BOUNCE_IMAP_URL: 'imap://me:secret@127.0.0.1:9' });
  const { deps, config } = site;
  const { mailbox } = config.bounces;
  assert.ok(mailbox);
  const read = () => readMailboxSometimes(deps, mailbox, HOST);
  assert.match((await read()) ?? '', /could not be read: ECONNREFUSED/);
  assert.equal(await read(), null, 'not due');
  const page = await site.fetch('/newsroom/mail-domain', { headers: fromPage(await site.person('chief')) });
  const text = await page.text();
  assert.match(text, /The mailbox for reports could not be read/);
  assert.doesNotMatch(text, /secret/);
  site.pass(300);
  assert.match((await read()) ?? '', /ECONNREFUSED/);
  assert.equal((await readLastRound(deps.db.read))?.at, new Date(deps.clock()).toISOString());
});

test('of emails of 262 KB of line ends, only one that names a subscriber is read', async (t) => {
  const site = await openSite(t, SETTINGS);
  const { deps } = site;
  const [reader = ''] = await readers(site, 'reader@a.example');
  const ours = bounceAddress('2026-09-08', tokenOf(deps, reader), HOST);
  const lines = '\r\n'.repeat(131_072);
  const count = async (headers: string) => {
    let isRead = false;
    const read = async () => {
      isRead = true;
      return Buffer.from(`${headers}${lines}`);
    };
    const email = { id: '1', readHeaders: async () => Buffer.from(headers), readSource: read };
    return [await countEmail(deps, email, HOST), isRead];
  };
  const stranger = `To: ${bounceAddress('2026-09-08', 'f'.repeat(32), HOST)}\r\n`;
  for (const headers of ['', stranger, 'To: bounce+'.repeat(700), 'To: bounce+'.repeat(24_000)])
    assert.deepEqual(await count(headers), [{ as: 'foreign', isParsed: false }, false], headers.slice(0, 80));
  assert.deepEqual(await count(`To: ${ours}\r\n`), [{ as: 'foreign', isParsed: true }, true]);
});
