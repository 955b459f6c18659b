import { html } from 'hono/html';
import type { PublicProfile } from '#article/author-profile.ts';
import type { PublishedListing } from '#article/published.ts';
import { openSections, sectionName } from '#article/section.ts';
import type { ShownNumber } from '#evidence/number-of-the-week.ts';
import { numberHtml } from '#evidence/pages/number-of-the-week-html.ts';
import { direction, type Html } from '#html/html.ts';
import { addressesOf, pageHtml, pagesNav, titleOfPage } from '#html/page-html.ts';
import { bylineOpenGraph, frontOpenGraph } from '#media/cards/card-tags.ts';
import { portraitHtml } from '#media/pages/picture-html.ts';
import type { Publication } from '#runtime/config/config.ts';
import { readerForms } from './reader-forms.ts';
import { type Pictures, storiesOf } from './story-html.ts';
import { bylineStructuredData, frontStructuredData } from './structured-data.ts';

/** A page of a section's articles; the section null for the home page. */
export type FrontPage<Section = string> = {
  section: Section;
  articles: readonly PublishedListing[];
  page: number;
  hasMore: boolean;
};

/** What the page of a section shows in addition to the texts of its articles: pictures, and a settled number on its first page. */
type Shown = { pictures: Pictures; number: ShownNumber | null };

/** A page of a section: its newest story, two with pictures, and the others by month; further pages are by month alone. */
export function sectionHtml(publication: Publication, front: FrontPage & Shown): Promise<string> {
  const { section, articles, number, page, hasMore } = front;
  const open = openSections().find(({ slug }) => slug === section);
  const { baseUrl } = publication;
  const place = { path: `/${section}`, page, hasMore };
  const title = titleOfPage({ title: sectionName(section), page });
  const margin = number ? html`<div class="margin">${numberHtml('A number from this section', number)}</div>` : '';
  return pageHtml(publication, {
    title,
    description: open?.about ?? publication.description,
    ...addressesOf(baseUrl, place, `${baseUrl}/api/public/articles?section=${section}`),
    section,
    head: frontHead(publication, section, page),
    main: html`<h1>${title}</h1>
<p class="dek">${open?.about ?? ''}</p>
${articles.length > 0 ? storiesOf(publication, { ...front, margin }) : html`<p>Nothing has been published here yet. The articles of this section will be listed here, newest first.</p>`}
${pagesNav(place)}
${readerForms(publication)}`,
  });
}

/** The structured data and the link preview tags of the page. */
export function frontHead(publication: Publication, section: string | null, page = 1): Html {
  return html`${frontStructuredData(publication, section)}
${frontOpenGraph(publication, section, page)}`;
}

export type Byline = {
  slug: string;
  name: string;
  articles: readonly PublishedListing[];
  page: number;
  hasMore: boolean;
  pictures?: Pictures;
} & PublicProfile;

/** A page of the published articles of a byline. */
export function authorHtml(publication: Publication, byline: Byline): Promise<string> {
  const { slug, name, biography, portrait, page, hasMore } = byline;
  const place = { path: `/authors/${slug}`, page, hasMore };
  const title = titleOfPage({ title: name, page });
  const about = `Everything ${publication.name} has published under the byline ${name}.`;
  return pageHtml(publication, {
    title,
    description: about,
    ...addressesOf(publication.baseUrl, place),
    head: html`${bylineStructuredData(publication, byline)}
${bylineOpenGraph(publication, { slug, name, about, page })}`,
    main: html`<h1${direction(name)}>${title}</h1>
${portrait ? portraitHtml(portrait) : ''}${
  biography
    ? html`<p${direction(biography)}>${biography}</p>
`
    : ''
}<p class="dek">Published under this byline, newest first.</p>
${storiesOf(publication, { ...byline, hasSection: true })}
${pagesNav(place)}`,
  });
}
