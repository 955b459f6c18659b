import type { Database } from '#db/database.ts';
import { appendOnly, appendOnlyOutsideBin, serialKey, tableEnd } from '#db/schema/dialect.ts';

/** Articles with their revisions and addresses, bylines, tags, series, pictures, and the front page. */
export function articleTables(kind: Database['kind']): string[] {
  const end = tableEnd(kind);
  const serial = serialKey(kind);
  return [
    `create table author (
      id text primary key, slug text not null unique, name text not null, created_at text not null,
      editor_id text references editor (id), biography text, portrait_id text ${end}`,
    `create unique index author_editor on author (editor_id) where editor_id is not null`,

    `create table tag (
      id text primary key, slug text not null unique, name text not null, created_at text not null,
      merged_into text ${end}`,

    `create table tag_address (slug text primary key, tag_id text not null ${end}`,

    `create table article (
      id text primary key, owner_id text references editor (id), desk text not null, slug text not null,
      latest_revision integer not null, live_revision integer, live_desk text, live_slug text,
      published_at text, modified_at text, correction_seq integer, created_at text not null,
      updated_at text not null,
      review_state text check (review_state in ('in_review', 'changes_requested', 'approved')),
      review_revision integer, assignee_id text references editor (id), due_on text, scheduled_for text,
      scheduled_revision integer, scheduled_by text references editor (id), scheduled_no_correction text,
      schedule_trouble text, unpublish_reason text, gate_blocks integer, gate_warns integer,
      open_numbers integer,
      live_hero_words text, binned_at text, binned_by text, retraction_notice text, retracted_at text,
      archive text, ordered_words integer, assignment_note text,
      check ((live_revision is null) = (live_desk is null) and (live_revision is null) = (live_slug is null)),
      check (live_revision is null or published_at is not null) ${end}`,
    `create index article_live on article (published_at desc, id desc, modified_at, live_desk, live_slug, live_revision)
      where live_revision is not null`,
    `create index article_live_desk on article (live_desk, published_at desc, id desc, modified_at, live_revision)
      where live_revision is not null`,
    `create index article_live_modified on article (modified_at, id) where live_revision is not null`,
    `create unique index article_live_address on article (live_desk, live_slug) where live_revision is not null`,
    `create index article_updated on article (updated_at desc, id desc)`,
    `create index article_owner on article (owner_id, updated_at desc, id desc)`,
    `create index article_stage on article ((${STAGE}), (${CHANGED_AT}) desc, id desc)`,
    `create index article_due on article (due_on) where due_on is not null`,
    `create index article_created on article (created_at)`,
    `create index article_gate_unseen on article (id) where gate_blocks is null`,
    `create index article_scheduled on article (scheduled_for) where scheduled_for is not null`,
    `create index article_assignee on article (assignee_id) where assignee_id is not null`,
    `create index article_binned on article (binned_at) where binned_at is not null`,

    `create table revision (
      article_id text not null references article (id), number integer not null, desk text not null,
      slug text not null, headline text not null, dek text not null, body_blocks text not null,
      sources text not null, author_id text, correction_note text, hero_asset_id text,
      sponsorship_disclosure text, tag_ids text not null, editorial_packet text, saved_at text not null,
      saved_by_kind text not null, saved_by_id text not null, saved_by_name text not null, claim_id text,
      client_host text, picture_caption text, number_table text, primary key (article_id, number) ${end}`,
    `create index revision_claim on revision (claim_id, saved_at) where claim_id is not null`,
    `create index revision_author on revision (author_id, article_id, number) where author_id is not null`,
    `create index revision_hero on revision (hero_asset_id) where hero_asset_id is not null`,
    ...appendOnlyOutsideBin(kind, 'revision', 'article_id, number'),

    `create table address (
      desk text not null, slug text not null, article_id text not null references article (id),
      was_live integer not null, primary key (desk, slug) ${end}`,
    `create index address_article on address (article_id)`,

    `create table correction (
      seq ${serial}, article_id text not null references article (id), revision integer not null,
      note text not null, at text not null ${end}`,
    `create index correction_article on correction (article_id, seq)`,
    ...appendOnly(kind, 'correction', 'seq'),

    `create table series (
      id text primary key, slug text not null unique, name text not null, description text not null,
      created_at text not null ${end}`,

    `create table series_part (article_id text primary key, series_id text not null, place integer not null ${end}`,
    `create index series_part_of on series_part (series_id, place)`,

    `create table related_article (
      article_id text not null, place integer not null, related_id text not null,
      primary key (article_id, place) ${end}`,
    `create index related_to on related_article (related_id)`,

    `create table live_tag (
      tag_id text not null, published_at text not null, article_id text not null,
      primary key (tag_id, published_at, article_id) ${end}`,
    `create index live_tag_of on live_tag (article_id)`,

    `create table front_page (article_id text primary key, place integer not null, until_day text ${end}`,

    `create table picture (
      id text primary key, hash text not null unique, width integer not null, height integer not null,
      title text not null, alt text not null, credit text not null, added_at text not null,
      added_by_kind text not null, added_by_id text not null, added_by_name text not null,
      licence text not null default '', source text not null default '', ends_on text,
      is_ai_made integer not null default 0, focal_x integer not null default 50,
      focal_y integer not null default 50, changed_at text ${end}`,
    `create index picture_newest on picture (added_at desc, id desc)`,
  ];
}

/** The stage and the last change of an article, by the exact expressions of article/stage.ts, so that lists use the index. */
const STAGE = `case
  when binned_at is not null then 'binned'
  when scheduled_for is not null or schedule_trouble is not null then 'scheduled'
  when live_revision = latest_revision then 'published'
  when review_state is not null and review_revision > coalesce(live_revision, -1)
    then case when review_revision = latest_revision then review_state else 'in_review' end
  when live_revision is not null then 'changed'
  when published_at is null then 'draft'
  else 'unpublished' end`;
const CHANGED_AT = `case when modified_at > updated_at then modified_at else updated_at end`;
