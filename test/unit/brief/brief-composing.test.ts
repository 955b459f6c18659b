import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readBriefFigures, reopenBriefFigure, settleBriefFigure } from '#brief/issues/brief-figures.ts';
import { getBrief, getBriefContent } from '#brief/issues/brief-record.ts';
import { openBrief, readOpenBrief, saveBrief } from '#brief/issues/compose.ts';
import { type BriefGateSite, checkBrief } from '#brief/issues/gate.ts';
import { listNewStories } from '#brief/issues/material.ts';
import { approveBrief, holdBrief, scheduleBrief } from '#brief/issues/plan.ts';
import { CLI } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { moveArticle } from '#editorial/publish/move-article.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import {
  BRIEF_DAY,
  BRIEF_SETTINGS,
  composed,
  correctStory,
  DUE,
  INTRO,
  publishStories,
  saved,
  siteOf,
} from '../../support/brief/briefs.ts';
import { publishArchived } from '../../support/exchange/archived.ts';
import { openSite } from '../../support/site.ts';

// One site for the whole file: its brief goes from the proposal to the schedule.

const site = await openSite({ after }, BRIEF_SETTINGS);
const { deps } = site;
const dana = await site.person('editor', 'Dana Whitfield');
const writer = await site.person('writer', 'Tomasz Lind');
const ids = await publishStories(site);

async function codes(over: Partial<BriefGateSite> = {}): Promise<string[]> {
  const brief = await getBrief(deps.db.read, BRIEF_DAY);
  const content = await getBriefContent(deps.db.read, BRIEF_DAY, brief.latestRevision);
  const entries = await checkBrief(deps, deps.db.read, { brief, content, site: siteOf(site, over) });
  for (const { step, message } of entries) assert.ok(step.endsWith('.') && message.endsWith('.'), `${message} ${step}`);
  return entries.map(({ code }) => code);
}

async function latest() {
  return getBriefContent(deps.db.read, BRIEF_DAY, (await getBrief(deps.db.read, BRIEF_DAY)).latestRevision);
}

const refusal = (kind: string, words: RegExp) => (error: unknown) =>
  error instanceof Failure && error.kind === kind && words.test(`${error.message} ${error.detail.hint}`);

test('a brief goes from the proposal to the schedule', async (t) => {
  await t.test(
    'a brief begins with everything published since the last one, by section, newest first, and with the corrections',
    async () => {
      await correctStory(site, ids[3] ?? '');
      await assert.rejects(openBrief(deps, dana, '2026-09-09'), refusal('validation_failed', /Tuesday/));
      await assert.rejects(openBrief(deps, writer, BRIEF_DAY), refusal('forbidden', /editor/));
      await openBrief(deps, dana, BRIEF_DAY);
      await assert.rejects(openBrief(deps, dana, BRIEF_DAY), refusal('already_exists', /begun/));
      const content = await latest();
      assert.deepEqual(
        content.stories.map(({ section }) => section),
        ['field-operations', 'robotics', 'software', 'benchmarks', 'people'],
      );
      assert.deepEqual(
        content.corrections.map(({ note }) => note.slice(0, 18)),
        ['The second program'],
      );
      assert.deepEqual(await codes(), ['no_subject']);
    },
  );

  await t.test('the limits of intro and sentences, and of what can be in, are kept', async () => {
    const save = (over: object) =>
      saveBrief(deps, dana, {
        day: BRIEF_DAY,
        baseRevision: 0,
        copy: { subject: 'A', intro: [], stories: [], ...over },
      });
    const words = { id: 'i', type: 'paragraph' as const, text: 'word '.repeat(151).trim() };
    await assert.rejects(save({ intro: [words] }), refusal('validation_failed', /151 words; the limit is 150/));
    const story = { articleId: ids[0] ?? '', sentence: 'One thing. Another thing.' };
    await assert.rejects(save({ stories: [story] }), refusal('validation_failed', /Story 1 has 2 sentences/));
    const once = { ...story, sentence: '' };
    await assert.rejects(save({ stories: [once, once] }), refusal('validation_failed', /twice/));
    const gone = { articleId: deps.newId(), sentence: '' };
    await assert.rejects(save({ stories: [gone] }), refusal('validation_failed', /not published/));
    await assert.rejects(
      saveBrief(deps, dana, { day: BRIEF_DAY, baseRevision: 4, copy: { subject: '', intro: [], stories: [] } }),
      refusal('revision_conflict', /Revision 0/),
    );
    assert.equal((await getBrief(deps.db.read, BRIEF_DAY)).latestRevision, 0);
  });

  await t.test('a number is settled by the linked story, or in the brief as in an article', async () => {
    const stories = (await latest()).stories.map(({ articleId, slug }) => ({
      articleId,
      sentence:
        slug === 'story-1' ? 'A robot marked 412 points.' : slug === 'story-2' ? 'It has nothing of 412 points.' : '',
    }));
    const intro = [{ id: 'i1', type: 'paragraph' as const, text: 'The 412 points were checked by 7 people.' }];
    const content = await saved(site, dana, { subject: 'A robot, a slab', intro, stories });
    const figures = await readBriefFigures(deps.db.read, content);
    assert.deepEqual(
      figures.map(({ text, path, state, story }) => [path, text, state, story?.slug ?? null]),
      [
        ['intro.0.text', '412', 'settled', 'story-1'],
        ['intro.0.text', '7', 'open', null],
        ['stories.1.sentence', '412', 'settled', 'story-1'],
        ['stories.2.sentence', '412', 'open', null],
      ],
    );
    const people = [{ id: 'i1', type: 'paragraph' as const, text: 'It met 412 people. It marked *412* points.' }];
    assert.deepEqual(
      (await readBriefFigures(deps.db.read, { ...content, intro: people, stories: content.stories.slice(0, 2) }))
        .filter(({ path }) => path === 'intro.0.text')
        .map(({ state }) => state),
      ['open', 'settled'],
      'the story settled 412 points, and no 412 people',
    );
    assert.deepEqual(await codes(), ['figure_open', 'figure_open']);
    const seen = (at: number) => ({ day: BRIEF_DAY, revision: content.revision, anchor: figures[at]?.anchor ?? '' });
    const sourced = { kind: 'sourced' as const, source: 'https://example.org/other', locator: 'page 2' };
    await assert.rejects(settleBriefFigure(deps, dana, seen(1), sourced), refusal('validation_failed', /not one of/));
    await assert.rejects(settleBriefFigure(deps, writer, seen(1), sourced), refusal('forbidden', /editor/));
    await settleBriefFigure(deps, dana, seen(1), { ...sourced, source: 'https://example.org/pilot-record' });
    const inputs = { f1: figures[0]?.anchor ?? '' };
    await settleBriefFigure(deps, dana, seen(3), { kind: 'computed', formula: 'f1', inputs });
    assert.deepEqual(await codes(), []);
    await reopenBriefFigure(deps, dana, seen(3));
    assert.deepEqual(await codes(), ['figure_open']);
    await settleBriefFigure(deps, dana, seen(3), { kind: 'signed', reason: 'Counted by a person of the newsroom.' });
    await saved(site, dana, { intro: [...intro, ...INTRO] });
    assert.deepEqual(await codes(), [], 'a settled number stays settled in the next revision');
    const lines = await deps.db.read
      .selectFrom('journal')
      .select(['actor_name', 'detail'])
      .where('act', '=', 'brief.figure_settled')
      .where('subject_id', '=', BRIEF_DAY)
      .orderBy('seq')
      .execute();
    assert.deepEqual(
      lines.map((line) => [line.actor_name, JSON.parse(line.detail ?? '').kind]),
      ['sourced', 'computed', 'signed'].map((kind) => [dana.name, kind]),
    );
  });

  await t.test(
    'the date of a brief in its own subject needs no settlement; another date, and its date elsewhere, do',
    async () => {
      const content = await latest();
      const open = async (subject: string, text = '') => {
        const intro = [{ id: 'i9', type: 'paragraph' as const, text }];
        const figures = await readBriefFigures(deps.db.read, { ...content, subject, intro, stories: [] });
        return figures.map((figure) => figure.text);
      };
      for (const date of [
        '8 September 2026',
        'September 8, 2026',
        '8 September',
        'Sept. 8',
        '2026-09-08',
        'September 8th',
      ])
        assert.deepEqual(await open(`The week of ${date}: a robot and a slab`), [], date);
      assert.deepEqual(await open('The week of 9 September 2026'), ['9 September 2026']);
      assert.deepEqual(await open('The week of 8 September 2025'), ['8 September 2025']);
      assert.deepEqual(await open('A slab', 'It fell on 8 September 2026.'), ['8 September 2026']);
    },
  );

  await t.test('the gate names stories that changed, corrections that are missing, and what a site lacks', async () => {
    await correctStory(site, ids[2] ?? '');
    assert.deepEqual(await codes(), ['story_moved', 'story_moved']);
    await saved(site, dana, {});
    assert.deepEqual(await codes(), []);
    await moveArticle(deps, CLI, {
      articleId: ids[4] ?? '',
      baseRevision: 0,
      to: { section: 'people', slug: 'the-estimator' },
    });
    await unpublish(deps, CLI, ids[1] ?? '');
    assert.deepEqual(await codes(), ['story_not_live', 'story_moved']);
    const rest = (await latest()).stories.filter(({ articleId }) => articleId !== ids[1]);
    await saved(site, dana, { stories: rest.map(({ articleId, sentence }) => ({ articleId, sentence })) });
    assert.deepEqual(await codes(), []);
    const bare: Partial<BriefGateSite> = {
      baseUrl: 'http://magazine.example',
      postalAddress: null,
      from: 'plumbline@gmail.com',
      dkim: 'own',
      audience: async () => ({ recipients: 0, weekAgo: 0 }),
      dnsDiffers: async () => ['SPF'],
      measure: async () => ({ htmlBytes: 90_001, plain: ' ' }),
    };
    const site_ = ['no_postal_address', 'not_https', 'from_freemail', 'no_dkim', 'dns_differs', 'no_recipients'];
    assert.deepEqual(await codes(bare), ['too_long', 'plain_empty', ...site_]);
    assert.deepEqual(await codes({ audience: async () => ({ recipients: 121, weekAgo: 100 }) }), ['list_grew']);
    await saved(site, dana, { subject: 'A robot, a slab, and who checks what it marks when the slab is not level' });
    assert.deepEqual(await codes(), ['subject_long']);
  });

  await t.test('a brief is approved with a closed site, and scheduled only when the site can send', async () => {
    const { latestRevision: revision } = await getBrief(deps.db.read, BRIEF_DAY);
    const bare = siteOf(site, { postalAddress: null });
    await approveBrief(deps, dana, bare, { day: BRIEF_DAY, revision });
    const planned = { day: BRIEF_DAY, revision, due: DUE };
    await assert.rejects(scheduleBrief(deps, dana, bare, planned), refusal('gate_blocked', /Name and look/));
    const brief = await scheduleBrief(deps, dana, siteOf(site), planned);
    assert.deepEqual(
      [brief.state, brief.due?.at, brief.due?.zone],
      ['scheduled', '2026-09-08T11:30:00.000Z', DUE.zone],
    );
  });

  await t.test('the next brief begins where the approved revision of this one ended', async () => {
    site.pass(3 * 24 * 3600);
    const content = await composed(site, dana, {}, '2026-09-15');
    assert.deepEqual([content.stories, content.corrections, content.number], [[], [], 2]);
  });

  await t.test(
    'a brief that will not be sent hides no story, and a week without stories offers earlier ones',
    async () => {
      const offered = async (day: string) =>
        (await readOpenBrief(deps, dana, day)).others.map(({ articleId }) => articleId);
      const first = (await latest()).stories.map(({ articleId }) => articleId);
      assert.deepEqual((await offered('2026-09-15')).sort(), [...first].sort());
      await holdBrief(deps, dana, BRIEF_DAY, 'A story is wrong.');
      const content = await composed(site, dana, {}, '2026-09-22');
      assert.deepEqual(content.stories.map(({ articleId }) => articleId).sort(), [...first].sort());
    },
  );
});

test('no article of an archive is proposed', async (t) => {
  const other = await openSite(t, { FIGURES_GATE: 'block' });
  await publishStories(other, 1);
  await publishArchived(other);
  const stories = await listNewStories(other.deps.db.read, '2015-01-01T00:00:00.000Z');
  assert.deepEqual(
    stories.map(({ slug }) => slug),
    ['story-1'],
  );
});
