import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database, Tx } from '#db/database.ts';
import { appendOnly, bytewise, refuseReplace, tableEnd } from '#db/schema/dialect.ts';

/**
 * `public_revision`: each revision that was ever live, with the names and words beside its copy as they were then. Of revisions
 * that were published before this migration, names of bylines, tags and pictures are taken as they are now.
 */
export function publicRevisions(kind: Database['kind']): Migration {
  const statements = [
    `create table public_revision (
      article_id text not null references article (id), revision integer not null, desk text not null, slug text not null,
      at text not null, correction_seq integer, author text, tags text not null, hero text, site text,
      primary key (article_id, revision) ${tableEnd(kind)}`,
    `insert into public_revision (article_id, revision, desk, slug, at, correction_seq, author, tags, hero, site)
      select r.article_id, r.number, r.desk, r.slug, l.at,
        (select max(c.seq) from correction c where c.article_id = r.article_id and c.at <= l.at),
        ${kind === 'sqlite' ? SQLITE : POSTGRES}, null
      from (select article_id, revision, min(at) as at from publication_log
        where act in ('published', 'corrected') and revision is not null group by article_id, revision) l
      join revision r on r.article_id = l.article_id and r.number = l.revision
      join article a on a.id = r.article_id`,
    ...appendOnly(kind, 'public_revision'),
  ];
  return {
    up: async (db: Tx) => {
      for (const statement of statements) await sql.raw(bytewise(kind, statement)).execute(db);
      await refuseReplace(kind, db, 'public_revision');
    },
  };
}

/** Byline, tags and picture as JSON. A live article may still show earlier words of its picture. */
const SQLITE = `
  (select json_object('name', name, 'slug', slug) from author where id = r.author_id),
  coalesce((select json_group_array(json_object('slug', t.slug, 'name', t.name) order by j.key) from json_each(r.tag_ids) j
    join tag saved on saved.id = j.value join tag t on t.id = coalesce(saved.merged_into, saved.id)), '[]'),
  (select json_patch(json_object('hash', hash, 'width', width, 'height', height, 'alt', alt, 'credit', credit,
      'isAiMade', json(case when is_ai_made = 1 then 'true' else 'false' end),
      'focus', json_object('x', focal_x, 'y', focal_y), 'endsOn', ends_on),
      case when r.number = a.live_revision then coalesce(a.live_hero_words, '{}') else '{}' end)
    from picture where id = r.hero_asset_id)`;
const POSTGRES = `
  (select json_build_object('name', name, 'slug', slug)::text from author where id = r.author_id),
  coalesce((select json_agg(json_build_object('slug', t.slug, 'name', t.name) order by j.ordinality)::text
    from json_array_elements_text(r.tag_ids::json) with ordinality j
    join tag saved on saved.id = j.value join tag t on t.id = coalesce(saved.merged_into, saved.id)), '[]'),
  (select (jsonb_build_object('hash', hash, 'width', width, 'height', height, 'alt', alt, 'credit', credit,
      'isAiMade', is_ai_made = 1, 'focus', json_build_object('x', focal_x, 'y', focal_y), 'endsOn', ends_on)
      || case when r.number = a.live_revision then coalesce(a.live_hero_words, '{}') else '{}' end::jsonb)::text
    from picture where id = r.hero_asset_id)`;
