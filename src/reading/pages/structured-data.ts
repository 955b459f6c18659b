import { html } from 'hono/html';
import { articleForms } from '#article/addresses.ts';
import { archiveSentence } from '#article/archive-words.ts';
import type { PublicProfile } from '#article/author-profile.ts';
import { coAuthorsIn, contributorsIn } from '#article/credits.ts';
import type { Hero } from '#article/hero.ts';
import type { PublishedArticle } from '#article/published.ts';
import { openSections, sectionName } from '#article/section.ts';
import type { Evidence } from '#evidence/figures/evidence.ts';
import { settledLines } from '#evidence/settlement-labels.ts';
import { type Html, scriptJson } from '#html/html.ts';
import { licenceOf } from '#http/licence.ts';
import { cardUrl } from '#media/cards/card-address.ts';
import { addressAt, creditOf } from '#media/pages/picture-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { publisherLogo } from '#site/look/identity.ts';

// Structured data in schema.org terms: only content of the page, each object in its own block, because simple parsers do
// not read a graph.

/** The blocks of an article's page: the article and its breadcrumbs. */
export function structuredData(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null = null,
): Html {
  const trail = [
    { name: publication.name, item: `${publication.baseUrl}/` },
    { name: sectionName(article.section), item: `${publication.baseUrl}/${article.section}` },
    { name: article.headline },
  ];
  return html`${block(newsArticle(publication, article, evidence))}
${block(breadcrumbs(trail))}`;
}

/** The block of a custom page. */
export function pageStructuredData(publication: Publication, page: PublishedArticle): Html {
  const { html: url } = articleForms(publication, page);
  return block({
    '@context': SCHEMA,
    '@type': 'WebPage',
    '@id': `${url}#page`,
    url,
    name: page.headline,
    description: page.dek,
    dateModified: page.modifiedAt,
    inLanguage: publication.language,
    publisher: organization(publication),
  });
}

/** The blocks of the home page: the site and its publisher; or of a section's page: its breadcrumbs. */
export function frontStructuredData(publication: Publication, section: string | null): Html {
  const { name, description, baseUrl, language } = publication;
  const open = openSections().find(({ slug }) => slug === section);
  if (open) return block(breadcrumbs([{ name, item: `${baseUrl}/` }, { name: open.name }]));
  const publisher = organization(publication);
  return html`${block({ '@context': SCHEMA, ...publisher, description })}
${block({
  '@context': SCHEMA,
  '@type': 'WebSite',
  '@id': `${baseUrl}/#website`,
  url: `${baseUrl}/`,
  name,
  description,
  inLanguage: language,
  publisher,
})}`;
}

/** The block of a byline's page: the author. */
export function bylineStructuredData(
  publication: Publication,
  byline: { slug: string; name: string } & PublicProfile,
): Html {
  const url = `${publication.baseUrl}/authors/${byline.slug}`;
  return block({
    '@context': SCHEMA,
    '@type': 'ProfilePage',
    '@id': `${url}#page`,
    url,
    inLanguage: publication.language,
    mainEntity: {
      '@type': isPublicationByline(publication, byline.name) ? 'Organization' : 'Person',
      '@id': `${url}#byline`,
      name: byline.name,
      url,
      ...(byline.biography && { description: byline.biography }),
      ...(byline.portrait && { image: portraitObject(publication, byline.portrait) }),
    },
  });
}

function portraitObject({ baseUrl }: Publication, portrait: Hero): Record<string, unknown> {
  const url = `${baseUrl}${addressAt(portrait, 480, 'jpg')}`;
  return { '@type': 'ImageObject', url, caption: portrait.alt, creditText: creditOf(portrait) };
}

/**
 * Whether a byline is the publication's and not a person's: it is missing, the publication's own, or it ends like the
 * byline of a newsroom. Only a person may get the type Person.
 */
export function isPublicationByline({ name, byline }: Publication, author: string | null): boolean {
  if (author === null) return true;
  const plain = author.trim().toLowerCase();
  return [name, byline].some((own) => own.toLowerCase() === plain) || /\b(newsroom|section|staff|editors)$/.test(plain);
}

const SCHEMA = 'https://schema.org';

function newsArticle(
  publication: Publication,
  article: PublishedArticle,
  evidence: Evidence | null,
): Record<string, unknown> {
  const { html: url, markdown, json } = articleForms(publication, article);
  return {
    '@context': SCHEMA,
    '@type': 'NewsArticle',
    '@id': `${url}#article`,
    mainEntityOfPage: url,
    url,
    headline: article.headline,
    description: article.dek,
    articleSection: sectionName(article.section),
    ...(article.tags.length > 0 && { keywords: article.tags.map(({ name }) => name) }),
    datePublished: article.publishedAt,
    dateModified: article.modifiedAt,
    inLanguage: publication.language,
    isAccessibleForFree: true,
    license: licenceOf(publication).url,
    author: [authorOf(publication, article), ...coAuthorsIn(article.credits).map(person)],
    ...contributors(article),
    publisher: organization(publication),
    ...(article.archive && {
      creditText: archiveSentence(article.archive),
      sourceOrganization: {
        '@type': 'Organization',
        name: article.archive.name,
        ...(article.archive.url !== null && { url: article.archive.url }),
      },
    }),
    image: images(publication, article),
    ...(article.sources.length > 0 && {
      citation: [
        ...article.sources.map(({ title, url: at }) => ({ '@type': 'CreativeWork', name: title, url: at })),
        ...citedParts(evidence),
      ],
    }),
    encoding: [
      { '@type': 'MediaObject', encodingFormat: 'text/markdown', contentUrl: markdown },
      { '@type': 'MediaObject', encodingFormat: 'application/json', contentUrl: json },
    ],
    ...(article.correctionNote && {
      correction: { '@type': 'CorrectionComment', text: article.correctionNote, datePublished: article.correctedAt },
    }),
  };
}

/** The places in sources that settled the numbers. */
function citedParts(evidence: Evidence | null): Record<string, unknown>[] {
  if (!evidence) return [];
  const sourced = settledLines(evidence).lines.filter(({ how }) => how.settlement === 'sourced' && how.source);
  const parts = new Map(sourced.map(({ how }) => [JSON.stringify([how.source?.url, how.locator, how.quote]), how]));
  return [...parts.values()].slice(0, MOST_PARTS).map((how) => ({
    '@type': 'CreativeWork',
    name: how.locator,
    ...(how.quote && { text: how.quote }),
    isPartOf: { '@type': 'CreativeWork', name: how.source?.title, url: how.source?.url },
  }));
}

/** Most source places in the structured data; the page lists all of them. */
const MOST_PARTS = 50;

function authorOf(publication: Publication, article: PublishedArticle): Record<string, unknown> {
  const { author, authorSlug, archive } = article;
  if (archive && authorSlug === null && author === archive.name)
    return { '@type': 'Organization', name: author, ...(archive.url !== null && { url: archive.url }) };
  const kind = isPublicationByline(publication, author) ? 'Organization' : 'Person';
  const url = authorSlug ? `${publication.baseUrl}/authors/${authorSlug}` : `${publication.baseUrl}/about`;
  return { '@type': kind, name: author ?? publication.byline, url };
}

/** People with other roles, each within its role, as schema.org has it. */
function contributors({ credits }: PublishedArticle): Record<string, unknown> {
  const others = contributorsIn(credits);
  if (others.length === 0) return {};
  return {
    contributor: others.flatMap(({ role, names }) =>
      names.map((name) => ({ '@type': 'Role', roleName: role, contributor: person(name) })),
    ),
  };
}

function person(name: string): Record<string, unknown> {
  return { '@type': 'Person', name };
}

/** The article's picture, if it has one, and its card. */
function images(publication: Publication, { hero, pictureCaption, section, slug }: PublishedArticle) {
  const card = cardUrl(publication, { section, slug });
  if (!hero) return [card];
  const url = `${publication.baseUrl}${addressAt(hero, 1600, 'jpg')}`;
  return [pictureCaption ? { '@type': 'ImageObject', url, caption: pictureCaption } : url, card];
}

function organization(publication: Publication): Record<string, unknown> {
  const { name, baseUrl } = publication;
  return {
    '@type': 'NewsMediaOrganization',
    '@id': `${baseUrl}/#publisher`,
    name,
    url: `${baseUrl}/`,
    logo: { '@type': 'ImageObject', ...publisherLogo(publication) },
    ...(publication.social.length > 0 && { sameAs: publication.social }),
    publishingPrinciples: `${baseUrl}/standards`,
    verificationFactCheckingPolicy: `${baseUrl}/method`,
    correctionsPolicy: `${baseUrl}/corrections`,
  };
}

/** The last breadcrumb is the page itself and has no link. */
function breadcrumbs(trail: { name: string; item?: string }[]): Record<string, unknown> {
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

function block(data: Record<string, unknown>): Html {
  return html`<script type="application/ld+json">${scriptJson(data)}</script>`;
}
