import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { recordBounce } from '#brief/bounces/record-bounce.ts';
import { makeDkimKey } from '#brief/domain/dkim-key.ts';
import { readBriefFigures, settleBriefFigure } from '#brief/issues/brief-figures.ts';
import { getBriefContent } from '#brief/issues/brief-record.ts';
import { openBrief, saveBrief } from '#brief/issues/compose.ts';
import { suppressSubscriber } from '#brief/subscribers/suppress.ts';
import { addReaders } from '../../support/brief/sends.ts';
import { outcomesOf, testAllGetIt, testOneWins } from '../../support/data/contests.ts';
import { openSite, type Person } from '../../support/site.ts';

// The unique keys of the tables of the Field Brief, when three callers want one at the same time.

const site = await openSite({ after: (end) => after(end as () => void) });
const { deps } = site;
let ann: Person;
let readers: string[];

before(async () => {
  ann = await site.person('chief', 'Ann Field');
  readers = await addReaders(site, 3);
});

const TUESDAYS = ['2026-11-03', '2026-11-10', '2026-11-17'];

testOneWins(site, [
  ['the brief of a day', ['brief.day'], () => (deps) => openBrief(deps, ann, '2026-10-27'), 'already_exists', 'brief'],
  [
    'a revision of a brief',
    ['brief_revision.brief_day,number'],
    async () => {
      await openBrief(deps, ann, '2026-10-20');
      return (deps) =>
        saveBrief(deps, ann, {
          day: '2026-10-20',
          baseRevision: 0,
          copy: { subject: 'Six weeks', intro: [], stories: [] },
        });
    },
    'revision_conflict',
    'brief_revision',
  ],
  [
    'a suppression',
    ['suppression.address_hmac'],
    () => (deps) => suppressSubscriber(deps, ann, readers[0] ?? '', { reason: 'asked', note: 'By telephone.' }),
    'already_done',
    'suppression',
  ],
]);

testAllGetIt(site, [
  ['the DKIM key', ['setting.name'], () => async (deps) => (await makeDkimKey(deps, ann)).selector, 'setting', 1],
]);

test('three briefs that are begun at once have three numbers', async () => {
  const numbers = await outcomesOf(site, async (deps, nth) => (await openBrief(deps, ann, TUESDAYS[nth] ?? '')).number);
  assert.equal(new Set(numbers).size, 3, JSON.stringify(numbers));
  assert.ok(
    numbers.every((one) => typeof one === 'number'),
    JSON.stringify(numbers),
  );
});

test('a report that comes three times at once counts once, and three reports at once suppress once', async () => {
  await openBrief(deps, ann, '2026-10-13');
  const failed = { day: '2026-10-13', kind: 'hard', code: '5.1.1', source: 'mailbox' } as const;
  const subscriber = (nth: number) => ({ addressKey: `reader${nth}@mail${nth}.example` });
  const once = await outcomesOf(site, (deps) =>
    recordBounce(deps, { ...failed, subscriber: subscriber(1), id: 'one' }),
  );
  assert.deepEqual(once.sort(), ['known', 'known', 'suppressed']);
  const three = await outcomesOf(site, (deps, nth) =>
    recordBounce(deps, { ...failed, subscriber: subscriber(2), id: `report ${nth}` }),
  );
  assert.deepEqual(three.sort(), ['counted', 'counted', 'suppressed']);
});

test('of three editors who settle one number of a brief at once, the last counts', async () => {
  await openBrief(deps, ann, '2026-10-06');
  const text = 'The crew counted 412 points.';
  const intro = [{ id: 'b1', type: 'paragraph' as const, text }];
  const { revision } = await saveBrief(deps, ann, {
    day: '2026-10-06',
    baseRevision: 0,
    copy: { subject: 'Six weeks', intro, stories: [] },
  });
  const content = await getBriefContent(deps.db.read, '2026-10-06', revision);
  const [figure] = await readBriefFigures(deps.db.read, content);
  const seen = { day: '2026-10-06', revision, anchor: figure?.anchor ?? '' };
  const outcomes = await outcomesOf(site, (deps, nth) =>
    settleBriefFigure(deps, ann, seen, { kind: 'signed', reason: `Counted on the slab, time ${nth}.` }),
  );
  assert.deepEqual(outcomes, [undefined, undefined, undefined]);
  const counting = deps.db.read.selectFrom('brief_settlement').select('id').where('replaced_at', 'is', null);
  assert.equal((await counting.where('brief_day', '=', '2026-10-06').execute()).length, 1);
});
