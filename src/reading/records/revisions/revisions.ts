import { articleUrl, recordPath, revisionPath, revisionUrl } from '#article/addresses.ts';
import { notFound } from '#article/pages/not-found.ts';
import { findHistory, type PublicHistory, type PublicRevision, publicationThen } from '#article/public-revisions.ts';
import { findPublished } from '#article/published.ts';
import type { Retraction } from '#article/retraction.ts';
import { isReadableSection } from '#article/section.ts';
import { type RevisionThen, readRevisionThen } from '#evidence/revision-then.ts';
import { preferredForm } from '#http/cache/negotiate.ts';
import {
  type Form,
  HTML,
  jsonResponse,
  MARKDOWN,
  PERMANENT,
  type PublicResponse,
} from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { jsonForm, markdownResponse, sendMoved, sendPublic } from '#http/respond.ts';
import type { Publication } from '#runtime/config/config.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { revisionHtml, withdrawnHtml, withdrawnMarkdown } from './revision-html.ts';
import { revisionJson } from './revision-json.ts';
import { revisionMarkdown } from './revision-markdown.ts';

// Permanent revisions. They are read from the database alone: while it is away, only cached ones are served.

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
    number !== undefined && isReadableSection(section)
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
  const path = revisionPath(revision);
  const common = { modifiedAt: revision.at, hasDigest: true } as const;
  if (form !== 'html') {
    const headers = {
      Link: linksOf(publication, revision, revision),
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
  const permalink = revisionUrl(publication, revision);
  const forms = [
    `<${permalink}.md>; rel="alternate"; type="text/markdown"`,
    `<${permalink}.json>; rel="alternate"; type="application/json"`,
  ];
  const headers = { Link: [linksOf(publication, revision, live), ...forms].join(', ') };
  return { status: 200, type: HTML, body, headers, modifiedAt: live.at };
}

/** The article, at its address of the time in a form that never changes and of today on a page, and the signed record. */
function linksOf(publication: Publication, revision: PublicRevision, article: PublicRevision): string {
  return `<${articleUrl(publication, article)}>; rel="canonical", <${publication.baseUrl}${recordPath(revision)}>; rel="describedby"; type="application/json"`;
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
