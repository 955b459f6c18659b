import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import { listPublished, type PublishedListing } from '#article/published.ts';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { searchPublished } from '#search/search-published.ts';

// The search of published articles by headline, and the form that adds one that was found.

/** How many articles a search offers. */
const OFFERED = 10;
/** How many articles are read: some of them are taken. */
const FOUND = 50;

/** Published articles that are not taken, of an archive where they are allowed: the newest, or the best matches of the words. */
export async function findOffered(
  c: Context,
  q: string,
  taken: readonly string[],
  { withArchive = false } = {},
): Promise<PublishedListing[]> {
  const { read } = c.var.deps.db;
  const { articles } =
    q === ''
      ? await listPublished(read, { limit: FOUND, isOwn: !withArchive })
      : await searchPublished(read, { limit: FOUND, q });
  const isOffered = ({ id, archive }: PublishedListing) => !taken.includes(id) && (withArchive || archive === null);
  return articles.filter(isOffered).slice(0, OFFERED);
}

/** `path`: where both forms lead; `addPath`, where the second one leads elsewhere. `more`: fields after the list of articles. `chosen`: the article that was chosen before a refusal. */
type AddForm = { path: string; addPath?: string; act: string; more?: Html; chosen?: string | undefined };

/** The search form, and the form with the articles that it found. */
export function offeredForms(q: string, offered: readonly PublishedListing[], add: AddForm): Html {
  return html`<form class="entry inline" method="get" action="${add.path}" role="search">
<p class="field"><label for="q">Words of the headline</label> <input id="q" name="q" value="${q}" type="search" autocomplete="off"></p>
<p><button class="plain">Find</button></p>
</form>
${offered.length > 0 ? offeredForm(q, offered, add) : html`<p>${q === '' ? 'There is no other published article.' : 'No other published article has these words.'}</p>`}`;
}

function offeredForm(
  q: string,
  offered: readonly PublishedListing[],
  { path, addPath, act, more, chosen }: AddForm,
): Html {
  return html`<form class="offered" method="post" action="${addPath ?? path}">
<input type="hidden" name="q" value="${q}">
<fieldset><legend>${q ? 'Found' : 'Newest articles'}</legend>${offered.map(
    ({ id, headline, section, publishedAt }) => html`
<p class="pick"><input type="radio" id="article-${id}" name="article" value="${id}" required${chosen === id ? html` checked` : ''}> <label for="article-${id}">${headline} <span class="hint">${deskName(section)}, ${publishedAt.slice(0, 10)}</span></label></p>`,
  )}
</fieldset>
${more ?? ''}
<p><button>${act}</button></p>
</form>`;
}
