import { html } from 'hono/html';
import type { BodyBlock, Source } from '../article/copy.ts';
import { deskName } from '../article/desk.ts';
import type { Publication } from '../config.ts';
import { bodyHtml, type Html, longDate } from './html.ts';

/** What of an article a page shows: the public page of what is live, and the newsroom's preview of one revision. */
export type ShownArticle = {
  section: string;
  headline: string;
  dek: string;
  /** The byline's name; null where the house signs. */
  author: string | null;
  bodyBlocks: BodyBlock[];
  sources: Source[];
  tags: { name: string }[];
  sponsorshipDisclosure: string | null;
  /** Null in the preview of what was never published. */
  publishedAt: string | null;
  modifiedAt: string | null;
  /** Null in the preview of a correction that publication will make. */
  correctedAt: string | null;
  correctionNote: string | null;
};

/** An article as its page shows it: one markup for the public and for the preview. `picture` stands above the text. */
export function shownArticle(publication: Publication, article: ShownArticle, picture: Html | null = null): Html {
  return html`<article>
<header>
<p class="desk"><a href="/${article.section}">${deskName(article.section)}</a></p>
<h1>${article.headline}</h1>
<p class="dek">${article.dek}</p>
<p class="byline">By ${article.author ?? publication.byline}. ${dates(article)}</p>
</header>
${correction(article)}
${article.sponsorshipDisclosure ? html`<p class="disclosure"><strong>Sponsorship.</strong> ${article.sponsorshipDisclosure}</p>` : ''}
${picture ?? ''}
<div class="body">
${bodyHtml(article.bodyBlocks)}</div>
${sources(article)}
${article.tags.length > 0 ? html`<p class="tags">Tags: ${article.tags.map((tag) => tag.name).join(', ')}</p>` : ''}
</article>`;
}

function dates({ publishedAt, modifiedAt }: ShownArticle): Html {
  if (!publishedAt) return html`Not published yet.`;
  const published = html`Published <time datetime="${publishedAt}">${longDate(publishedAt)}</time>.`;
  if (!modifiedAt || modifiedAt === publishedAt) return published;
  return html`${published} Changed <time datetime="${modifiedAt}">${longDate(modifiedAt)}</time>.`;
}

function correction({ correctionNote, correctedAt }: ShownArticle): Html | string {
  if (!correctionNote) return '';
  const when = correctedAt ? html`<time datetime="${correctedAt}">${longDate(correctedAt)}</time>` : 'at publication';
  return html`<section class="correction" id="correction" aria-labelledby="correction-title">
<h2 id="correction-title">Correction, ${when}</h2>
<p>${correctionNote}</p>
</section>`;
}

function sources(article: ShownArticle): Html | string {
  if (article.sources.length === 0) return '';
  const items = article.sources.map(
    (source) => html`
<li><a href="${source.url}">${source.title}</a>${source.publisher ? `, ${source.publisher}` : ''}${source.note ? `. ${source.note}` : ''}</li>`,
  );
  return html`<section class="sources" aria-labelledby="sources-title">
<h2 id="sources-title">Sources</h2>
<ol>${items}
</ol>
</section>`;
}
