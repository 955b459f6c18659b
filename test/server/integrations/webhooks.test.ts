import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { changeSchema, webhookTestSchema } from '#changes/pages/changes-json.ts';
import {
  getIntegration,
  getRow,
  type Integration,
  listDeliveries,
  listIntegrations,
} from '#changes/webhooks/integration-record.ts';
import { measureLag } from '#changes/webhooks/measure-lag.ts';
import { testMessage } from '#changes/webhooks/messages.ts';
import { readLag } from '#changes/webhooks/run-integrations.ts';
import { createMessageSigner } from '#changes/webhooks/signature.ts';
import { rotateSecret } from '#changes/webhooks/webhooks.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { saveSiteSettings } from '#site/site-settings.ts';
import { plumbline } from '../../support/command.ts';
import { ARCHIVE, EARLIER, publishArchived } from '../../support/exchange/archived.ts';
import { openReceivers, type Received } from '../../support/integrations/receivers.ts';
import { addHook, publishSome, sendAll, senderOf } from '../../support/integrations/webhook-site.ts';
import { copy, form, fromPage, json, openSite } from '../../support/site.ts';

// Webhooks: what receivers get, how it is signed, and what happens when they do not take it.

const [GOOD, BAD] = ['good.example.org', 'bad.example.org'];

/** The body, when the signature is valid. The library compares the time of a message with the clock of the machine. */
function verified(secret: string, { headers, body }: Received): unknown {
  const time = Number(headers['webhook-timestamp']) * 1000;
  const realTime = Date.now;
  try {
    Date.now = () => time;
    return new Webhook(secret).verify(body, headers);
  } finally {
    Date.now = realTime;
  }
}

test('a webhook gets each change as the API has it, signed; a failure is tried again, and nothing overtakes it', async (t) => {
  const site = await openSite(t);
  let isUp = false;
  const { rehearsal, received } = await openReceivers(t, { [GOOD]: () => 204, [BAD]: () => (isUp ? 200 : 500) });
  const [good, bad] = [received[GOOD] ?? [], received[BAD] ?? []];
  const sender = senderOf(site, { rehearsal });
  await publishSome(site, 1, 'before');
  const one = await addHook(site, `https://${GOOD}/hook?key=1`, true);
  const other = await addHook(site, `https://${BAD}/hook`);
  await publishSome(site, 3);
  await sendAll(sender);
  const { changes } = (await json(await site.fetch('/api/v1/public/changes?after=1'))) as {
    changes: { seq: number }[];
  };
  assert.deepEqual(
    good.map((message) => verified(one.secret, message)),
    changes,
  );
  for (const message of good) changeSchema.parse(verified(one.secret, message));
  assert.throws(() => verified(other.secret, good[0] as Received));
  assert.equal(new Set(good.map(({ headers }) => headers['webhook-id'])).size, 3);

  const { publicKey } = await getIntegration(site.deps, one.id);
  const [{ headers, body }] = good as [Received];
  const signature = headers['webhook-signature']?.split(' v1a,')[1] ?? '';
  const spki = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from((publicKey ?? '').slice('whpk_'.length), 'base64'),
  ]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.ok(verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64')));

  assert.equal(bad.length, 1);
  assert.deepEqual((await getIntegration(site.deps, other.id)).trouble, 'It answers 500.');
  const lag = () => measureLag(site.deps, site.config.publication.baseUrl);
  site.pass(2);
  assert.deepEqual(await lag(), {
    lines: 3,
    seconds: 2,
    states: { working: 1, failing: 1, switched_off: 0, off: 0 },
  });
  isUp = true;
  await sendAll(sender);
  assert.equal(bad.length, 1); // not yet: the second try is 5 seconds later
  site.pass(4);
  const next = await rotateSecret(site.deps, CLI, one.id);
  await sendAll(sender);
  assert.deepEqual(
    bad.map((message) => verified(other.secret, message)),
    [changes[0], ...changes],
  );
  assert.equal(bad[0]?.headers['webhook-id'], bad[1]?.headers['webhook-id']);
  await publishSome(site, 1, 'rotated');
  await sendAll(sender);
  const rotated = good[3] as Received;
  assert.deepEqual(verified(one.secret, rotated), verified(next, rotated));
  site.pass(24 * 3600 + 1);
  await publishSome(site, 1, 'last');
  await sendAll(sender);
  const last = good[4] as Received;
  const { seq } = verified(next, last) as { seq: number };
  assert.throws(() => verified(one.secret, last), 'the secret before the rotation signs for 24 hours');
  const [latest] = await listDeliveries(site.deps.db.read, other.id, 1);
  assert.deepEqual([latest?.status, latest?.changeSeq, latest?.trouble], [200, seq, null]);
  assert.deepEqual(await lag(), {
    lines: 0,
    seconds: 0,
    states: { working: 2, failing: 0, switched_off: 0, off: 0 },
  });
  webhookTestSchema.parse(
    JSON.parse(testMessage(site.deps, await getRow(site.deps.db.read, one.id), 'https://a.example').body),
  );
});

test('only chiefs see and change webhooks; the secret is shown once and stored nowhere as text; bad addresses change nothing', async (t) => {
  const site = await openSite(t, { SMTP_URL: 'smtp://127.0.0.1:1' });
  const [chief, editor] = [await site.person('chief'), await site.person('editor')];
  const send = (path: string, fields?: Record<string, string>, person = chief) =>
    site.fetch(`/newsroom/integrations${path}`, fields ? form(person, fields) : { headers: fromPage(person) });
  assert.equal((await send('', undefined, editor)).status, 403);
  assert.equal((await send('', { address: `https://${GOOD}/hook` }, editor)).status, 403);
  for (const address of ['http://a.example.org/', 'https://127.0.0.1/', 'https://u:p@a.example.org/', 'https://intra/'])
    assert.match(await (await send('', { address })).text(), /<div class="refusal" role="alert">/, address);
  assert.deepEqual(await listIntegrations(site.deps), []);

  const [secret = ''] =
    /whsec_[A-Za-z0-9+/=]+/.exec(await (await send('', { address: `https://${GOOD}/hook` })).text()) ?? [];
  assert.equal(secret.length, 'whsec_'.length + 44);
  assert.equal((await send('', { address: `https://${GOOD}/hook` })).status, 409);
  const [{ id }] = (await listIntegrations(site.deps)) as [Integration];
  const page = await (await send(`/${id}`)).text();
  assert.match(page, /<h1 class="address">good\.example\.org<\/h1>/);
  assert.ok(!page.includes(secret));
  const { rows } = await sql`select * from integration, journal`.execute(site.deps.db.read);
  assert.ok(!JSON.stringify(rows).includes(secret));

  await publishSome(site, 2);
  await saveSiteSettings(site.deps, CLI, { name: 'The Site Diary' });
  const { rehearsal, received } = await openReceivers(t, { [GOOD]: () => 410 });
  await sendAll(senderOf(site, { rehearsal }));
  assert.equal(received[GOOD]?.length, 1);
  assert.match(await (await send('')).text(), /Disabled because it answered 410/);
  const metrics = await readLag(site.deps, site.publication.baseUrl);
  assert.equal(metrics['plumbline_integrations{state="switched_off"}'], 1);
  assert.equal(metrics.plumbline_integration_lag_lines, 0);
  const emails = await site.deps.db.read.selectFrom('outbox').select(['about', 'recipient', 'text']).execute();
  assert.deepEqual(
    emails.map(({ about, recipient }) => [about, recipient]),
    [['webhook off', chief.email]],
  );
  assert.match(emails[0]?.text ?? '', /^The Site Diary sends no more messages/, 'it has the new name of the site');
  await send(`/${id}/on`, {});
  assert.match(await (await send(`/${id}`)).text(), /0; 2 changes wait/);
  await send(`/${id}/remove`, {});
  assert.deepEqual(await listIntegrations(site.deps), []);
});

test('keys rotate site encrypts the keys of webhooks again: messages have the same signature', async (t) => {
  const site = await openSite(t);
  const { deps } = site;
  const { id } = await addHook(site, 'https://hooks.example/a', true);
  const sign = async (by: typeof deps) => {
    const row = await by.db.read.selectFrom('integration').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return createMessageSigner({ ...by, clock: deps.clock }, row)('m', 'body');
  };
  const before = await sign(deps);
  const { code, error } = await plumbline(site, ['keys', 'rotate', 'site']);
  assert.equal(code, 0, error);
  const after = await createDeps(deps.db);
  assert.notDeepEqual(Buffer.from(after.sealKey), Buffer.from(deps.sealKey));
  assert.deepEqual(await sign(after), before);
});

test('nobody gets a message about an article of an archive, and a follower of the changes has it', async (t) => {
  const site = await openSite(t);
  const HOST = 'good.example.org';
  const { rehearsal, received } = await openReceivers(t, { [HOST]: () => 204 });
  await addHook(site, `https://${HOST}/hook`);
  const id = await publishArchived(site);
  const sender = senderOf(site, { rehearsal });
  await sendAll(sender);
  assert.deepEqual(received[HOST] ?? [], []);
  const { changes } = await json(await site.fetch('/api/v1/public/changes?after=0'));
  assert.deepEqual(
    changes.map(({ type, slug }: { type: string; slug: string }) => [type, slug]),
    [['article.published', 'archived-crane']],
  );
  const editor = await site.person('editor');
  const note = 'The crane lifted 402 tonnes; we wrote 420 before.';
  await saveRevision(site.deps, editor, id, {
    copy: {
      ...copy({ slug: 'archived-crane' }),
      correctionNote: note,
      baseRevision: 0,
    },
  });
  await publish(site.deps, editor, id, { revisionNumber: 1 });
  await sendAll(sender);
  assert.deepEqual(
    (received[HOST] ?? []).map(({ body }) => JSON.parse(body).type),
    ['article.corrected'],
  );
  const row = await site.deps.db.read.selectFrom('article').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  assert.deepEqual([JSON.parse(row.archive ?? ''), row.published_at], [ARCHIVE, EARLIER.publishedAt]);
  assert.ok((row.modified_at ?? '') > EARLIER.modifiedAt);
  assert.deepEqual(await site.deps.db.read.selectFrom('outbox').select('id').execute(), []);
});
