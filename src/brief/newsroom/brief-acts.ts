import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { deadLinks, printBriefTest, renderBriefText } from '#brief/emails/brief-text.ts';
import { reopenBriefFigure, settleBriefFigure } from '#brief/issues/brief-figures.ts';
import { type BriefContent, getBriefContent } from '#brief/issues/brief-record.ts';
import { changeBrief } from '#brief/issues/change.ts';
import { previewBrief } from '#brief/issues/compose.ts';
import { approveBrief, holdBrief, scheduleBrief, takeBackBriefApproval } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { MOST_TESTERS, sendBriefTest } from '#brief/issues/test-email.ts';
import { decideUncertain } from '#brief/sending/report.ts';
import { sendRefusedAgain } from '#brief/sending/send-again.ts';
import { requireEditorial } from '#core/actor.ts';
import { readMethod } from '#editorial/newsroom/read-method.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { readFields, readTyped, wrongFields } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { parseRevisionNumber } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { composePage, numbersPage } from './brief-page.ts';
import { type BriefView, dayOf, emailOf, readBriefView, siteOf } from './brief-view.ts';
import { PAUSE_FIELDS } from './pause-form.ts';
import { checkTyped, namedFields, readCopy } from './read-compose.ts';
import { sendPage, TIME_FIELDS } from './send-page.ts';

// The handlers of the forms of a brief. Each form names the exact revision that its page showed.

/** `POST /newsroom/briefs/{day}`: saves a revision. */
export async function postBriefRevision(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  const at = `/newsroom/briefs/${dayOf(c)}`;
  try {
    const base = parseRevisionNumber(typed.get('baseRevision') ?? undefined);
    const copy = checkTyped(typed);
    const { wasStopped } = await changeBrief(c.var.deps, c.var.actor, {
      day: dayOf(c),
      baseRevision: base,
      copy,
    }).catch((error) => {
      throw namedFields(error, typed);
    });
    return redirect(wasStopped ? `${at}/send?done=stopped` : `${at}?done=saved`);
  } catch (error) {
    const view = await readBriefView(c);
    return renderFormError(error, (failure, status) =>
      composePage(c, view, { copy: readCopy(typed), typed, failure, status }),
    );
  }
}

/** `POST …/preview`: the email with what is typed, as it is or as plain text. Nothing is stored. */
export async function showTypedPreview(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  return previewResponse(
    c,
    await previewBrief(c.var.deps, c.var.actor, dayOf(c), readCopy(typed)),
    typed.get('scheme') ?? '',
  );
}

/** `POST …/figures`: settles a number. */
export async function postBriefFigure(c: Context): Promise<Response> {
  return actOnFigure(c, 'settled', async (fields, { figures }) => {
    const seen = { day: dayOf(c), revision: parseRevisionNumber(fields.revision), anchor: fields.figure ?? '' };
    await settleBriefFigure(c.var.deps, c.var.actor, seen, readMethod(fields, figures));
  });
}

/** `POST …/figures/open`. */
export function postBriefFigureOpen(c: Context): Promise<Response> {
  return actOnFigure(c, 'opened', async ({ revision, figure = '' }) => {
    const seen = { day: dayOf(c), revision: parseRevisionNumber(revision), anchor: figure };
    await reopenBriefFigure(c.var.deps, c.var.actor, seen);
  });
}

async function actOnFigure(
  c: Context,
  done: string,
  work: (fields: Record<string, string>, view: BriefView) => Promise<void>,
): Promise<Response> {
  const fields = await parseForm(c);
  const view = await readBriefView(c);
  try {
    await work(fields, view);
  } catch (error) {
    return renderFormError(error, (failure, status) => numbersPage(c, view, { typed: fields, failure, status }));
  }
  const query = new URLSearchParams({ done, was: fields.figure ?? '' });
  return redirect(`/newsroom/briefs/${dayOf(c)}/numbers?${query}`);
}

/** `POST …/approve`. */
export function postBriefApproval(c: Context): Promise<Response> {
  return act(c, 'approved', (typed, day) =>
    approveBrief(c.var.deps, c.var.actor, siteOf(c), { day, revision: revisionIn(typed) }),
  );
}

/** `POST …/take-back`. */
export function postBriefTakeBack(c: Context): Promise<Response> {
  return act(c, 'withdrawn', (_, day) => takeBackBriefApproval(c.var.deps, c.var.actor, day));
}

/** `POST …/schedule`. */
export function postBriefSchedule(c: Context): Promise<Response> {
  return act(c, 'scheduled', (typed, day) => {
    const { time, zone } = readFields(TIME_FIELDS, typed);
    const due = { wall: `${day}T${time}`, zone };
    return scheduleBrief(c.var.deps, c.var.actor, siteOf(c), { day, revision: revisionIn(typed), due });
  });
}

/** `POST …/hold`. */
export function postBriefHold(c: Context): Promise<Response> {
  return act(c, 'held', (typed, day) =>
    holdBrief(c.var.deps, c.var.actor, day, readFields(PAUSE_FIELDS, typed).because),
  );
}

/** `POST …/release`. */
export function postBriefRelease(c: Context): Promise<Response> {
  return act(c, 'released', (_, day) => releaseBrief(c.var.deps, c.var.actor, siteOf(c), day));
}

/** `POST …/uncertain`: sends the uncertain deliveries again, or leaves them. */
export async function postBriefUncertain(c: Context): Promise<Response> {
  const { act: chosen } = await parseForm(c);
  const what = chosen === 'again' ? 'again' : 'leave';
  await decideUncertain(c.var.deps, c.var.actor, { day: dayOf(c), act: what });
  return redirect(`/newsroom/briefs/${dayOf(c)}/send?done=${what === 'again' ? 'again' : 'left'}`);
}

/** `POST …/refused`: sends the brief again to those whose mail server refused it. */
export function postBriefRefused(c: Context): Promise<Response> {
  return act(c, 'refused-again', (_, day) => sendRefusedAgain(c.var.deps, c.var.actor, siteOf(c), day));
}

/** `POST …/test`: emails the revision to the chosen members. */
export async function postBriefTest(c: Context): Promise<Response> {
  return act(c, 'tested', (typed, day) => {
    const memberIds = typed.getAll('tester');
    if (memberIds.length === 0 || memberIds.length > MOST_TESTERS)
      throw wrongFields([{ path: 'tester', message: `Choose one to ${MOST_TESTERS} people.` }]);
    const wanted = { day, revision: revisionIn(typed), memberIds };
    return sendBriefTest(c.var.deps, c.var.actor, wanted, (content) => printBriefTest({ ...emailOf(), content }));
  });
}

function revisionIn(typed: URLSearchParams): number {
  return parseRevisionNumber(typed.get('revision') ?? undefined);
}

/** Runs an act, then shows the page again; on an error with the form as it was sent. */
async function act(
  c: Context,
  done: string,
  work: (typed: URLSearchParams, day: string) => Promise<unknown>,
): Promise<Response> {
  const typed = await readTyped(c);
  try {
    await work(typed, dayOf(c));
  } catch (error) {
    const view = await readBriefView(c);
    return renderFormError(error, (failure, status) => sendPage(c, view, { typed, failure, status }));
  }
  return redirect(`/newsroom/briefs/${dayOf(c)}/send?done=${done}`);
}

/** The headers sandbox the preview too, so that it is harmless when it is opened outside its frame. */
const PREVIEW_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
  // Browsers refuse to show a sandboxed page that sets an opener policy (HTML, "obtain an embedder policy").
  'Cross-Origin-Opener-Policy': 'unsafe-none',
};

/** `GET …/revisions/{number}/preview`: the email of a revision; `?form=text` its plain part, `?scheme=dark` in dark colours. */
export async function showBriefPreview(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  requireEditorial(actor, 'see briefs');
  const content = await getBriefContent(deps.db.read, dayOf(c), parseRevisionNumber(c.req.param('number') ?? ''));
  return previewResponse(c, content, c.req.query('form') === 'text' ? 'text' : (c.req.query('scheme') ?? ''));
}

/** The email in the light or the dark scheme, or its plain part. */
async function previewResponse(c: Context, content: BriefContent, scheme: string): Promise<Response> {
  const email = { ...emailOf(), content };
  const links = deadLinks(c.var.config.publication.baseUrl);
  if (scheme === 'text') {
    const headers = { ...PREVIEW_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(renderBriefText(email, links), { headers });
  }
  const headers = { ...PREVIEW_HEADERS, 'Content-Type': 'text/html; charset=utf-8' };
  return new Response(await renderBriefHtml(email, links, scheme === 'dark' ? 'dark' : 'light'), { headers });
}
