import * as z from 'zod';
import { correctionChoiceMissing, readPendingCorrection } from '#article/pending-correction.ts';
import { Failure } from '#core/failure.ts';
import { slug } from '#core/text.ts';
import { isZone, onlyTimeOf, timesOf } from '#core/wall-time.ts';
import type { CorrectionChoice } from '#editorial/publish/correction-choice.ts';
import { publish } from '#editorial/publish/publish.ts';
import type { LastEdits } from '#editorial/publish/revision-to-publish.ts';
import { cancelSchedule, readSchedule, schedule } from '#editorial/publish/schedule.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { zoneOfCity } from '#html/newsroom/kit/zones.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { zoneOf } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { setTimeZone } from '#people/profile.ts';
import { parseCorrectionChoice } from './correction-fields.ts';
import { doneResponse, panelResponse } from './panel-response.ts';
import { type PublishView, readPublishView, readTypedView } from './publish-view.ts';

type Fields = Record<string, string>;

/**
 * `GET /newsroom/articles/{articleId}/publish?revision=N`: what is checked, when, where, and how it looks, of one exact revision; by
 * default the latest. With `copy=mine`, of what this person typed and has not saved.
 */
export async function showPublish(c: Context): Promise<Response> {
  const given = c.req.query('revision');
  const view =
    c.req.query('copy') === 'mine'
      ? await readTypedView(c)
      : await readPublishView(c, given === undefined ? undefined : parseRevisionNumber(given));
  const when = c.req.query('when');
  return panelResponse(c, view, { fields: when === 'time' ? { when } : {} });
}

/**
 * `POST /newsroom/articles/{articleId}/publish`: publishes or schedules the revision that the form names. With `copy`, the number of
 * a working copy, that is saved first and published, if it is still what the form showed.
 */
export async function postPublish(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const articleId = articleIdOf(c);
  const number = parseRevisionNumber(fields.revision);
  const isLater = fields.when === 'time';
  try {
    const edits = await readEdits(c, { articleId, number, fields });
    return isLater
      ? await scheduleIt(c, { articleId, number, fields, edits })
      : await publishIt(c, { articleId, number, edits, approves: fields.approve === 'yes' });
  } catch (error) {
    if (error instanceof Failure && error.kind === 'not_found') throw error;
    const { copy } = fields;
    const view = copy === undefined ? await readPublishView(c, number) : await readTypedView(c);
    return renderFormError(error, (failure, status) => panelResponse(c, view, { fields, failure }, status));
  }
}

type Sent = { articleId: string; number: number; edits: LastEdits };

async function publishIt(
  c: Context,
  { articleId, number, edits, approves }: Sent & { approves: boolean },
): Promise<Response> {
  const { id } = await publish(c.var.deps, c.var.actor, articleId, { revisionNumber: number, approves, ...edits });
  return doneResponse(c, id, { act: 'published' });
}

async function scheduleIt(
  c: Context,
  { articleId, number, fields, edits }: Sent & { fields: Fields },
): Promise<Response> {
  const { deps, actor, session } = c.var;
  const zone = fields.zone === undefined ? zoneOf(c) : zoneOfCity(fields.zone);
  const { planned: before } = await readSchedule(deps.db.read, actor, articleId);
  const at = readTime(fields.at ?? '', zone, fields.reading);
  const { id } = await schedule(deps, actor, { articleId, revisionNumber: number, at, ...edits });
  if (session.timeZone === null && zone !== zoneOf(c)) await setTimeZone(deps, session.editor, zone);
  return doneResponse(c, id, { act: 'scheduled', zone, before });
}

const addressSchema = z.strictObject({ section: slug, slug });
const LABELS = { section: 'The section', slug: 'The slug' };

/** What the editor changes in the act: a note, another address, their unsaved text. @throws validation_failed */
async function readEdits(
  c: Context,
  { articleId, number, fields }: { articleId: string; number: number; fields: Fields },
): Promise<LastEdits> {
  const choice = parseCorrectionChoice(fields);
  const { copy, section, slug: word } = fields;
  const workingCopy = copy === undefined ? null : parseRevisionNumber(copy);
  if (workingCopy === null && choice === null) await requireChoice(c, articleId, number);
  const to =
    section === undefined || word === undefined
      ? null
      : await otherAddress(c, {
          number,
          workingCopy,
          to: validateForm(addressSchema, { section, slug: word }, LABELS),
        });
  return { choice, to, workingCopy };
}

/** @throws validation_failed when the published text changes and the form has no correction choice */
async function requireChoice(c: Context, articleId: string, number: number): Promise<CorrectionChoice | null> {
  if ((await readPendingCorrection(c.var.deps.db.read, articleId, number)).asks) throw correctionChoiceMissing();
  return null;
}

/** The address that was typed, where it differs from that of the copy. */
async function otherAddress(
  c: Context,
  { number, workingCopy, to }: { number: number; workingCopy: number | null; to: { section: string; slug: string } },
): Promise<LastEdits['to']> {
  const { file }: PublishView = workingCopy === null ? await readPublishView(c, number) : await readTypedView(c);
  return file.copy.section === to.section && file.copy.slug === to.slug ? null : to;
}

/**
 * `reading` is the person's choice between two times at which clocks show the same local time.
 * @throws validation_failed, with both choices, when clocks skip the time or show it twice
 */
function readTime(local: string, zone: string, reading: string | undefined): string {
  if (!isZone(zone))
    throw new Failure('validation_failed', 'There is no such time zone.', {
      hint: 'Choose a city from the list, such as New York.',
    });
  const times = timesOf(local, zone);
  if (times === null)
    throw new Failure('validation_failed', 'This is not a time.', {
      hint: 'Give a date and a time, for example 2026-11-21 09:00.',
    });
  return times.find((time) => time === reading) ?? onlyTimeOf(local, zone, 'below the day and time');
}

/** `POST /newsroom/articles/{articleId}/schedule/cancel`. */
export async function postCancel(c: Context): Promise<Response> {
  const { id } = await cancelSchedule(c.var.deps, c.var.actor, articleIdOf(c));
  return doneResponse(c, id, { act: 'unscheduled' });
}
