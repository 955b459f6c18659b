import { html } from 'hono/html';
import { tagPath } from '#article/addresses.ts';
import type { ArchiveMark } from '#article/archive-mark.ts';
import { archiveHtml } from '#article/archive-words.ts';
import type { PublishedTextName } from '#article/article-fields.ts';
import { blockAnchors, contentsOf } from '#article/block-anchors.ts';
import type { BodyBlock, Source } from '#article/copy.ts';
import { creditsIn } from '#article/credits.ts';
import { deskName } from '#article/desk.ts';
import { isOwnPage } from '#article/own-page.ts';
import { readingMinutes, wordsIn } from '#article/reading-time.ts';
import type { Publication } from '#config/config.ts';
import {
  type EvidenceView,
  numbersSection,
  type PrintedBlocks,
  printBlocks,
  settledCell,
} from '#evidence/pages/evidence-html.ts';
import type { RevisedLines } from '#evidence/pages/exhibit-html.ts';
import { direction, type Html, longDate, shortDate } from '#html/html.ts';
import { blocksWithText, listItems, plainText, readInline } from '#html/inline.ts';
import type { PlacedAd } from '#http/placed-ad.ts';
import { type ChangedText, UNCHANGED } from '#reading/corrections.ts';
import type { SeriesPlace } from '#reading/series/read-series.ts';
import { seriesLine } from '#reading/series/series-html.ts';
import { adHtml, placeOfAd } from './ad-html.ts';

/** The data of an article page: the public page of the live revision, or the newsroom's preview of one revision. */
export type ArticleView = {
  section: string;
  headline: string;
  dek: string;
  revision: number;
  /** The author's name; null when the publication's own byline is used. */
  author: string | null;
  authorSlug: string | null;
  bodyBlocks: BodyBlock[];
  sources: Source[];
  tags: { name: string; slug: string }[];
  /** Null in the preview of an article that was never published. */
  publishedAt: string | null;
  modifiedAt: string | null;
  /** Null, like its number, in the preview of a correction that is not published yet. */
  correctedAt: string | null;
  correctionNumber: number | null;
  correctionNote: string | null;
  /** What this correction changed. */
  corrected?: ChangedText;
  /** Where an article of an archive comes from. */
  archive?: ArchiveMark | null;
} & Record<PublishedTextName, string | null>;

/** The parts of an article page that are not in its copy. */
export type ArticleParts = {
  /** Above the text. */
  picture?: Html | null;
  ad?: PlacedAd | null;
  /** How its numbers were settled; null when they were not. */
  evidence?: EvidenceView | null;
  /** Its place in a series. */
  series?: SeriesPlace | null;
};

/** The markup of an article, the same on the public page and in the preview. */
export function articleBodyHtml(publication: Publication, article: ArticleView, inside: ArticleParts = {}): Html {
  const printed = printBlocks(article.bodyBlocks, inside.evidence ?? null, article, revisedLines(article));
  return html`<article>
<header>
<h1${direction(article.headline)}>${article.headline}</h1>
<p class="dek"${direction(article.dek)}>${article.dek}</p>
${inside.series ? seriesLine(inside.series) : ''}</header>
${titleBlock(publication, article, inside.evidence ?? null)}
${article.archive ? archived(article.archive) : ''}
${correction(article)}
${article.sponsorshipDisclosure ? disclosure(article.sponsorshipDisclosure) : ''}
${inside.picture ?? ''}
${contents(article)}
${body(article, printed, inside.ad ?? null)}
${sources(article)}
${inside.evidence ? numbersSection(inside.evidence, printed.rest) : ''}
${article.tags.length > 0 ? tags(article) : ''}
${linkedAddresses(article)}</article>`;
}

/** The facts of the article, in the style of a drawing's title block. */
function titleBlock(publication: Publication, article: ArticleView, evidence: EvidenceView | null): Html {
  const { section, author, authorSlug, publishedAt, modifiedAt, revision, sources } = article;
  const byline = author ?? publication.byline;
  const changed = publishedAt && modifiedAt && modifiedAt !== publishedAt ? modifiedAt : null;
  if (isOwnPage(section))
    return html`<dl class="block">
<div><dt>Changed</dt><dd>${modifiedAt ? day(modifiedAt) : 'Not published yet'}</dd></div>
<div><dt>Revision</dt><dd>${revision}</dd></div>
${sources.length > 0 ? html`<div><dt>Sources</dt><dd><a href="#sources">${sources.length}</a></dd></div>` : ''}
${evidence ? settledCell(evidence) : ''}
</dl>`;
  return html`<dl class="block">
<div><dt>Section</dt><dd><a href="/${section}">${deskName(section)}</a></dd></div>
<div class="by"><dt>By</dt><dd${direction(byline)}>${authorSlug ? html`<a href="/authors/${authorSlug}" rel="author">${byline}</a>` : byline}</dd></div>
${creditsIn(article.credits).map(
  ({
    role,
    names,
  }) => html`<div class="by"><dt>${role}</dt><dd${direction(names.join(' '))}>${names.join(', ')}</dd></div>
`,
)}<div><dt>Published</dt><dd>${publishedAt ? day(publishedAt) : 'Not published yet'}</dd></div>
${changed ? html`<div><dt>Changed</dt><dd>${day(changed)}</dd></div>` : ''}
<div><dt>To read</dt><dd>${readingMinutes(wordsIn(article.bodyBlocks))} min</dd></div>
<div><dt>Revision</dt><dd>${revision}</dd></div>
<div><dt>Sources</dt><dd>${sources.length > 0 ? html`<a href="#sources">${sources.length}</a>` : 'None'}</dd></div>
${evidence ? settledCell(evidence) : ''}
</dl>`;
}

function day(at: string): Html {
  return html`<time datetime="${at}">${shortDate(at)}</time>`;
}

function correction({
  correctionNote,
  correctedAt,
  correctionNumber,
  corrected = UNCHANGED,
}: ArticleView): Html | string {
  if (!correctionNote) return '';
  const when = correctedAt ? html`<time datetime="${correctedAt}">${longDate(correctedAt)}</time>` : 'at publication';
  const id = correctionNumber === null ? 'correction-title' : `correction-${correctionNumber}`;
  return html`<section class="correction hang" id="correction" aria-labelledby="${id}">
<h2 class="label" id="${id}">${correctionNumber === null ? '' : html`<span class="mark">${correctionNumber}</span> `}Correction, ${when}</h2>
<p${direction(correctionNote)}>${correctionNote}${corrected.blocks.length + corrected.lines.length > 0 ? html` <a href="#changed">The changed text</a>` : ''}</p>
</section>`;
}

/** The headings of a long story, as links. */
function contents({ bodyBlocks, section }: ArticleView): Html | string {
  const headings = contentsOf(bodyBlocks);
  if (headings.length === 0) return '';
  const anchors = blockAnchors(bodyBlocks);
  const items = headings.flatMap((heading) => {
    const anchor = anchors.get(heading);
    return anchor === undefined
      ? []
      : html`<li><a href="#${encodeURIComponent(anchor)}">${plainText(heading.text)}</a></li>`;
  });
  if (items.length === 0) return '';
  return html`<nav class="contents hang" aria-labelledby="contents">
<h2 class="label" id="contents">${isOwnPage(section) ? 'On this page' : 'In this story'}</h2>
<ol>${items}</ol>
</nav>`;
}

/** The body, with the ad between its blocks; blocks that the latest correction changed have its mark. */
function body(article: ArticleView, printed: PrintedBlocks, ad: PlacedAd | null): Html {
  const changed = new Set(article.corrected?.blocks.map((at) => article.bodyBlocks[at]));
  const blocks = blocksWithText(article.bodyBlocks);
  const [first] = blocks.filter((block) => changed.has(block));
  const print = (some: BodyBlock[]) => html`<div class="body${printed.hasNotes ? ' noted' : ''}">
${some.map((block) => {
  const { text, note, follows } = printed.print(block);
  return html`${changed.has(block) ? revised(article, text, block === first) : text}${note}${follows}`;
})}</div>`;
  if (!ad) return print(blocks);
  const at = placeOfAd(blocks);
  return html`${print(blocks.slice(0, at))}
${adHtml(ad)}
${at < blocks.length ? print(blocks.slice(at)) : ''}`;
}

/** A changed block with the mark of its correction in the margin, as on a drawing. */
function revised(article: ArticleView, block: Html, isFirst: boolean): Html {
  return html`<div class="revised"${isFirst ? html` id="changed"` : ''}>${revisionMark(article)}
${block}</div>
`;
}

/** The marks of changed lines of tables and charts. Where no block was changed, the note leads to the first of them. */
function revisedLines(article: ArticleView): RevisedLines | undefined {
  const { blocks, lines } = article.corrected ?? UNCHANGED;
  const [first] = blocks.length === 0 ? lines : [];
  const mark = (at: number) =>
    at === first ? html`<span id="changed">${revisionMark(article)}</span>` : revisionMark(article);
  return lines.length === 0 ? undefined : { lines: new Set(lines), mark };
}

function revisionMark({ correctionNumber }: ArticleView): Html {
  return html`<a class="mark" href="#correction" aria-label="Changed by ${correctionNumber === null ? 'this correction' : `correction ${correctionNumber}`}">${correctionNumber}</a>`;
}

/** The addresses of the links in the text, in the order of their numbers there: only paper shows them. */
function linkedAddresses({ bodyBlocks }: ArticleView): Html | string {
  const linked = blocksWithText(bodyBlocks)
    .filter(({ text }) => text.includes(']('))
    .flatMap(({ type, text }) => (type === 'list' ? listItems(text).items : [text]))
    .flatMap(readInline)
    .flatMap((part) => ('href' in part ? [part.href] : []));
  if (linked.length === 0) return '';
  return html`<ol class="on-paper">${linked.map((href) => html`<li>${href}</li>`)}</ol>
`;
}

function archived(mark: ArchiveMark): Html {
  return html`<section class="disclosure archived hang" aria-labelledby="archive">
<h2 class="label" id="archive">Archive</h2>
<p>${archiveHtml(mark)}</p>
</section>`;
}

function disclosure(text: string): Html {
  return html`<section class="disclosure hang" aria-labelledby="sponsorship">
<h2 class="label" id="sponsorship">Sponsorship</h2>
<p${direction(text)}>${text}</p>
</section>`;
}

function sources(article: ArticleView): Html | string {
  if (article.sources.length === 0) return '';
  const items = article.sources.map(
    (source, at) => html`
<li id="source-${at + 1}"${direction(source.title)}><a href="${source.url}">${source.title}</a>${source.publisher ? `, ${source.publisher}` : ''}${source.note ? `. ${source.note}` : ''}</li>`,
  );
  return html`<section class="sources hang" id="sources" aria-labelledby="sources-title">
<h2 class="label" id="sources-title">Sources</h2>
<ol>${items}
</ol>
</section>`;
}

function tags(article: ArticleView): Html {
  return html`<section class="tags hang" aria-labelledby="tags">
<h2 class="label" id="tags">Tags</h2>
<ul>${article.tags.map(({ name, slug }) => html`<li><a href="${tagPath(slug)}">${name}</a></li>`)}</ul>
</section>`;
}
