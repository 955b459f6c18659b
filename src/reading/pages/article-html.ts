import { html } from 'hono/html';
import { articleForms } from '#article/addresses.ts';
import { withArchiveSentence } from '#article/archive-words.ts';
import { citeHtml } from '#article/citation.ts';
import { isOwnPage } from '#article/own-page.ts';
import { datesOf, factsOf, headlineLink } from '#article/pages/listing-html.ts';
import type { PublishedArticle } from '#article/published.ts';
import { sectionName } from '#article/section.ts';
import { type EvidenceView, publishedEvidence } from '#evidence/pages/evidence-html.ts';
import { direction, type Html, isolated, shortDate } from '#html/html.ts';
import { pageHtml, titleOf } from '#html/page-html.ts';
import type { PlacedAd } from '#http/placed-ad.ts';
import { openGraph, type Shareable } from '#media/cards/card-tags.ts';
import { heroHtml } from '#media/pages/picture-html.ts';
import type { ArticleExtras } from '#reading/article-extras.ts';
import { seriesNav } from '#reading/series/series-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { articleBodyHtml } from './article-body.ts';
import { readerForms } from './reader-forms.ts';
import { storyPicture } from './story-html.ts';
import { pageStructuredData, structuredData } from './structured-data.ts';

/**
 * The article page: the article with its ad, if one is booked, then who drafted it, its earlier corrections and what to
 * read next.
 */
export function articleHtml(
  publication: Publication,
  article: PublishedArticle,
  beside: ArticleExtras,
  ad: PlacedAd | null = null,
): Promise<string> {
  if (isOwnPage(article.section)) return ownPageHtml(publication, article, beside);
  const forms = articleForms(publication, article);
  return pageHtml(publication, {
    title: article.headline,
    wholeTitle: article.search.title,
    description: searchResultOf(publication, article).description,
    canonical: forms.html,
    alternates: forms,
    head: html`${structuredData(publication, article, beside.evidence)}
${openGraph(publication, article)}`,
    section: article.section,
    main: html`${articleBodyHtml(publication, { ...article, corrected: beside.corrected }, { picture: heroHtml(article.hero, article.pictureCaption), ad, evidence: shownEvidence(publication, article, beside), series: beside.series, portrait: beside.portrait })}
<p class="on-paper">${forms.html}</p>
${provenance(beside)}
${earlierCorrections(publication, beside)}
${citeHtml(publication, article)}
${beside.series ? seriesNav(beside.series) : ''}
${nextReads(publication, article, beside)}
${readerForms(publication)}`,
  });
}

/** A custom page: its text, without what belongs to a story: byline, ads, citation, what to read next. */
function ownPageHtml(publication: Publication, article: PublishedArticle, beside: ArticleExtras): Promise<string> {
  const forms = articleForms(publication, article);
  return pageHtml(publication, {
    title: article.headline,
    wholeTitle: article.search.title,
    description: article.search.description ?? article.dek,
    canonical: forms.html,
    alternates: forms,
    head: pageStructuredData(publication, article),
    main: html`${articleBodyHtml(publication, { ...article, corrected: beside.corrected }, { picture: heroHtml(article.hero, article.pictureCaption), evidence: shownEvidence(publication, article, beside) })}
<p class="on-paper">${forms.html}</p>
${earlierCorrections(publication, beside)}`,
  });
}

/** The title, description and address of an article's page, as search engines read them. */
export function searchResultOf(publication: Publication, article: Shareable) {
  const { headline, dek, search, archive } = article;
  return {
    title: titleOf(publication, { title: headline, wholeTitle: search.title }),
    description: withArchiveSentence(search.description ?? dek, archive),
    url: articleForms(publication, article).html,
  };
}

function shownEvidence(
  publication: Publication,
  article: PublishedArticle,
  { evidence }: ArticleExtras,
): EvidenceView | null {
  return evidence ? publishedEvidence(publication, article, evidence) : null;
}

function provenance({ drafted }: ArticleExtras): Html | string {
  if (!drafted) return '';
  return html`<section class="provenance hang" aria-labelledby="provenance">
<h2 class="label" id="provenance">Who wrote this</h2>
<p>Drafted with ${drafted.agent} let in by ${isolated(drafted.letInBy)}${drafted.editedBy === null ? '' : html`; edited by ${isolated(drafted.editedBy)}`}. <a href="/standards#agents">What agents may do</a></p>
</section>`;
}

/** Without the latest one, which is above the article. */
function earlierCorrections({ timeZone }: Publication, { corrections }: ArticleExtras): Html | string {
  const [, ...earlier] = corrections;
  if (earlier.length === 0) return '';
  return html`<section class="earlier hang" aria-labelledby="earlier-corrections">
<h2 class="label" id="earlier-corrections">Earlier corrections</h2>
<ul>${earlier.map(
    ({ number, at, note }) => html`
<li class="correction" id="correction-${number}"><span class="mark" aria-hidden="true">${number}</span>
<p><b>Corrected <time datetime="${at}">${shortDate(at, timeZone)}</time>.</b> <span${direction(note)}>${note}</span></p></li>`,
  )}
</ul>
</section>`;
}

/** The width of a picture below the article. */
const NEXT = '(min-width: 80rem) 290px, (min-width: 64rem) 23vw, (min-width: 40rem) 30vw, 110px';

function nextReads(
  publication: Publication,
  { section }: PublishedArticle,
  { related: { articles }, pictures }: ArticleExtras,
): Html {
  const dates = datesOf(publication, articles);
  const stories = articles.map((article) => ({ article, picture: pictures.get(article.id) ?? null }));
  return html`<aside class="next band hang" aria-labelledby="next">
<h2 class="label" id="next">Read next</h2>
<div>${
    stories.length === 0
      ? ''
      : html`<ul class="three">${stories.map(
          (story) => html`
<li>${storyPicture(story, { sizes: NEXT })}<div><h3>${headlineLink(story.article)}</h3>
${factsOf(dates, story.article, { section: true })}</div></li>`,
        )}
</ul>`
  }
<p class="onward"><a href="/${section}">All of ${sectionName(section)}</a></p></div>
</aside>`;
}
