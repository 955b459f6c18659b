import { html } from 'hono/html';
import { tagPath } from '#article/addresses.ts';
import type { ArchiveMark } from '#article/archive-mark.ts';
import { archiveHtml } from '#article/archive-words.ts';
import type { PublishedTextName } from '#article/article-fields.ts';
import { blockAnchors, contentsOf } from '#article/block-anchors.ts';
import type { BodyBlock, Source } from '#article/copy.ts';
import { creditsIn } from '#article/credits.ts';
import type { Hero } from '#article/hero.ts';
import { isOwnPage } from '#article/own-page.ts';
import { readingMinutes, wordsIn } from '#article/reading-time.ts';
import { sectionName } from '#article/section.ts';
import {
  checkedLink,
  checkedSection,
  type EvidenceView,
  type PrintedText,
  printText,
} from '#evidence/pages/evidence-html.ts';
import type { RevisedLines } from '#evidence/pages/exhibit-html.ts';
import { dayAndMonth, direction, type Html, shortDate } from '#html/html.ts';
import { blocksWithText, listItems, plainText, readInline } from '#html/inline.ts';
import type { PlacedAd } from '#http/placed-ad.ts';
import { roundPortrait } from '#media/pages/picture-html.ts';
import { type ChangedText, UNCHANGED } from '#reading/corrections.ts';
import type { SeriesPlace } from '#reading/series/read-series.ts';
import { seriesLine } from '#reading/series/series-html.ts';
import type { Publication } from '#runtime/config/config.ts';
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
  /** The portrait of its author. */
  portrait?: Hero | null;
};

/** Pixels of an ad below a block. */
const AD_HEIGHT = 480;

/** The markup of an article, the same on the public page and in the preview. */
export function articleBodyHtml(publication: Publication, article: ArticleView, inside: ArticleParts = {}): Html {
  const { picture, ad, evidence = null, series } = inside;
  const blocks = blocksWithText(article.bodyBlocks);
  const beforeAd = ad ? blocks[placeOfAd(blocks) - 1] : undefined;
  const printed = printText(article.bodyBlocks, evidence, {
    numberTable: article.numberTable,
    exhibits: article.exhibits,
    revised: revisedLines(article),
    heightAfter: (block) => (block === beforeAd ? AD_HEIGHT : 0),
  });
  return html`<article>
<div class="top">
<header>
${isOwnPage(article.section) ? '' : html`<p class="label section"><a href="/${article.section}">${sectionName(article.section)}</a></p>\n`}<h1${direction(article.headline)}>${article.headline}</h1>
<p class="dek"${direction(article.dek)}>${article.dek}</p>
${series ? seriesLine(series) : ''}${bylineRow(publication, article, inside)}
</header>
${article.archive ? archived(article.archive) : ''}${article.sponsorshipDisclosure ? disclosure(article.sponsorshipDisclosure) : ''}${opening(article, picture ?? null)}</div>
${firstChanged(article) ? '' : correction(publication, article)}<div class="body">
${printed.passages.map((passage) => passageHtml(publication, article, passage, ad && beforeAd ? { ad, after: beforeAd } : null))}</div>
${ad && !beforeAd ? adHtml(ad) : ''}${article.tags.length > 0 ? tags(article) : ''}${checkedSection(evidence, article.sources, printed.rest)}${linkedAddresses(article)}</article>`;
}

/** Who wrote the article, when, how long it is, how many of its numbers were checked, and its latest correction. */
function bylineRow(publication: Publication, article: ArticleView, { evidence, portrait }: ArticleParts): Html {
  const { section, author, authorSlug, publishedAt, modifiedAt } = article;
  const byline = author ?? publication.byline;
  const { timeZone } = publication;
  const facts = isOwnPage(section)
    ? [html`${modifiedAt ? html`Changed ${dayHtml(modifiedAt, timeZone)}` : 'Not published yet'}`]
    : [
        html`By <b${direction(byline)}>${authorSlug ? html`<a href="/authors/${authorSlug}" rel="author">${byline}</a>` : byline}</b>`,
        ...creditsIn(article.credits).map(
          ({ role, names }) => html`${role}: <b${direction(names.join(' '))}>${names.join(', ')}</b>`,
        ),
        html`${publishedAt ? dayHtml(publishedAt, timeZone) : 'Not published yet'}`,
        html`${readingMinutes(wordsIn(article.bodyBlocks))} min`,
      ];
  return html`<div class="by fact">${portrait ? roundPortrait(portrait) : ''}${facts.map((fact) => html`<span>${fact}</span>\n`)}${evidence ? checkedLink(evidence) : ''}${correctedLink(publication, article)}</div>`;
}

function dayHtml(at: string, timeZone: string): Html {
  return html`<time datetime="${at}">${shortDate(at, timeZone)}</time>`;
}

function correctedLink({ timeZone }: Publication, article: ArticleView): Html | string {
  const { correctionNote, correctedAt, correctionNumber, publishedAt } = article;
  if (!correctionNote) return '';
  const day = correctedAt ? dayAndMonth(correctedAt, { timeZone, newest: publishedAt ?? '' }) : 'at publication';
  return html`
<a href="#${correctionId(article)}"><span class="mark" aria-hidden="true">${correctionNumber}</span> Corrected ${day}</a>`;
}

function correctionId({ correctionNumber }: ArticleView): string {
  return correctionNumber === null ? 'correction' : `correction-${correctionNumber}`;
}

/** The first block that the latest correction changed. */
function firstChanged({ corrected = UNCHANGED, bodyBlocks }: ArticleView): BodyBlock | undefined {
  const changed = new Set(corrected.blocks.map((at) => bodyBlocks[at]));
  return blocksWithText(bodyBlocks).find((block) => changed.has(block));
}

/** The note of the latest correction, before the first passage that it changed. */
function correction({ timeZone }: Publication, article: ArticleView): Html | string {
  const { correctionNote, correctedAt, correctionNumber, corrected = UNCHANGED } = article;
  if (!correctionNote) return '';
  const when = correctedAt
    ? html`<time datetime="${correctedAt}">${shortDate(correctedAt, timeZone)}</time>`
    : 'at publication';
  const isInTable = !firstChanged(article) && corrected.lines.length > 0;
  return html`<div class="correction" id="${correctionId(article)}"><span class="mark" aria-hidden="true">${correctionNumber}</span>
<p><b>Corrected ${when}.</b> <span${direction(correctionNote)}>${correctionNote}</span>${isInTable ? html` <a href="#changed">The changed text</a>` : ''}</p></div>
`;
}

/** The picture, with the headings of a long story and the caption beside it. */
function opening(article: ArticleView, picture: Html | null): Html | string {
  const links = contents(article);
  if (!picture && links === '') return '';
  return html`<div class="opening hang">
${picture ?? ''}${links}</div>
`;
}

/** The headings of a long story, as links. */
function contents({ bodyBlocks, section }: ArticleView): Html | string {
  const anchors = blockAnchors(bodyBlocks);
  const items = contentsOf(bodyBlocks).flatMap((heading) => {
    const anchor = anchors.get(heading);
    return anchor === undefined
      ? []
      : html`<li><a href="#${encodeURIComponent(anchor)}">${plainText(heading.text)}</a></li>`;
  });
  if (items.length === 0) return '';
  return html`<nav class="contents margin" aria-labelledby="contents">
<h2 class="label" id="contents">${isOwnPage(section) ? 'On this page' : 'In this story'}</h2>
<ol>${items}</ol>
</nav>
`;
}

type AdPlace = { ad: PlacedAd; after: BodyBlock } | null;

/** Some blocks, with the notes on their numbers beside them. */
function passageHtml(
  publication: Publication,
  article: ArticleView,
  { blocks, notes }: PrintedText['passages'][number],
  place: AdPlace,
): Html {
  const text = blocks.map(
    ({ block, text, follows }) =>
      html`${changedHtml(publication, article, block, text)}${follows}${place?.after === block ? adHtml(place.ad) : ''}`,
  );
  if (notes.length === 0) return html`${text}`;
  return html`<div class="passage hang">
<div>
${text}</div>
<div class="margin">
${notes}</div>
</div>
`;
}

/** The first block that the latest correction changed follows its note; the others have its mark on the line, as on a drawing. */
function changedHtml(publication: Publication, article: ArticleView, block: BodyBlock, text: Html): Html {
  const { bodyBlocks, corrected = UNCHANGED } = article;
  if (!corrected.blocks.some((at) => bodyBlocks[at] === block)) return text;
  if (block === firstChanged(article)) return html`${correction(publication, article)}${text}`;
  return html`<div class="revised">${revisionMark(article)}
${text}</div>
`;
}

/** The marks of changed lines of tables and charts. Where no block was changed, the note leads to the first of them. */
function revisedLines(article: ArticleView): RevisedLines | undefined {
  const { lines } = article.corrected ?? UNCHANGED;
  const [first] = firstChanged(article) ? [] : lines;
  const mark = (at: number) =>
    at === first ? html`<span id="changed">${revisionMark(article)}</span>` : revisionMark(article);
  return lines.length === 0 ? undefined : { lines: new Set(lines), mark };
}

function revisionMark(article: ArticleView): Html {
  const { correctionNumber } = article;
  return html`<a class="mark" href="#${correctionId(article)}" aria-label="Changed by ${correctionNumber === null ? 'this correction' : `correction ${correctionNumber}`}">${correctionNumber}</a>`;
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
</section>
`;
}

function disclosure(text: string): Html {
  return html`<section class="disclosure hang" aria-labelledby="sponsorship">
<h2 class="label" id="sponsorship">Sponsorship</h2>
<p${direction(text)}>${text}</p>
</section>
`;
}

function tags({ tags: shown }: ArticleView): Html {
  return html`<ul class="tags" aria-label="Tags">${shown.map(({ name, slug }) => html`<li><a href="${tagPath(slug)}">${name}</a></li>`)}</ul>
`;
}
