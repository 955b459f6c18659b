import { html } from 'hono/html';
import { searchWords } from '#article/search-words.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { type Shareable, shareCardOf } from '#media/cards/card-tags.ts';
import { addressAt } from '#media/pages/picture-html.ts';
import { heroOf } from '#newsroom/kit/copy-names.ts';
import { searchResultOf } from '#reading/pages/article-html.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import type { PublishView } from './publish-view.ts';

/** Width in pixels of the picture of the link. */
const THUMBNAIL = 400;

/** How the article looks as a shared link and in search results. */
export async function sharedSection(c: Context, { file, number, workingCopy }: PublishView): Promise<Html> {
  const { publication } = siteSnapshot();
  const hero = await heroOf(c, file.copy);
  const article: Shareable = {
    ...file.copy,
    hero,
    search: searchWords(JSON.stringify(file.copy.editorialPacket ?? {})),
  };
  const shared = shareCardOf(publication, article);
  const result = searchResultOf(publication, article);
  const image = hero
    ? html`<img src="${addressAt(hero, THUMBNAIL, 'jpg')}" alt="">`
    : workingCopy === null
      ? html`<img src="/newsroom/articles/${file.id}/revisions/${number}/card.png" alt="">`
      : html`<span class="no-picture"></span>`;
  const host = new URL(publication.baseUrl).host;
  return html`<section class="part"><h3>As a shared link</h3>
<div class="link-card">${image}<div><p class="title">${shared.title}</p><p class="words">${shared.description}</p><p class="words">${host}</p></div></div></section>
<section class="part"><h3>In search</h3>
<div class="search-result"><p class="words">${result.url}</p><p class="title">${result.title}</p><p class="words">${result.description}</p></div></section>`;
}
