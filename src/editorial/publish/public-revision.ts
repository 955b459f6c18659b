import type { RevisionRow } from '#article/article-rows.ts';
import { findHero, type KeptHero, type PictureCaption, toKept } from '#article/hero.ts';
import { readTags, tagsIn } from '#article/published-tags.ts';
import type { Tx } from '#db/database.ts';

/** When readers first see it, the latest correction at that time, the stored archive mark, and when another site last changed it. */
type ShownRevision = {
  at: string;
  correction: number | null;
  archive: string | null;
  modifiedAt: string | null;
  /** Words of its picture that differ from those of the library. */
  heroWords: PictureCaption | null;
};

/** The texts that readers saw with the copy of a revision when they first saw it. */
type SeenThen = {
  author: { name: string; slug: string } | null;
  tags: { slug: string; name: string }[];
  hero: KeptHero | null;
  site: SiteNames | null;
};

/** The names and the address of the site, as they were when readers saw a revision first. */
type SiteNames = {
  name: string;
  baseUrl: string;
  byline: string;
  language: string;
  licence?: string;
  /** The time zone of its dates; UTC if absent. */
  timeZone?: string;
};

/**
 * Stores the texts that the copy of a revision does not have, such as the name of its byline and the words of its picture, when readers
 * first see the revision. Its permanent forms are rendered from this row, and never change.
 */
export async function keepPublicRevision(
  site: SiteNames | null,
  tx: Tx,
  revision: RevisionRow,
  { at, correction, archive, modifiedAt, heroWords }: ShownRevision,
): Promise<void> {
  const { article_id, number, section, slug } = revision;
  const known = await tx
    .selectFrom('public_revision')
    .select('at')
    .where('article_id', '=', article_id)
    .where('revision', '=', number)
    .executeTakeFirst();
  if (known) return;
  const { author, hero, tags, site: names } = await readSeen(tx, revision, site);
  await tx
    .insertInto('public_revision')
    .values({
      article_id,
      revision: number,
      section,
      slug,
      at,
      correction_seq: correction,
      author: author && JSON.stringify(author),
      tags: JSON.stringify(tags),
      hero: hero && JSON.stringify({ ...hero, ...heroWords }),
      site: names && JSON.stringify(names),
      archive,
      modified_at: modifiedAt,
    })
    .execute();
}

async function readSeen(tx: Tx, revision: RevisionRow, site: SiteNames | null): Promise<SeenThen> {
  const hero = await findHero(tx, revision.hero_asset_id);
  return {
    author: await authorOf(tx, revision.author_id),
    hero: hero && toKept(hero),
    tags: tagsIn(revision, await readTags(tx, [revision])),
    site: site ? namesOf(site) : null,
  };
}

async function authorOf(tx: Tx, id: string | null): Promise<{ name: string; slug: string } | null> {
  if (id === null) return null;
  return (await tx.selectFrom('author').select(['name', 'slug']).where('id', '=', id).executeTakeFirst()) ?? null;
}

function namesOf({ name, baseUrl, byline, language, licence, timeZone = 'UTC' }: SiteNames): SiteNames {
  return {
    ...{ name, baseUrl, byline, language },
    ...(licence !== undefined && { licence }),
    ...(timeZone !== 'UTC' && { timeZone }),
  };
}
