import type { Generated } from 'kysely';
import type { AdTables } from './tables-ads.ts';
import type { BriefTables } from './tables-brief.ts';
import type { IntegrationTables } from './tables-integrations.ts';
import type { FigureTables, NewsroomTables } from './tables-newsroom.ts';
import type { PublicationTables } from './tables-publications.ts';
import type { SubscriberTables } from './tables-subscribers.ts';

// Ids are UUIDs, times are ISO texts in UTC, booleans are 0 or 1, and JSON is text.

export type Tables = SiteTables &
  PublicationTables &
  NewsroomTables &
  FigureTables &
  AdTables &
  BriefTables &
  SubscriberTables &
  IntegrationTables;

type SiteTables = {
  setting: { name: string; value: string };

  /** Work that one process at a time does: see runtime/jobs. */
  job: {
    kind: string;
    key: string;
    /** Who holds it; null when it is free. */
    holder: string | null;
    /** The end of the lease; if the job is free, the time of its release. */
    held_until: string;
    /** How often it was taken since it was finished, or since its last progress. */
    tries: number;
  };

  editor: {
    id: string;
    email: string;
    name: string;
    role: string;
    /** 1 for somebody who sells ads and sees no articles; their `role` is then `writer`. */
    sells_ads: Generated<number>;
    password_hash: string | null;
    created_at: string;
    disabled_at: string | null;
    /** Access that the person granted before this time, such as tokens of agents, is invalid. */
    standing_since: string | null;
    /** The zone in which the person sees times; null for the zone of the publication. */
    time_zone: string | null;
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
    /** 1 for a remembered computer: the session may be idle for longer. */
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
    /** More data of the link, such as a new email address. */
    detail: string | null;
  };
  author: {
    id: string;
    slug: string;
    name: string;
    created_at: string;
    /** The member whose own byline this is. */
    editor_id: Generated<string | null>;
    biography: Generated<string | null>;
    /** A picture of the library. */
    portrait_id: Generated<string | null>;
  };
  tag: {
    id: string;
    slug: string;
    name: string;
    created_at: string;
    /** The tag that this one was merged into, which itself is not merged. */
    merged_into: Generated<string | null>;
  };

  article: {
    id: string;
    owner_id: string | null;
    section: string;
    slug: string;
    latest_revision: number;
    live_revision: number | null;
    live_section: string | null;
    live_slug: string | null;
    /** The time of the first publication; never changes. */
    published_at: string | null;
    /** The time of the latest publication. */
    modified_at: string | null;
    correction_seq: number | null;
    created_at: string;
    updated_at: string;
    /** The last decision about `review_revision`; see editorial/review. */
    review_state: string | null;
    review_revision: number | null;
    assignee_id: string | null;
    /** A day, `2026-11-21`. */
    due_on: string | null;
    /** The requested length in words, and a note for the person who writes the article. */
    ordered_words: Generated<number | null>;
    assignment_note: Generated<string | null>;
    scheduled_for: string | null;
    scheduled_revision: number | null;
    scheduled_by: string | null;
    /** Why the scheduled revision needs no correction although its text differs from the live text. */
    scheduled_no_correction: string | null;
    /** Why the scheduled publication failed, as a sentence. */
    schedule_trouble: string | null;
    unpublish_reason: string | null;
    /** What readers see at the address of the unpublished article, and since when. */
    retraction_notice: string | null;
    retracted_at: string | null;
    /** The texts of the picture that readers see, while changed texts in the library wait for the next publication. */
    live_hero_words: string | null;
    /** JSON: `ArchiveMark`, which every form shows, of an article that an import took from the archive of another site. */
    archive: Generated<string | null>;
    /** The counts of the last gate check of the latest revision; null before the first check. */
    gate_blocks: number | null;
    gate_warns: number | null;
    /** Of these entries, numbers that are open or wait for an editor. */
    open_numbers: Generated<number | null>;
    /** When a person moved the draft to the bin, and the person's name. */
    binned_at: string | null;
    binned_by: string | null;
  };
  revision: {
    article_id: string;
    number: number;
    section: string;
    slug: string;
    headline: string;
    dek: string;
    body_blocks: string;
    sources: string;
    author_id: string | null;
    correction_note: string | null;
    hero_asset_id: string | null;
    /** Below the picture, in this article only. */
    picture_caption: string | null;
    /** Its table of numbers, as lines. */
    number_table: string | null;
    /** The people who worked on it in addition to its byline: a role, a colon and names in each line. */
    credits: string | null;
    /** Its tables and charts, as lines. */
    exhibits: string | null;
    sponsorship_disclosure: string | null;
    tag_ids: string;
    editorial_packet: string | null;
    saved_at: string;
    saved_by_kind: string;
    saved_by_id: string;
    saved_by_name: string;
    claim_id: string | null;
    /** The app of the agent that saved it, as `claim.client_host`. */
    client_host: string | null;
  };
  /** Every address that an article has now or had while it was live. */
  address: { section: string; slug: string; article_id: string; was_live: number };
  correction: { seq: Generated<number>; article_id: string; revision: number; note: string; at: string };
  /** The media library; the files of a picture are in the file store, under its hash. */
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
    /** The focal point, which stays visible in every crop, in percent of width and height. */
    focal_x: Generated<number>;
    focal_y: Generated<number>;
    changed_at: string | null;
    /** Its files for the dark and for phones, as JSON: see article/hero.ts. */
    versions: Generated<string | null>;
    /** Whether a crop would cut its labels off. */
    is_diagram: Generated<number>;
  };

  /** The search index, see search/search-index.ts. SQLite has its words in the tables `search_heads` and `search_words`, with `place` as row number. */
  search: { article_id: string; published_at: string; modified_at: string };
  /** Words of headlines, deks, bylines and tags, for prefixes and misspelled words in a search. */
  search_vocabulary: { word: string };
  /** Live articles that wait to be indexed again. */
  search_unindexed: { article_id: string };

  /** The index of the quote check, see quote/quote-index.ts. Only PostgreSQL has the terms here; on SQLite they are in `quote_words`. */
  quote_text: { place: Generated<number>; article_id: string };
  /** The last line of the publication log that is in this index. */
  quote_position: { one: number; seq: number };

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
    /** The sections the agent may write for, as JSON; null is all. */
    sections: string | null;
    draft_only: Generated<number>;
    /** Until this time the redeemed claim can be used to renew tokens. */
    renew_until: string | null;
    /** When an editor revoked the access. */
    ended_at: string | null;
    /** The request of an OAuth client, as JSON (`AuthorizationRequest`); null for a claim that an agent opened itself. */
    oauth: string | null;
    /** The host that was verified for the OAuth client; empty for an app on a computer; null without OAuth. */
    client_host: string | null;
    /** The authorization code that the browser carries to the client. */
    code_hash: string | null;
    code_expires_at: string | null;
    /** The refresh token that is valid now. */
    refresh_hash: string | null;
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

  // The ad desk. Money is in cents of the order’s currency; a day is `2026-11-21`, UTC.
};
