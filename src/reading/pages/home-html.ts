import { html } from 'hono/html';
import { deskName, openDesks } from '#article/desk.ts';
import { entries } from '#article/pages/listing-html.ts';
import type { PublishedArticle, PublishedListing } from '#article/published.ts';
import type { Publication } from '#config/config.ts';
import { blockHtml, direction, type Html, longDate, shortDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import type { BesideHome } from '#http/placed-ad.ts';
import { heroHtml, thumbnailHtml } from '#media/pages/picture-html.ts';
import type { HomeArticles, PicturedStory } from '#reading/home.ts';
import { adHtml, sponsorHtml } from './ad-html.ts';
import { frontHead } from './front-html.ts';
import { readerForms } from './reader-forms.ts';

/** The data of the home page. */
export type HomePage = HomeArticles & BesideHome;

/** The `sizes` attribute of the picture of the lead story. */
const OF_LEAD =
  '(min-width: 84rem) 42rem, (min-width: 60rem) calc(84vw - 29rem), (min-width: 48rem) calc(100vw - 20.5rem), (min-width: 40rem) calc(100vw - 4.5rem), calc(100vw - 2.75rem)';
/** Characters of headline and dek up to which a phone shows more of the picture, with the latest stories in the same window. */
const BRIEF = 190;
/** Longest excerpt of the lead story, in characters. */
const LEDE = 1200;

/** The home page: the lead story beside the latest ones, stories with pictures, then each desk. */
export function homeHtml(publication: Publication, home: HomePage): Promise<string> {
  const base = publication.baseUrl;
  return pageHtml(publication, {
    title: publication.name,
    description: publication.description,
    canonical: `${base}/`,
    alternates: { markdown: `${base}/index.md`, json: `${base}/api/public/articles` },
    head: frontHead(publication, null),
    isHome: true,
    main: html`${home.lead ? front(home, home.lead) : nothingYet()}
${home.desks.map(deskIndex)}
${readerForms(publication)}
${home.directory ?? ''}
${home.band ? adHtml(home.band) : ''}
${home.sponsor ? html`<p class="hang sponsor">${sponsorHtml(home.sponsor)}</p>` : ''}`,
  });
}

/**
 * The lead and the latest articles, side by side where there is room, and the stories below the lead. With nothing else on the
 * page, the latest have their deks.
 */
function front(home: HomeArticles, first: PublishedArticle): Html {
  const { latest, top, desks } = home;
  const isAll = top.length === 0 && desks.length === 0;
  if (latest.length === 0) return html`<div class="front">${lead(first)}</div>`;
  return html`<div class="front">
${lead(first)}
<section class="latest" aria-labelledby="latest">
<h2 class="label" id="latest"><a href="/latest">Latest</a></h2>
<ul class="entries">${latest.map((article) => latestEntry(article, isAll))}
</ul>
<p class="onward"><a href="/latest">Every story by date</a></p>
</section>
${top.length > 0 ? topStories(home) : ''}</div>`;
}

function lead(article: PublishedArticle): Html {
  const { section, slug, headline, dek, publishedAt, author, hero, correctionNumber } = article;
  const isBrief = headline.length + dek.length <= BRIEF;
  return html`<section class="lead hang" aria-labelledby="lead">
<p class="label"><a href="/${section}">${deskName(section)}</a> <time datetime="${publishedAt}">${longDate(publishedAt)}</time>${author ? html` <span>By ${author}</span>` : ''}</p>
<div${isBrief ? html` class="brief"` : ''}><h2 id="lead"${direction(headline)}><a href="/${section}/${slug}">${headline}</a></h2>
<p class="dek"${direction(dek)}>${dek}${correctionNumber === null ? '' : CORRECTED}</p>
${heroHtml(hero, null, OF_LEAD) ?? lede(article)}</div>
</section>`;
}

const CORRECTED = html` <span class="fact">Corrected.</span>`;

/** The first paragraph, if the body begins with one that makes sense alone. */
function lede({ bodyBlocks }: PublishedArticle): Html | string {
  const [first] = bodyBlocks;
  if (first?.type !== 'paragraph' || first.text.length > LEDE) return '';
  return html`<div class="lede">${blockHtml(first)}</div>`;
}

function latestEntry(article: PublishedListing, hasDek: boolean): Html {
  const { section, slug, headline, dek, publishedAt, correctionNumber } = article;
  return html`
<li><time datetime="${publishedAt}">${shortDate(publishedAt)}</time>
<div><h3${direction(headline)}><a href="/${section}/${slug}">${headline}</a></h3>
${hasDek ? html`<p${direction(dek)}>${dek}</p>` : ''}<p class="fact">${deskName(section)}.${correctionNumber === null ? '' : ' Corrected.'}</p></div></li>`;
}

/** The stories that editors chose below the lead, or the newest ones with pictures. */
function topStories({ top, isChosen }: HomeArticles): Html {
  return html`<section class="top hang" aria-labelledby="top">
<div class="label"><h2 id="top">${isChosen ? 'Top stories' : 'More stories'}</h2></div>
<ul class="stories">${top.map((pictured) => story(pictured, top.length <= 2))}
</ul>
</section>
`;
}

function story({ article, picture }: PicturedStory, isLarge: boolean): Html {
  const { section, slug, headline, dek, publishedAt, correctionNumber } = article;
  return html`
<li>${picture ? thumbnailHtml(picture, isLarge) : ''}<div><h3${direction(headline)}><a href="/${section}/${slug}">${headline}</a></h3>
<p${direction(dek)}>${dek}</p>
<p class="fact">${deskName(section)}, <time datetime="${publishedAt}">${shortDate(publishedAt)}</time>.${correctionNumber === null ? '' : ' Corrected.'}</p></div></li>`;
}

function deskIndex({ slug, articles, hasMore }: HomePage['desks'][number]): Html {
  const desk = openDesks().find((candidate) => candidate.slug === slug);
  return html`<section class="hang" aria-labelledby="desk-${slug}">
<div class="label"><h2 id="desk-${slug}"><a href="/${slug}">${deskName(slug)}</a></h2>
<p>${desk?.about ?? ''}</p></div>
<div>${entries(articles)}
${hasMore ? html`<p class="onward"><a href="/${slug}">More from ${deskName(slug)}</a></p>` : ''}</div>
</section>
`;
}

function nothingYet(): Html {
  return html`<h2 class="large">Nothing has been published here yet.</h2>
<p class="dek">The first story an editor publishes will lead this page; ${openDesks().length === 5 ? 'the five desks' : 'the desks'} will list the rest.</p>`;
}
