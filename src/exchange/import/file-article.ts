import type { PictureCaption } from '#article/hero.ts';
import { IMPORT } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { fileComment } from '#editorial/review/comment.ts';
import { findFreeSlug } from '#editorial/write/addresses.ts';
import { fileDraft } from '#editorial/write/create-draft.ts';
import { type IsRoute, leadToArticle, leadToPicture } from '#editorial/write/old-addresses.ts';
import { withSite } from '#exchange/import/read/body-context.ts';
import { findOrFile } from '#people/bylines.ts';
import type { Deps } from '#runtime/deps.ts';
import { altOf } from './fetch-picture.ts';
import { cleanLine } from './found-text.ts';
import type { FoundPicture, ImportArticle } from './import-item.ts';
import type { ImportedPictures } from './import-pictures.ts';
import { IN_LIBRARY, type ItemReport, type LostThing, MOST_LOST } from './item-report.ts';
import { lostThing, noteMain, pictureWords } from './lost-things.ts';
import type { PreparedArticle } from './prepare-article.ts';

/** Most comments on one article: the rest of what is missing is in the report. */
const MOST_COMMENTS = 50;

export type FiledArticle = {
  articleId: string;
  revision: number;
  report: ItemReport;
  /** The words of the main picture there, where the library has others for the same file. */
  heroWords?: PictureCaption;
};

/** What is stored with one article, all in the transaction of the caller. */
export type ArticleToFile = {
  runId: string;
  found: ImportArticle;
  prepared: PreparedArticle;
  pictures: ImportedPictures;
  isRoute: IsRoute;
};

/** Files a draft with its byline, tags, comments and old addresses. @throws slug_taken */
export async function fileArticle(deps: Deps, tx: Tx, given: ArticleToFile): Promise<FiledArticle> {
  const { prepared, pictures, found: article } = given;
  const { copy, byline, tags } = prepared;
  const hero = prepared.hero && pictures.get(prepared.hero);
  const heroId = hero && 'id' in hero ? hero.id : null;
  const slug = await findFreeSlug(tx, copy.section, copy.slug);
  const authorId = byline === null ? null : await findOrFile(deps, tx, IMPORT, { kind: 'author', name: byline });
  const tagIds = await findOrFileTags(deps, tx, tags);
  const { id, revision } = await fileDraft(deps, tx, IMPORT, {
    ...copy,
    ...(heroId === null && !article.exact && { pictureCaption: null }),
    slug,
    tagIds,
    ...(authorId !== null && { authorId }),
    ...(heroId !== null && { heroAssetId: heroId }),
  });
  const places = listPlaces(given);
  await noteLost(deps, tx, { id, revision, runId: given.runId, sourceId: article.sourceId }, places);
  const notes = [...prepared.report.notes];
  if (slug !== copy.slug) notes.push(`The slug ${copy.slug} was taken; this article has ${slug}.`);
  if (HAD_ADDRESS.includes(article.status)) notes.push(...(await leadOldAddresses(deps, tx, given, id)));
  const lost = places.slice(0, MOST_LOST).map(({ kind, address, words, near, why }) => ({
    kind,
    address,
    ...(words && { words }),
    ...(near && { near }),
    ...(why && { why }),
  }));
  const alt = prepared.hero ? altOf(prepared.hero.alt) : '';
  const heroWords = hero && 'id' in hero && hero.alt !== alt ? { alt, credit: hero.credit } : null;
  return { articleId: id, revision, report: { ...prepared.report, lost, notes }, ...(heroWords && { heroWords }) };
}

async function findOrFileTags(deps: Deps, tx: Tx, names: readonly string[]): Promise<string[]> {
  const ids = new Set<string>();
  for (const name of names) {
    const id = await findOrFile(deps, tx, IMPORT, { kind: 'tag', name });
    if (id !== null) ids.add(id);
  }
  return [...ids];
}

/** Leads the old addresses of the article and of its pictures here. Returns why some lead nowhere. */
async function leadOldAddresses(deps: Deps, tx: Tx, given: ArticleToFile, articleId: string): Promise<string[]> {
  const { found: article, pictures, runId, isRoute } = given;
  const troubles: string[] = [];
  for (const path of article.oldPaths) {
    const trouble = await leadToArticle(deps, tx, { path, articleId, runId }, isRoute);
    if (trouble) troubles.push(trouble);
  }
  for (const [{ oldPath }, stored] of pictures)
    if (oldPath !== undefined && 'id' in stored)
      await leadToPicture(deps, tx, { path: oldPath, pictureId: stored.id, articleId, runId }, isRoute);
  return troubles;
}

/** Readers knew the address of such an article. */
export const HAD_ADDRESS: readonly ImportArticle['status'][] = ['published', 'members', 'paid', 'unclear'];

/** Something of the original that is missing where it was: what the report and the comment on its block say. */
type LostPlace = Omit<LostThing, 'why'> & { block: string | null; why: string | null; text: string };

function listPlaces({ found: article, prepared: { copy, lost, hero, spare }, pictures }: ArticleToFile): LostPlace[] {
  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the words about one missing thing, which depend on what is left of it
  const inText = lost.map((thing) => {
    const { kind, address, block, picture } = thing;
    const { words: quoted = '', near } = lostThing(thing, copy.bodyBlocks);
    const stored = picture && pictures.get(picture);
    const words =
      stored && 'id' in stored
        ? pictureText(picture, stored, picture === hero)
        : `Something of the original was here: ${kind}.${stored ? ` ${stored.trouble}` : ''}${quoted && ` Its words: “${quoted}”`}${address && ` Its address: ${address}`}`;
    return {
      ...(stored && 'id' in stored ? {} : { words: quoted }),
      ...(near && { near }),
      kind: stored && 'id' in stored ? IN_LIBRARY : kind,
      address,
      block: (copy.bodyBlocks[block] ?? copy.bodyBlocks.at(-1))?.id ?? null,
      why: stored && 'trouble' in stored ? stored.trouble : null,
      text: words,
    };
  });
  const main = hero ?? spare;
  if (!main)
    return [
      ...noteMain(article).map(({ address, words }) => mainPlace(address, 'It has no https address.', words)),
      ...inText,
    ];
  const stored = pictures.get(main);
  if (!stored || lost.some(({ picture }) => picture === main)) return inText; // it is in the text too, which says the same
  if ('trouble' in stored) return [mainPlace(main.address, stored.trouble, pictureWords(main)), ...inText];
  if (main === hero) return [...otherAlt(main, stored), ...inText];
  const words = pictureWords(main);
  const text = `The main picture has no alternative text, so it is only in the library: “${stored.title}”, /newsroom/pictures/${stored.id}.${words && ` Its caption: “${words}”`}`;
  return [{ kind: IN_LIBRARY, address: main.address, words, block: null, why: null, text }, ...inText];
}

/** The library has one alternative text for a file. An article that described the same file in other words loses them, but in an archive. */
function otherAlt({ alt: given, address }: FoundPicture, { alt }: { alt: string }): LostPlace[] {
  const words = altOf(given);
  if (words === alt) return [];
  const text = `The main picture is in the library with another alternative text: “${alt}”. Here it was: “${words}”.`;
  return [{ kind: 'alternative text', address: withSite(address, null), words, block: null, why: null, text }];
}

function mainPlace(address: string, why: string, words = ''): LostPlace {
  const text = `The main picture was not imported. ${why}${words && ` Its words: “${words}”`} Its address: ${address}`;
  return { kind: 'main picture', address, words, block: null, why, text };
}

function pictureText(
  { address, alt: given, caption, credit }: FoundPicture,
  { id, title, alt }: { id: string; title: string; alt: string },
  isHero: boolean,
): string {
  const words = cleanLine(caption).slice(0, 1000);
  return [
    `A picture of the original was here. It is in the library: “${title}”, /newsroom/pictures/${id}.`,
    isHero ? 'It is the main picture now.' : '',
    altOf(given) !== '' && altOf(given) !== alt ? `Its alternative text here: “${altOf(given)}”.` : '',
    words && `Its caption: ${words}`,
    credit && `Its credit: ${cleanLine(credit).slice(0, 300)}`,
    `Its address there: ${withSite(address, null)}`,
  ]
    .filter((line) => line !== '')
    .join(' ');
}

/** Stores what is missing, and comments on the block where it was. */
async function noteLost(
  deps: Deps,
  tx: Tx,
  { id, revision, runId, sourceId }: { id: string; revision: number; runId: string; sourceId: string },
  places: readonly LostPlace[],
): Promise<void> {
  for (const [number, { kind, address, block }] of places.slice(0, MOST_LOST).entries())
    await tx
      .insertInto('lost_place')
      .values({ run_id: runId, source_id: sourceId, number, kind, address, article_id: id, block_id: block })
      .execute();
  const article = { id, latest_revision: revision };
  for (const { block, text } of places.slice(0, MOST_COMMENTS))
    await fileComment(deps, tx, IMPORT, { article, blockId: block, text: text.slice(0, 4000) });
}
