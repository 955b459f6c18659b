import { html } from 'hono/html';
import { sectionName } from '#article/section.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import { BIN_DAYS, type BinnedDraft, listBin, moveToBin, restoreFromBin } from '#editorial/write/bin.ts';
import { duplicateArticle } from '#editorial/write/duplicate.ts';
import { type Html, longDate } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { formatRecent, inZone, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

/** `GET /newsroom/bin`: the drafts in the bin that were never published, with a button that restores each. */
export async function showBin(c: Context): Promise<Response> {
  const drafts = await listBin(c.var.deps.db.read, c.var.actor);
  return newsroomPage(c, {
    title: 'Bin',
    head: { title: 'Bin', trail: [{ text: 'Articles', href: '/newsroom/articles' }] },
    main:
      drafts.length === 0
        ? emptyState({ title: 'The bin is empty', text: `A draft in the bin can be restored for ${BIN_DAYS} days.` })
        : html`<p class="hint">Each draft is erased ${BIN_DAYS} days after it was moved here.</p>${listLines(
            drafts.map((draft) => binLine(c, draft)),
            'Drafts',
          )}`,
  });
}

function binLine(c: Context, { id, headline, section, binnedAt, binnedBy }: BinnedDraft): ListLine {
  const erased = new Date(Date.parse(binnedAt) + BIN_DAYS * 86_400_000).toISOString();
  return {
    title: headline,
    facts: [
      sectionName(section),
      html`moved here ${formatRecent(c, binnedAt)} by ${binnedBy}`,
      html`erased after <time datetime="${erased}">${longDate(inZone(erased, zoneOf(c)).slice(0, 10))}</time>`,
    ],
    side: [
      html`<form method="post" action="/newsroom/bin/${id}/restore">${button({ text: html`Restore<span class="unseen"> ${headline}</span>`, weight: 'plain' })}</form>`,
    ],
  };
}

/** The message after a draft was moved to the bin, with its undo. */
export async function binnedToast(c: Context): Promise<Toast | null> {
  const id = c.req.query('binned');
  if (id === undefined) return null;
  const draft = (await listBin(c.var.deps.db.read, c.var.actor)).find((candidate) => candidate.id === id);
  if (!draft) return null;
  return {
    text: `“${draft.headline}” is in the bin.`,
    undo: html`<form method="post" action="/newsroom/bin/${draft.id}/restore">${button({ text: 'Undo', weight: 'plain' })}</form>`,
  };
}

/** `POST /newsroom/articles/{articleId}/bin`: moves a draft to the bin. */
export async function postBin(c: Context): Promise<Response> {
  const id = articleIdOf(c);
  await moveToBin(c.var.deps, c.var.actor, id);
  return redirect(`/newsroom/articles?binned=${id}`);
}

/** `POST /newsroom/bin/{articleId}/restore`: restores a draft and opens it. */
export async function postUnbin(c: Context): Promise<Response> {
  const id = articleIdOf(c);
  await restoreFromBin(c.var.deps, c.var.actor, id);
  return redirect(`/newsroom/articles/${id}?done=unbinned`);
}

/** `POST /newsroom/articles/{articleId}/duplicate`: files a copy as a new draft and opens it. */
export async function postDuplicate(c: Context): Promise<Response> {
  const { id } = await duplicateArticle(c.var.deps, c.var.actor, articleIdOf(c));
  return redirect(`/newsroom/articles/${id}?done=duplicated`);
}

/** The forms on an article's page that copy it and move it to the bin. */
export function tidyBox({ id, publishedAt }: Pick<ArticleRecord, 'id' | 'publishedAt'>): Html {
  return html`<section id="tidy" aria-labelledby="tidy-title">
<h2 id="tidy-title">Copy or remove</h2>
<form class="entry" method="post" action="/newsroom/articles/${id}/duplicate"><button class="plain">Duplicate</button></form>
${
  publishedAt === null
    ? html`<form class="entry" method="post" action="/newsroom/articles/${id}/bin"><button class="plain" aria-describedby="bin-hint">Move to the bin</button>
<p class="hint" id="bin-hint">It leaves the list of articles, and its preview links stop working. You can restore it for ${BIN_DAYS} days; then it is erased.</p></form>`
    : ''
}
</section>`;
}
