import { measureBrief } from '#brief/emails/brief-text.ts';
import {
  type BriefContent,
  type BriefCopy,
  type BriefRecord,
  getBrief,
  getBriefContent,
} from '#brief/issues/brief-record.ts';
import { openBrief, saveBrief } from '#brief/issues/compose.ts';
import type { BriefGateSite } from '#brief/issues/gate.ts';
import { approveBrief, markSent, scheduleBrief } from '#brief/issues/plan.ts';
import { briefSiteOf } from '#brief/issues/site.ts';
import { CLI, SYSTEM } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { now } from '#runtime/deps.ts';
import { copy, type Person, type TestSite } from '../site.ts';

// Briefs at the step that a test needs. The clock of a site starts on Sunday, 2026-09-06.

export const BRIEF_DAY = '2026-09-08';
export const DUE = { wall: `${BRIEF_DAY}T06:30`, zone: 'America/Chicago' };

/** Settings with which a brief can be sent. */
export const BRIEF_SETTINGS = {
  BRIEF_POSTAL_ADDRESS: 'Plumbline Press, 1 Level Street, Denver CO 80202',
  BRIEF_DKIM: 'relay',
  FIGURES_GATE: 'block',
};

const STORIES = [
  [
    'robotics',
    'A layout robot on a live slab',
    'The robot marked 412 points in one shift, and a surveyor checked each.',
  ],
  [
    'software',
    'What a pour-sequence model knows about the weather',
    'It moved 3 pours of 40, and was right about two.',
  ],
  [
    'field-operations',
    'The morning count, done by a camera on the crane',
    'Why the foreman still walks the deck at noon.',
  ],
  [
    'benchmarks',
    'Four takeoff programs, one set of drawings',
    'The second program missed 14 doors that the others found.',
  ],
  ['people', 'The estimator who checks the machine', 'What changed in a trade when the first draft comes for free.'],
] as const;

/** Publishes stories, a minute apart, with every figure settled. Returns their ids, oldest first. */
export async function publishStories(site: TestSite, count: number = STORIES.length): Promise<string[]> {
  // The stories of a site where two people publish need no second person here.
  const deps = { ...site.deps, policy: { ...site.deps.policy, reviewBy: 'one' as const } };
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const [section, headline, dek] = STORIES[at % STORIES.length] ?? STORIES[0];
    const turn = at < STORIES.length ? '' : ` ${'I'.repeat(Math.floor(at / STORIES.length))}b`;
    const slug = `story-${at + 1}`;
    const { id } = await createDraft(deps, CLI, copy({ section, slug, dek, headline: headline + turn }));
    await settleEach(deps, CLI, {
      articleId: id,
      revision: 0,
      settledBy: () => ({ kind: 'signed', reason: 'Counted by a person of the newsroom.' }),
    });
    await publish(deps, CLI, id, { revisionNumber: 0 });
    site.pass(60);
    ids.push(id);
  }
  return ids;
}

/** Publishes a correction of a story. */
export async function correctStory(site: TestSite, id: string): Promise<void> {
  const row = await site.deps.db.read
    .selectFrom('revision')
    .selectAll()
    .where('article_id', '=', id)
    .executeTakeFirstOrThrow();
  const { section, slug, headline, dek } = row;
  const correctionNote = 'The second program missed fourteen doors; an earlier version named the first program.';
  const next = { ...copy({ section, slug, headline, dek, correctionNote }), baseRevision: row.number };
  const { revision } = await saveRevision(site.deps, CLI, id, { copy: next });
  await settleEach(site.deps, CLI, {
    articleId: id,
    revision,
    settledBy: () => ({
      kind: 'signed',
      reason: 'Counted by a person of the newsroom.',
    }),
  });
  await publish(site.deps, CLI, id, { revisionNumber: revision });
}

export function siteOf({ publication, config: { brief } }: TestSite, over: Partial<BriefGateSite> = {}): BriefGateSite {
  const measured = briefSiteOf(
    { publication, brief },
    measureBrief({ publication, postalAddress: publication.postalAddress }),
  );
  return { ...measured, audience: async () => ({ recipients: 50, weekAgo: 50 }), ...over };
}

export const INTRO: BriefCopy['intro'] = [
  {
    id: 'i1',
    type: 'paragraph',
    text: 'The stories of the week, and a *number* that was taken back. See [the method](https://plumbline.example/method).',
  },
  { id: 'i2', type: 'list', text: 'what a robot marks\nwhat a person checks' },
];

/** Begins the brief of the day, and saves a revision with a subject. */
export async function composed(
  site: TestSite,
  by: Person,
  over: Partial<BriefCopy> = {},
  day = BRIEF_DAY,
): Promise<BriefContent> {
  await openBrief(site.deps, by, day);
  return saved(site, by, over, day);
}

export async function saved(
  site: TestSite,
  by: Person,
  over: Partial<BriefCopy> = {},
  day = BRIEF_DAY,
): Promise<BriefContent> {
  const { latestRevision } = await getBrief(site.deps.db.read, day);
  const { subject, intro, stories } = await getBriefContent(site.deps.db.read, day, latestRevision);
  const kept = { intro, stories: stories.map(({ articleId, sentence }) => ({ articleId, sentence })) };
  const next = { subject: subject || 'A robot, a slab, and who checks', ...kept, ...over };
  const { revision } = await saveBrief(site.deps, by, { day, baseRevision: latestRevision, copy: next });
  return getBriefContent(site.deps.db.read, day, revision);
}

/** Approves, schedules and marks as sent what is composed, as the sender does at the end. */
export async function sent(site: TestSite, by: Person, day = BRIEF_DAY): Promise<void> {
  const { due } = await scheduled(site, by, day);
  await markSent(site.deps, SYSTEM, day, due?.at ?? now(site.deps));
}

/** Approves and schedules what is composed. */
export async function scheduled(site: TestSite, by: Person, day = BRIEF_DAY): Promise<BriefRecord> {
  const { latestRevision: revision } = await getBrief(site.deps.db.read, day);
  await approveBrief(site.deps, by, siteOf(site), { day, revision });
  const due = { ...DUE, wall: `${day}T06:30` };
  return scheduleBrief(site.deps, by, siteOf(site), { day, revision, due });
}

/** Publishes stories and sends the brief of `BRIEF_DAY` with them. The site needs `BRIEF_SETTINGS`. */
export async function sendOneBrief(site: TestSite): Promise<void> {
  const editor = await site.person('editor');
  await publishStories(site, 2);
  await composed(site, editor);
  await sent(site, editor);
}
