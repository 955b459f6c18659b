import type { Tx } from '#db/database.ts';
import { largerPicturePaths, normalizeOldPath } from './old-path.ts';
import { articlePath } from './own-page.ts';
import { listPublished } from './published.ts';
import { isOpenSection } from './section.ts';
import { findTag } from './tags.ts';

/** Where an old path leads now: a path of this site. Null when it is not known, or when its article is not live. */
export async function findOldAddress(tx: Tx, given: string): Promise<string | null> {
  const path = normalizeOldPath(given);
  if (path === null) return findFeed(tx, given);
  const row = await findRow(tx, path);
  if (!row) {
    for (const larger of largerPicturePaths(path)) {
      const picture = await findRow(tx, larger);
      if (picture?.picture_id) return targetOf(picture);
    }
    return findFeed(tx, path);
  }
  const target = targetOf(row);
  return row.target === null || target === null ? target : shownList(tx, target);
}

/** The endings of feed addresses in other programs, or the names of feeds in the query of `/`. */
const FEED =
  /^(.*?)\/(?:feed(?:\/(?:rss2?|rdf|atom|json))?|(?:index|feed|rss2?|atom)\.(?:xml|rss|atom)|feed\.json|rss|atom|\?feed=(?:rss2?|rdf|atom))$/;

/** The feed here for the subject of an old address. A byline has none, so its readers get the magazine's feed. Null for comments. */
async function findFeed(tx: Tx, path: string): Promise<string | null> {
  const [whole, of = ''] = FEED.exec(path) ?? [];
  if (whole === undefined) return null;
  const end = whole.slice(of.length);
  const file = /atom/.test(end) ? 'atom.xml' : /json/.test(end) ? 'feed.json' : 'rss.xml';
  if (of === '' || of === '/index.php') return `/${file}`;
  const list = (await findOldAddress(tx, of)) ?? (await shownList(tx, of));
  if (list === '/' || list === '/latest' || list?.startsWith('/authors/')) return `/${file}`;
  const hasFeed = list !== null && (isOpenSection(list.slice(1)) || /^\/tags\/[^/]+$/.test(list));
  return hasFeed && `${list}/${file}` !== path ? `${list}/${file}` : null;
}

function findRow(tx: Tx, path: string) {
  return selectOldAddresses(tx).where('path', '=', path).executeTakeFirst();
}

/** Old addresses with the columns that determine their targets. */
export function selectOldAddresses(tx: Tx) {
  return tx
    .selectFrom('old_address')
    .leftJoin('article', 'article.id', 'old_address.article_id')
    .leftJoin('picture', 'picture.id', 'old_address.picture_id')
    .select(['path', 'target', 'picture_id', 'live_section', 'live_slug', 'picture.hash', 'picture.width']);
}

/** The library keeps no wider form of a picture, and each picture in its own width up to this one. */
const LARGEST_RENDITION = 1600;

type OldAddress = {
  target: string | null;
  picture_id: string | null;
  live_section: string | null;
  live_slug: string | null;
  hash: string | null;
  width: number | null;
};

/** Where an old address leads; null while its article is not live, and after its picture was deleted. */
export function targetOf(row: OldAddress): string | null {
  const { target, picture_id: picture, live_section: section, live_slug: slug, hash, width } = row;
  if (target !== null) return target;
  if (section === null || slug === null) return null;
  if (picture === null) return articlePath({ section, slug });
  return hash === null || width === null ? null : `/media/${hash}/${Math.min(width, LARGEST_RENDITION)}.jpg`;
}

/** The page of a tag or a byline exists while an article is on it; a tag that was renamed or merged is followed. Other paths stay. */
async function shownList(tx: Tx, target: string): Promise<string | null> {
  const [, kind, slug] = /^\/(tags|authors)\/([^/.]+)$/.exec(target) ?? [];
  if (slug === undefined) return target;
  if (kind === 'authors') return (await hasOne(tx, { author: slug })) ? target : null;
  const tag = await findTag(tx, slug);
  if (tag === null) return null;
  if ('movedTo' in tag) return shownList(tx, `/tags/${tag.movedTo}`);
  return (await hasOne(tx, { tag: tag.id })) ? target : null;
}

async function hasOne(tx: Tx, filter: { author: string } | { tag: string }): Promise<boolean> {
  return (await listPublished(tx, { ...filter, limit: 1 })).articles.length > 0;
}
