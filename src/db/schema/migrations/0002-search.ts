import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { tokenize } from '../../../core/tokenize.ts';
import type { Database, Tx } from '../../database.ts';
import { clearSearchIndex, indexWords } from '../../search-index.ts';
import { bytewise, tableEnd } from '../dialect.ts';

/** The number of live articles in one read while they are indexed. */
const AT_ONCE = 200;

/** The full-text index of live articles, and covering indexes for lists and sitemaps. */
export function search(kind: Database['kind']): Migration {
  const statements = [
    ...(kind === 'sqlite'
      ? [
          `create table search (
            place integer primary key, article_id text not null unique,
            published_at text not null, modified_at text not null ${tableEnd(kind)}`,
          `create virtual table search_words using fts5 (
            words, content = '', contentless_delete = 1, detail = none, tokenize = "ascii tokenchars '_-'")`,
        ]
      : [
          `create table search (
            article_id text primary key, published_at text not null, modified_at text not null,
            words tsvector not null)`,
          `create index search_words on search using gin (words) with (fastupdate = off)`,
          `create index search_newest on search (published_at desc, article_id desc)`,
        ]),
    `create index search_modified on search (modified_at)`,

    `create index revision_author on revision (author_id, article_id, number) where author_id is not null`,
    `drop index article_live`,
    `drop index article_live_desk`,
    `create index article_live on article (published_at desc, id desc, modified_at, live_desk, live_slug, live_revision)
      where live_revision is not null`,
    `create index article_live_desk on article (live_desk, published_at desc, id desc, modified_at, live_revision)
      where live_revision is not null`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
      await indexWhatIsLive(db);
    },
  };
}

/** Indexes every live article: after an upgrade, and after a copy of a database, which leaves the index out. */
export async function indexWhatIsLive(tx: Tx): Promise<void> {
  await clearSearchIndex(tx);
  for (let after = ''; ; ) {
    const rows = await tx
      .selectFrom('article')
      .innerJoin('revision', (on) =>
        on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
      )
      .leftJoin('author', 'author.id', 'revision.author_id')
      .where('article.id', '>', after)
      .orderBy('article.id')
      .limit(AT_ONCE)
      .select(['article.id', 'published_at', 'modified_at', 'live_desk', 'headline', 'dek', 'author.name'])
      .select(['revision.body_blocks', 'revision.sources'])
      .execute();
    for (const row of rows) {
      const blocks = JSON.parse(row.body_blocks) as { text: string }[];
      const sources = JSON.parse(row.sources) as { title: string }[];
      const texts = [...sources.map(({ title }) => title), ...blocks.map(({ text }) => text)];
      await indexWords(tx, {
        articleId: row.id,
        publishedAt: row.published_at ?? '',
        modifiedAt: row.modified_at ?? '',
        words: [`_${row.live_desk}`, ...tokenize(row.headline, row.dek, row.name ?? '', ...texts)],
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.id;
  }
}
