import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findThings } from '#brief/newsroom/find-subscribers.ts';
import { askImported } from '#brief/subscribers/ask-imported.ts';
import { findRecipient, listAudience } from '#brief/subscribers/audience.ts';
import { eraseSubscriber } from '#brief/subscribers/erase.ts';
import { exportSubscribers } from '#brief/subscribers/export-subscribers.ts';
import { importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { countByWeek, countSubscribers } from '#brief/subscribers/list-subscribers.ts';
import { CLI } from '#core/actor.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { confirmedSubscriber, countEmails, subscriberOf, WITH_MAIL } from '../../support/brief/readers.ts';
import { form, fromPage, openSite } from '../../support/site.ts';

const HOUR = 3600;
const WEEK = 7 * 24 * HOUR;
const TERMS = { vouchedBy: 'Ruth Okafor', consent: 'On paper, at the fair in Tacoma', asConfirmedBecause: null };
const VOUCHED = { ...TERMS, asConfirmedBecause: 'The signed papers are in the office' };

test('an imported list is asked again, 200 in an hour; suppressed, known and wrong lines are left out', async (t) => {
  const site = await openSite(t, { ...WITH_MAIL, RATE_LIMITS: 'off' });
  const { deps } = site;
  await confirmedSubscriber(site, 'known@reader.example');
  const gone = await confirmedSubscriber(site, 'gone@reader.example');
  await site.fetch(gone.unsubscribe, { method: 'POST' });
  const erased = await confirmedSubscriber(site, 'erased@reader.example');
  const { id } = await deps.db.read
    .selectFrom('subscriber')
    .select('id')
    .where('address', '=', 'erased@reader.example')
    .executeTakeFirstOrThrow();
  await eraseSubscriber(deps, CLI, id);
  const fresh = Array.from({ length: 230 }, (_, at) => `New ${at},new${at}@one.example`);
  const list = [
    'name,Email',
    ...fresh,
    ...[
      'K,KNOWN+x@reader.example',
      'G,gone@reader.example',
      'E,erased@reader.example',
      'W,wrong',
      'N,new1@one.example',
    ],
  ].join('\r\n');
  const result = await importSubscribers(deps, CLI, list, TERMS);
  assert.deepEqual(result, {
    ...{ added: 230, known: 1, suppressed: 2, optedOut: [], unclear: [] },
    refused: [{ line: 235, error: 'An email address has one @, with a name before it and a domain after it.' }],
  });
  assert.equal(erased.row.state, 'confirmed');
  const before = await countEmails(site);
  await askImported(deps, siteSnapshot().publication);
  assert.equal((await countEmails(site)) - before, 200);
  await askImported(deps, siteSnapshot().publication);
  assert.equal((await countEmails(site)) - before, 200);
  site.pass(HOUR);
  await askImported(deps, siteSnapshot().publication);
  assert.equal((await countEmails(site)) - before, 230);
  assert.deepEqual(
    (await listAudience(deps.db.read)).map(({ address }) => address),
    ['known@reader.example'],
  );
  assert.deepEqual((await importSubscribers(deps, CLI, list, TERMS)).added, 0);
});

test('as confirmed needs a written reason without an address, which the journal keeps', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const chief = await site.person('chief');
  const editor = await site.person('editor');
  const post = (person: { cookie: string }, fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob(['kim@reader.example\n=cmd@reader.example']), 'list.csv');
    return site.fetch('/newsroom/subscribers/import', { method: 'POST', headers: fromPage(person), body });
  };
  const terms = { vouchedBy: 'Ruth Okafor', consent: 'On paper, at the fair', how: 'confirmed' };
  assert.equal((await post(editor, { ...terms, because: 'The papers are in the office' })).status, 403);
  for (const because of ['', 'too short', 'kim@reader.example said so herself']) {
    const refused = await post(chief, { ...terms, because });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /The reason why nobody needs to be asked again must/);
  }
  const bare = await (await post(chief, { vouchedBy: '', consent: 'short', how: 'confirmed' })).text();
  assert.deepEqual(
    [...bare.matchAll(/<a href="#import-(\w+)">/g)].map(([, name]) => name),
    ['vouchedBy', 'consent', 'because'],
    'all wrong fields at once',
  );
  assert.equal(bare.match(/aria-invalid="true"/g)?.length, 3);
  assert.deepEqual(await listAudience(site.deps.db.read), []);
  const done = await (await post(chief, { ...terms, because: 'The papers are in the office' })).text();
  assert.match(done, /2 added as confirmed/);
  const [entry] = await site.deps.db.read
    .selectFrom('journal')
    .selectAll()
    .where('act', '=', 'subscribers.imported')
    .execute();
  assert.match(entry?.detail ?? '', /The papers are in the office/);
  assert.doesNotMatch(entry?.detail ?? '', /@/);
  const csv = await exportSubscribers(site.deps, chief, 'confirmed');
  assert.match(csv, /^'=cmd@reader\.example,,2026-09-06T13:00:00\.000Z,import,/m);
  const answer = await site.fetch('/newsroom/subscribers/export', form(chief, { kind: 'suppressed' }));
  assert.equal(
    answer.headers.get('content-disposition'),
    'attachment; filename="subscribers-suppressed-2026-09-06.csv"',
  );
});

test('a chief suppresses with a reason and undoes it; the page shows the reason and what happened', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const chief = await site.person('chief');
  const { row, unsubscribe } = await confirmedSubscriber(site, 'dana@reader.example');
  const path = `/newsroom/subscribers/${row.id}`;
  assert.equal((await site.fetch(`${path}/suppress`, form(chief, { reason: 'asked', note: '' }))).status, 422);
  const suppressed = await site.fetch(
    `${path}/suppress`,
    form(chief, { reason: 'asked', note: 'She wrote to the section <b>' }),
  );
  assert.equal(suppressed.headers.get('location'), `${path}?done=suppressed`);
  const told = await (await site.fetch(`${path}?done=suppressed`, { headers: fromPage(chief) })).text();
  assert.match(told, /class="toast".*No more email goes to this address\..*\/undo"><button[^>]*>Undo</s);
  assert.equal(await findRecipient(site.deps, site.deps.db.read, row.id), null);
  const page = await (await site.fetch(path, { headers: fromPage(chief) })).text();
  assert.match(page, /Suppressed: asked for no more email\. She wrote to the section &lt;b&gt;/);
  await site.fetch(unsubscribe, { method: 'POST' });
  assert.equal(
    (await subscriberOf(site, 'dana@reader.example')).row.state,
    'suppressed',
    'an old link does not undo it',
  );
  site.pass(24 * HOUR);
  const emails = await countEmails(site);
  await confirmedSubscriber(site, 'dana@reader.example');
  assert.equal(await countEmails(site), emails, 'the form sends a suppressed address nothing');
  const later = await site.person('chief');
  assert.equal((await site.fetch(`${path}/undo`, form(later, {}))).status, 303);
  assert.equal((await findRecipient(site.deps, site.deps.db.read, row.id))?.id, row.id);
  assert.equal((await site.fetch(`${path}/undo`, form(later, {}))).status, 409);
  assert.equal((await site.fetch(`${path}/erase`, form(later, {}))).status, 303);
  const list = await (await site.fetch('/newsroom/subscribers', { headers: fromPage(later) })).text();
  assert.match(list, />Erased</);
  assert.doesNotMatch(list, /dana@/);
});

test('counts by week, search by part of an address and by state', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const chief = await site.person('chief');
  const { deps } = site;
  await importSubscribers(deps, chief, 'a_1@one.example\nb@one.example\nc@two.example', VOUCHED);
  site.pass(WEEK);
  const b = await subscriberOf(site, 'b@one.example');
  await site.fetch(b.unsubscribe, { method: 'POST' });
  await importSubscribers(deps, chief, 'd@two.example', VOUCHED);
  await importSubscribers(deps, chief, 'e@two.example', TERMS);
  const weeks = await countByWeek(deps, 3);
  assert.deepEqual(weeks, [
    { week: '2026-08-24', confirmed: 0, came: 0, left: 0 },
    { week: '2026-08-31', confirmed: 3, came: 3, left: 0 },
    { week: '2026-09-07', confirmed: 3, came: 1, left: 1 },
  ]);
  assert.deepEqual(await countSubscribers(deps.db.read), {
    ...{ pending: 1, confirmed: 3, unsubscribed: 1, suppressed: 0, erased: 0 },
  });
  const later = await site.person('chief');
  const found = async (query: string) => {
    const page = await (await site.fetch(`/newsroom/subscribers?${query}`, { headers: fromPage(later) })).text();
    return [...page.matchAll(/[a-z0-9_]+@(?:one|two)\.example/g)].map(([address]) => address).sort();
  };
  assert.deepEqual(await found('q=A_1'), ['a_1@one.example']);
  assert.deepEqual(await found('q=TWO.example'), ['c@two.example', 'd@two.example', 'e@two.example']);
  assert.deepEqual(await found('q=one&state=unsubscribed'), ['b@one.example']);
  assert.deepEqual(await found('q=%25'), []);
  const whole = await site.fetch('/newsroom/subscribers?q=B@one.example', { headers: fromPage(later) });
  assert.equal(whole.headers.get('location'), `/newsroom/subscribers/${b.row.id}`, 'a whole address leads to its page');
  const growth = await (await site.fetch('/newsroom/subscribers/growth', { headers: fromPage(later) })).text();
  assert.match(growth, /3 now, 3 more than 11 weeks ago/);
  assert.match(growth, /4 confirmed and 1 left in these 12 weeks/);
  assert.match(growth, /<th scope="row">7 Sep<\/th><td class="number" data-label="Confirmed">1<\/td><td[^>]*>1<\/td>/);
  const editor = await site.person('editor');
  for (const [person, words, count] of [
    [later, ['two', 'example'], 3],
    [later, ['tw'], 0],
    [editor, ['two', 'example'], 0],
  ] as const)
    assert.equal((await findThings(deps, person, words)).length, count, `${person.role} ${words.join(' ')}`);
});

/** What other systems export, with the header and the words of each: who may get email, and who may not. */
const EXPORTS_OF_OTHERS: Record<string, string> = {
  Ghost: `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,yes1@one.example,A,,true,false,,2024-03-05T08:00:00.000Z,,"",""
2,no1@one.example,B,,false,false,,2024-03-06T08:00:00.000Z,,"",""
3,no2@one.example,C,,true,false,,2024-03-07T08:00:00.000Z,2025-01-01T00:00:00.000Z,"",""`,
  Substack: `email,active_subscription,expiry,plan,email_disabled,created_at,first_payment_at
yes1@one.example,false,,other,false,2023-02-01T10:00:00.000Z,
no1@one.example,true,,yearly_usd,true,2023-02-02T10:00:00.000Z,2023-02-02T10:00:00.000Z`,
  Mailchimp: `Email Address,First Name,MEMBER_RATING,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,LAST_CHANGED,UNSUB_TIME,UNSUB_REASON
yes1@one.example,A,2,2022-01-01 09:00:00,192.0.2.1,2022-01-02 09:00:00,192.0.2.1,2022-01-02 09:00:00,,
no1@one.example,B,2,2022-01-01 09:00:00,192.0.2.1,2022-01-02 09:00:00,192.0.2.1,2022-05-01 09:00:00,2022-05-01 09:00:00,NORMAL
no2@one.example,C,2,,,,,2022-05-01 09:00:00,,`,
  listmonk: `uuid,email,name,attributes,status,created_at,updated_at
x,yes1@one.example,A,{},enabled,2021-06-07 08:00:00+00,2021-06-07 08:00:00+00
y,no1@one.example,B,{},blocklisted,2021-06-07 08:00:00+00,2021-06-07 08:00:00+00
z,no2@one.example,C,{},disabled,2021-06-07 08:00:00+00,2021-06-07 08:00:00+00`,
  Buttondown: `email_address,subscriber_type,creation_date,unsubscription_date
yes1@one.example,regular,2020-10-10,
no1@one.example,unsubscribed,2020-10-11,2021-01-01
no2@one.example,unactivated,2020-10-11,`,
  Kit: `id,first_name,email,state,created_at
1,A,yes1@one.example,active,2019-01-01
2,B,no1@one.example,cancelled,2019-01-01
3,C,no2@one.example,bounced,2019-01-01`,
  'a list of its own': `Email,State,Type
yes1@one.example,WA,Contractor
yes1@one.example,WA,unsubscribed
no2@one.example,OR,Unsubscribed`,
};

test('who opted out there is never subscribed, whatever the flag; the report says how many and by which column', async (t) => {
  for (const [name, list] of Object.entries(EXPORTS_OF_OTHERS)) {
    const site = await openSite(t, WITH_MAIL);
    const { deps } = site;
    const result = await importSubscribers(deps, CLI, list, VOUCHED);
    const subscribed = (await listAudience(deps.db.read)).map(({ address }) => address);
    const wanted = name === 'a list of its own' ? [] : ['yes1@one.example'];
    assert.deepEqual(subscribed, wanted, `${name}: ${JSON.stringify(result)}`);
    const out = result.optedOut.reduce((sum, { count }) => sum + count, 0);
    const people = new Set(list.match(/\w+@one\.example/g));
    assert.equal(out, people.size - wanted.length, `${name}: ${JSON.stringify(result)}`);
    await importSubscribers(deps, CLI, [...people].join('\n'), VOUCHED);
    assert.deepEqual(
      (await listAudience(deps.db.read)).map(({ address }) => address),
      wanted,
      `${name}: a later list of the addresses alone brings nobody in`,
    );
    await importSubscribers(deps, CLI, [...people].join('\n'), TERMS);
    await askImported(deps, site.publication);
    assert.equal(await countEmails(site), 0, `${name}: nobody is emailed`);
  }
});

test('the day on which a person agreed there is kept, and a list that says more ends what an earlier one began', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  const { deps } = site;
  await importSubscribers(deps, CLI, 'yes1@one.example\nno1@one.example\nno2@one.example', VOUCHED);
  const own = await confirmedSubscriber(site, 'here@one.example');
  const list = `${EXPORTS_OF_OTHERS.Ghost}\n4,here@one.example,D,,false,false,,2024-03-06T08:00:00.000Z,,"",""\n5,new@one.example,E,,true,false,,2024-03-09T08:00:00.000Z,,"",""`;
  const result = await importSubscribers(deps, CLI, list, VOUCHED);
  assert.deepEqual(result.optedOut, [
    { why: 'subscribed_to_emails: false', count: 2 },
    { why: 'deleted_at: set', count: 1 },
  ]);
  const audience = (await listAudience(deps.db.read)).map(({ address }) => address).sort();
  assert.deepEqual(audience, ['here@one.example', 'new@one.example', 'yes1@one.example']);
  assert.equal((await subscriberOf(site, 'here@one.example')).row.id, own.row.id);
  const { row } = await subscriberOf(site, 'new@one.example');
  assert.equal(row.consent, 'Ruth Okafor: On paper, at the fair in Tacoma (since 2024-03-09)');
});

/** Lists with columns in other words: yes… agreed, no… left, and of perhaps… the list does not say it clearly. */
const LISTS_IN_OTHER_WORDS: Record<string, string> = {
  German: `E-Mail-Adresse,Vorname,Status\nyes@one.example,A,abonniert\nno1@one.example,B,Abgemeldet\nno2@one.example,C,bounced`,
  'a contact': 'Name,Contact Email,Contact Status\nA,yes@one.example,Active\nB,no1@one.example,Unsubscribed',
  French: 'Nom;Courriel;Statut\nA;yes@one.example;Abonné\nB;no1@one.example;Désabonné\nC;perhaps1@one.example;VIP',
  Spanish: 'Correo electrónico,Estado\nyes@one.example,Suscrito\nno1@one.example,Dado de baja',
  'yes or no': 'Mail,Einwilligung\nyes@one.example,ja\nno1@one.example,nein\nperhaps1@one.example,',
  'a day': 'Mail,Newsletter abgemeldet am\nyes@one.example,\nno1@one.example,03.04.2024',
  'no header': 'A,yes@one.example,subscribed\nB,no1@one.example,unsubscribed\nC,perhaps1@one.example,',
  'other letters': 'Имя,Почта,Статус\nA,perhaps1@one.example,подписан\nB,perhaps2@one.example,отписан',
  'two columns with addresses': 'Referred by (email),Email\nno1@one.example,yes@one.example',
};

test('the column of addresses is known by its content, and only people who clearly agreed are subscribed', async (t) => {
  for (const [name, list] of Object.entries(LISTS_IN_OTHER_WORDS)) {
    const site = await openSite(t, WITH_MAIL);
    const result = await importSubscribers(site.deps, CLI, list, VOUCHED);
    const subscribed = (await listAudience(site.deps.db.read)).map(({ address }) => address);
    assert.deepEqual(subscribed, list.match(/yes@one\.example/g) ?? [], `${name}: ${JSON.stringify(result)}`);
    const unclear = result.unclear.reduce((sum, { count }) => sum + count, 0);
    assert.equal(unclear, list.match(/perhaps\d@/g)?.length ?? 0, `${name}: ${JSON.stringify(result)}`);
  }
});

test('a list without a column of addresses, or with two that may be it, imports nobody', async (t) => {
  const site = await openSite(t, WITH_MAIL);
  for (const [list, words] of [
    ['Name,Status\nAnna,subscribed', /No column of the list holds email addresses/],
    ['Work,Private\na@one.example,b@one.example', /Several columns of the list hold email addresses: work, private/],
  ] as const)
    await assert.rejects(importSubscribers(site.deps, CLI, list, VOUCHED), words);
  assert.deepEqual(await listAudience(site.deps.db.read), []);
});
