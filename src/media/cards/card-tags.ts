import { html } from 'hono/html';
import { articleUrl, pagePath } from '#article/addresses.ts';
import { withArchiveSentence } from '#article/archive-words.ts';
import type { PublishedArticle } from '#article/published.ts';
import { openSections, sectionName } from '#article/section.ts';
import type { Html } from '#html/html.ts';
import { addressAt, shownSize } from '#media/pages/picture-html.ts';
import { WIDTHS } from '#media/renditions.ts';
import type { Publication } from '#runtime/config/config.ts';
import { CARD, cardUrl, siteCardUrl } from './card-address.ts';

// The meta tags for link previews on other sites (Open Graph protocol; X cards).

type Image = { url: string; type: 'image/png' | 'image/jpeg'; width: number; height: number; alt: string };
type Shown = {
  type: 'article' | 'profile' | 'website';
  title: string;
  description: string;
  url: string;
  image: Image;
};

/** The parts of an article that its tags need. */
export type Shareable = Pick<PublishedArticle, 'section' | 'slug' | 'headline' | 'dek' | 'hero' | 'search'> &
  Partial<Pick<PublishedArticle, 'archive'>>;
/** The preview of a shared link on other sites. */
export type ShareCard = { title: string; description: string; url: string; image: Image };

/** The title, description and image by which an article is shared. */
export function shareCardOf(publication: Publication, article: Shareable): ShareCard {
  return {
    title: article.headline,
    description: withArchiveSentence(
      article.search.excerpt ?? article.search.description ?? article.dek,
      article.archive,
    ),
    url: articleUrl(publication, article),
    image: imageOf(publication, article),
  };
}

/** The tags of an article's page. */
export function openGraph(publication: Publication, article: PublishedArticle): Html {
  const section = sectionName(article.section);
  const author = article.author ?? publication.byline;
  return html`${shown(publication, { type: 'article', ...shareCardOf(publication, article) })}
<meta property="article:published_time" content="${article.publishedAt}">
<meta property="article:modified_time" content="${article.modifiedAt}">
<meta property="article:section" content="${section}">
<meta property="article:author" content="${article.authorSlug ? `${publication.baseUrl}/authors/${article.authorSlug}` : author}">${article.tags.map(
    ({ name }) => html`
<meta property="article:tag" content="${name}">`,
  )}
<meta name="robots" content="max-image-preview:large">`;
}

/** The tags of the home page, or of a page of a section. */
export function frontOpenGraph(publication: Publication, section: string | null, page = 1): Html {
  const open = openSections().find(({ slug }) => slug === section);
  return html`${shown(publication, {
    type: 'website',
    title: open ? `${open.name} · ${publication.name}` : publication.name,
    description: open?.about ?? publication.description,
    url: publication.baseUrl + pagePath(`/${open?.slug ?? ''}`, page),
    image: defaultCard(publication),
  })}
<meta name="robots" content="max-image-preview:large">`;
}

/** The tags of a page of a byline. */
export function bylineOpenGraph(
  publication: Publication,
  byline: { slug: string; name: string; about: string; page: number },
): Html {
  return shown(publication, {
    type: 'profile',
    title: byline.name,
    description: byline.about,
    url: publication.baseUrl + pagePath(`/authors/${byline.slug}`, byline.page),
    image: defaultCard(publication),
  });
}

/** The article's picture if it has one, otherwise its card. */
function imageOf(publication: Publication, { hero, section, slug, headline }: Shareable): Image {
  if (hero) {
    const url = `${publication.baseUrl}${addressAt(hero, Math.max(...WIDTHS), 'jpg')}`;
    return { url, type: 'image/jpeg', ...shownSize(hero), alt: hero.alt };
  }
  const alt = `${headline}. ${sectionName(section)}, ${publication.name}.`;
  return { url: cardUrl(publication, { section, slug }), type: 'image/png', ...CARD, alt };
}

function defaultCard(publication: Publication): Image {
  const alt = `${publication.name}. ${publication.description}`;
  return { url: siteCardUrl(publication), type: 'image/png', ...CARD, alt };
}

function shown(publication: Publication, { type, title, description, url, image }: Shown): Html {
  return html`<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:site_name" content="${publication.name}">
<meta property="og:locale" content="${localeOf(publication.language)}">
<meta property="og:image" content="${image.url}">
<meta property="og:image:type" content="${image.type}">
<meta property="og:image:width" content="${image.width}">
<meta property="og:image:height" content="${image.height}">
<meta property="og:image:alt" content="${image.alt}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${description}">
<meta name="twitter:image" content="${image.url}">
<meta name="twitter:image:alt" content="${image.alt}">`;
}

/** The Open Graph locale: `en` gets a region, another language stays as it is. */
function localeOf(language: string): string {
  return language === 'en' ? 'en_US' : language.replace('-', '_');
}
