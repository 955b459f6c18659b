import type { Selectable } from 'kysely';
import { readArchiveMark } from '#article/archive-mark.ts';
import { publishedTextsOf } from '#article/article-fields.ts';
import { readKeptWords } from '#article/hero.ts';
import type { ArticleHistory, HistoryRevision, ShownEvidence } from '#article/history-format.ts';
import { articlePath } from '#article/own-page.ts';
import { readTags, tagsIn } from '#article/published-tags.ts';
import { searchWords } from '#article/search-words.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { readDrafting } from '#reading/article-extras.ts';
import { compare, type LiveArticle } from './read-articles.ts';

// What happened to an article in public, for a restore of the export: see history-format.ts.

/** The articles that were live once and are not now, in the order of their files. */
export async function listWithdrawn(tx: Tx): Promise<LiveArticle[]> {
  const rows = await tx
    .selectFrom('article')
    .innerJoin('publication_log as log', 'log.article_id', 'article.id')
    .select(['article.id', 'log.desk', 'log.slug'])
    .where('live_revision', 'is', null)
    .where('log.act', '=', 'withdrawn')
    .orderBy('log.seq')
    .execute();
  const last = new Map(rows.map(({ id, desk, slug }) => [id, { id, section: desk, slug }]));
  return [...last.values()].sort((article, other) =>
    compare(`/${article.section}/${article.slug}`, `/${other.section}/${other.slug}`),
  );
}

/** The history of one article, live or withdrawn. */
export async function readHistory(tx: Tx, { id, section, slug }: LiveArticle): Promise<ArticleHistory> {
  const article = await tx
    .selectFrom('article')
    .select(['live_revision', 'published_at', 'retraction_notice', 'retracted_at', 'live_hero_words'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isLive = article.live_revision !== null;
  const { retraction_notice: notice, retracted_at: at } = article;
  const corrections = await tx
    .selectFrom('correction')
    .select(['seq as number', 'at', 'revision', 'note'])
    .where('article_id', '=', id)
    .orderBy('seq')
    .execute();
  return {
    id,
    section,
    slug,
    isLive,
    publishedAt: article.published_at,
    drafted: article.live_revision === null ? null : await readDrafting(tx, id, article.live_revision),
    notice: isLive || notice === null || at === null ? null : { text: notice, at },
    heldWords: readKeptWords(article.live_hero_words),
    addresses: await listAddresses(tx, id),
    related: isLive ? await listRelated(tx, id) : [],
    corrections: isLive ? corrections : [],
    events: await listEvents(tx, id),
    revisions: isLive
      ? await listRevisions(
          tx,
          id,
          corrections.map(({ note }) => note),
        )
      : [],
  };
}

async function listAddresses(tx: Tx, id: string) {
  const rows = await tx
    .selectFrom('address')
    .select(['desk as section', 'slug'])
    .where('article_id', '=', id)
    .where('was_live', '=', 1)
    .execute();
  return rows.sort((address, other) => compare(articlePath(address), articlePath(other)));
}

function listRelated(tx: Tx, id: string) {
  return tx
    .selectFrom('related_article')
    .innerJoin('article', 'article.id', 'related_article.related_id')
    .select((is) => [is.ref('live_desk').$notNull().as('section'), is.ref('live_slug').$notNull().as('slug')])
    .where('article_id', '=', id)
    .where('live_revision', 'is not', null)
    .orderBy('place')
    .execute();
}

async function listEvents(tx: Tx, id: string): Promise<ArticleHistory['events']> {
  const rows = await tx
    .selectFrom('publication_log')
    .select(['seq', 'at', 'act', 'desk as section', 'slug', 'revision'])
    .where('article_id', '=', id)
    .orderBy('seq')
    .execute();
  return rows.map((row) => ({ ...row, act: row.act as ArticleHistory['events'][number]['act'] }));
}

/** `notes`: the notes that became corrections. */
async function listRevisions(tx: Tx, id: string, notes: readonly string[]): Promise<HistoryRevision[]> {
  const rows = await tx
    .selectFrom('public_revision as then')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'then.article_id').onRef('revision.number', '=', 'then.revision'),
    )
    .leftJoin('author as byline', 'byline.id', 'revision.author_id')
    .leftJoin('picture', 'picture.id', 'revision.hero_asset_id')
    .selectAll('revision')
    .select(['then.at', 'then.correction_seq', 'then.author', 'then.tags', 'then.hero', 'then.site'])
    .select(['then.archive', 'then.modified_at'])
    .select(['then.desk as then_desk', 'then.slug as then_slug', 'byline.slug as byline', 'picture.hash as picture'])
    .where('then.article_id', '=', id)
    .orderBy('then.revision')
    .execute();
  const tags = await readTags(tx, rows);
  const evidence = await readEvidences(tx, id);
  return rows.map((row) => ({
    revision: row.number,
    at: row.at,
    section: row.then_desk,
    slug: row.then_slug,
    correction: row.correction_seq,
    archive: readArchiveMark(row.archive),
    modifiedAt: row.modified_at,
    copy: copyOf(row, { notes, tags: tagsIn(row, tags).map(({ slug }) => slug) }),
    author: row.author === null ? null : JSON.parse(row.author),
    tags: JSON.parse(row.tags),
    hero: row.hero === null ? null : JSON.parse(row.hero),
    site: row.site === null ? null : JSON.parse(row.site),
    evidence: evidence.get(row.number) ?? [],
  }));
}

type ShownRow = Selectable<Tables['revision']> & { byline: string | null; picture: string | null };

/** A note that made no correction was never public. */
function copyOf(row: ShownRow, { notes, tags }: { notes: readonly string[]; tags: string[] }) {
  const note = row.correction_note;
  return {
    headline: row.headline,
    dek: row.dek,
    blocks: JSON.parse(row.body_blocks),
    sources: JSON.parse(row.sources),
    correctionNote: note !== null && notes.includes(note) ? note : null,
    ...publishedTextsOf(row),
    search: searchWords(row.editorial_packet),
    byline: row.byline,
    tags,
    picture: row.picture,
  };
}

/** What readers saw about the numbers of each revision; more than once where the words of its picture changed. */
async function readEvidences(tx: Tx, id: string): Promise<Map<number, ShownEvidence[]>> {
  const rows = await tx
    .selectFrom('evidence')
    .select(['revision', 'at', 'figures', 'counts'])
    .where('article_id', '=', id)
    .orderBy('seq')
    .execute();
  const byRevision = new Map<number, ShownEvidence[]>();
  for (const { revision, at, figures, counts } of rows) {
    const all = byRevision.get(revision) ?? [];
    all.push({ at, figures: JSON.parse(figures), counts: JSON.parse(counts) });
    byRevision.set(revision, all);
  }
  return byRevision;
}
