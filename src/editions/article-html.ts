import { html } from 'hono/html';
import type { Correction } from '../article/corrections.ts';
import { DESKS, deskName } from '../article/desk.ts';
import type { PublishedArticle, PublishedListing } from '../article/published.ts';
import type { Publication } from '../config.ts';
import { articleForms, articleUrl } from './addresses.ts';
import { type Html, longDate, scriptJson } from './html.ts';
import { pageHtml } from './page-html.ts';
import { heroHtml } from './picture-html.ts';
import { shownArticle } from './shown-article.ts';

/** The article page. */
export function articleHtml(publication: Publication, article: PublishedArticle): Promise<string> {
  const forms = articleForms(publication, article);
  return pageHtml(publication, {
    title: article.headline,
    description: article.dek,
    canonical: forms.html,
    alternates: forms,
    head: structuredData(publication, article),
    desk: article.section,
    main: shownArticle(publication, article, heroHtml(article.hero)),
  });
}

/** The home page, or a desk's. */
export function frontHtml(
  publication: Publication,
  section: string | null,
  articles: PublishedListing[],
): Promise<string> {
  const desk = DESKS.find((one) => one.slug === section);
  const base = publication.baseUrl;
  return pageHtml(publication, {
    title: desk?.name ?? publication.name,
    description: desk?.about ?? publication.description,
    canonical: `${base}/${section ?? ''}`,
    alternates: {
      markdown: `${base}/${section ?? 'index'}.md`,
      json: `${base}/api/public/articles${section ? `?section=${section}` : ''}`,
    },
    ...(desk && { desk: desk.slug }),
    main: html`<h1>${desk?.name ?? publication.name}</h1>
<p class="dek">${desk?.about ?? publication.description}</p>
${articles.length > 0 ? html`<ul class="stories">${articles.map(story)}</ul>` : html`<p>Nothing has been published here yet.</p>`}`,
  });
}

/** The page for an address where nothing is published. */
export function notFoundHtml(publication: Publication): Promise<string> {
  return pageHtml(publication, {
    title: 'Nothing here',
    description: 'Nothing is published at this address.',
    main: html`<h1>Nothing here</h1>
<p>Nothing is published at this address. It may have been withdrawn, or the address is mistyped.</p>
<p>Start from <a href="/">the home page</a> or look through <a href="/sitemap.xml">every article</a>.</p>`,
  });
}

/** The corrections of the whole magazine, latest first; `earlier` leads on from the last of them. */
export function correctionsHtml(
  publication: Publication,
  corrections: readonly Correction[],
  earlier: number | null,
): Promise<string> {
  const rows = corrections.map(
    (one) => html`
<li><time datetime="${one.at}">${longDate(one.at)}</time>: <a href="/${one.section}/${one.slug}#correction">${one.headline}</a>. ${one.note}</li>`,
  );
  return pageHtml(publication, {
    title: 'Corrections',
    description: `Every correction ${publication.name} has made to a published article.`,
    canonical: `${publication.baseUrl}/corrections`,
    main: html`<h1>Corrections</h1>
<p class="dek">Every correction made to a published article, latest first.</p>
${rows.length > 0 ? html`<ul class="corrections">${rows}</ul>` : html`<p>No correction has been made yet.</p>`}
${earlier === null ? '' : html`<p><a href="/corrections?before=${earlier}" rel="next">Earlier corrections</a></p>`}`,
  });
}

function story(article: PublishedListing): Html {
  return html`
<li><h2><a href="/${article.section}/${article.slug}">${article.headline}</a></h2>
<p>${article.dek}</p>
<p class="byline">${deskName(article.section)}, <time datetime="${article.publishedAt}">${longDate(article.publishedAt)}</time></p></li>`;
}

function structuredData(publication: Publication, article: PublishedArticle): Html {
  const url = articleUrl(publication, article);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    url,
    headline: article.headline,
    description: article.dek,
    articleSection: deskName(article.section),
    datePublished: article.publishedAt,
    dateModified: article.modifiedAt,
    inLanguage: publication.language,
    isAccessibleForFree: true,
    author: [{ '@type': article.author ? 'Person' : 'Organization', name: article.author ?? publication.byline }],
    publisher: { '@type': 'NewsMediaOrganization', name: publication.name, url: `${publication.baseUrl}/` },
    citation: article.sources.map((source) => ({ '@type': 'CreativeWork', name: source.title, url: source.url })),
    ...(article.correctionNote && {
      correction: { '@type': 'CorrectionComment', text: article.correctionNote, datePublished: article.correctedAt },
    }),
  };
  return html`<script type="application/ld+json">${scriptJson(data)}</script>`;
}
