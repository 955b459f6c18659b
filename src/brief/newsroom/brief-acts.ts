import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { deadLinks, printBriefTest, renderBriefText } from '#brief/emails/brief-text.ts';
import { reopenBriefFigure, settleBriefFigure } from '#brief/issues/brief-figures.ts';
import { getBriefContent } from '#brief/issues/brief-record.ts';
import { changeBrief } from '#brief/issues/change.ts';
import { approveBrief, holdBrief, scheduleBrief, takeBackBriefApproval } from '#brief/issues/plan.ts';
import { releaseBrief } from '#brief/issues/release.ts';
import { sendBriefTest } from '#brief/issues/test-email.ts';
import { decideUncertain } from '#brief/sending/report.ts';
import { sendRefusedAgain } from '#brief/sending/send-again.ts';
import { requireEditorial } from '#core/actor.ts';
import { readMethod } from '#editorial/newsroom/read-method.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { parseRevisionNumber } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { briefPage } from './brief-page.ts';
import { dayOf, emailOf, readBriefView, siteOf } from './brief-view.ts';
import { checkTyped, readCopy } from './compose-form.ts';

// The handlers of the forms of a brief. Each form names the exact revision that its page showed.

/** `POST /newsroom/briefs/{day}`: saves a revision. */
export async function postBriefRevision(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const typed = readCopy(fields);
  try {
    const base = parseRevisionNumber(fields.baseRevision);
    const { wasStopped } = await changeBrief(c.var.deps, c.var.actor, dayOf(c), base, checkTyped(typed));
    return redirect(`/newsroom/briefs/${dayOf(c)}?done=${wasStopped ? 'stopped' : 'saved'}`);
  } catch (error) {
    const view = await readBriefView(c);
    return renderFormError(error, (failure, status) => briefPage(c, view, { typed: fields, failure, status }, typed));
  }
}

/** `POST …/figures`: settles a number. */
export function postBriefFigure(c: Context): Promise<Response> {
  return act(c, 'settled', async (fields, day) => {
    const { figures } = await readBriefView(c);
    const seen = { day, revision: parseRevisionNumber(fields.revision), anchor: fields.figure ?? '' };
    await settleBriefFigure(c.var.deps, c.var.actor, seen, readMethod(fields, figures));
  });
}

/** `POST …/figures/open`. */
export function postBriefFigureOpen(c: Context): Promise<Response> {
  return act(c, 'opened', async ({ revision, figure = '' }, day) => {
    const seen = { day, revision: parseRevisionNumber(revision), anchor: figure };
    await reopenBriefFigure(c.var.deps, c.var.actor, seen);
  });
}

/** `POST …/approve`. */
export function postBriefApproval(c: Context): Promise<Response> {
  return act(c, 'approved', ({ revision }, day) =>
    approveBrief(c.var.deps, c.var.actor, siteOf(c), day, parseRevisionNumber(revision)),
  );
}

/** `POST …/take-back`. */
export function postBriefTakeBack(c: Context): Promise<Response> {
  return act(c, 'withdrawn', (_, day) => takeBackBriefApproval(c.var.deps, c.var.actor, day));
}

/** `POST …/schedule`. */
export function postBriefSchedule(c: Context): Promise<Response> {
  return act(c, 'scheduled', ({ revision, time = '', zone = '' }, day) =>
    scheduleBrief(c.var.deps, c.var.actor, siteOf(c), {
      day,
      revision: parseRevisionNumber(revision),
      due: { wall: `${day}T${time}`, zone },
    }),
  );
}

/** `POST …/hold`. */
export function postBriefHold(c: Context): Promise<Response> {
  return act(c, 'held', ({ because = '' }, day) => holdBrief(c.var.deps, c.var.actor, day, because));
}

/** `POST …/release`. */
export function postBriefRelease(c: Context): Promise<Response> {
  return act(c, 'released', (_, day) => releaseBrief(c.var.deps, c.var.actor, siteOf(c), day));
}

/** `POST …/uncertain`: sends the uncertain deliveries again, or leaves them. */
export async function postBriefUncertain(c: Context): Promise<Response> {
  const { act: chosen } = await parseForm(c);
  const what = chosen === 'again' ? 'again' : 'leave';
  await decideUncertain(c.var.deps, c.var.actor, dayOf(c), what);
  return redirect(`/newsroom/briefs/${dayOf(c)}?done=${what === 'again' ? 'again' : 'left'}`);
}

/** `POST …/refused`: sends the brief again to those whose mail server refused it. */
export function postBriefRefused(c: Context): Promise<Response> {
  return act(c, 'refused-again', (_, day) => sendRefusedAgain(c.var.deps, c.var.actor, siteOf(c), day));
}

/** `POST …/test`: emails the revision to the chosen members. */
export function postBriefTest(c: Context): Promise<Response> {
  return act(c, 'tested', (fields, day) => {
    const memberIds = Object.keys(fields).flatMap((name) => /^tester-(.+)$/.exec(name)?.[1] ?? []);
    const wanted = { day, revision: parseRevisionNumber(fields.revision), memberIds };
    return sendBriefTest(c.var.deps, c.var.actor, wanted, (content) => printBriefTest({ ...emailOf(c), content }));
  });
}

/** Runs an act, then shows the page again; on an error with the form as it was sent. */
async function act(
  c: Context,
  done: string,
  work: (fields: Record<string, string>, day: string) => Promise<unknown>,
): Promise<Response> {
  const fields = await parseForm(c);
  try {
    await work(fields, dayOf(c));
  } catch (error) {
    const view = await readBriefView(c);
    return renderFormError(error, (failure, status) => briefPage(c, view, { typed: fields, failure, status }));
  }
  return redirect(`/newsroom/briefs/${dayOf(c)}?done=${done}`);
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
  const { deps, actor, config } = c.var;
  requireEditorial(actor, 'see briefs');
  const content = await getBriefContent(deps.db.read, dayOf(c), parseRevisionNumber(c.req.param('number') ?? ''));
  const email = { ...emailOf(c), content };
  const links = deadLinks(config.publication.baseUrl);
  if (c.req.query('form') === 'text') {
    const headers = { ...PREVIEW_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(renderBriefText(email, links), { headers });
  }
  const scheme = c.req.query('scheme') === 'dark' ? 'dark' : 'light';
  const headers = { ...PREVIEW_HEADERS, 'Content-Type': 'text/html; charset=utf-8' };
  return new Response(await renderBriefHtml(email, links, scheme), { headers });
}
