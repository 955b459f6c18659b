import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDns, checkDnsSometimes, differingRecords } from '#brief/domain/check-dns.ts';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { CLI } from '#core/actor.ts';
import { keepServerSettings } from '#runtime/server-settings.ts';
import { dnsServer, type Zone } from '../../support/brief/dns-server.ts';
import { plumbline } from '../../support/command.ts';
import { form, fromPage, openSite } from '../../support/site.ts';

const DOMAIN = 'magazine.example';

test('Sending domain prints the records to set and says what the DNS has of them', async (t) => {
  const zone: Zone = {};
  const site = await openSite(t, {
    BRIEF_FROM: `brief@${DOMAIN}`,
    BOUNCE_HOST: `bounce.${DOMAIN}`,
    SMTP_URL: 'smtp://mail.magazine.example',
    BRIEF_DNS_SERVER: await dnsServer(t, zone),
  });
  const { deps, config } = site;
  const chief = await site.person('chief');
  const read = async () => (await site.fetch('/newsroom/mail-domain', { headers: fromPage(chief) })).text();
  const states = async () =>
    (await checkDns(deps, config.mailDomain)).records.map(({ kind, state }) => `${kind} ${state}`);
  assert.match(await read(), /The site has no DKIM key/);
  const { selector, record } = await makeDkimKey(deps, CLI);
  const before = await read();
  for (const text of [
    'Not yet compared',
    `${selector}._domainkey.${DOMAIN}`,
    record,
    'v=spf1 a:mail.magazine.example -all',
    '_dmarc.',
  ])
    assert.ok(before.includes(text), text);

  assert.deepEqual(await states(), ['SPF missing', 'DKIM missing', 'DMARC missing', 'MX missing']);
  assert.equal((await differingRecords(deps.db.read)).length, 4);

  zone[`bounce.${DOMAIN}`] = { txt: ['other=1', 'v=spf1 include:relay.example ~all'], mx: ['mx.magazine.example'] };
  zone[`${selector}._domainkey.${DOMAIN}`] = { txt: [record] };
  zone[`_dmarc.${DOMAIN}`] = { txt: ['v=DMARC1; p=quarantine; rua=mailto:d@magazine.example'] };
  const pressed = await site.fetch('/newsroom/mail-domain/check', form(chief, {}));
  assert.equal(pressed.status, 303);
  assert.deepEqual(await differingRecords(deps.db.read), []);
  const after = await read();
  assert.match(after, /Compared with the DNS <time/);
  assert.match(after, /SPF <span class="pill ready">Found/);
  assert.ok(after.includes('v=spf1 include:relay.example ~all'));

  zone[`bounce.${DOMAIN}`] = { txt: ['v=spf1 +all'], mx: ['mx.magazine.example'] };
  zone[`${selector}._domainkey.${DOMAIN}`] = { txt: ['v=DKIM1; p=<script>alert(1)</script>'] };
  zone[`_dmarc.${DOMAIN}`] = { txt: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] };
  assert.deepEqual(await states(), ['SPF differs', 'DKIM differs', 'DMARC differs', 'MX ok']);
  assert.ok(!(await read()).includes('<script>alert'));

  zone[`bounce.${DOMAIN}`] = 'fail';
  assert.deepEqual(await states(), ['SPF unknown', 'DKIM differs', 'DMARC differs', 'MX unknown']);
  assert.deepEqual((await differingRecords(deps.db.read)).length, 2, 'a failure of the DNS is no difference');

  zone[`${selector}._domainkey.${DOMAIN}`] = { txt: [record] };
  await checkDnsSometimes(deps, config.mailDomain);
  assert.equal((await differingRecords(deps.db.read)).length, 2, 'the last check is not old');
  site.pass(6 * 3600);
  await checkDnsSometimes(deps, config.mailDomain);
  assert.equal((await differingRecords(deps.db.read)).length, 1);
});

test('a policy of the domain above counts, and only chiefs see the page', async (t) => {
  const zone: Zone = { '_dmarc.magazine.example': { txt: ['v=DMARC1;p=none'] } };
  const site = await openSite(t, {
    BRIEF_FROM: 'brief@news.magazine.example',
    BRIEF_DNS_SERVER: await dnsServer(t, zone),
  });
  const { records } = await checkDns(site.deps, { ...site.config.mailDomain, dkim: 'relay' });
  assert.deepEqual(
    records.map(({ kind, state }) => `${kind} ${state}`),
    ['SPF missing', 'DMARC ok'],
  );
  const editor = await site.person('editor');
  assert.equal((await site.fetch('/newsroom/mail-domain', { headers: fromPage(editor) })).status, 403);
});

test('the command that makes the key takes the address and the domain of the server that started last, and refuses when no address is known', async (t) => {
  const site = await openSite(t);
  const refused = await plumbline(site, ['brief', 'key'], { BASE_URL: '' });
  assert.equal(refused.code, 1, refused.out);
  assert.match(refused.error, /BASE_URL is not set, and no server has started with this database/);
  await keepServerSettings(site.deps, { BRIEF_FROM: 'brief@news.magazine.example' }, 'https://magazine.example');
  const key = await plumbline(site, ['brief', 'key'], { BASE_URL: '' });
  assert.match(key.out, /into the DNS of news\.magazine\.example:/, key.error);
  assert.match(key.error, /\nAddress: https:\/\/magazine\.example, as the server has it\n/);
  const other = await plumbline(site, ['brief', 'key'], { BASE_URL: 'https://other.example' });
  assert.match(
    other.error,
    /Address: https:\/\/other\.example, by BASE_URL\. The server started last with another one: https:\/\/magazine/,
  );
});
