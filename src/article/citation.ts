import { html } from 'hono/html';
import { dayIn } from '#core/wall-time.ts';
import { direction, type Html, longDate } from '#html/html.ts';
import { isDeclared } from '#http/declared.ts';
import type { Publication } from '#runtime/config/config.ts';
import { articleUrl, recordPath, revisionPath, revisionUrl } from './addresses.ts';
import { archiveSentence } from './archive-words.ts';
import type { PublishedArticle } from './published.ts';

// How others cite an article: one sentence for people, one record for BibTeX.

/** The parts of an article that a citation names. */
export type Cited = Pick<
  PublishedArticle,
  'headline' | 'section' | 'slug' | 'author' | 'revision' | 'publishedAt' | 'modifiedAt'
> &
  Partial<Pick<PublishedArticle, 'archive'>>;

/** How to cite an article and send it to others: plain links, without a script and without a request to another site. */
export function citeHtml(publication: Publication, article: Cited): Html {
  const { headline } = article;
  const url = articleUrl(publication, article);
  const mail = new Map([
    ['subject', headline],
    ['body', `${headline}\r\n${url}`],
  ]);
  return html`<section class="cite hang" aria-labelledby="cite">
<h2 class="label" id="cite">Cite and share</h2>
<div><details><summary>Cite this revision</summary>
<p${direction(headline)}>${citationOf(publication, article)}</p>
<pre><code>${bibtexOf(publication, article)}</code></pre>
${furtherHtml(article)}</details>
<p>Send by <a href="mailto:?${queryOf(mail)}">email</a>, <a href="https://bsky.app/intent/compose?${queryOf([['text', `${headline} ${url}`]])}" rel="nofollow">Bluesky</a> or <a href="https://www.linkedin.com/sharing/share-offsite/?${queryOf([['url', url]])}" rel="nofollow">LinkedIn</a></p></div>
</section>`;
}

/** The permanent addresses of the revision and the quote check, where the service has them. */
function furtherHtml(article: Cited): Html | '' {
  const path = revisionPath(article);
  const revision = hasRevisions()
    ? html`Permanent links to this revision: <a href="${path}">page</a>, <a href="${path}.md">Markdown</a>, <a href="${path}.json">JSON</a>, <a href="${recordPath(article)}">signed record</a> (<a href="/method#verify">how to verify it</a>).`
    : '';
  const quote = isDeclared('/quote') ? html`<a href="/quote">Check a quote</a>` : '';
  const parts = [revision, quote].filter((part) => part !== '');
  return parts.length === 0 ? '' : html`<p>${parts.flatMap((part, at) => (at === 0 ? [part] : [' ', part]))}</p>`;
}

/** A query with spaces as %20: mail programs show a plus sign as it is. */
function queryOf(fields: Iterable<readonly [string, string]>): string {
  return [...fields].map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
}

/** The permanent address of the revision; where the service keeps none, that of the article. */
function citedUrl(publication: Publication, article: Cited): string {
  return hasRevisions() ? revisionUrl(publication, article) : articleUrl(publication, article);
}

/** Whether the service has a permanent address of each revision. */
function hasRevisions(): boolean {
  return isDeclared('/:section/:slug/r/:revision');
}

/** Authors, title, publication, revision, date and permanent address: the revision is the one that the reader sees. */
export function citationOf(publication: Publication, article: Cited): string {
  const [published, modified] = [article.publishedAt, article.modifiedAt].map((at) =>
    longDate(at, publication.timeZone),
  );
  const dates = published === modified ? published : `${modified}; first published ${published}`;
  const author = authorOf(publication, article);
  const from = article.archive ? `, from the archive of ${article.archive.name}` : '';
  return `${withStop(author)} “${withStop(article.headline)}” ${publication.name}${from}, revision ${article.revision}, ${dates}. ${citedUrl(publication, article)}`;
}

/** The record of an article for BibTeX. Braces keep the name of a newsroom whole and the capitals of a title. */
export function bibtexOf(publication: Publication, article: Cited): string {
  const author = authorOf(publication, article);
  const name = author === publication.byline ? `{${escapeBibtex(author)}}` : escapeBibtex(author);
  const [year = '', month = ''] = dayIn(article.modifiedAt, publication.timeZone).split('-');
  const fields = [
    ['author', name],
    ['title', `{${escapeBibtex(article.headline)}}`],
    ['howpublished', escapeBibtex(publication.name)],
    [
      'note',
      `Revision ${article.revision}, ${longDate(article.modifiedAt, publication.timeZone)}${article.archive ? `. ${escapeBibtex(archiveSentence(article.archive))}` : ''}`,
    ],
    ['year', year],
    ['month', String(Number(month))],
    ['url', citedUrl(publication, article)],
  ];
  const lines = fields.map(([field, value]) => `  ${field} = {${value}},`);
  return `@misc{${article.section}-${article.slug},\n${lines.join('\n')}\n}`;
}

function authorOf({ byline }: Publication, { author }: Cited): string {
  return author ?? byline;
}

function withStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** The ten characters that TeX reads as commands. */
function escapeBibtex(text: string): string {
  return text.replace(/[\\{}#$%&_~^]/g, (char) => TEX[char] ?? `\\${char}`);
}

const TEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
