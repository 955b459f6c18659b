import assert from 'node:assert/strict';
import { test } from 'node:test';
import MailComposer from 'nodemailer/lib/mail-composer';
import { bounceAddress, parseBounceAddress } from '#brief/bounces/bounce-address.ts';
import { hasDkimKey, makeDkimKey, readDkimKey } from '#brief/domain/dkim-key.ts';
import { createSigner } from '#brief/domain/sign-message.ts';
import { hashToken } from '#brief/subscribers/tokens.ts';
import { CLI } from '#core/actor.ts';
import { plumbline } from '../../support/command.ts';
import { openSite } from '../../support/site.ts';
import { isSigned, signatureTags } from './verify-dkim.ts';

function brief(): Promise<Buffer> {
  return new MailComposer({
    from: { name: 'Field Brief', address: 'brief@Magazine.example' },
    to: 'reader@one.example',
    subject: 'Ein Laser­scan für €1,200 – and  two  spaces',
    headers: {
      'List-Unsubscribe': {
        prepared: true,
        value: `<https://magazine.example/brief/unsubscribe/${'0'.repeat(32)}>,\r\n <mailto:brief@magazine.example>`,
      },
      'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
    },
    text: 'Trailing space \r\n\r\n.dot and tab\t\r\n\r\n\r\n',
    html: '<p>Grüße</p>',
  })
    .compile()
    .build();
}

test('the site signs a brief with its own key, for the domain of From, over both unsubscribe headers', async (t) => {
  const { deps, config } = await openSite(t, { BRIEF_FROM: 'brief@Magazine.example' });
  const sign = createSigner(deps, config.brief);
  const message = await brief();
  assert.equal(await hasDkimKey(deps.db.read), false);
  await assert.rejects(sign(message), /no DKIM key/);
  const first = await makeDkimKey(deps, CLI);
  assert.deepEqual([first.isNew, await hasDkimKey(deps.db.read)], [true, true]);
  const signed = await sign(message);
  assert.ok(signed.subarray(signed.length - message.length).equals(message), 'the email is only given a header');
  const tags = signatureTags(signed);
  assert.deepEqual([tags.get('d'), tags.get('s'), tags.get('a')], ['magazine.example', first.selector, 'rsa-sha256']);
  const covered = tags.get('h')?.toLowerCase().split(':') ?? [];
  for (const name of ['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
    assert.ok(covered.includes(name), name);
  assert.equal(isSigned(signed, first.record), true);
  const changed = Buffer.from(signed.toString('latin1').replace('One-Click', 'Two-Click'), 'latin1');
  assert.equal(isSigned(changed, first.record), false);
  const cut = Buffer.from(signed.toString('latin1').replace('.dot', 'dot'), 'latin1');
  assert.equal(isSigned(cut, first.record), false);
  const relay = createSigner(deps, { from: config.brief.from, dkim: 'relay' });
  assert.ok((await relay(message)).equals(message));
});

test('the command makes one key; only --replace makes another, with another selector', async (t) => {
  const site = await openSite(t);
  const settings = { BRIEF_FROM: 'brief@magazine.example' };
  const first = await plumbline(site, ['brief', 'key'], settings);
  const key = await readDkimKey(site.deps);
  assert.ok(key);
  assert.ok(
    first.out.includes(`${key.selector}._domainkey.magazine.example\n${key.record}\n`),
    first.out + first.error,
  );
  const again = await makeDkimKey(site.deps, CLI);
  assert.deepEqual([again.isNew, again.record], [false, key.record]);
  const other = await makeDkimKey(site.deps, CLI, { replace: true });
  assert.notEqual(other.selector, key.selector);
  const { value } = await site.deps.db.read
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'brief_dkim_key')
    .executeTakeFirstOrThrow();
  // So begins an RSA key of 2048 bits in PKCS #8. Sealed text is random: it has shorter words by chance.
  assert.doesNotMatch(value, /PRIVATE|MIIEv[A-Za-z0-9]IBADAN/);
  const acts = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('act', '=', 'brief.key_made')
    .execute();
  assert.equal(acts.length, 2);
  const chief = await site.person('editor');
  await assert.rejects(makeDkimKey(site.deps, chief), { kind: 'forbidden' });
});

test('a bounce address is read back in any letter case, and only for the host of the site', () => {
  const token = '0123456789abcdef'.repeat(2);
  const address = bounceAddress('2026-09-08', token, 'b.magazine.example');
  assert.ok(Buffer.byteLength(address.split('@')[0] ?? '') <= 64);
  const meant = { day: '2026-09-08', token, tokenHash: hashToken(token) };
  assert.deepEqual(parseBounceAddress(address, 'b.magazine.example'), meant);
  assert.deepEqual(parseBounceAddress(` <${address.toUpperCase()}> `, 'B.magazine.example'), meant);
  for (const other of [
    'newsroom@b.magazine.example',
    address.replace('b.magazine', 'c.magazine'),
    address.replace('0', 'g'),
    `x${address}`,
    address.replace('@', '0@'),
    `${address}${'>'.repeat(300)}`,
    '',
  ])
    assert.equal(parseBounceAddress(other, 'b.magazine.example'), null, other);
});
