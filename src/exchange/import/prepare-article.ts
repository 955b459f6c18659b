import { createHash } from 'node:crypto';
import {
  OPTIONAL_TEXTS,
  PUBLISHED_PACKET_NAMES,
  publishedTexts,
  REQUIRED_TEXTS,
  valuesOf,
} from '#article/article-fields.ts';
import { type BodyBlock, type Copy, MOST_TAGS, newsroomCopySchema } from '#article/copy.ts';
import { PAGES_SECTION } from '#article/own-page.ts';
import { isReservedSlug } from '#article/public-resources.ts';
import { isSection } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { SLUG, slugOf } from '#core/text.ts';
import { oldPicturePath, resolveAddress } from '#exchange/import/read/body-context.ts';
import { UNREAD } from '#exchange/import/read/body-lines.ts';
import type { FindFile } from '#exchange/import/read/find-file.ts';
import { bodyToCopy, type ConvertedBody } from '#exchange/import/read/to-blocks.ts';
import { plainText } from '#html/inline.ts';
import { cleanLine, cleanLines, cutAt } from './found-text.ts';
import type { FoundPicture, ImportArticle } from './import-item.ts';
import { type ItemReport, MOST_LOST } from './item-report.ts';
import { isOwnAddress, type ResolveLink, resolveKnown } from './known-links.ts';
import { lostThing, noteCaption, noteMain } from './lost-things.ts';
import type { ImportPlan } from './plan.ts';
import { foundSearch, withWords } from './search-texts.ts';

/** What becomes of one found article: the same in the look and in the run. */
export type PreparedArticle = {
  /** The copy without byline, tags and picture, which are looked up when it is stored. */
  copy: Copy;
  byline: string | null;
  tags: string[];
  hero: FoundPicture | null;
  /** A main picture without an alternative text, which comes into the library alone. */
  spare: FoundPicture | null;
  /** Things of the body that are missing; each with the block it was before. */
  lost: ConvertedBody['lost'];
  /** The addresses of the links that are plain words, because nobody knows yet where they lead. */
  openLinks: { address: string; words: string }[];
  report: ItemReport;
};

const NO_BODY: ConvertedBody = { blocks: [], exhibits: null, lost: [], changed: [], pictures: [], links: [] };

/** Characters of headline and dek. */
const LONGEST = {
  headline: REQUIRED_TEXTS.headline.max,
  dek: REQUIRED_TEXTS.dek.max,
  caption: OPTIONAL_TEXTS.pictureCaption.max,
};
const MOST_SOURCES = 30;

/** What is known around an article: the files of its source, and where links lead. */
export type Surroundings = { findFile: FindFile; resolveLink?: ResolveLink };

/** Prepares an article by the rules of the plan. Returns the reason when it cannot become a draft. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each part of an article that an import may have to make up
export function prepareArticle(
  article: ImportArticle,
  plan: ImportPlan,
  chosen: { section: string | null; slug: string | null },
  around: Surroundings,
): PreparedArticle | { refused: string } {
  const { exact } = article;
  const body = exact ? { ...NO_BODY, blocks: [...exact.blocks] } : readBodyOf(article, plan, around);
  if ('refused' in body) return body;
  const changed = new Map(body.changed.map(({ kind, count }) => [kind, count]));
  const count = (kind: string) => changed.set(kind, (changed.get(kind) ?? 0) + 1);
  const blocks = body.blocks.flatMap((block) => cleanBlock(block));
  if (blocks.length === 0) return { refused: `It has no text.${nameLost(body)}` };

  const whole = cleanLine(article.title);
  const headline =
    whole === '' ? cutAt(plainWords(blocks), LONGEST.headline, ' ') : cutAt(whole, LONGEST.headline, ' ');
  if (headline !== whole) count(whole === '' ? 'headline made of the first words' : 'headline cut');
  const excerpt = cleanLine(article.excerpt ?? '');
  const dek = cutAt(excerpt || firstSentence(blocks), LONGEST.dek, '. ');
  if (dek !== excerpt) count(excerpt === '' ? 'dek made of the first sentence' : 'dek cut');
  if (`${whole} ${excerpt}`.includes('\ufffd')) count(UNREAD);
  const tags = [...new Set(article.tags.map(cleanLine))].filter((name) => slugOf(name) !== '');
  if (tags.length > MOST_TAGS) count('tags left out');
  const [author = null, ...others] = article.authors;
  if (others.length > 0) count('more than one author');
  const main = chooseMain(article, body, plan, around);
  const hasAlt = main !== null && cleanLine(main.alt) !== '';
  if (main) count(hasAlt ? 'has a main picture' : 'main picture without an alternative text');
  else if (article.hero) count('main picture without an https address');

  const copy = {
    bodyBlocks: blocks,
    headline,
    dek,
    section: chosen.section ?? sectionOf(article, plan),
    slug: chosen.slug ?? slugFor(article, headline, chosen.section),
    sources: exact ? [...exact.sources] : sourcesOf(body.links, plan),
    ...(exact ? withWords(publishedTexts(exact)) : captionOf(hasAlt ? main : null)),
    ...(body.exhibits !== null && { exhibits: cleanLines(body.exhibits) }),
    editorialPacket: notesOf(article, plan, { whole: headline === whole ? null : whole, others }),
  };
  const read = newsroomCopySchema.safeParse(copy);
  if (!read.success) {
    const [issue] = read.error.issues;
    return { refused: `${issue?.path.join('.')} ${issue?.message}` };
  }
  const stays = whyDraft(article);
  return {
    copy: read.data,
    byline: author !== null && Object.hasOwn(plan.authors, author) ? (plan.authors[author] ?? null) : null,
    tags: tags.slice(0, MOST_TAGS),
    hero: hasAlt ? main : null,
    spare: hasAlt ? null : main,
    lost: body.lost,
    openLinks: body.links.flatMap(({ address, target, words }) => (target === null ? [{ address, words }] : [])),
    report: {
      changed: [...changed].map(([kind, count]) => ({ kind, count })),
      lost: [...(main ? noteCaption(article, hasAlt) : noteMain(article)), ...body.lost]
        .slice(0, MOST_LOST)
        .map((thing) => lostThing(thing, body.blocks)),
      notes: [article.isPage ? PAGE_NOTE : '', statusNote(article)].filter((note) => note !== ''),
      ...(stays !== null && { stays }),
    },
  };
}

/** The first things that an article without text had in its place. */
function nameLost({ lost }: ConvertedBody): string {
  const named = lost.slice(0, 5).map(({ kind, address }) => `${kind} ${address}`.trim());
  return named.length === 0 ? '' : ` It had: ${named.join(', ')}`;
}

/** A body that is beyond a limit cannot become a draft; the other articles can. */
function readBodyOf(
  { body, title, sourceId }: ImportArticle,
  { siteUrl }: ImportPlan,
  { findFile, resolveLink = (address) => resolveKnown(address, siteUrl) }: Surroundings,
): ConvertedBody | { refused: string } {
  try {
    return bodyToCopy(body, {
      url: siteUrl,
      title,
      resolveLink,
      findFile: (address) => findFile(address, sourceId, siteUrl),
    });
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message };
    throw error;
  }
}

/** The main picture, or the first picture of the text with an alternative text; null when the import cannot get it. */
function chooseMain(
  { hero, sourceId }: ImportArticle,
  { pictures }: ConvertedBody,
  { siteUrl }: ImportPlan,
  { findFile }: Surroundings,
): FoundPicture | null {
  const canBeHad = ({ address, file }: FoundPicture) => file !== undefined || /^https:\/\//.test(address);
  if (hero === null) return pictures.find((picture) => canBeHad(picture) && cleanLine(picture.alt) !== '') ?? null;
  const file = findFile(hero.address, sourceId, siteUrl);
  const address = resolveAddress(hero.address, { url: siteUrl }) ?? hero.address;
  const oldPath = oldPicturePath(hero.address, siteUrl);
  const main = { ...hero, address, ...(file !== null && { file }), ...(oldPath !== null && { oldPath }) };
  return canBeHad(main) ? main : null;
}

/** Under the main picture readers see its caption from there. */
function captionOf(hero: FoundPicture | null): Pick<Copy, 'pictureCaption'> {
  const caption = hero && cutAt(cleanLine(hero.caption), LONGEST.caption, '. ');
  return caption ? { pictureCaption: caption } : {};
}

const PAGE_NOTE = 'It was a page there.';

const STATUS_NOTES: Record<ImportArticle['status'], string> = {
  published: '',
  draft: 'It was a draft there.',
  scheduled: 'It was scheduled there.',
  private: 'It was private there.',
  members: 'Only members saw it there.',
  paid: 'Only paying readers saw it there.',
  email: 'The previous site sent it by email only: it had no page.',
  unclear: 'The file does not say that everybody could read it on the previous site.',
};

/** Who could read it there, with the words of the file. */
function statusNote({ status, limit }: ImportArticle): string {
  return withLimit(STATUS_NOTES[status].slice(0, -1), limit) + (status === 'published' ? '' : '.');
}

function withLimit(words: string, limit?: string): string {
  return limit === undefined ? words : `${words} (${cleanLine(limit)})`;
}

/** Why an article of a file stays a draft in a run of an archive; null when readers saw it there. */
export function whyDraft({ status, limit, publishedAt, isPage }: ImportArticle): string | null {
  if (isPage) return 'it is a page';
  if (status !== 'published') return withLimit(STAYS[status], limit);
  return publishedAt === null ? 'nobody knows when it was published there' : null;
}

const STAYS: Record<Exclude<ImportArticle['status'], 'published'>, string> = {
  draft: 'it was a draft there',
  scheduled: 'it was scheduled there',
  private: 'it was private there',
  members: 'only members saw it there',
  paid: 'only paying readers saw it there',
  email: 'the previous site sent it by email only: it had no page',
  unclear: 'the file does not say that everybody could read it on the previous site',
};

/** SHA-256 of everything that was found. */
export function hashItem(item: unknown): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('hex');
}

/** The section of the first category that the plan knows; a page is a page here too. */
function sectionOf({ categories, isPage }: ImportArticle, { section, sections }: ImportPlan): string {
  if (isPage) return PAGES_SECTION;
  const known = categories.find((name) => Object.hasOwn(sections, name));
  return known === undefined ? section : (sections[known] ?? section);
}

/** The slug from there, if it is one here; else one of the headline. */
function slugFor({ slug, sourceId, isPage }: ImportArticle, headline: string, section: string | null): string {
  const own = slug ?? '';
  const good = SLUG.test(own) && own.length <= 200 ? own : slugOf(own) || slugOf(headline);
  const chosen = good || `imported-${hashItem(sourceId).slice(0, 12)}`;
  const isTaken = isReservedSlug(chosen) || isSection(chosen);
  return isPage && section === null && isTaken ? `${chosen}-page` : chosen; // the page of this site, or of a section, stays
}

function sourcesOf(links: ConvertedBody['links'], { siteUrl }: ImportPlan): Copy['sources'] {
  const known = new Map<string, string>();
  for (const { address, target, words } of links) {
    const url = isOwnAddress(address, siteUrl) ? null : URL.parse(target ?? address);
    if (url?.protocol !== 'https:' || url.username || url.password || url.href.length > 2000) continue;
    if (!known.has(url.href)) known.set(url.href, cleanLine(words).length >= 2 ? cleanLine(words) : url.host);
  }
  return [...known].slice(0, MOST_SOURCES).map(([url, title]) => ({ url, title: cutAt(title, 240, ' ') }));
}

/** What the person who reviews the draft has to know. */
function notesOf(
  article: ImportArticle,
  { siteName, siteUrl }: ImportPlan,
  { whole, others }: { whole: string | null; others: string[] },
): Copy['editorialPacket'] {
  const { publishedAt, updatedAt, authors, oldPaths, exact, search } = article;
  const path = oldPaths[0];
  const address = siteUrl && path ? ` Its address there was ${URL.parse(path, siteUrl)?.href ?? path}.` : '';
  const published = publishedAt ? ` It was published there on ${publishedAt.slice(0, 10)}.` : '';
  const updated =
    updatedAt && updatedAt !== publishedAt ? ` It was last changed there on ${updatedAt.slice(0, 10)}.` : '';
  const lines = [
    `Imported from ${siteName}.${published}${updated}${address} ${statusNote(article)}`,
    authors.length > 0 ? `By ${authors.join(', ')}.` : '',
    others.length > 0 ? 'Only the first author is the byline.' : '',
    whole === null ? '' : `Its whole headline there: ${whole}`,
  ];
  const editorialStatus = cleanLines(lines.filter((line) => line !== '').join('\n'));
  return {
    editorialStatus,
    ...withWords(exact ? valuesOf(PUBLISHED_PACKET_NAMES, (name) => exact[name]) : foundSearch(search)),
    sourceNotes: exact
      ? 'The sources are those of the article there. Nobody has checked them here.'
      : 'The sources were taken from the links in the text. Nobody has checked them.',
  };
}

function firstSentence(blocks: readonly BodyBlock[]): string {
  const words = plainWords(blocks);
  return /^.*?[.!?](?=\s|$)/.exec(words)?.[0] ?? words;
}

/** The words of the first paragraph, without marks. */
function plainWords(blocks: readonly BodyBlock[]): string {
  const { text = '' } = blocks.find(({ type }) => type === 'paragraph') ?? blocks[0] ?? {};
  return cleanLine(plainText(text));
}

function cleanBlock(block: BodyBlock): BodyBlock[] {
  const text = cleanLines(block.text).trim();
  return text === '' ? [] : [{ ...block, text }];
}
