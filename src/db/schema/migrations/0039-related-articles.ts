import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { bytewise, tableEnd } from '#db/schema/dialect.ts';

/**
 * `related_article`: the articles that an editor chose to follow an article, in the order of `place`. `live_tag`: the tags of each live
 * revision, as the revision has them, by the time of publication; it is made from the other tables.
 */
export function relatedArticles(kind: Database['kind']): Migration {
  const each = kind === 'sqlite' ? 'json_each(r.tag_ids)' : 'json_array_elements_text(r.tag_ids::json) as j(value)';
  const statements = [
    `create table related_article (
      article_id text not null, place integer not null, related_id text not null, primary key (article_id, place) ${tableEnd(kind)}`,
    'create index related_to on related_article (related_id)',
    `create table live_tag (
      tag_id text not null, published_at text not null, article_id text not null,
      primary key (tag_id, published_at, article_id) ${tableEnd(kind)}`,
    'create index live_tag_of on live_tag (article_id)',
    `insert into live_tag (tag_id, published_at, article_id)
      select distinct ${kind === 'sqlite' ? 'json_each.value' : 'j.value'}, a.published_at, a.id from article a
      join revision r on r.article_id = a.id and r.number = a.live_revision, ${each}`,
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
    },
  };
}
