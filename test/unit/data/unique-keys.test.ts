import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import type { Session } from '#core/session.ts';
import { addSeries } from '#editorial/publish/series.ts';
import { tickPoint } from '#editorial/review/checklist.ts';
import { updateCitedSources } from '#editorial/sources/source-rows.ts';
import { renameTag } from '#editorial/tags.ts';
import { readRevisionWordings } from '#editorial/wordings/look-up-wordings.ts';
import { settleWording } from '#editorial/wordings/settle-wording.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { storePicture } from '#media/add-picture.ts';
import { saveFilter } from '#newsroom/articles/stored-filters.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { insertMember } from '#people/members.ts';
import { startAppSetup } from '#people/second-factor/app-code.ts';
import { claimEmail, queueMail } from '#runtime/mail/outbox.ts';
import { addSection, changeChecklist } from '#site/sections.ts';
import { outcomesOf, type Row, type Shared, THREE, testAllGetIt, testOneWins } from '../../support/data/contests.ts';
import { goLive } from '../../support/live.ts';
import { raceAll } from '../../support/race.ts';
import { copy, openSite, PASSWORD, type Person } from '../../support/site.ts';

// Each unique key and each lease, when three callers want it at the same time: one gets it, and the others get a clear refusal or
// the same result.

const site = await openSite({ after: (end) => after(end as () => void) });
const { deps } = site;
let ann: Person;

before(async () => {
  ann = await site.person('chief', 'Ann Field');
});

const at = (day: string) => `${day}T12:00:00.000Z`;

const ONE_WINS: Row[] = [
  [
    'an address of an article',
    ['address.section,slug'],
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
    null, // the sections are one row
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
    'a tick of the checklist',
    ['checklist_tick.article_id,point'],
    async () => {
      await changeChecklist(deps, ann, 'robotics', ['The rights are cleared']);
      const { id } = await createDraft(deps, ann, copy({ slug: 'ticked-once' }));
      return (deps) => tickPoint(deps, ann, id, { point: 'The rights are cleared', isDone: true });
    },
    'already_done',
    'checklist_tick',
  ],
  [
    'a settled quotation',
    ['wording.article_id,words_hash'],
    async () => {
      const bodyBlocks = [{ id: 'b', type: 'quote' as const, text: '“It ran for nine hours”' }];
      const { id } = await createDraft(deps, ann, copy({ slug: 'quoted-once', bodyBlocks }));
      const { wordings } = await readRevisionWordings(deps.db.read, ann, { articleId: id, revision: 0 });
      const reference = { articleId: id, revision: 0, hash: wordings[0]?.hash ?? '' };
      return (deps) => settleWording(deps, ann, reference, { way: 'vouched', reason: 'I was there' });
    },
    'already_done',
    'wording',
  ],
];

testOneWins(site, ONE_WINS);

const ALL_GET_IT: Shared[] = [
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

testAllGetIt(site, ALL_GET_IT);

test('a tag that gets the name of a tag that is added at once is refused, or the new one is', async () => {
  const { id } = await addAuthorOrTag(deps, ann, 'tag', 'Lifts');
  const { outcomes } = await raceAll(deps, [
    (deps) => addAuthorOrTag(deps, ann, 'tag', 'Hoists'),
    (deps) => renameTag(deps, ann, id, 'Hoists'),
  ]);
  assert.equal(outcomes.filter((one) => one === 'already_exists').length, 1, JSON.stringify(outcomes));
});

test('an email that waits is taken by one of three processes', async () => {
  const email = { about: 'turn', to: 'ann@magazine.example', subject: 'Your turn', text: 'An article waits.' } as const;
  await deps.db.write((tx) => queueMail(deps, tx, email));
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
  const taken = await outcomesOf(site, async (deps) => (await claimEmail(deps))?.id ?? null);
  assert.deepEqual(
    taken.filter((id) => id !== null),
    [due.id],
  );
});

test('three filters that a person saves at once are all there', async () => {
  await outcomesOf(site, (deps, nth) => saveFilter(deps, ann, { name: `Filter ${nth}`, query: '' } as never));
  const { value } = await deps.db.read
    .selectFrom('setting')
    .select('value')
    .where('value', 'like', '%Filter 0%')
    .executeTakeFirstOrThrow();
  for (const nth of THREE) assert.match(value, new RegExp(`Filter ${nth}`));
});

/** Keys of which each value is random, a hash of a secret, or a number that the database counts up: two callers never want one. */
const RANDOM = `access_token.token_hash ad_link.link_hash ad_order.reference claim.claim_token_hash claim.code_hash insertion_order.link_hash
  one_time_link.token_hash preview_link.token_hash record_key.kid recovery_code.editor_id,code_hash session.token_hash subscriber.token_hash
  subscriber_link.link_hash`;

/** Keys of which only one transaction at a time writes a value: it holds the lock, the lease or the key that is named. */
const BEHIND_A_LOCK: Readonly<Record<string, string>> = {
  'the lock of the article':
    'archived_copy.article_id,source_url article.live_section,live_slug draft_search.article_id draft_unindexed.article_id live_tag.tag_id,published_at,article_id public_revision.article_id,revision quote_text.article_id search.article_id search_unindexed.article_id',
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
    'author.editor_id front_page.article_id related_article.article_id,place revision.article_id,number series_part.article_id settlement.article_id,anchor signed_record.article_id,revision signed_record.number working_copy.article_id,editor_id',
  'ads/ad-booking.test.ts': 'ad_slot.place,day,lane',
  'ads/ad-money.test.ts': 'credit_note.invoice_number credit_note.number credit_note.year,nth credit_note_series.year',
  'ads/ad-orders.test.ts': 'invoice.number invoice.order_id invoice.year,nth invoice_series.year',
  'ads/ad-races.test.ts':
    'ad_hold.place,day advertiser.name_key creative.order_id,kind field_brief_send.day insertion_order.order_id record_key.number supplier.name_key supplier.order_id',
  'ads/ad-reminders.test.ts': 'invoice_reminder.invoice_number,nth',
  'brief/brief-races.test.ts': 'subscriber.address_key',
  'brief/unique-keys.test.ts':
    'bounce.report_key brief.day brief.number brief_revision.brief_day,number brief_settlement.brief_day,anchor setting.name suppression.address_hmac',
  'data/job-leases.test.ts': 'job.kind,key',
  'exchange/import-leases.test.ts': 'old_address.path',
  'api/idempotency.test.ts': 'idempotency.principal,key',
  'integrations/unique-keys.test.ts': 'integration.address',
};

test('each unique key is wanted by several callers at once in a test, or has a reason why it never is', async () => {
  const own = [...ONE_WINS, ...ALL_GET_IT].flatMap(([, keys]) => keys);
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
    .filter(({ table, columns }) => !/^kysely|_words_|_heads_/.test(table) && !made.has(columns))
    .map(({ table, columns }) => `${table}.${columns}`);
}
