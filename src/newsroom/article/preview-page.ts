import { html } from 'hono/html';
import { searchWords } from '#article/search-words.ts';
import { type ArticleRecord, readArticle, readRevision } from '#editorial/article-record.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { PNG } from '#http/cache/public-response.ts';
import type { Context } from '#http/context.ts';
import { articleCard, renderPng } from '#media/cards/card.ts';
import { type Shareable, shareCardOf } from '#media/cards/card-tags.ts';
import { authorOf, heroOf } from '#newsroom/kit/copy-names.ts';
import { searchResultOf } from '#reading/pages/article-html.ts';
import { now } from '#runtime/deps.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { previewFrame } from './preview.ts';

// The preview over the whole window: the page at three widths, and what search engines and other sites would show of it.

const WAYS = [
  { as: '1280', name: 'Wide' },
  { as: '768', name: 'Tablet' },
  { as: '390', name: 'Phone' },
  { as: 'cards', name: 'Search and sharing' },
] as const;

/** `GET /newsroom/articles/{articleId}/preview?revision=N&as=1280|768|390|cards`: by default the latest revision, wide. */
export async function showFullPreview(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const given = c.req.query('revision');
  const latest = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const number = given === undefined ? latest.revision : parseRevisionNumber(given);
  const file = await readRevision(deps.db.read, actor, deps, { id: latest.id, number });
  const as = WAYS.find((way) => way.as === c.req.query('as'))?.as ?? '1280';
  return newsroomPage(c, {
    title: `Preview: ${file.copy.headline}`,
    styles: ['newsroom-preview.css'],
    main: html`<div class="full-preview">
<div class="preview-bar">
<h1>Preview of revision ${number}</h1>
<nav aria-label="Ways to look at it"><ul>${WAYS.map(
      (way) =>
        html`<li><a href="/newsroom/articles/${file.id}/preview?revision=${number}&amp;as=${way.as}"${way.as === as ? html` aria-current="page"` : ''}>${way.name}${way.as === 'cards' ? '' : html` <span class="px">${way.as} px</span>`}</a></li>`,
    )}</ul></nav>
<p><a href="/newsroom/articles/${file.id}">Back to the article</a></p>
</div>
${
  as === 'cards'
    ? await cards(c, file, number)
    : html`<div class="frame wide-${as}" tabindex="0" role="region" aria-label="The page, ${as} pixels wide">${previewFrame(file.id, number)}</div>`
}
</div>`,
  });
}

/** What search engines and shared links would show; the words are those of the public page's head. */
async function cards(c: Context, file: ArticleRecord, number: number): Promise<Html> {
  const { publication } = siteSnapshot();
  const article: Shareable = {
    ...file.copy,
    hero: await heroOf(c, file.copy),
    search: searchWords(JSON.stringify(file.copy.editorialPacket ?? {})),
  };
  const result = searchResultOf(publication, article);
  const shared = shareCardOf(publication, article);
  const own = `/newsroom/articles/${file.id}/revisions/${number}/card.png`;
  const image = article.hero ? shared.image.url.slice(publication.baseUrl.length) : own;
  const { width, height, alt } = shared.image;
  return html`<div class="cards">
<section aria-labelledby="search-title"><h2 id="search-title">In search results</h2>
<div class="found"><p class="address">${result.url}</p><p class="title">${result.title}</p><p>${result.description}</p></div>
<p class="hint">Search engines cut a title after about 60 characters (this one has ${result.title.length}) and a description after about 160 (this one has ${result.description.length}).</p></section>
<section aria-labelledby="share-title"><h2 id="share-title">When the link is shared</h2>
<div class="shared"><img src="${image}" width="${width}" height="${height}" alt="${alt}">
<div><p class="address">${new URL(publication.baseUrl).host}</p><p class="title">${shared.title}</p><p>${shared.description}</p></div></div></section>
<p><a href="/newsroom/articles/${file.id}/edit">Change these words in the editor, under <em>Search and sharing</em></a></p>
</div>`;
}

/** `GET /newsroom/articles/{articleId}/revisions/{number}/card.png`: the card that a revision without a picture would be shared with. */
export async function showCard(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const number = parseRevisionNumber(c.req.param('number') ?? '');
  const { copy, publishedAt } = await readRevision(deps.db.read, actor, deps, { id: articleIdOf(c), number });
  const facts = { ...copy, author: await authorOf(c, copy), publishedAt: publishedAt ?? now(deps) };
  const body = await renderPng(articleCard(siteSnapshot().publication, facts));
  return new Response(body.slice().buffer, { headers: { 'Content-Type': PNG, 'Cache-Control': 'no-store' } });
}
