import { html } from 'hono/html';
import { listPublished, type PublishedListing } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { dayIn } from '#core/wall-time.ts';
import type { Html } from '#html/html.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { dayWords, todayOf, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { searchPublished } from '#search/search-published.ts';

// The search of published articles by headline, and a button that adds each that was found.

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

/** `path`: where the search leads; `addPath`, where the buttons lead elsewhere. `act`: what a button says. `kept`: fields that both send. */
type AddForm = { path: string; addPath?: string; act: string; kept?: Readonly<Record<string, string>> };

/** The search, and the articles that it found, each with its button. */
export function offeredForms(c: Context, q: string, offered: readonly PublishedListing[], add: AddForm): Html {
  const { path, addPath = path, act, kept = {} } = add;
  const fields = html`${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}`;
  const today = todayOf(c);
  return html`<form class="search-line" method="get" action="${path}" role="search">${fields}<label class="unseen" for="q">Words of the headline</label>
<input id="q" name="q" value="${q}" type="search" placeholder="Words of the headline" autocomplete="off"> ${button({ text: 'Find', weight: 'plain' })}</form>
${
  offered.length === 0
    ? html`<p class="hint">${q === '' ? 'There is no other published article.' : 'No other published article has these words.'}</p>`
    : html`<form method="post" action="${addPath}">${fields}<input type="hidden" name="q" value="${q}">
${listLines(
  offered.map(({ id, headline, section, publishedAt }) => ({
    title: headline,
    href: `/newsroom/articles/${id}`,
    facts: [sectionName(section), `published ${dayWords(dayIn(publishedAt, zoneOf(c)), today)}`],
    side: [
      button({
        text: html`${act}<span class="unseen"> “${headline}”</span>`,
        weight: 'plain',
        name: 'article',
        value: id,
      }),
    ],
  })),
  q === '' ? 'Newest articles' : 'Found articles',
)}</form>`
}`;
}
