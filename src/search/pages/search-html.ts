import { html } from 'hono/html';
import { archiveInList } from '#article/archive-words.ts';
import { datesOf, storiesByMonth } from '#article/pages/listing-html.ts';
import { searchForm } from '#article/pages/not-found-html.ts';
import { openSections, sectionName } from '#article/section.ts';
import { wordsOf } from '#core/tokenize.ts';
import { rootOf } from '#core/word-root.ts';
import { type Html, longDate, shortDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { type FoundArticle, type SearchPage, searchPath } from '#search/found.ts';
import type { MarkedPiece } from '#search/search-marks.ts';

/** The search page: the form and the results. */
export function searchHtml(publication: Publication, page: SearchPage): Promise<string> {
  const { q, section, from, to, wrong, found: articles } = page;
  const isForm = q === '' && section === '' && from === '' && to === '';
  const base = publication.baseUrl;
  return pageHtml(publication, {
    title: q ? `Search: ${q}` : 'Search',
    description: `Look up what ${publication.name} has published.`,
    ...(isForm && { canonical: `${base}/search`, alternates: { markdown: `${base}/search.md` } }),
    main: html`<h1>Search</h1>
${searchForm(page)}
${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : ''}
${articles ? results(publication, page, articles) : help()}`,
  });
}

function results(publication: Publication, page: SearchPage, articles: readonly FoundArticle[]): Html {
  const { q, nextCursor } = page;
  const more = nextCursor === null ? '' : searchPath({ ...askedOf(page), cursor: nextCursor });
  const listed = articles.map(({ article }) => article);
  return html`${heading(page, articles.length)}
${rebuilding(page)}${suggestions(page)}${q && articles.length === 0 ? waysOn(page) : ''}
${q ? rankedList(publication, articles) : storiesByMonth(datesOf(publication, listed), listed, { author: true, section: true })}
${more ? html`<p class="onward"><a href="${more}" rel="next">${q ? 'More results' : 'Older articles'}</a></p>` : ''}`;
}

function rankedList({ timeZone }: Publication, articles: readonly FoundArticle[]): Html | string {
  return articles.length === 0
    ? ''
    : html`<ol class="story-list results">${articles.map((article) => result(article, timeZone))}
</ol>`;
}

function heading(page: SearchPage, count: number): Html {
  const { q, corrections, isFurther } = page;
  const where = whereWords(page);
  if (count === 0)
    return html`<p class="dek">${q ? html`No published article${where} has ${q}` : html`Nothing is published${where}`}.</p>`;
  if (corrections.length > 0)
    return html`<p class="dek">No published article${where} has ${quoted(corrections.map(({ from }) => from))}. Results for ${quoted(corrections.flatMap(({ to }) => to))}.</p>`;
  const order = q ? html` with ${q}, the best match first` : ', newest first';
  return html`<p class="dek">${isFurther ? 'More articles' : foundWords(count, page.nextCursor !== null)}${where}${order}.</p>`;
}

function foundWords(count: number, hasMore: boolean): string {
  if (hasMore) return `More than ${count} articles`;
  return count === 1 ? 'One article' : `${count} articles`;
}

function quoted(words: readonly string[]): Html {
  return html`${words.map((word, index) => html`${index > 0 ? ' or ' : ''}<b>${word}</b>`)}`;
}

/** The filters in words, such as ` at Robotics from 1 September 2026`. */
export function whereWords({ section, from, to }: Pick<SearchPage, 'section' | 'from' | 'to'>): string {
  const days = `${from ? ` from ${longDate(from)}` : ''}${to ? ` to ${longDate(to)}` : ''}`;
  return `${section ? ` at ${sectionName(section)}` : ''}${days}`;
}

/** The section whose name is searched for, in any inflection. */
function sectionNamed(q: string): ReturnType<typeof openSections>[number] | undefined {
  const roots = (text: string) => wordsOf(text).map(rootOf).join(' ');
  return openSections().find(({ name }) => roots(name) === roots(q));
}

/** Further links for a reader whose words are in no article: the section with that name, and the lists. */
function waysOn({ q, section }: SearchPage): Html {
  const named = sectionNamed(q);
  return html`<p class="note">${named && named.slug !== section ? html`There is a section with this name: <a href="/${named.slug}">${named.name}</a>. ` : ''}An article must have all the words: try fewer. Or read <a href="/latest">every story by date</a>, or by <a href="/tags">tag</a>.</p>`;
}

function rebuilding({ unindexed }: SearchPage): Html | string {
  if (unindexed === 0) return '';
  return html`<p class="note">The search index is being rebuilt. ${unindexed} older articles are not in it yet.</p>
`;
}

function suggestions(page: SearchPage): Html | string {
  const { suggestions, q, isFoundElsewhere } = page;
  const wider = isFoundElsewhere ? [html`<a href="${searchPath({ q })}">${q} in every section, of any day</a>`] : [];
  const links = (isSpelling: boolean) =>
    suggestions
      .filter((suggestion) => suggestion.isSpelling === isSpelling)
      .map((suggestion) => html`<a href="${searchPath({ ...askedOf(page), q: suggestion.q })}">${suggestion.q}</a>`);
  const [spelled, others] = [links(true), [...links(false), ...wider]];
  return html`${spelled.length > 0 ? html`<p class="suggested">Did you mean ${spelled.map((link, at) => html`${at > 0 ? ' or ' : ''}${link}`)}?</p>` : ''}
${
  others.length > 0
    ? html`<p class="suggested">Other searches that find something:</p>
<ul class="suggested">${others.map((link) => html`<li>${link}</li>`)}</ul>`
    : ''
}`;
}

function askedOf({ q, section, from, to }: SearchPage) {
  return { q, section, from, to };
}

function result({ article, headline, dek, passage, names }: FoundArticle, timeZone: string): Html {
  const { section, slug, publishedAt, correctionNumber, archive } = article;
  return html`
<li class="words"><div><h2><a href="/${section}/${slug}">${marked(headline)}</a></h2>
<p class="dek">${marked(dek)}</p>
${passage ? html`<p class="passage">${marked(passage)}</p>\n` : ''}<p class="fact">${sectionName(section)}, <time datetime="${publishedAt}">${shortDate(publishedAt, timeZone)}</time>.${correctionNumber === null ? '' : ' Corrected.'}${names.map((pieces) => html` ${marked(pieces)}.`)}${archiveInList(archive)}</p></div></li>`;
}

function marked(pieces: readonly MarkedPiece[]): Html {
  return html`${pieces.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : html`${text}`))}`;
}

function help(): Html {
  return html`<p class="note">The search finds articles with all the words, in any form, in headline, dek, byline, tags, text or the titles of sources. Put words in quotes to find them side by side. Choose a section or days without words to list all their articles.</p>
<p class="note">Agents can search <a href="/api">the index</a> with its parameter <code>q</code>, or read this page as <a href="/search.md">Markdown</a>.</p>`;
}
