import { html } from 'hono/html';
import { DESKS, deskName } from '../../article/model/desk.ts';
import type { PublicProfile } from '../../article/read/author-profile.ts';
import type { PublishedArticle, PublishedListing } from '../../article/read/published.ts';
import type { Publication } from '../../config.ts';
import { bylineOpenGraph, frontOpenGraph } from '../cards/card-tags.ts';
import { bylineStructuredData, frontStructuredData } from '../discovery/structured-data.ts';
import { adHtml, type PlacedAd, sponsorHtml } from './ad-html.ts';
import { blockHtml, type Html, longDate, monthOf, shortDate } from './html.ts';
import { pageHtml } from './page-html.ts';
import { heroHtml, portraitHtml } from './picture-html.ts';
import { renderSubscribeForm } from './subscribe-form.ts';

/** The data of the home page: the lead with its body, what editors put below it, and the newest other articles of each desk. */
export type HomePage = {
  lead: PublishedArticle | null;
  chosen?: readonly PublishedListing[];
  desks: { slug: string; articles: PublishedListing[]; hasMore: boolean }[];
  /** The supplier directory, and below it the ad of the homepage band; both may be absent. */
  directory?: Html;
  band?: PlacedAd;
  /** The sponsor of the issue, if the band does not name it. */
  sponsor?: string;
};

/** The `sizes` attribute of the picture of the lead story. */
const BESIDE_TEXT =
  '(min-width: 84rem) 32rem, (min-width: 60rem) calc(43vw - 4.5rem), (min-width: 40rem) calc(100vw - 4.5rem), calc(100vw - 2.75rem)';
/** Longest excerpt of the lead story on the home page, in characters. */
const LEDE = 1200;

/** The home page: the lead story, then the latest articles of each desk. */
export function homeHtml(publication: Publication, home: HomePage, head?: Html): Promise<string> {
  const base = publication.baseUrl;
  return pageHtml(publication, {
    title: publication.name,
    description: publication.description,
    canonical: `${base}/`,
    alternates: { markdown: `${base}/index.md`, json: `${base}/api/public/articles` },
    head: headOf(publication, null, head),
    isHome: true,
    main: html`${home.lead ? lead(home.lead) : nothingYet()}
${home.chosen?.length ? topStories(home.chosen) : ''}
${home.lead ? home.desks.map(deskIndex) : ''}
${renderSubscribeForm()}
${home.directory ?? ''}
${home.band ? adHtml(home.band) : ''}
${home.sponsor ? html`<p class="hang sponsor">${sponsorHtml(home.sponsor)}</p>` : ''}`,
  });
}

/** A desk's page: its articles by the month of publication. */
export function deskHtml(
  publication: Publication,
  section: string,
  articles: readonly PublishedListing[],
  { hasMore = false, head }: { hasMore?: boolean; head?: Html } = {},
): Promise<string> {
  const desk = DESKS.find((one) => one.slug === section);
  const { baseUrl: base } = publication;
  return pageHtml(publication, {
    title: deskName(section),
    description: desk?.about ?? publication.description,
    canonical: `${base}/${section}`,
    alternates: { markdown: `${base}/${section}.md`, json: `${base}/api/public/articles?section=${section}` },
    desk: section,
    head: headOf(publication, section, head),
    main: html`<h1>${deskName(section)}</h1>
<p class="dek">${desk?.about ?? ''}</p>
${articles.length > 0 ? entriesByMonth(articles) : html`<p>Nothing has been published here yet. The articles of this desk will be listed here, newest first.</p>`}
${hasMore ? html`<p class="onward"><a href="/search?section=${section}">Everything at this desk</a></p>` : ''}
${renderSubscribeForm()}`,
  });
}

/** The structured data and the link preview tags of the page. */
function headOf(publication: Publication, section: string | null, more?: Html): Html {
  return html`${frontStructuredData(publication, section)}
${frontOpenGraph(publication, section)}${more ?? ''}`;
}

function lead(article: PublishedArticle): Html {
  const { section, slug, headline, dek, publishedAt, author } = article;
  return html`<section class="lead hang" aria-labelledby="lead">
<p class="label"><a href="/${section}">${deskName(section)}</a> <time datetime="${publishedAt}">${longDate(publishedAt)}</time>${author ? html` <span>By ${author}</span>` : ''}</p>
<div><h2 id="lead"><a href="/${section}/${slug}">${headline}</a></h2>
<div${article.hero ? html` class="pictured"` : ''}><div><p class="dek">${dek}</p>
${lede(article)}</div>
${heroHtml(article.hero, null, BESIDE_TEXT) ?? ''}</div></div>
</section>`;
}

/** The first paragraph, if the body begins with one that makes sense alone. */
function lede({ bodyBlocks }: PublishedArticle): Html | string {
  const [first] = bodyBlocks;
  if (first?.type !== 'paragraph' || first.text.length > LEDE) return '';
  return html`<div class="lede">${blockHtml(first)}</div>`;
}

/** The articles that editors put on the front page below its lead. */
function topStories(articles: readonly PublishedListing[]): Html {
  return html`<section class="hang" aria-labelledby="top">
<div class="label"><h2 id="top">Top stories</h2></div>
<div>${entries(articles, { desk: true })}</div>
</section>
`;
}

function deskIndex({ slug, articles, hasMore }: HomePage['desks'][number]): Html {
  const desk = DESKS.find((one) => one.slug === slug);
  return html`<section class="hang" aria-labelledby="desk-${slug}">
<div class="label"><h2 id="desk-${slug}"><a href="/${slug}">${deskName(slug)}</a></h2>
<p>${desk?.about ?? ''}</p></div>
<div>${articles.length > 0 ? entries(articles) : html`<p class="none">Nothing more at this desk yet.</p>`}
${hasMore ? html`<p class="onward"><a href="/${slug}">More from ${deskName(slug)}</a></p>` : ''}</div>
</section>
`;
}

function nothingYet(): Html {
  return html`<h2 class="large">Nothing has been published here yet.</h2>
<p class="dek">The first story an editor publishes will lead this page; the five desks will list the rest.</p>`;
}

/** A list of articles: date, headline, dek. */
export function entries(articles: readonly PublishedListing[], show: { desk?: true } = {}): Html {
  return html`<ul class="entries">${articles.map((article) => entry(article, show.desk === true))}
</ul>`;
}

/** Articles, newest first, by the month of publication. */
export function entriesByMonth(articles: readonly PublishedListing[], show: { desk?: true } = {}): Html {
  const months = Map.groupBy(articles, ({ publishedAt }) => monthOf(publishedAt));
  return html`${[...months].map(
    ([month, some]) => html`<section class="hang">
<h2 class="label">${month}</h2>
<div>${entries(some, show)}</div>
</section>
`,
  )}`;
}

function entry(article: PublishedListing, showsDesk: boolean): Html {
  const { section, slug, headline, dek, publishedAt, correctionNumber } = article;
  return html`
<li><time datetime="${publishedAt}">${shortDate(publishedAt)}</time>
<div><h3><a href="/${section}/${slug}">${headline}</a></h3>
<p>${dek}${correctionNumber === null ? '' : html` <span class="fact">Corrected.</span>`}${showsDesk ? html` <span class="fact">${deskName(section)}.</span>` : ''}</p></div></li>`;
}

export type Byline = {
  slug: string;
  name: string;
  articles: readonly PublishedListing[];
  older: string | null;
} & PublicProfile;

/** The page of a byline with all its published articles. */
export function authorHtml(publication: Publication, byline: Byline, head?: Html): Promise<string> {
  const { slug, name, biography, portrait, articles, older } = byline;
  const about = `Everything ${publication.name} has published under the byline ${name}.`;
  return pageHtml(publication, {
    title: name,
    description: about,
    canonical: `${publication.baseUrl}/authors/${slug}`,
    alternates: { markdown: `${publication.baseUrl}/authors/${slug}.md` },
    head: html`${bylineStructuredData(publication, byline)}
${bylineOpenGraph(publication, { slug, name, about })}${head ?? ''}`,
    main: html`<h1>${name}</h1>
${portrait ? portraitHtml(portrait) : ''}${
  biography
    ? html`<p>${biography}</p>
`
    : ''
}<p class="dek">Published under this byline, newest first.</p>
${entriesByMonth(articles, { desk: true })}
${older ? html`<p class="onward"><a href="/authors/${slug}?cursor=${older}" rel="next">Older articles</a></p>` : ''}`,
  });
}
