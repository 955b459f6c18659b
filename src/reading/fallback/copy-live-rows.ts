import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { toOptionalColumns } from '#article/article-fields.ts';
import { NOT_IN_WORK } from '#article/article-rows.ts';
import { indexTags } from '#article/live-tags.ts';
import { publicPacket } from '#article/search-words.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { indexArticle } from '#search/index-terms.ts';
import { clearSearchIndex } from '#search/search-index.ts';

// Copies rows from the database to the fallback: only live articles, and only columns that readers see.

type Row<T extends keyof Tables> = Selectable<Tables[T]>;
type Live = {
  articles: Row<'article'>[];
  revisions: Row<'revision'>[];
  corrections: { seq: number; article_id: string; revision: number; note: string; at: string }[];
  addresses: Row<'address'>[];
  authors: Row<'author'>[];
  tags: Row<'tag'>[];
  tagAddresses: Row<'tag_address'>[];
  pictures: Row<'picture'>[];
  publications: Row<'journal'>[];
  evidence: Row<'evidence'>[];
  front: Row<'front_page'>[];
  /** What chiefs set about the site. */
  site: Row<'site_setting'>[];
  related: Row<'related_article'>[];
  series: Row<'series'>[];
  parts: Row<'series_part'>[];
};

/** Empty values for the columns of the newsroom. */
const NO_WORK = { ...NOT_IN_WORK, gate_blocks: 0, gate_warns: 0, open_numbers: 0 };

/** Empty values for names. Only the names below an article drafted by an agent are published. */
const NOBODY = { saved_by_kind: '', saved_by_id: '', saved_by_name: '', claim_id: null, client_host: null };
const NO_COPY = {
  desk: '',
  slug: '',
  headline: '',
  dek: '',
  body_blocks: '[]',
  sources: '[]',
  author_id: null,
  hero_asset_id: null,
  tag_ids: '[]',
  editorial_packet: null,
  ...toOptionalColumns({}),
};

/** Reads the live rows of these articles and the rows of these other authors, as the fallback stores them. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one query for each table that the fallback copies
export async function readLive(tx: Tx, ids: readonly string[], otherAuthors: readonly string[] = []): Promise<Live> {
  const rows = await tx
    .selectFrom('article')
    .selectAll()
    .where('id', 'in', ids)
    .where('live_revision', 'is not', null)
    .execute();
  const articles = rows.map((article) => ({
    ...article,
    owner_id: null,
    desk: article.live_desk ?? '',
    slug: article.live_slug ?? '',
    latest_revision: article.live_revision ?? 0,
    created_at: article.published_at ?? '',
    updated_at: article.modified_at ?? '',
    ...NO_WORK,
  }));
  const live = articles.map(({ id }) => id);
  const liveOf = new Map(articles.map(({ id, live_revision }) => [id, live_revision]));
  const byAgents = await agentDrafts(tx, live);
  const revisions: Row<'revision'>[] = byAgents.filter((row) => row.number !== liveOf.get(row.article_id));
  const publications: Row<'journal'>[] = [];
  for (const { id, live_revision } of articles) {
    const row = await tx
      .selectFrom('revision')
      .selectAll()
      .where('article_id', '=', id)
      .where('number', '=', live_revision ?? 0)
      .executeTakeFirstOrThrow();
    const drafted = byAgents.find((draft) => draft.article_id === id);
    const { saved_by_kind, saved_by_name, client_host } = drafted?.number === live_revision ? drafted : NOBODY;
    const packet = publicPacket(row.editorial_packet);
    const editorial_packet = packet && JSON.stringify(packet);
    revisions.push({ ...row, ...NOBODY, saved_by_kind, saved_by_name, client_host, editorial_packet });
    if (drafted) publications.push(...(await publicationOf(tx, id, row.number)));
  }
  const none = ['']; // `in ()` is not valid SQL
  const authors = await tx
    .selectFrom('author')
    .selectAll()
    .where('id', 'in', [...none, ...otherAuthors, ...revisions.flatMap((row) => row.author_id ?? [])])
    .execute();
  const heroIds = [
    ...revisions.flatMap((row) => row.hero_asset_id ?? []),
    ...authors.flatMap((row) => row.portrait_id ?? []),
  ];
  const tagIds = revisions.flatMap((row) => JSON.parse(row.tag_ids) as string[]);
  const tags = await tagsOf(tx, tagIds);
  return {
    articles,
    revisions,
    corrections: await tx
      .selectFrom('correction')
      .selectAll()
      .where('article_id', 'in', [...none, ...live])
      .execute(),
    addresses: await tx
      .selectFrom('address')
      .selectAll()
      .where('article_id', 'in', [...none, ...live])
      .where('was_live', '=', 1)
      .execute(),
    authors,
    tags,
    tagAddresses: await tx
      .selectFrom('tag_address')
      .selectAll()
      .where('tag_id', 'in', [...none, ...tags.map(({ id }) => id)])
      .execute(),
    pictures: (
      await tx
        .selectFrom('picture')
        .selectAll()
        .where('id', 'in', [...none, ...heroIds])
        .execute()
    ).map((row) => ({
      ...row,
      title: '',
      licence: '',
      source: '',
      added_by_kind: '',
      added_by_id: '',
      added_by_name: '',
    })),
    publications,
    evidence: await evidenceOf(tx, articles),
    front: await tx.selectFrom('front_page').selectAll().execute(),
    site: await tx.selectFrom('site_setting').selectAll().execute(),
    series: await tx
      .selectFrom('series')
      .selectAll()
      .where('id', 'in', (row) =>
        row
          .selectFrom('series_part')
          .select('series_id')
          .where('article_id', 'in', [...none, ...live]),
      )
      .execute(),
    parts: await tx
      .selectFrom('series_part')
      .selectAll()
      .where('article_id', 'in', [...none, ...live])
      .execute(),
    related: await tx
      .selectFrom('related_article')
      .selectAll()
      .where('article_id', 'in', [...none, ...live])
      .execute(),
  };
}

/** The tags with these ids, and those that they were merged into. */
async function tagsOf(tx: Tx, ids: readonly string[]): Promise<Row<'tag'>[]> {
  const known = ['', ...new Set(ids)];
  const merged = tx.selectFrom('tag').select('merged_into').where('id', 'in', known);
  return tx
    .selectFrom('tag')
    .selectAll()
    .where((row) => row.or([row('id', 'in', known), row('id', 'in', merged)]))
    .execute();
}

/** The first revisions saved by agents: without their copy, but with the name and the app that the article page shows. */
async function agentDrafts(tx: Tx, ids: readonly string[]): Promise<Row<'revision'>[]> {
  const rows = await tx
    .selectFrom('revision')
    .select(['article_id', 'number', 'saved_at', 'saved_by_name', 'client_host'])
    .where('article_id', 'in', ['', ...ids])
    .where('number', '=', 0)
    .where('saved_by_kind', '=', 'agent')
    .execute();
  return rows.map((row) => ({ ...NO_COPY, ...NOBODY, ...row, saved_by_kind: 'agent' }));
}

/** The published evidence of the figures of live articles. */
async function evidenceOf(tx: Tx, articles: readonly Row<'article'>[]): Promise<Row<'evidence'>[]> {
  const rows: Row<'evidence'>[] = [];
  for (const { id, live_revision } of articles) {
    const row = await tx
      .selectFrom('evidence')
      .selectAll()
      .where('article_id', '=', id)
      .where('revision', '=', live_revision ?? 0)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) rows.push(row);
  }
  return rows;
}

/** The journal entry of the publication of a revision. */
async function publicationOf(tx: Tx, articleId: string, revision: number): Promise<Row<'journal'>[]> {
  const rows = await tx
    .selectFrom('journal')
    .selectAll()
    .where('subject_kind', '=', 'article')
    .where('subject_id', '=', articleId)
    .where('act', 'in', ['article.published', 'article.corrected'])
    .where('revision', '=', revision)
    .orderBy('seq', 'desc')
    .limit(1)
    .execute();
  return rows.map((row) => ({ ...row, actor_id: '', detail: null, previous_hash: '', hash: '' }));
}

/** Replaces the rows of these articles in the fallback. Other work gets its turn after each article. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each table that the fallback copies
export async function writeLive(tx: Tx, ids: readonly string[], live: Live): Promise<void> {
  for (const table of ['revision', 'correction', 'address', 'evidence', 'related_article', 'series_part'] as const) {
    await tx.deleteFrom(table).where('article_id', 'in', ids).execute();
  }
  await tx.deleteFrom('journal').where('subject_id', 'in', ids).execute();
  await tx.deleteFrom('front_page').execute();
  await tx.deleteFrom('site_setting').execute();
  await tx.deleteFrom('article').where('id', 'in', ids).execute();
  for (const row of live.authors) await tx.insertInto('author').orReplace().values(row).execute();
  for (const row of live.tags) await tx.insertInto('tag').orReplace().values(row).execute();
  for (const row of live.tagAddresses) await tx.insertInto('tag_address').orReplace().values(row).execute();
  for (const row of live.pictures) await tx.insertInto('picture').orReplace().values(row).execute();
  for (const row of live.articles) await tx.insertInto('article').orReplace().values(row).execute();
  for (const row of live.revisions) await tx.insertInto('revision').orReplace().values(row).execute();
  for (const row of live.corrections) await tx.insertInto('correction').orReplace().values(row).execute();
  for (const row of live.evidence) await tx.insertInto('evidence').orReplace().values(row).execute();
  for (const row of live.addresses) await tx.insertInto('address').orReplace().values(row).execute();
  for (const row of live.site) await tx.insertInto('site_setting').values(row).execute();
  for (const row of live.front) await tx.insertInto('front_page').values(row).execute();
  for (const row of live.series) await tx.insertInto('series').orReplace().values(row).execute();
  for (const row of live.parts) await tx.insertInto('series_part').values(row).execute();
  for (const row of live.related) await tx.insertInto('related_article').values(row).execute();
  for (const row of live.publications) await tx.insertInto('journal').orReplace().values(row).execute();
  for (const id of ids) {
    await indexArticle(tx, id);
    await indexTags(tx, id);
    await nextTurn();
  }
}

/** Empties the fallback. */
export async function clearFallback(tx: Tx): Promise<void> {
  const tables = [
    'revision',
    'correction',
    'address',
    'evidence',
    'front_page',
    'related_article',
    'series',
    'series_part',
    'live_tag',
    'article',
    'author',
    'tag',
    'tag_address',
    'picture',
    'publication_log',
    'journal',
    'setting',
    'site_setting',
  ] as const;
  for (const table of tables) await tx.deleteFrom(table).execute();
  await clearSearchIndex(tx);
}
