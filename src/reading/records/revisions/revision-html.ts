import { html } from 'hono/html';
import { articleUrl, revisionPath, revisionUrl } from '#article/addresses.ts';
import { withArchiveSentence } from '#article/archive-words.ts';
import { citeHtml } from '#article/citation.ts';
import { articlePath } from '#article/own-page.ts';
import { retracted } from '#article/pages/not-found-html.ts';
import type { PublicHistory, PublicRevision } from '#article/public-revisions.ts';
import type { PublishedArticle } from '#article/published.ts';
import type { Retraction } from '#article/retraction.ts';
import type { RevisionThen } from '#evidence/revision-then.ts';
import { type Html, longDate } from '#html/html.ts';
import { pageHtml } from '#html/page-html.ts';
import { heroHtml } from '#media/pages/picture-html.ts';
import { articleBodyHtml } from '#reading/pages/article-body.ts';
import type { Publication } from '#runtime/config/config.ts';
import { changesSince } from './revision-changes.ts';

export type RevisionPage = RevisionThen & {
  history: PublicHistory;
  /** What readers see now; null on the page of the live revision. */
  now: PublishedArticle | null;
};

/** The page of one revision: whether it is current, the article as it was, what changed since, and the other revisions. */
export function revisionHtml(
  publication: Publication,
  /** The same with the names of the site at that time. */
  then: Publication,
  page: RevisionPage,
): Promise<string> {
  const { article, history, now } = page;
  const permalink = revisionUrl(publication, article);
  return pageHtml(publication, {
    title: `${article.headline} (revision ${article.revision})`,
    description: withArchiveSentence(article.dek, article.archive),
    canonical: articleUrl(publication, history.live),
    alternates: { markdown: `${permalink}.md`, json: `${permalink}.json` },
    ...(now && { head: html`<meta name="robots" content="noindex">` }),
    section: article.section,
    main: html`${banner(publication, page)}
${articleBodyHtml(then, article, { picture: heroHtml(article.hero, article.pictureCaption) })}
<p class="on-paper">${permalink}</p>
${now ? changesSince(article, now) : ''}
${allRevisions(publication, page)}
${citeHtml(publication, article)}`,
  });
}

function banner({ timeZone }: Publication, { article, history, now }: RevisionPage): Html {
  const { revisions, live } = history;
  const path = articlePath(live);
  if (!now) {
    return html`<div class="disclosure hang">
<div class="label">Revision ${article.revision}</div>
<p>Readers see this revision now, at <a href="${path}">the article’s address</a>. This address keeps it permanently.</p>
</div>`;
  }
  const next = revisions[revisions.findIndex(({ revision }) => revision === article.revision) + 1] ?? live;
  return html`<div class="disclosure hang">
<div class="label">Superseded</div>
<p>This is revision ${article.revision}. It was superseded on <time datetime="${next.at}">${longDate(next.at, timeZone)}</time> by <a href="${revisionPath(next)}">revision ${next.revision}</a>. <a href="${path}">Read the article as it is now</a>, or <a href="#changes">what changed since</a>.</p>
</div>`;
}

function allRevisions({ timeZone }: Publication, { article, history }: RevisionPage): Html {
  const line = (revision: PublicRevision) => {
    const name = `Revision ${revision.revision}`;
    const isThis = revision.revision === article.revision;
    return html`
<li>${isThis ? html`<span aria-current="page">${name}</span>` : html`<a href="${revisionPath(revision)}">${name}</a>`} <span class="fact"><time datetime="${revision.at}">${longDate(revision.at, timeZone)}</time>${revision.revision === history.live.revision ? ', current' : ''}</span></li>`;
  };
  return html`<section class="provenance hang" aria-labelledby="revisions">
<h2 class="label" id="revisions">All revisions</h2>
<div><ul class="rows">${history.revisions.map(line)}
</ul></div>
</section>`;
}

/** The page at the address of a revision whose article is withdrawn. */
export function withdrawnHtml(publication: Publication, retraction: Retraction | null): Promise<string> {
  return pageHtml(publication, {
    title: 'No longer published',
    description: 'The article at this address was withdrawn.',
    main: retraction
      ? retracted(publication, retraction)
      : html`<h1>No longer published</h1>
<p class="dek">The article at this address was withdrawn, with all its revisions.</p>`,
  });
}

/** The same in Markdown. */
export function withdrawnMarkdown(retraction: Retraction | null): string {
  const words = retraction?.notice ?? 'The article at this address was withdrawn, with all its revisions.';
  return `# No longer published\n\n${words}\n`;
}
