import type { Tx } from '#db/database.ts';
import type { Publication } from '#runtime/config/config.ts';
import { readArchiveMark } from './archive-mark.ts';
import { publishedTextsOf } from './article-fields.ts';
import { fromKept } from './hero.ts';
import type { PublishedArticle, PublishedFacts } from './published.ts';
import type { Retraction } from './retraction.ts';
import { searchWords } from './search-words.ts';

/** A revision that was live: its permanent address, and when readers saw it first. */
export type PublicRevision = { revision: number; section: string; slug: string; at: string };

/** The names of the site; null for revisions of an older release. `licence` is absent if the release did not store it. */
export type SiteThen = {
  name: string;
  baseUrl: string;
  byline: string;
  language: string;
  licence?: 'reserved' | 'search-only' | 'cc-by-4.0' | 'cc0-1.0';
  timeZone?: string;
} | null;

/** The publication with its names and its zone of that time. A revision without a stored zone always has the days of UTC. */
export function publicationThen(publication: Publication, site: SiteThen): Publication {
  return { ...publication, timeZone: 'UTC', ...site };
}

/** The public revisions of a live article. */
export type PublicHistory = {
  articleId: string;
  /** In the order of their first publication. */
  revisions: PublicRevision[];
  /** The revision that readers see now, and since when. */
  live: PublicRevision;
};

/** `gone`: the article is withdrawn, with the notice of its editor if there is one. */
export type FoundHistory = PublicHistory | { gone: Retraction | null; revisions: PublicRevision[] };

/** A revision and its site as they were when readers saw it first, from facts that never change. */
export type ShownRevision = { article: PublishedArticle; site: SiteThen };

/** The public revisions of the article that is or was live at this address; null when none was. */
export async function findHistory(tx: Tx, section: string, slug: string): Promise<FoundHistory | null> {
  const article = await tx
    .selectFrom('address')
    .innerJoin('article', 'article.id', 'address.article_id')
    .select(['article.id', 'live_revision', 'live_section', 'live_slug', 'modified_at'])
    .select(['retraction_notice', 'retracted_at'])
    .where('address.section', '=', section)
    .where('address.slug', '=', slug)
    .where('address.was_live', '=', 1)
    .executeTakeFirst();
  if (!article) return null;
  const rows = await tx
    .selectFrom('public_revision')
    .select(['revision', 'section', 'slug', 'at'])
    .where('article_id', '=', article.id)
    .orderBy('at')
    .orderBy('revision')
    .execute();
  const revisions = rows.map(({ revision, section, slug: name, at }) => ({ revision, section, slug: name, at }));
  const { live_section, live_slug, modified_at, retraction_notice: notice, retracted_at } = article;
  const revision = article.live_revision;
  if (revision === null || live_section === null || live_slug === null) {
    const gone = notice === null || retracted_at === null ? null : { notice, at: retracted_at };
    return { gone, revisions: revisions.length > 0 ? revisions : await listLogged(tx, article.id) };
  }
  // An article of an archive keeps the date of its last change there, which is before readers saw it here.
  const shownAt = rows.find((row) => row.revision === revision)?.at ?? '';
  const at = [modified_at ?? '', shownAt].toSorted().at(-1) ?? '';
  const live = { revision, section: live_section, slug: live_slug, at };
  return { articleId: article.id, revisions, live };
}

/** The revisions of a withdrawn article in a database that an early release restored from an export: only the publication log names them. */
async function listLogged(tx: Tx, articleId: string): Promise<PublicRevision[]> {
  const rows = await tx
    .selectFrom('publication_log')
    .select(['revision', 'section', 'slug', 'at'])
    .where('article_id', '=', articleId)
    .where('revision', 'is not', null)
    .orderBy('seq')
    .execute();
  const first = new Map<number, PublicRevision>();
  for (const { revision, ...rest } of rows)
    if (revision !== null && !first.has(revision)) first.set(revision, { revision, ...rest });
  return [...first.values()];
}

/** A public revision of a live article; null when this revision was never live. */
export async function readShownRevision(tx: Tx, articleId: string, number: number): Promise<ShownRevision | null> {
  const row = await tx
    .selectFrom('public_revision as then')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'then.article_id').onRef('revision.number', '=', 'then.revision'),
    )
    .innerJoin('article', 'article.id', 'then.article_id')
    .leftJoin('correction', 'correction.seq', 'then.correction_seq')
    .selectAll('revision')
    .select(['then.at as shown_at', 'then.correction_seq', 'then.author', 'then.tags', 'then.hero', 'then.site'])
    .select(['then.archive as shown_archive', 'then.modified_at as changed_elsewhere_at'])
    .select(['article.published_at', 'correction.at as corrected_at', 'correction.note as latest_note'])
    .where('then.article_id', '=', articleId)
    .where('then.revision', '=', number)
    .executeTakeFirst();
  if (!row) return null;
  const author: { name: string; slug: string } | null = row.author === null ? null : JSON.parse(row.author);
  const archive = readArchiveMark(row.shown_archive);
  const article: PublishedFacts = {
    id: articleId,
    section: row.section,
    slug: row.slug,
    revision: row.number,
    headline: row.headline,
    dek: row.dek,
    author: author?.name ?? archive?.name ?? null,
    authorSlug: author?.slug ?? null,
    bodyBlocks: JSON.parse(row.body_blocks),
    sources: JSON.parse(row.sources),
    tags: JSON.parse(row.tags),
    ...publishedTextsOf(row),
    hero: row.hero === null ? null : fromKept(JSON.parse(row.hero)),
    search: searchWords(row.editorial_packet),
    publishedAt: row.published_at ?? row.shown_at,
    modifiedAt: row.changed_elsewhere_at ?? row.shown_at,
    correctedAt: row.corrected_at,
    correctionNote: row.latest_note,
    correctionNumber: row.correction_seq,
    archive,
  };
  return {
    article: article as PublishedArticle,
    site: row.site === null ? null : JSON.parse(row.site),
  };
}
