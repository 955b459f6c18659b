import type { Generated } from 'kysely';

// Ids are uuids and times UTC ISO texts; what is 0 or 1 is a boolean; JSON is text. A column never leaves its room.

export type Tables = {
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
  };
  one_time_link: {
    token_hash: string;
    purpose: string;
    created_at: string;
    expires_at: string;
    used_at: string | null;
    editor_id: string | null;
    /** What the link is about besides the person, such as a new e-mail address. */
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
    /** What the gate of the latest revision counted when it was last looked at; null before that. */
    gate_blocks: number | null;
    gate_warns: number | null;
  };
  review: {
    seq: Generated<number>;
    article_id: string;
    revision: number;
    state: string;
    note: string | null;
    by_id: string;
    by_name: string;
    at: string;
  };
  /** About a whole article, a block of it, or the n-th occurrence of a passage in a block. */
  comment: {
    id: string;
    article_id: string;
    revision: number;
    block_id: string | null;
    passage: string | null;
    occurrence: number | null;
    text: string;
    reply_to: string | null;
    by_kind: string;
    by_id: string;
    by_name: string;
    at: string;
    resolved_at: string | null;
    resolved_by: string | null;
    /** The revision that answered it. */
    resolved_revision: number | null;
  };
  /** What somebody has typed and not yet saved as a revision, as JSON of a Copy. */
  working_copy: {
    article_id: string;
    editor_id: string;
    base_revision: number;
    copy: string;
    started_at: string;
    saved_at: string;
  };
  preview_link: {
    id: string;
    token_hash: string;
    article_id: string;
    revision: number;
    label: string;
    created_by: string;
    created_at: string;
    expires_at: string;
    revoked_at: string | null;
    seen_at: string | null;
  };
  /** Mail to be sent; recipient and text are erased once it is sent or given up. */
  outbox: {
    id: string;
    about: string;
    recipient: string | null;
    subject: string;
    text: string | null;
    created_at: string;
    due_at: string;
    tries: Generated<number>;
    trouble: string | null;
    sent_at: string | null;
    given_up_at: string | null;
  };
  totp: {
    editor_id: string;
    sealed_secret: string;
    created_at: string;
    confirmed_at: string | null;
    last_step: number | null;
  };
  passkey: {
    id: string;
    editor_id: string;
    public_key: string;
    counter: number;
    transports: string;
    name: string;
    created_at: string;
    used_at: string | null;
  };
  recovery_code: { editor_id: string; code_hash: string; used_at: string | null };
  /** A sign-in that waits for its second factor, or a passkey's challenge that was used. */
  challenge: {
    id: string;
    editor_id: string | null;
    purpose: string;
    challenge: string;
    expires_at: string;
    tries: Generated<number>;
  };
  agent_call: {
    seq: Generated<number>;
    claim_id: string;
    at: string;
    name: string;
    article_id: string | null;
    outcome: string;
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

  /** How one figure of an article was, or is proposed to be, settled; see article/figures. */
  settlement: {
    id: string;
    article_id: string;
    /** What the figure is known by: a hash of the fields from `field` to `sentence_hash`. */
    anchor: string;
    field: string;
    block_id: string | null;
    /** Which of the blocks with this id, from 1. */
    block_turn: number | null;
    text: string;
    /** Which of the same text in its sentence, from 1. */
    occurrence: number;
    sentence_hash: string;
    kind: string;
    /** JSON, per kind: see article/figures/settling.ts. */
    detail: string;
    source_url: string | null;
    proposed_by_kind: string;
    proposed_by_id: string;
    proposed_by_name: string;
    proposed_at: string;
    proposed_revision: number;
    confirmed_by_id: string | null;
    confirmed_by_name: string | null;
    confirmed_at: string | null;
    refused_at: string | null;
    refused_by: string | null;
    /** Since when another stands in its place, or the figure was opened again. */
    replaced_at: string | null;
    /** Why it has to be looked at again, in words. */
    look_again: string | null;
  };
  /** What readers are told of the figures of one published revision, as JSON; a later row of the same takes its place. */
  evidence: {
    seq: Generated<number>;
    article_id: string;
    revision: number;
    at: string;
    figures: string;
    counts: string;
  };
  /** What a chief let pass the gate, for one revision. */
  gate_override: {
    seq: Generated<number>;
    article_id: string;
    revision: number;
    code: string;
    path: string;
    /** The figure it is about. */
    anchor: string | null;
    by_id: string;
    by_name: string;
    reason: string;
    at: string;
  };
  /** What came of asking a cited address. */
  source_look: {
    url: string;
    asked_at: string;
    status: number | null;
    trouble: string | null;
    changed_at: string | null;
    hash: string | null;
    tries: Generated<number>;
  };

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

  /** What can be looked up by its words, see db/word-index.ts. Only SQLite has `place`; its words are in `search_words`. */
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
  advertiser: { id: string; name: string; name_key: string; added_at: string; added_by_name: string };
  ad_order: {
    id: string;
    /** By which letters name it: the beginning of its id. */
    reference: string;
    unit: string;
    advertiser_id: string;
    /** The product category, folded. */
    category: string;
    contact_name: string;
    contact_email: string;
    rate: string;
    /** The number of the signed insertion order, and when it was signed; null at the list price. */
    insertion_order: string | null;
    insertion_signed_on: string | null;
    cents: number;
    state: string;
    /** First and last day. */
    starts_on: string;
    ends_on: string;
    note: string;
    /** What the editor who accepted it ticked, as JSON. */
    checklist: string | null;
    /** Why it was refused or cancelled. */
    reason: string | null;
    /** Why it does not run though its day has come, in words. */
    trouble: string | null;
    opened_at: string;
    changed_at: string;
  };
  creative: {
    id: string;
    order_id: string;
    /** Which creative of the catalog it is. */
    kind: string;
    state: string;
    /** SHA-256 of the file as it was sent, which is not kept, and of the copy made of it. */
    sent_hash: string | null;
    hash: string | null;
    width: number | null;
    height: number | null;
    bytes: number | null;
    type: string | null;
    /** Names in the store of files, as JSON. */
    files: string;
    /** The words of the Field Brief. */
    text: string | null;
    url: string | null;
    label: string;
    alt: string;
    /** Lists of sentences, as JSON. */
    reasons: string;
    warnings: string;
    checked_at: string;
    taken_by_name: string;
    decided_at: string | null;
    decided_by_name: string | null;
    withdrawn_reason: string | null;
  };
  /** Whom a product category belongs to in a quarterly issue (`2026-Q4`): its sponsor, or '' for nobody. */
  ad_category: { issue: string; category: string; sponsor_id: string };
  /** A day or a send for which a place is held; the lane is '' where one advertiser runs at a time. */
  ad_slot: {
    place: string;
    day: string;
    lane: string;
    order_id: string;
    advertiser_id: string;
    issue: string;
    category: string;
    sponsor_id: string;
  };
  ad_run: {
    order_id: string;
    /** A creative of the catalog. */
    place: string;
    starts_on: string;
    ends_on: string;
    started_at: string | null;
    ended_at: string | null;
  };
  invoice_series: { year: number; last: number };
  invoice: {
    number: string;
    year: number;
    nth: number;
    order_id: string;
    issued_at: string;
    /** All its words, as JSON of an InvoiceDocument. */
    document: string;
    total_cents: number;
    pdf_hash: string | null;
    paid_on: string | null;
    paid_note: string | null;
    paid_by_name: string | null;
  };
  field_brief_send: {
    day: string;
    order_id: string | null;
    creative_hash: string | null;
    note: string;
    sent_at: string;
    noted_at: string;
    noted_by_name: string;
  };
  proof: {
    seq: Generated<number>;
    id: string;
    order_id: string;
    made_at: string;
    /** What is signed, byte for byte. */
    document: string;
    signature: string;
    key_id: string;
    pdf_hash: string;
    /** Names of its screenshots in the store of files, as JSON. */
    files: string;
  };
  /** A row of the supplier directory; paid where it has an order. */
  supplier: {
    id: string;
    name: string;
    name_key: string;
    what: string;
    place: string;
    url: string;
    order_id: string | null;
    paid_until: string | null;
    added_at: string;
    added_by_name: string;
    changed_at: string;
    removed_at: string | null;
  };
};
