import { html } from 'hono/html';
import { monthPath, tagPath } from '#article/addresses.ts';
import type { PublishedListing } from '#article/published.ts';
import { type Html, monthOf } from '#html/html.ts';
import { addressesOf, pageHtml, pagesNav, titleOfPage } from '#html/page-html.ts';
import type { ListedTag } from '#reading/tag-pages.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { ListedMonth } from './archive-json.ts';
import { countStories } from './issues-html.ts';
import { type Pictures, storiesOf } from './story-html.ts';

/** A page of a list of articles, newest first. */
export type ArticleList = {
  /** The path of the first page. */
  path: string;
  title: string;
  /** What the list holds, in a sentence. */
  summary: string;
  /** The path of the list as JSON. */
  json: string;
  articles: readonly PublishedListing[];
  page: number;
  hasMore: boolean;
  pictures?: Pictures;
  /** Whether all its articles are of one month. */
  isOneMonth?: boolean;
  /** Whether it has feeds below its path. */
  hasFeeds?: boolean;
  /** The list of all such lists. */
  up?: { path: string; text: string };
};

export const NOTHING_YET = 'Nothing has been published yet. Stories will be listed here by date, newest first.';

/** What the page and the feeds of a tag hold. */
export function tagSummary({ name }: Publication, tag: string): string {
  return `What ${name} published with the tag ${tag}, newest first.`;
}

/** A list of articles by the month of publication. */
export function listHtml(publication: Publication, list: ArticleList): Promise<string> {
  const { articles, summary, json, up, hasFeeds } = list;
  const { baseUrl } = publication;
  const title = titleOfPage(list);
  return pageHtml(publication, {
    title,
    description: summary,
    ...addressesOf(baseUrl, list, baseUrl + json),
    ...(hasFeeds && { head: feedLink(publication, list) }),
    main: html`<h1>${title}</h1>
<p class="dek">${summary}</p>
${articles.length === 0 ? html`<p>${NOTHING_YET}</p>` : storiesOf(publication, { ...list, hasSection: true })}
${pagesNav(list)}
${hasFeeds ? html`<p class="note">As a feed: <a href="${list.path}/rss.xml">RSS</a>.</p>` : ''}
${up ? html`<p class="onward"><a href="${up.path}">${up.text}</a></p>` : ''}`,
  });
}

function feedLink({ name }: Publication, { title, path }: ArticleList): Html {
  return html`<link rel="alternate" type="application/rss+xml" title="${name}: ${title}" href="${path}/rss.xml">`;
}

// The lists of such lists: every month, and every tag.

export const ARCHIVE_SUMMARY =
  'Every month (UTC) in which stories were first published, with the number of its stories.';
export const TAGS_SUMMARY = 'What the stories are about: every tag, with the number of its stories.';
export const NO_MONTH = 'No month yet: nothing has been published.';
export const NO_TAG = 'No published story has a tag yet.';

/** The name of a month (`2026-09`) for readers: `September 2026`. */
export function monthName(month: string): string {
  return monthOf(`${month}-01`);
}

/** Every month with stories, latest first. */
export function archiveHtml(publication: Publication, months: readonly ListedMonth[]): Promise<string> {
  const { baseUrl } = publication;
  const rows = months.map(
    ({ month, articles }) => html`
<li><a href="${monthPath(month)}">${monthName(month)}</a> <span class="fact">${countStories(articles)}</span></li>`,
  );
  return pageHtml(publication, {
    title: 'Archive',
    description: ARCHIVE_SUMMARY,
    canonical: `${baseUrl}/archive`,
    alternates: { markdown: `${baseUrl}/archive.md`, json: `${baseUrl}/api/v1/public/archive` },
    main: html`<h1>Archive</h1>
<p class="dek">${ARCHIVE_SUMMARY}</p>
${months.length === 0 ? html`<p>${NO_MONTH}</p>` : html`<ul class="rows counted">${rows}</ul>`}
<p class="onward"><a href="/latest">Every story by date</a></p>`,
  });
}

/** Every tag of a published story, by name. */
export function tagsHtml(publication: Publication, tags: readonly ListedTag[]): Promise<string> {
  const { baseUrl } = publication;
  const rows = tags.map(
    ({ slug, name, articles }) => html`
<li><a href="${tagPath(slug)}">${name}</a> <span class="fact">${countStories(articles)}</span></li>`,
  );
  return pageHtml(publication, {
    title: 'Tags',
    description: TAGS_SUMMARY,
    canonical: `${baseUrl}/tags`,
    alternates: { markdown: `${baseUrl}/tags.md`, json: `${baseUrl}/api/v1/public/tags` },
    main: html`<h1>Tags</h1>
<p class="dek">${TAGS_SUMMARY}</p>
${tags.length === 0 ? html`<p>${NO_TAG}</p>` : html`<ul class="rows counted">${rows}</ul>`}`,
  });
}
