import { html } from 'hono/html';
import { monthPath } from '#article/addresses.ts';
import { archiveInList } from '#article/archive-words.ts';
import { articlePath } from '#article/own-page.ts';
import type { PublishedListing } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { dayIn } from '#core/wall-time.ts';
import { dayAndMonth, direction, type Html, monthOf } from '#html/html.ts';
import type { Publication } from '#runtime/config/config.ts';

// Stories in lists: headline, dek and facts.

/** How dates are written: by the clocks of a zone, and without the year of the newest story of the page. */
export type Dates = { timeZone: string; newest: string };

/** `articles` are newest first. */
export function datesOf({ timeZone }: Pick<Publication, 'timeZone'>, articles: readonly PublishedListing[]): Dates {
  return { timeZone, newest: articles[0]?.publishedAt ?? '' };
}

/** What a list shows of a story in addition to its date. */
export type Shown = {
  author?: boolean;
  section?: boolean;
  /** How many of its numbers are settled. */
  numbers?: number;
};

export function headlineLink({ headline, ...at }: PublishedListing): Html {
  return html`<a href="${articlePath(at)}"${direction(headline)}>${headline}</a>`;
}

export function dekOf({ dek }: PublishedListing): Html {
  return html`<p class="dek"${direction(dek)}>${dek}</p>`;
}

/** The facts of a story in one line: who wrote it, when, and whether it was corrected. */
export function factsOf(dates: Dates, article: PublishedListing, shown: Shown = {}): Html {
  const { author, section, publishedAt, correctionNumber, archive } = article;
  const before = [...(shown.author && author ? [author] : []), ...(shown.section ? [sectionName(section)] : [])];
  const after = [
    ...(correctionNumber === null ? [] : ['Corrected.']),
    ...(shown.numbers ? [`${shown.numbers} ${shown.numbers === 1 ? 'number' : 'numbers'} checked.`] : []),
  ];
  return html`<p class="fact">${before.map((words) => html`<bdi>${words}</bdi>, `)}<time datetime="${publishedAt}">${dayAndMonth(publishedAt, dates)}</time>${after.length > 0 ? html`. ${after.join(' ')}` : ''}${archiveInList(archive)}</p>`;
}

type Listed = Shown & {
  /** The small picture of a story. */
  picture?: (article: PublishedListing) => Html | string;
};

/** A list of stories. */
export function storyList(dates: Dates, articles: readonly PublishedListing[], listed: Listed = {}): Html {
  return html`<ul class="story-list">${articles.map((article) => {
    const picture = listed.picture?.(article) ?? '';
    return html`
<li${picture === '' ? html` class="words"` : ''}><div><h3>${headlineLink(article)}</h3>
${dekOf(article)}${factsOf(dates, article, listed)}</div>${picture}</li>`;
  })}
</ul>`;
}

type Month<Story> = { month: string; path: string; stories: Story[] };

/** Stories by their month in a zone. The page of a month has the stories of its UTC days, so `path` leads to a page that has stories. */
export function byMonth<Story extends { publishedAt: string }>(
  stories: readonly Story[],
  zone: string,
): Month<Story>[] {
  return [...Map.groupBy(stories, ({ publishedAt }) => dayIn(publishedAt, zone).slice(0, 7))].map(([local, some]) => {
    const months = some.map(({ publishedAt }) => publishedAt.slice(0, 7));
    const utc = months.includes(local) ? local : months[0];
    return { month: monthOf(`${local}-01`), path: monthPath(utc ?? local), stories: some };
  });
}

/** Stories, newest first, by the month of publication. */
export function storiesByMonth(dates: Dates, articles: readonly PublishedListing[], listed: Listed = {}): Html {
  return html`${byMonth(articles, dates.timeZone).map(
    ({ month, path, stories }) => html`<section class="hang">
<h2 class="label"><a href="${path}">${month}</a></h2>
${storyList(dates, stories, listed)}
</section>
`,
  )}`;
}
