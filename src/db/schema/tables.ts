import type { Generated } from 'kysely';
import type { AdTables } from './tables-ads.ts';
import type { FigureTables, NewsroomTables } from './tables-newsroom.ts';

// Ids are uuids and times UTC ISO texts; what is 0 or 1 is a boolean; JSON is text. A column never leaves its room.

export type Tables = SiteTables & NewsroomTables & FigureTables & AdTables;

type SiteTables = {
  setting: { name: string; value: string };

  editor: {
    id: string;
    email: string;
    name: string;
    role: string;
    password_hash: string | null;
    created_at: string;
    disabled_at: string | null;
    /** Since when they are what they are now: rights of before, such as tokens of programs, do not come back. */
    standing_since: string | null;
  };
  session: {
    id: string;
    token_hash: string;
    editor_id: string;
    address: string;
    browser: string;
    created_at: string;
    seen_at: string;
    expires_at: string;
    second_factor_at: string | null;
    /** 1 for a computer that is remembered: the session may rest for longer. */
    remembered: Generated<number>;
    /** When the password was last given again in this session; null since it began. */
    confirmed_at: string | null;
  };
  one_time_link: {
    token_hash: string;
    purpose: string;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    editor_id: string | null;
    /** What the link is about besides the person, such as a new email address. */
    detail: string | null;
  };
  author: { id: string; slug: string; name: string; created_at: string };
  tag: { id: string; slug: string; name: string; created_at: string };

  article: {
    id: string;
    owner_id: string | null;
    desk: string;
    slug: string;
    latest_revision: number;
    live_revision: number | null;
    live_desk: string | null;
    live_slug: string | null;
    /** The first publication; never moves. */
    published_at: string | null;
    /** The latest publication. */
    modified_at: string | null;
    correction_seq: number | null;
    created_at: string;
    updated_at: string;
    /** What was last decided about `review_revision`; see article/review. */
    review_state: string | null;
    review_revision: number | null;
    assignee_id: string | null;
    /** A day, `2026-11-21`. */
    due_on: string | null;
    scheduled_for: string | null;
    scheduled_revision: number | null;
    scheduled_by: string | null;
    /** Why what is scheduled needs no correction, where its words differ from the live ones. */
    scheduled_no_correction: string | null;
    /** Why the schedule was not kept, in words. */
    schedule_trouble: string | null;
    unpublish_reason: string | null;
    /** The words by its picture that readers see, where those of the library wait for the next publication. */
    live_hero_words: string | null;
    /** What the gate of the latest revision counted when it was last looked at; null before that. */
    gate_blocks: number | null;
    gate_warns: number | null;
  };
  revision: {
    article_id: string;
    number: number;
    desk: string;
    slug: string;
    headline: string;
    dek: string;
    body_blocks: string;
    sources: string;
    author_id: string | null;
    correction_note: string | null;
    hero_asset_id: string | null;
    sponsorship_disclosure: string | null;
    tag_ids: string;
    editorial_packet: string | null;
    saved_at: string;
    saved_by_kind: string;
    saved_by_id: string;
    saved_by_name: string;
    claim_id: string | null;
  };
  /** Every address an article holds now or was once live at. */
  address: { desk: string; slug: string; article_id: string; was_live: number };
  correction: { seq: Generated<number>; article_id: string; revision: number; note: string; at: string };

  /** The media library; the files of a picture lie in the store, under its hash. */
  picture: {
    id: string;
    hash: string;
    width: number;
    height: number;
    title: string;
    alt: string;
    credit: string;
    added_at: string;
    added_by_kind: string;
    added_by_id: string;
    added_by_name: string;
    licence: Generated<string>;
    source: Generated<string>;
    ends_on: string | null;
    is_ai_made: Generated<number>;
    /** The point that stays in sight when the picture is cut, in hundredths of its width and height. */
    focal_x: Generated<number>;
    focal_y: Generated<number>;
    changed_at: string | null;
  };

  /** What can be looked up by its words, see db/search-index.ts. Only SQLite has `place`; its words are in `search_words`. */
  search: { place: number; article_id: string; published_at: string; modified_at: string };

  publication_log: {
    seq: Generated<number>;
    at: string;
    act: string;
    article_id: string;
    desk: string;
    slug: string;
    revision: number | null;
  };
  journal: {
    seq: Generated<number>;
    at: string;
    actor_kind: string;
    actor_id: string;
    actor_name: string;
    act: string;
    subject_kind: string;
    subject_id: string;
    revision: number | null;
    detail: string | null;
    previous_hash: string;
    hash: string;
  };
  idempotency: { principal: string; key: string; body_hash: string; answer: string; created_at: string };

  claim: {
    id: string;
    claim_token_hash: string;
    user_code_hmac: string;
    status: string;
    login_hint: string | null;
    address: string;
    program: string;
    created_at: string;
    expires_at: string;
    last_polled_at: string | null;
    decided_by: string | null;
    decided_at: string | null;
    redeemed_at: string | null;
    /** The desks the agent may write for, as JSON; null is all. */
    desks: string | null;
    draft_only: Generated<number>;
    /** Until when the redeemed claim gives fresh tokens. */
    renew_until: string | null;
    /** When an editor ended what had been granted. */
    ended_at: string | null;
  };
  access_token: {
    id: string;
    token_hash: string;
    claim_id: string;
    editor_id: string;
    scopes: string;
    resource: string;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    revoked_at: string | null;
  };

  // The ad desk. Money is in US cents; a day is `2026-11-21`, UTC.
};
