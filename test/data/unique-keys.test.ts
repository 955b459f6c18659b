import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { receiveCheckedCreative } from '#ads/creatives/receive-creative.ts';
import { correctOrder } from '#ads/orders/correct-order.ts';
import { holdDays } from '#ads/orders/holds.ts';
import { makeInsertionOrder } from '#ads/orders/insertion-orders.ts';
import { openInquiry } from '#ads/orders/open-inquiry.ts';
import { acquireCheckLock } from '#ads/runs/check-pages.ts';
import { recordSend } from '#ads/runs/sends.ts';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { recordBounce } from '#brief/bounces/record-bounce.ts';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { readBriefFigures, settleBriefFigure } from '#brief/issues/brief-figures.ts';
import { getBriefContent } from '#brief/issues/brief-record.ts';
import { openBrief, saveBrief } from '#brief/issues/compose.ts';
import { suppressSubscriber } from '#brief/subscribers/suppress.ts';
import type { Session } from '#core/session.ts';
import { addSeries } from '#editorial/publish/series.ts';
import { updateCitedSources } from '#editorial/sources/source-rows.ts';
import { renameTag } from '#editorial/tags.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { replacePurgeState, START } from '#integrations/cdn/purge-state.ts';
import { addWebhook, rotateSecret } from '#integrations/webhooks.ts';
import { storePicture } from '#media/add-picture.ts';
import { saveFilter } from '#newsroom/articles/stored-filters.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { insertMember } from '#people/members.ts';
import { startAppSetup } from '#people/second-factor/app-code.ts';
import type { Deps } from '#runtime/deps.ts';
import { claimEmail } from '#runtime/mail/outbox.ts';
import { addSection } from '#site/sections.ts';
import { checkOnce, creativeOf } from '../ads/creatives.ts';
import { addReaders } from '../brief/sends.ts';
import {
  booked,
  type Desk,
  deskOf,
  inquiry,
  opened,
  picture,
  supplierRow,
  WORDS,
  withCreatives,
} from '../support/ad-desk.ts';
import { goLive } from '../support/live.ts';
import { raceAll } from '../support/race.ts';
import { copy, openSite, PASSWORD, type Person } from '../support/site.ts';

// Each unique key and each lease, when three callers want it at the same time: one gets it, and the others get a clear refusal or
// the same result.

const site = await openSite({ after: (end) => after(end as () => void) });
const { deps } = site;
let desk: Desk;
let ann: Person;
let readers: string[];

before(async () => {
  desk = await deskOf(site);
  ann = await site.person('chief', 'Ann Field');
  readers = await addReaders(site, 3);
});

/** What the three callers do; the third argument of each is its number. */
type Contest = (deps: Deps, nth: number) => Promise<unknown>;
const THREE = [0, 1, 2];

async function outcomesOf(contest: Contest): Promise<unknown[]> {
  const { outcomes } = await raceAll(
    deps,
    THREE.map((nth) => (deps: Deps) => contest(deps, nth)),
  );
  return outcomes;
}

const rowsOf = async (table: string) => {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)}`.execute(
    deps.db.read,
  );
  return Number(rows[0]?.n);
};

const at = (day: string) => `${day}T12:00:00.000Z`;
const { publication } = site.config;
const TUESDAYS = ['2026-11-03', '2026-11-10', '2026-11-17'];

/** The act that three callers do, the outcome of two of them, and the table that gets one row. */
type Row = [
  what: string,
  keys: string[],
  prepare: () => Contest | Promise<Contest>,
  others: unknown,
  table: string | null,
];

const ONE_WINS: Row[] = [
  [
    'an address of an article',
    ['address.desk,slug'],
    () => (deps) => createDraft(deps, ann, copy({ slug: 'wanted' })),
    'slug_taken',
    'article',
  ],
  [
    'a byline',
    ['author.slug'],
    () => (deps) => addAuthorOrTag(deps, ann, 'author', 'Ines Calloway'),
    'already_exists',
    'author',
  ],
  ['a tag', ['tag.slug'], () => (deps) => addAuthorOrTag(deps, ann, 'tag', 'Layout'), 'already_exists', 'tag'],
  [
    'a series',
    ['series.slug'],
    () => (deps) => addSeries(deps, ann, { name: 'Measured', description: 'Twice.' }),
    'already_exists',
    'series',
  ],
  [
    'a section',
    ['site_setting.name'],
    () => (deps) => addSection(deps, ann, { name: 'Cranes', about: 'What lifts.' }),
    'already_exists',
    'site_setting',
  ],
  [
    'an email address of a person',
    ['editor.email'],
    () => (deps) =>
      deps.db.write((tx) =>
        insertMember(deps, tx, ann, {
          editor: { email: 'kim@magazine.example', name: 'Kim', role: 'writer' },
          passwordHash: null,
        }),
      ),
    'already_exists',
    'editor',
  ],
  [
    'the address of a webhook',
    ['integration.address'],
    () => (deps) =>
      addWebhook(deps, ann, publication, { address: 'https://receiver.example/hook', note: '', hasKey: false }),
    'already_exists',
    'integration',
  ],
  ['the brief of a day', ['brief.day'], () => (deps) => openBrief(deps, ann, '2026-10-27'), 'already_exists', 'brief'],
  [
    'a revision of a brief',
    ['brief_revision.brief_day,number'],
    async () => {
      await openBrief(deps, ann, '2026-10-20');
      return (deps) => saveBrief(deps, ann, '2026-10-20', 0, { subject: 'Six weeks', intro: [], stories: [] });
    },
    'revision_conflict',
    'brief_revision',
  ],
  [
    'a row of the directory',
    ['supplier.name_key'],
    () => (deps) => addSupplier(deps, desk.dana, supplierRow('')),
    'already_exists',
    'supplier',
  ],
  [
    'an order that pays for a row of the directory',
    ['supplier.order_id'],
    async () => {
      const { reference } = await booked(desk, { unit: 'directory-listing', startsOn: '2026-12-01' });
      return (deps, nth) =>
        addSupplier(deps, desk.dana, { ...supplierRow(reference), name: `Supplier ${nth}`, isOtherName: true }).catch(
          ({ message }: Error) => message.replace(/Order \S+/, 'Order …').replace(/Supplier \d/, 'another'),
        );
    },
    'Order … already pays for the row of another.',
    'supplier',
  ],
  [
    'the days of an ad',
    ['ad_hold.place,day'],
    async () => {
      const orders: Awaited<ReturnType<typeof opened>>[] = [];
      for (const nth of THREE)
        orders.push(await opened(desk, { advertiser: `Holder ${nth}${nth}`, startsOn: '2027-03-01' }));
      return (deps, nth) => holdDays(deps, desk.dana, publication, orders[nth]?.id ?? '', '2026-09-12');
    },
    'already_exists',
    null,
  ],
  [
    'the name of an advertiser',
    ['advertiser.name_key'],
    async () => {
      const orders: Awaited<ReturnType<typeof opened>>[] = [];
      for (const nth of THREE)
        orders.push(await opened(desk, { advertiser: `${'Namesake'.slice(nth)} ${nth}`, startsOn: '2027-05-03' }));
      const { unit: _unit, startsOn: _from, endsOn: _to, ...fields } = inquiry({ advertiser: 'One Name for All' });
      const correction = { ...fields, advertiserIs: 'renamed' } as const;
      return (deps, nth) => correctOrder(deps, desk.dana, desk.catalog, orders[nth]?.id ?? '', correction);
    },
    'already_exists',
    null,
  ],
  [
    'the record of a send',
    ['field_brief_send.day'],
    () => (deps) => recordSend(deps, desk.dana, publication, '2026-09-01', at('2026-09-01'), 'By hand.'),
    'already_done',
    'field_brief_send',
  ],
  [
    'a suppression',
    ['suppression.address_hmac'],
    () => (deps) => suppressSubscriber(deps, ann, readers[0] ?? '', { reason: 'asked', note: 'By telephone.' }),
    'already_done',
    'suppression',
  ],
  ['the check of the pages with ads', ['setting.name'], () => (deps) => acquireCheckLock(deps, []), false, 'setting'],
  [
    'a purge',
    [],
    () => (deps, nth) => replacePurgeState(deps, 'a cache', null, { ...START, first: nth }),
    false,
    'setting',
  ],
];

for (const [what, , prepare, others, table] of ONE_WINS)
  test(`of three who want ${what} at once, one gets it`, async () => {
    const contest = await prepare();
    const rows = table && (await rowsOf(table));
    const outcomes = await outcomesOf(contest);
    assert.equal(outcomes.filter((one) => one === others).length, 2, JSON.stringify(outcomes));
    if (table) assert.equal(await rowsOf(table), Number(rows) + 1);
  });

/** The act that three callers do, each with the same result, and how many rows the table gets. */
type Shared = [what: string, keys: string[], prepare: () => Contest | Promise<Contest>, table: string, added: number];

const ALL_GET_IT: Shared[] = [
  [
    'an advertiser',
    ['advertiser.name_key'],
    () => async (deps) =>
      (await openInquiry(deps, desk.dana, publication, desk.catalog, inquiry({ advertiser: 'Zenith Survey' })))
        .advertiserId,
    'advertiser',
    1,
  ],
  [
    'a picture',
    ['picture.hash'],
    () => async (deps) => {
      const words = { title: 'A slab', alt: 'A slab.', credit: 'Ann' } as never;
      const file = { hash: 'a'.repeat(64), width: 800, height: 600, renditions: [] };
      return (await storePicture(deps, ann, words, file)).picture.id;
    },
    'picture',
    1,
  ],
  ['the DKIM key', ['setting.name'], () => async (deps) => (await makeDkimKey(deps, ann)).selector, 'setting', 1],
  [
    'the setup of an app for codes',
    ['totp.editor_id'],
    () => (deps) => startAppSetup(deps, { editor: ann } as unknown as Session, PASSWORD),
    'totp',
    1,
  ],
  [
    'the addresses that articles cite',
    ['source_look.url'],
    async () => {
      await goLive(site, { slug: 'cites-one' });
      return (deps) => updateCitedSources(deps);
    },
    'source_look',
    1,
  ],
];

for (const [what, , prepare, table, added] of ALL_GET_IT)
  test(`three who want ${what} at once get the same`, async () => {
    const contest = await prepare();
    const rows = await rowsOf(table);
    const outcomes = await outcomesOf(contest);
    assert.deepEqual(outcomes, Array(3).fill(outcomes[0]));
    assert.equal(await rowsOf(table), rows + added);
  });

test('three briefs that are begun at once have three numbers', async () => {
  const numbers = await outcomesOf(async (deps, nth) => (await openBrief(deps, ann, TUESDAYS[nth] ?? '')).number);
  assert.equal(new Set(numbers).size, 3, JSON.stringify(numbers));
  assert.ok(
    numbers.every((one) => typeof one === 'number'),
    JSON.stringify(numbers),
  );
});

test('of three insertion orders that are made for one order at once, the last is open', async () => {
  const { id } = await opened(desk, { advertiser: 'Tri Offer', startsOn: '2027-06-07' });
  const numbers = await outcomesOf(
    async (deps, nth) =>
      (await makeInsertionOrder(deps, desk.dana, publication, desk.catalog, WORDS, id, 100_000 + nth)).number,
  );
  assert.equal(new Set(numbers).size, 3, JSON.stringify(numbers));
  const all = deps.db.read.selectFrom('insertion_order').select('number').where('order_id', '=', id);
  assert.equal((await all.where('withdrawn_at', 'is', null).execute()).length, 1);
});

test('a report that comes three times at once counts once, and three reports at once suppress once', async () => {
  await openBrief(deps, ann, '2026-10-13');
  const failed = { day: '2026-10-13', kind: 'hard', code: '5.1.1', source: 'mailbox' } as const;
  const subscriber = (nth: number) => ({ addressKey: `reader${nth}@mail${nth}.example` });
  const once = await outcomesOf((deps) => recordBounce(deps, { ...failed, subscriber: subscriber(1), id: 'one' }));
  assert.deepEqual(once.sort(), ['known', 'known', 'suppressed']);
  const three = await outcomesOf((deps, nth) =>
    recordBounce(deps, { ...failed, subscriber: subscriber(2), id: `report ${nth}` }),
  );
  assert.deepEqual(three.sort(), ['counted', 'counted', 'suppressed']);
});

test('of three editors who settle one number of a brief at once, the last counts', async () => {
  await openBrief(deps, ann, '2026-10-06');
  const text = 'The crew counted 412 points.';
  const intro = [{ id: 'b1', type: 'paragraph' as const, text }];
  const { revision } = await saveBrief(deps, ann, '2026-10-06', 0, { subject: 'Six weeks', intro, stories: [] });
  const content = await getBriefContent(deps.db.read, '2026-10-06', revision);
  const [figure] = await readBriefFigures(deps.db.read, content);
  const seen = { day: '2026-10-06', revision, anchor: figure?.anchor ?? '' };
  const outcomes = await outcomesOf((deps, nth) =>
    settleBriefFigure(deps, ann, seen, { kind: 'signed', reason: `Counted on the slab, time ${nth}.` }),
  );
  assert.deepEqual(outcomes, [undefined, undefined, undefined]);
  const counting = deps.db.read.selectFrom('brief_settlement').select('id').where('replaced_at', 'is', null);
  assert.equal((await counting.where('brief_day', '=', '2026-10-06').execute()).length, 1);
});

test('of three files that an advertiser sends for one ad at once, the last waits', async () => {
  const { id } = await withCreatives(desk, { advertiser: 'Sends Thrice', startsOn: '2027-08-02' });
  const creative = creativeOf('homepage-band');
  const checked = await checkOnce(creative, await picture(desk.catalog, 'homepage-band'));
  const words = { kind: 'homepage-band', url: 'https://acme.example/', alt: 'A robot.', copy: '' };
  const outcomes = await outcomesOf(async (deps, nth) => {
    const sent = { ...checked, sentHash: String(nth).repeat(64) };
    return (await receiveCheckedCreative(deps, desk.dana, publication, desk.catalog, id, words, sent)).state;
  });
  assert.deepEqual(outcomes, ['in', 'in', 'in']);
  const waiting = deps.db.read.selectFrom('creative').select('id').where('order_id', '=', id);
  assert.equal((await waiting.where('state', '=', 'in').execute()).length, 1);
});

test('a tag that gets the name of a tag that is added at once is refused, or the new one is', async () => {
  const { id } = await addAuthorOrTag(deps, ann, 'tag', 'Lifts');
  const { outcomes } = await raceAll(deps, [
    (deps) => addAuthorOrTag(deps, ann, 'tag', 'Hoists'),
    (deps) => renameTag(deps, ann, id, 'Hoists'),
  ]);
  assert.equal(outcomes.filter((one) => one === 'already_exists').length, 1, JSON.stringify(outcomes));
});

test('an email that waits is taken by one of three processes', async () => {
  await deps.db.write((tx) =>
    tx
      .updateTable('outbox')
      .set({ due_at: at('2027-01-01') })
      .execute(),
  );
  const due = await deps.db.read.selectFrom('outbox').select('id').limit(1).executeTakeFirstOrThrow();
  await deps.db.write((tx) =>
    tx
      .updateTable('outbox')
      .set({ due_at: at('2026-09-01') })
      .where('id', '=', due.id)
      .execute(),
  );
  const taken = await outcomesOf(async (deps) => (await claimEmail(deps))?.id ?? null);
  assert.deepEqual(
    taken.filter((id) => id !== null),
    [due.id],
  );
});

test('each secret of a webhook that three chiefs rotate at once signs', async () => {
  const { id } = await addWebhook(deps, ann, publication, {
    address: 'https://receiver.example/other',
    note: '',
    hasKey: false,
  });
  await outcomesOf((deps) => rotateSecret(deps, ann, id));
  const { secrets } = await deps.db.read
    .selectFrom('integration')
    .select('secrets')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(secrets).length, 4);
});

test('three filters that a person saves at once are all there', async () => {
  await outcomesOf((deps, nth) => saveFilter(deps, ann, { name: `Filter ${nth}`, query: '' } as never));
  const { value } = await deps.db.read
    .selectFrom('setting')
    .select('value')
    .where('value', 'like', '%Filter 0%')
    .executeTakeFirstOrThrow();
  for (const nth of THREE) assert.match(value, new RegExp(`Filter ${nth}`));
});

/** Keys of which each value is random, a hash of a secret, or a number that the database counts up: two callers never want one. */
const RANDOM = `access_token.token_hash ad_link.link_hash ad_order.reference claim.claim_token_hash claim.code_hash insertion_order.link_hash
  one_time_link.token_hash preview_link.token_hash proof.id record_key.kid recovery_code.editor_id,code_hash session.token_hash subscriber.token_hash
  subscriber_link.link_hash`;

/** Keys of which only one transaction at a time writes a value: it holds the lock, the lease or the key that is named. */
const BEHIND_A_LOCK: Readonly<Record<string, string>> = {
  'the lock of the article':
    'article.live_desk,live_slug draft_search.article_id draft_unindexed.article_id live_tag.tag_id,published_at,article_id public_revision.article_id,revision quote_text.article_id search.article_id search_unindexed.article_id',
  'the lock of the publication log': 'tag_address.slug',
  'the lock of the brief': 'brief_delivery.brief_day,subscriber_id brief_send.brief_day',
  'the lock of the order': 'ad_link.order_id ad_run.order_id,place',
  'the row that counts the year': 'insertion_order.number insertion_order.year,nth insertion_order_series.year',
  'the lease of the import': 'import_item.run_id,source_id lost_place.run_id,source_id,number',
  'none: the row is inserted where it is missing':
    'ad_category.issue,category ad_category.issue,category,sponsor_id search_vocabulary.word',
};

/** Keys that other files of tests want at the same time. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'data/races.test.ts':
    'author.editor_id front_page.article_id record_key.number related_article.article_id,place revision.article_id,number series_part.article_id settlement.article_id,anchor signed_record.article_id,revision signed_record.number subscriber.address_key working_copy.article_id,editor_id',
  'ads/ad-booking.test.ts': 'ad_slot.place,day,lane',
  'ads/ad-money.test.ts': 'credit_note.invoice_number credit_note.number credit_note.year,nth credit_note_series.year',
  'ads/ad-orders.test.ts': 'invoice.number invoice.order_id invoice.year,nth invoice_series.year',
  'ads/ad-reminders.test.ts': 'invoice_reminder.invoice_number,nth',
  'exchange/import-leases.test.ts': 'import_run.busy old_address.path',
  'api/idempotency.test.ts': 'idempotency.principal,key',
};

test('each unique key is wanted by several callers at once in a test, or has a reason why it never is', async () => {
  const own = [
    ...[...ONE_WINS, ...ALL_GET_IT].flatMap(([, keys]) => keys),
    ...['bounce.report_key', 'brief.number', 'brief_settlement.brief_day,anchor', 'creative.order_id,kind'],
    ...['insertion_order.order_id'],
  ];
  const named = new Set(
    [own, [RANDOM], Object.values(BEHIND_A_LOCK), Object.values(ELSEWHERE)].flat().join(' ').split(/\s+/),
  );
  const found = new Set(await listKeys());
  assert.deepEqual([...found.difference(named)].sort(), [], 'add a contest for these keys');
});

/** The unique keys of the schema as `table.column,column`, without ids and numbers that the database makes. */
async function listKeys(): Promise<string[]> {
  const { rows } = await (deps.db.kind === 'sqlite'
    ? sql<{ table: string; columns: string }>`
        select t.name as "table", (select group_concat(i.name) from pragma_index_info(l.name) i) as columns
        from sqlite_master t, pragma_index_list(t.name) l where t.type = 'table' and l."unique" = 1`
    : sql<{ table: string; columns: string }>`
        select t.relname as "table", (select string_agg(a.attname, ',' order by k.nth) from unnest(x.indkey::int[]) with ordinality as k(col, nth)
          join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.col) as columns
        from pg_index x join pg_class t on t.oid = x.indrelid
        where x.indisunique and t.relnamespace = current_schema()::regnamespace`
  ).execute(deps.db.read);
  const made = new Set(['id', 'seq', 'one', 'place']);
  return rows
    .filter(({ table, columns }) => !/^kysely|_words_/.test(table) && !made.has(columns))
    .map(({ table, columns }) => `${table}.${columns}`);
}
