import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import type { ArticleRecord } from '#editorial/article-record.ts';
import { BIN_DAYS, type BinnedDraft, listBin, moveToBin, restoreFromBin } from '#editorial/write/bin.ts';
import { duplicateArticle } from '#editorial/write/duplicate.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

/** `GET /newsroom/bin`: the drafts in the bin, with a button that restores each. */
export async function showBin(c: Context): Promise<Response> {
  const drafts = await listBin(c.var.deps.db.read, c.var.actor);
  const done = drafts.find(({ id }) => id === c.req.query('done'));
  return newsroomPage(c, {
    title: 'Bin',
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Bin</h1>
${done ? html`<p class="done" role="status">“${done.headline}” is in the bin.</p>` : ''}
<p>Drafts that were never published. Each is erased ${BIN_DAYS} days after it was moved here; until then it can be restored.</p>
${drafts.length === 0 ? html`<p>The bin is empty.</p>` : draftTable(drafts)}`,
  });
}

/** `POST /newsroom/articles/{articleId}/bin`: moves a draft to the bin. */
export async function postBin(c: Context): Promise<Response> {
  const id = articleIdOf(c);
  await moveToBin(c.var.deps, c.var.actor, id);
  return redirect(`/newsroom/bin?done=${id}`);
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
    ? html`<details><summary>Move to the bin …</summary>
<form class="entry" method="post" action="/newsroom/articles/${id}/bin"><p>It leaves the board, and its preview links stop working. You can restore it for ${BIN_DAYS} days; then it is erased.</p>
<button class="plain">Move to the bin</button></form>
</details>`
    : ''
}
</section>`;
}

function draftTable(drafts: readonly BinnedDraft[]): Html {
  return html`<table class="plan">
<thead><tr><th scope="col">Headline</th><th scope="col">Desk</th><th scope="col">In the bin since (UTC)</th><th scope="col">Erased after</th><th scope="col"><span class="unseen">Restore</span></th></tr></thead>
<tbody>${drafts.map(
    ({ id, headline, desk, binnedAt, binnedBy }) => html`
<tr><th scope="row">${headline}</th><td>${deskName(desk)}</td>
<td>${formatTime(binnedAt)} <span class="by">${binnedBy}</span></td>
<td><span class="label">Erased after</span> ${formatTime(new Date(Date.parse(binnedAt) + BIN_DAYS * 86_400_000).toISOString())}</td>
<td><form method="post" action="/newsroom/bin/${id}/restore"><button class="plain">Restore<span class="unseen"> ${headline}</span></button></form></td></tr>`,
  )}</tbody>
</table>`;
}
