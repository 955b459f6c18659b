import { html } from 'hono/html';
import type { Hero } from '#article/hero.ts';
import { articlePath } from '#article/own-page.ts';
import {
  type Dates,
  datesOf,
  dekOf,
  factsOf,
  headlineLink,
  type Shown,
  storiesByMonth,
} from '#article/pages/listing-html.ts';
import type { PublishedListing } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import type { Html } from '#html/html.ts';
import { cropHtml } from '#media/pages/picture-html.ts';
import type { Story } from '#reading/home.ts';
import type { Publication } from '#runtime/config/config.ts';

// The parts of which the home page and the lists of stories are made.

/** The `sizes` attributes of pictures, by the part that shows them. */
export const SIZES = {
  lead: '(min-width: 80rem) 936px, (min-width: 64rem) 73vw, 100vw',
  sectionLead: '(min-width: 80rem) 556px, (min-width: 64rem) 44vw, 100vw',
  second: '(min-width: 80rem) 440px, (min-width: 64rem) 35vw, (min-width: 40rem) 47vw, 94vw',
  strip: '(min-width: 80rem) 310px, (min-width: 64rem) 25vw, (min-width: 40rem) 46vw, 110px',
  thumbnail: '(min-width: 64rem) 168px, 110px',
} as const;

type PictureShown = { sizes: string; isFirst?: boolean; isOut?: boolean };

/** The picture of a story, which leads to it. The keyboard and screen readers use the headline. */
export function storyPicture({ article, picture }: Story, { sizes, isFirst, isOut }: PictureShown): Html | string {
  if (!picture) return '';
  return html`<a class="picture${isOut ? ' out' : ''}" href="${articlePath(article)}" tabindex="-1" aria-hidden="true">${cropHtml(picture, sizes, isFirst)}</a>`;
}

export function sectionLink(section: string): Html {
  return html`<p class="label"><a href="/${section}">${sectionName(section)}</a></p>`;
}

/** A story by its headline alone, with its date. */
export function headlineItem(dates: Dates, article: PublishedListing): Html {
  return html`
<li><h3>${headlineLink(article)}</h3>${factsOf(dates, article)}</li>`;
}

/** Two stories beside each other, with pictures if both have one. */
export function secondStories(dates: Dates, stories: readonly Story[], hasSection: boolean): Html | string {
  if (stories.length === 0) return '';
  const isPictured = stories.every(({ picture }) => picture !== null);
  return html`<div class="seconds${isPictured ? '' : ' words'}">${stories.map(
    (story) => html`
<article>${isPictured ? storyPicture(story, { sizes: SIZES.second }) : ''}${hasSection ? sectionLink(story.article.section) : ''}
<h2>${headlineLink(story.article)}</h2>
${dekOf(story.article)}${factsOf(dates, story.article, { author: true })}</article>`,
  )}
</div>`;
}

/** The pictures of articles, by the id of the article. */
export type Pictures = ReadonlyMap<string, Hero>;

type ListedStories = {
  articles: readonly PublishedListing[];
  pictures?: Pictures;
  page: number;
  hasSection?: boolean;
  margin?: Html | string;
};

/** The stories of a page of a list: in their rank on the first page, by month alone on further ones. */
export function storiesOf(
  publication: Publication,
  { articles, pictures, page, hasSection, margin }: ListedStories,
): Html {
  const dates = datesOf(publication, articles);
  const stories = articles.map((article) => ({ article, picture: pictures?.get(article.id) ?? null }));
  const section = hasSection === true;
  if (page > 1) return picturedByMonth(dates, stories, { section });
  return rankedStories(dates, stories, { section, ...(margin && { margin }) });
}

type Ranked = Shown & {
  /** What hangs on the left of the first story. */
  margin?: Html | string;
};

/** Stories in their rank: the first large, then two with pictures if the list has enough, then the others by month. */
function rankedStories(dates: Dates, stories: readonly Story[], ranked: Ranked): Html {
  const { margin = '', ...shown } = ranked;
  const [first, ...others] = stories;
  if (!first) return html``;
  const pictured = others.length > 2 ? others.filter(({ picture }) => picture).slice(0, 2) : [];
  const seconds = pictured.length === 2 ? pictured : [];
  const rest = others.filter((story) => !seconds.includes(story));
  return html`<div class="hang section-lead">
<article>${storyPicture(first, { sizes: SIZES.sectionLead, isFirst: true, isOut: true })}<div>
<h2>${headlineLink(first.article)}</h2>
${dekOf(first.article)}${factsOf(dates, first.article, { ...shown, author: true })}</div></article>
${margin}</div>
${secondStories(dates, seconds, shown.section === true)}
${picturedByMonth(dates, rest, shown)}`;
}

/** Stories by month with small pictures. */
function picturedByMonth(dates: Dates, stories: readonly Story[], shown: Shown): Html {
  const byId = new Map(stories.map((story) => [story.article.id, story]));
  const picture = ({ id }: PublishedListing) => {
    const story = byId.get(id);
    return story ? storyPicture(story, { sizes: SIZES.thumbnail }) : '';
  };
  const articles = stories.map(({ article }) => article);
  return storiesByMonth(dates, articles, { ...shown, author: true, picture });
}
