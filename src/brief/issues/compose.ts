import type { Source } from '#article/copy.ts';
import { SENDS } from '#brief/sending/lease.ts';
import { type Actor, nameOf, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { countWords, isUuid } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { isUniqueError, lockBrief, lockJournal } from '#db/schema/dialect.ts';
import { type SentenceSpan, sentencesOf } from '#evidence/figures/place-figures.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { forget } from '#runtime/jobs/jobs.ts';
import { writeJournal } from '#runtime/journal.ts';
import {
  type BriefContent,
  type BriefCopy,
  type BriefRecord,
  findNumberIn,
  getBrief,
  getBriefContent,
  MOST_INTRO_WORDS,
  MOST_STORIES,
} from './brief-record.ts';
import { hasGoneOut, isChangeable } from './first-email.ts';
import {
  findSlotHolder,
  findStories,
  lastComposedAt,
  listEarlierStories,
  listNewCorrections,
  listNewStories,
  type StoryMaterial,
  storyOf,
} from './material.ts';

const TUESDAY = 2;

/** Whether the Field Brief goes out on a day: the ad desk sells its Tuesdays. */
export function isBriefDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day) && new Date(`${day}T00:00:00.000Z`).getUTCDay() === TUESDAY;
}

/**
 * Begins the brief of a day with everything published since the last one that was sent or is scheduled, by section, newest first, and all corrections.
 * @throws forbidden (writers and agents), validation_failed (no Tuesday), already_exists
 */
export async function openBrief(deps: Deps, actor: Actor, day: string): Promise<BriefRecord> {
  requireEditorial(actor, 'begin a brief');
  if (!isBriefDay(day))
    throw new Failure('validation_failed', 'The Field Brief goes out on Tuesdays.', { hint: 'Choose a Tuesday.' });
  try {
    return await deps.db.write(async (tx) => {
      await lockJournal(deps.db.kind, tx); // of two briefs that are begun at once, the second gets the next number
      const at = now(deps);
      const since = await lastComposedAt(tx, day, at);
      const stories = (await listNewStories(tx, since)).slice(0, MOST_STORIES);
      const last = await tx.selectFrom('brief').select('number').orderBy('number', 'desc').limit(1).executeTakeFirst();
      const number = (last?.number ?? 0) + 1;
      const row = { day, number, state: 'draft', latest_revision: 0, opened_at: at, changed_at: at };
      await tx.insertInto('brief').values(row).execute();
      const copy = { subject: '', intro: [], stories: stories.map(({ articleId }) => ({ articleId, sentence: '' })) };
      await insertRevision(deps, tx, actor, { day, number: 0, since, copy });
      await writeJournal(deps, tx, actor, {
        act: 'brief.begun',
        subject: { kind: 'brief', id: day },
        detail: { number, stories: stories.length },
      });
      return getBrief(tx, day);
    });
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    throw new Failure('already_exists', `The brief of ${day} has been begun already.`, {
      hint: 'Open it from the list.',
    });
  }
}

/**
 * Saves a revision made from `baseRevision`. Stories, corrections and sponsor get the words that readers see now. It changes
 * neither the approved revision nor the schedule.
 * @throws forbidden (writers and agents), not_found, revision_conflict, validation_failed, already_done once it was sent
 */
export async function saveBrief(
  deps: Deps,
  actor: Actor,
  { day, baseRevision, copy }: { day: string; baseRevision: number; copy: BriefCopy },
): Promise<{ day: string; revision: number }> {
  requireEditorial(actor, 'compose a brief');
  checkCopy(copy);
  return deps.db.write(async (tx) => {
    const brief = await getOpenBrief(deps, tx, day);
    if (brief.latestRevision !== baseRevision)
      throw new Failure('revision_conflict', `Revision ${brief.latestRevision} was saved in the meantime.`, {
        hint: 'Open the brief again and repeat your changes.',
        more: { currentRevision: brief.latestRevision },
      });
    const revision = baseRevision + 1;
    const since = await lastComposedAt(tx, day, brief.openedAt);
    await insertRevision(deps, tx, actor, { day, number: revision, since, copy });
    // A process that has already printed the older revision loses the send, and prints it again.
    if (brief.begunAt !== null) await forget(tx, { kind: SENDS, key: day });
    await tx
      .updateTable('brief')
      .set({ latest_revision: revision, changed_at: now(deps) })
      .where('day', '=', day)
      .execute();
    await writeJournal(deps, tx, actor, { act: 'brief.saved', subject: { kind: 'brief', id: day }, revision });
    return { day, revision };
  });
}

/** Locks a brief that can still be changed. @throws not_found, already_done */
export async function getOpenBrief(deps: Deps, tx: Tx, day: string): Promise<BriefRecord> {
  await lockBrief(deps.db.kind, tx, day);
  const brief = await getBrief(tx, day);
  if (await isChangeable(tx, brief)) return brief;
  if (brief.state === 'sending' && !(await hasGoneOut(tx, day)))
    throw new Failure('already_done', `The brief of ${day} is about to be sent.`, {
      hint: 'Stop the send, then change the brief.',
    });
  const what = brief.state === 'sent' ? 'was sent' : 'is being sent';
  throw new Failure('already_done', `The brief of ${day} ${what}; it cannot be changed any more.`, {
    hint: 'Begin the next brief.',
  });
}

/** @throws validation_failed */
export function checkCopy(copy: BriefCopy): void {
  const issues = copyIssues(copy);
  if (issues.length > 0) throw refused(issues);
}

/** What is wrong with a copy that its schema accepts; `path` is a path in it. */
export function copyIssues({ intro, stories }: BriefCopy): { path: string; message: string }[] {
  const words = countWords(intro.map(({ text }) => text).join('\n'));
  return [
    ...(words > MOST_INTRO_WORDS
      ? [{ path: 'intro', message: `has ${words} words; the limit is ${MOST_INTRO_WORDS}` }]
      : []),
    ...stories.flatMap(({ sentence }, at) => {
      const count: SentenceSpan[] = sentencesOf(sentence);
      return count.length > 1
        ? [{ path: `stories.${at}.sentence`, message: `has ${count.length} sentences; the limit is one` }]
        : [];
    }),
    ...stories.flatMap(({ articleId }, at) =>
      stories.findIndex((other) => other.articleId === articleId) < at
        ? [{ path: `stories.${at}.articleId`, message: 'is in the brief twice' }]
        : [],
    ),
  ];
}

function refused(issues: { path: string; message: string }[]): Failure {
  return new Failure('validation_failed', 'The brief cannot be saved like this.', {
    hint: issues.map(({ path, message }) => `${labelOf(path)} ${message}.`).join(' '),
    more: { issues },
  });
}

/** What a sentence about a part of a brief begins with. */
export function labelOf(path: string): string {
  if (path === 'subject') return 'The subject';
  const [, story] = /^stories\.(\d+)/.exec(path) ?? [];
  return story === undefined ? 'The intro' : `Story ${Number(story) + 1}`;
}

/** `since`: corrections after this time are in it. */
type NewRevision = { day: string; number: number; since: string; copy: BriefCopy };

async function insertRevision(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { day, number, since, copy: { subject, intro, stories: wanted } }: NewRevision,
): Promise<void> {
  const live = await findStories(
    tx,
    wanted.map(({ articleId }) => articleId),
  );
  const gone = wanted.flatMap(({ articleId }, index) =>
    live.has(articleId) ? [] : [{ path: `stories.${index}.articleId`, message: 'is not published; leave it out' }],
  );
  if (gone.length > 0) throw refused(gone);
  const stories = wanted.map(({ articleId, sentence }) => storyOf(live.get(articleId) as StoryMaterial, sentence));
  const holder = await findSlotHolder(tx, day);
  const corrections = await listNewCorrections(tx, since);
  await tx
    .insertInto('brief_revision')
    .values({
      brief_day: day,
      number,
      subject,
      intro: JSON.stringify(intro.filter(({ text }) => text.trim() !== '')),
      stories: JSON.stringify(stories),
      corrections: JSON.stringify(corrections),
      sources: JSON.stringify(sourcesOf([...live.values()])),
      sponsor: holder?.sponsor ? JSON.stringify(holder.sponsor) : null,
      saved_at: now(deps),
      saved_by_kind: actor.kind,
      saved_by_id: actor.id,
      saved_by_name: nameOf(actor),
    })
    .execute();
}

/**
 * What saving a copy now would make of it, for a preview: nothing is checked and nothing is stored. Stories that are not published
 * any more are left out.
 * @throws forbidden (writers and agents), not_found
 */
export async function previewBrief(deps: Deps, actor: Actor, day: string, copy: BriefCopy): Promise<BriefContent> {
  requireEditorial(actor, 'see briefs');
  const tx = deps.db.read;
  const { openedAt, number, latestRevision } = await getBrief(tx, day);
  const wanted = copy.stories.slice(0, MOST_STORIES);
  const ids = wanted.map(({ articleId }) => articleId).filter(isUuid);
  const live = await findStories(tx, ids);
  const stories = wanted.flatMap(({ articleId, sentence }) => {
    const material = live.get(articleId);
    return material ? [storyOf(material, sentence)] : [];
  });
  return {
    day,
    number,
    revision: latestRevision + 1,
    subject: copy.subject,
    stories,
    intro: copy.intro.filter(({ text }) => text.trim() !== ''),
    corrections: await listNewCorrections(tx, await lastComposedAt(tx, day, openedAt)),
    sources: [],
    sponsor: (await findSlotHolder(tx, day))?.sponsor ?? null,
    numberOfTheWeek: await findNumberIn(tx, stories),
    saved: { id: actor.id, name: nameOf(actor), at: now(deps) },
  };
}

/** The sources of the stories, each address once. */
function sourcesOf(stories: readonly StoryMaterial[]): Source[] {
  return [...new Map(stories.flatMap(({ sources }) => sources).map((source) => [source.url, source])).values()];
}

/** A brief as its composing page shows it: the revision, and the new and earlier stories that are not in it. */
export type OpenBrief = { brief: BriefRecord; content: BriefContent; others: StoryMaterial[] };

/** @throws forbidden (writers and agents), not_found */
export async function readOpenBrief(deps: Deps, actor: Actor, day: string): Promise<OpenBrief> {
  requireEditorial(actor, 'see briefs');
  const tx = deps.db.read;
  const brief = await getBrief(tx, day);
  const content = await getBriefContent(tx, day, brief.latestRevision);
  const isIn = new Set(content.stories.map(({ articleId }) => articleId));
  const since = await lastComposedAt(tx, day, brief.openedAt);
  const others = [...(await listNewStories(tx, since)), ...(await listEarlierStories(tx, since))];
  return { brief, content, others: others.filter(({ articleId }) => !isIn.has(articleId)) };
}
