import { articleUrl, revisionPath, revisionUrl } from '#article/addresses.ts';
import { isReadableDesk } from '#article/desk.ts';
import { notFound } from '#article/pages/not-found.ts';
import { findHistory, type PublicHistory, type PublicRevision, publicationThen } from '#article/public-revisions.ts';
import { findPublished } from '#article/published.ts';
import type { Retraction } from '#article/retraction.ts';
import { Failure } from '#core/failure.ts';
import { type RevisionThen, readRevisionThen } from '#evidence/revision-then.ts';
import { preferredForm } from '#http/cache/negotiate.ts';
import {
  type Form,
  HTML,
  jsonResponse,
  LINK_FORMAT,
  MARKDOWN,
  PERMANENT,
  type PublicResponse,
} from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { jsonForm, markdownResponse, sendMoved, sendPublic } from '#http/respond.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { mementoTime, permanentLinks, revisionAt, revisionLinks, timeAddresses, timeMap } from './memento.ts';
import { revisionHtml, withdrawnHtml, withdrawnMarkdown } from './revision-html.ts';
import { revisionJson } from './revision-json.ts';
import { revisionMarkdown } from './revision-markdown.ts';

// Permanent revisions (decision 0071). They are read from the database alone: while it is away, only cached ones are served.

const FORMS: Record<string, Form> = { '.html': 'html', '.md': 'markdown', '.json': 'json' };

/** `/{section}/{slug}/r/{n}` in the form asked for, and the same with `.html`, `.md` and `.json`. */
export async function readRevision(c: Context): Promise<Response> {
  const [, number, ending = ''] = /^(0|[1-9]\d{0,8})(\.html|\.md|\.json)?$/.exec(c.req.param('revision') ?? '') ?? [];
  const form = FORMS[ending] ?? preferredForm(c.req.header('accept'));
  const result = await findRevision(c, number, form);
  if (result instanceof Response) return result;
  const { history, revision } = result;
  if (revision.section !== c.req.param('section') || revision.slug !== c.req.param('slug')) {
    return sendMoved(c, `${revisionPath(revision)}${ending}`);
  }
  const then = await readRevisionThen(c.var.deps.db.read, history.articleId, revision.revision);
  if (!then) return notFound(c, form);
  const response = await renderRevision(c, form, then, result);
  const about = [`article:${history.articleId}`];
  return sendPublic(c, { ...response, about, form, choice: ending === '' ? 'page' : 'only' });
}

export type FoundRevision = { history: PublicHistory; revision: PublicRevision };

/** The public revision of a live article with this number, or the response in its place: 404, or 410 for a withdrawn article. */
export async function findRevision(
  c: Context,
  number: string | undefined,
  form: Form,
): Promise<FoundRevision | Response> {
  const section = c.req.param('section') ?? '';
  const history =
    number !== undefined && isReadableDesk(section)
      ? await findHistory(c.var.deps.db.read, section, c.req.param('slug') ?? '')
      : null;
  const revision = history?.revisions.find((candidate) => candidate.revision === Number(number));
  if (!history || !revision) return notFound(c, form);
  return 'gone' in history ? sendWithdrawn(c, form, history.gone) : { history, revision };
}

async function renderRevision(
  c: Context,
  form: Form,
  then: RevisionThen,
  { history, revision }: FoundRevision,
): Promise<PublicResponse> {
  const { publication } = siteSnapshot();
  const siteThen = publicationThen(publication, then.site);
  const memento = { 'Memento-Datetime': mementoTime(revision) };
  const path = revisionPath(revision);
  const common = { modifiedAt: revision.at, hasDigest: true } as const;
  if (form !== 'html') {
    const headers = {
      ...memento,
      Link: permanentLinks(publication, { revision, revisions: history.revisions }),
      'X-Robots-Tag': 'noindex',
      // With other endings, the address has a page too, which changes.
      ...(/\.(?:md|json)$/.test(c.req.path) && { 'Cache-Control': PERMANENT }),
    };
    return form === 'markdown'
      ? { ...markdownResponse(revisionMarkdown(siteThen, then), `${path}.md`, revision.at, headers), ...common }
      : jsonForm(revisionJson(siteThen, then), `${path}.json`, { ...common, headers });
  }
  const { live } = history;
  const isLive = live.revision === revision.revision;
  const now = isLive ? null : await findPublished(c.var.deps.db.read, live.section, live.slug);
  const page = { ...then, history, now: now && 'headline' in now ? now : null };
  const body = await revisionHtml(publication, { ...siteThen, timeZone: publication.timeZone }, page);
  const headers = { ...memento, Link: revisionLinks(publication, history, revision) };
  return { status: 200, type: HTML, body, headers, modifiedAt: live.at };
}

/** 410 for each revision of a withdrawn article, with the notice of its editor if there is one. */
async function sendWithdrawn(c: Context, form: Form, notice: Retraction | null): Promise<Response> {
  const { publication } = siteSnapshot();
  const common = { status: 410, headers: { 'Cache-Control': 'no-cache' } } as const;
  switch (form) {
    case 'html':
      return sendPublic(c, { ...common, type: HTML, body: await withdrawnHtml(publication, notice) });
    case 'markdown':
      return sendPublic(c, { ...common, type: MARKDOWN, body: withdrawnMarkdown(notice) });
    case 'json':
      return sendPublic(
        c,
        jsonResponse(
          {
            code: 'gone',
            error: 'The article was withdrawn, with all its revisions.',
            hint: notice?.notice ?? 'Every published article is in /api/public/articles.',
          },
          common,
        ),
      );
  }
}

/** `/{section}/{slug}/r/timemap`: all revisions, in link format. */
export async function readTimeMap(c: Context): Promise<Response> {
  const history = await historyAt(c);
  if (history instanceof Response) return history;
  const { publication } = siteSnapshot();
  return sendPublic(c, {
    status: 200,
    type: LINK_FORMAT,
    body: timeMap(publication, history),
    modifiedAt: history.live.at,
    about: [`article:${history.articleId}`],
    choice: 'only',
  });
}

/**
 * `/{section}/{slug}/r/timegate`: redirects to the revision that readers saw at the time of `Accept-Datetime`, or to the latest.
 * @throws bad_request for a time that is not an HTTP date
 */
export async function readTimeGate(c: Context): Promise<Response> {
  const history = await historyAt(c);
  if (history instanceof Response) return history;
  const { publication } = siteSnapshot();
  const asked = c.req.header('accept-datetime');
  const time = asked === undefined ? Number.POSITIVE_INFINITY : Date.parse(asked);
  if (Number.isNaN(time)) {
    throw new Failure('bad_request', 'Accept-Datetime is not a date.', {
      hint: 'Send an HTTP date, such as Accept-Datetime: Tue, 06 Oct 2026 12:00:00 GMT.',
    });
  }
  const revision = revisionAt(history.revisions, time) ?? history.live;
  const { timemap } = timeAddresses(publication, history.live);
  const original = articleUrl(publication, history.live);
  return new Response(null, {
    status: 302,
    headers: {
      Location: revisionUrl(publication, revision),
      Vary: 'Accept-Datetime',
      Link: `<${original}>; rel="original", <${timemap}>; rel="timemap"; type="application/link-format"`,
      'Cache-Control': 'no-cache',
      'Access-Control-Allow-Origin': '*',
    },
  });
}

/** The history of the live article at this address, or the response in its place. */
async function historyAt(c: Context): Promise<PublicHistory | Response> {
  const section = c.req.param('section') ?? '';
  const history = isReadableDesk(section)
    ? await findHistory(c.var.deps.db.read, section, c.req.param('slug') ?? '')
    : null;
  if (!history) return notFound(c);
  return 'gone' in history ? sendWithdrawn(c, preferredForm(c.req.header('accept')), history.gone) : history;
}
