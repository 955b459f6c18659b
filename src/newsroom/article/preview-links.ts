import { html } from 'hono/html';
import type { Failure } from '#core/failure.ts';
import { type ArticleRecord, readArticle } from '#editorial/article-record.ts';
import {
  LONGEST_HOURS,
  listPreviews,
  newPreviewSchema,
  openPreview,
  type PreviewLine,
  revokePreview,
} from '#editorial/review/preview-link.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { formatTime } from '#html/newsroom/time.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { now } from '#runtime/deps.ts';

const LABELS = { label: 'The name', hours: 'The time it is open' };
/** How long a link can stay valid, in hours. */
const OPEN_FOR: readonly [hours: number, words: string][] = [
  [4, '4 hours'],
  [24, '1 day'],
  [72, '3 days'],
  [168, '7 days'],
  [336, '14 days'],
  [LONGEST_HOURS, '30 days'],
];

type PageState = {
  fields?: Record<string, string>;
  failure?: Failure;
  status?: number;
  /** The address of the link that was just created; it is shown only this once. */
  made?: { address: string; id: string };
};

/** `GET /newsroom/articles/{articleId}/previews`. */
export async function showPreviewLinks(c: Context): Promise<Response> {
  const { revision } = c.req.query();
  return linksPage(c, revision === undefined ? {} : { fields: { revision } });
}

/** `POST /newsroom/articles/{articleId}/previews`: answers with the page itself instead of a redirect, because the address cannot be shown again. */
export async function postPreviewLink(c: Context): Promise<Response> {
  const fields = await parseForm(c);
  const { revision, label, hours } = fields;
  const articleId = articleIdOf(c);
  try {
    const wanted = validateForm(newPreviewSchema, { label, hours }, LABELS);
    const shown = revision === 'latest' ? revision : parseRevisionNumber(revision);
    const { id, secret } = await openPreview(c.var.deps, c.var.actor, { articleId, previewed: shown, ...wanted });
    const address = `${c.var.config.publication.baseUrl}/preview/${secret}`;
    return await linksPage(c, { made: { address, id }, status: 201 });
  } catch (error) {
    return renderFormError(error, (failure, status) => linksPage(c, { fields, failure, status }));
  }
}

/** `POST /newsroom/articles/{articleId}/previews/{previewId}/revoke`. */
export async function postRevokePreview(c: Context): Promise<Response> {
  const articleId = articleIdOf(c);
  await revokePreview(c.var.deps, c.var.actor, articleId, c.req.param('previewId') ?? '');
  return redirect(`/newsroom/articles/${articleId}/previews`);
}

async function linksPage(c: Context, { fields = {}, failure, status = 200, made }: PageState): Promise<Response> {
  const { actor, deps } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const links = await listPreviews(deps.db.read, actor, file.id);
  const time = now(deps);
  const open = links.filter((link) => isOpen(link, time));
  const ended = links.filter((link) => !isOpen(link, time));
  return newsroomPage(c, {
    title: 'Preview links',
    status,
    scripts: ['copy'],
    styles: ['newsroom-publication.css'],
    main: html`<p class="trail"><a href="/newsroom/articles">Articles</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1><small>${file.copy.headline}</small> Preview links</h1>
<p>A person with the link can read the article as its public page would show it, without an account, until the link expires. They can leave a comment. The page is marked as a preview and is not in search engines, feeds or sitemaps.</p>
${made ? madeNote(made.address) : ''}
<section aria-labelledby="open-title">
<h2 id="open-title">Open links</h2>
${open.length === 0 ? html`<p>No link is open. Create one below and send it to the person who should read the article.</p>` : openTable(file.id, open, made?.id)}
</section>
<section aria-labelledby="new-title">
<h2 id="new-title">Create a link</h2>
${refusalNote(failure ?? null)}
${newForm(file, fields, failure)}
</section>
${ended.length === 0 ? '' : endedSection(ended)}`,
  });
}

function madeNote(address: string): Html {
  return html`<div class="done made" role="status">
<p><strong>The link is created. Copy it now: it is not shown again.</strong></p>
<p class="field"><label for="made">Preview link</label>
<input id="made" value="${address}" readonly size="80"></p>
<p><button type="button" data-copies="made" hidden>Copy the link</button> <span id="made-copied" role="status"></span> <a href="${address}" rel="noreferrer">Open it</a></p>
</div>`;
}

function openTable(articleId: string, links: PreviewLine[], made: string | undefined): Html {
  return html`<table class="plan previews">
<thead><tr><th scope="col">For</th><th scope="col" class="number">Revision</th><th scope="col">Created (UTC)</th><th scope="col">Ends (UTC)</th><th scope="col">Last opened</th><th scope="col" class="number">Comments</th><th scope="col">Act</th></tr></thead>
<tbody>${links.map(
    (link) => html`
<tr><th scope="row">${link.label}${link.id === made ? html` <span class="mark">new</span>` : ''}</th>
${facts(link)}
<td><form method="post" action="/newsroom/articles/${articleId}/previews/${link.id}/revoke"><button class="plain">Revoke<span class="unseen"> the link for ${link.label}</span></button></form></td></tr>`,
  )}</tbody>
</table>`;
}

function endedSection(links: PreviewLine[]): Html {
  return html`<section aria-labelledby="ended-title">
<h2 id="ended-title">Ended</h2>
<table class="plan previews">
<thead><tr><th scope="col">For</th><th scope="col" class="number">Revision</th><th scope="col">Created (UTC)</th><th scope="col">Ended (UTC)</th><th scope="col">Last opened</th><th scope="col" class="number">Comments</th></tr></thead>
<tbody>${links.map((link) => html`<tr><th scope="row">${link.label}</th>${facts(link)}</tr>`)}</tbody>
</table>
</section>`;
}

function facts({ revision, followsLatest, madeAt, madeBy, expiresAt, revokedAt, seenAt, comments }: PreviewLine): Html {
  return html`<td class="number"><span class="label">Revision</span> ${followsLatest ? 'latest' : revision}</td>
<td><span class="label">Created</span> ${formatTime(madeAt)} <span class="by">${madeBy}</span></td>
<td>${revokedAt ? html`Revoked ${formatTime(revokedAt)}` : html`<span class="label">Ends</span> ${formatTime(expiresAt)}`}</td>
<td><span class="label">Last opened</span> ${seenAt ? formatTime(seenAt) : 'never'}</td>
<td class="number"><span class="label">Comments</span> ${comments}</td>`;
}

function newForm(file: ArticleRecord, fields: Record<string, string>, failure: Failure | undefined): Html {
  const { revision = 'latest', label = '', hours = '72' } = fields;
  const option = (value: string, words: string) =>
    html`<option value="${value}"${value === revision ? html` selected` : ''}>${words}</option>`;
  const numbers = Array.from({ length: file.revision + 1 }, (_, at) => file.revision - at);
  return html`<form class="entry" method="post" action="/newsroom/articles/${file.id}/previews">
${field({ name: 'label', label: 'For whom', value: label, autocomplete: 'off', hint: 'A name that tells you later who has this link, for example “the superintendent who is quoted”.', failure })}
<div class="pair">
<p class="field"><label for="revision">Shows</label>
<select id="revision" name="revision">${option('latest', 'Always the latest revision')}${numbers.map((number) => option(String(number), `Revision ${number} only`))}</select></p>
<p class="field"><label for="hours">Open for</label>
<select id="hours" name="hours">${OPEN_FOR.map(([value, words]) => html`<option value="${value}"${String(value) === hours ? html` selected` : ''}>${words}</option>`)}</select></p>
</div>
<p><button>Create the link</button></p>
</form>`;
}

function isOpen({ revokedAt, expiresAt }: PreviewLine, time: string): boolean {
  return revokedAt === null && expiresAt > time;
}
