import type { Generated } from 'kysely';

/** Tables of the newsroom: review, comments, working copies, previews, mail, second factors, calls of agents. */
export type NewsroomTables = {
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
  /** The points of the checklist that people ticked for an article, with the revision they saw. */
  checklist_tick: {
    article_id: string;
    point: string;
    revision: number;
    by_id: string;
    by_name: string;
    at: string;
  };
  /** A quotation or a name of an article: JSON of what each opened source says about it, and of what an editor decided. */
  wording: {
    article_id: string;
    words_hash: string;
    kind: string;
    words: string;
    looks: string;
    settled: string | null;
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
    /** The revision that answered the comment. */
    resolved_revision: number | null;
    /** The people whom the text names, as JSON: id, and name at that time. */
    mentions: Generated<string>;
    /** For a suggestion: the text of its block and the suggested one, as JSON; and `accepted` or `refused`. */
    suggestion: Generated<string | null>;
    verdict: Generated<string | null>;
  };
  /** Text that a person has typed and not yet saved as a revision, as JSON of a Copy; empty after it was saved or discarded. */
  working_copy: {
    article_id: string;
    editor_id: string;
    base_revision: number;
    copy: string;
    started_at: string;
    saved_at: string;
    /** Grows by one with each write and never restarts; a window compares it before it writes. */
    number: Generated<number>;
    /** The page's id of the request that wrote this. */
    post_id: Generated<string>;
  };
  /** The search index of the newsroom, see search/draft-index.ts. Only SQLite has `place`; its words are in `draft_words`. */
  draft_search: { place: Generated<number>; article_id: string };
  /** Articles whose latest revision is not in the index yet. */
  draft_unindexed: { article_id: string };
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
    follows_latest: Generated<0 | 1>;
  };
  /** Mail to be sent; recipient and text are erased once it is sent or given up. */
  outbox: {
    id: string;
    about: string;
    recipient: string | null;
    subject: string;
    text: string | null;
    /** The HTML part, in emails that have one. */
    html: string | null;
    created_at: string;
    due_at: string;
    tries: Generated<number>;
    trouble: string | null;
    sent_at: string | null;
    given_up_at: string | null;
    /** The ad order that the email belongs to: editors see it there, and its text is kept when sending is given up. */
    order_id: string | null;
    /** The hash of the single-use link in the text; the secret is created when the email is sent. */
    link_hash: string | null;
    /** The document attached to it, such as `invoice 2026-0001`. */
    attachment: Generated<string | null>;
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
};

/** Tables of settlements and evidence. */
export type FigureTables = {
  /** A settlement of one figure, proposed or confirmed; see evidence/figures. */
  settlement: {
    id: string;
    article_id: string;
    /** Identifies the figure: a hash of the fields from `field` to `sentence_hash`. */
    anchor: string;
    field: string;
    block_id: string | null;
    /** The number of the block among those with this id, from 1. */
    block_turn: number | null;
    text: string;
    /** The number of the occurrence of this text in its sentence, from 1. */
    occurrence: number;
    sentence_hash: string;
    kind: string;
    /** JSON, per kind: see evidence/figures/settlement.ts. */
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
    /** When another settlement replaced this one, or the figure was reopened. */
    replaced_at: string | null;
    /** Why an editor has to check it again, as a sentence. */
    look_again: string | null;
    /** When an editor refused or reopened it, with the editor's role and reason. */
    undone_at: string | null;
    undone_by_role: string | null;
    undone_because: string | null;
  };
  /** The public evidence for the figures of one published revision, as JSON; a later row for the revision replaces it. */
  evidence: {
    seq: Generated<number>;
    article_id: string;
    revision: number;
    at: string;
    figures: string;
    counts: string;
  };
  /** The address of an archived copy that an editor stored beside a source of an article. */
  archived_copy: {
    article_id: string;
    source_url: string;
    url: string;
    by_id: string;
    by_name: string;
    at: string;
  };
  /** A chief's override of one gate finding, for one revision. */
  gate_override: {
    seq: Generated<number>;
    article_id: string;
    revision: number;
    code: string;
    path: string;
    /** The figure of the finding. */
    anchor: string | null;
    by_id: string;
    by_name: string;
    reason: string;
    at: string;
  };
  /** The result of the last request to a cited address; `asked_at` is '' before the first. `hash`: the content found since `changed_at`. */
  source_look: {
    url: string;
    asked_at: string;
    status: number | null;
    trouble: string | null;
    changed_at: string | null;
    hash: string | null;
    tries: Generated<number>;
  };
  /** The articles that editors put on the front page, and the last day of each there. */
  front_page: { article_id: string; place: number; until_day: string | null };
  /** The articles that an editor chose to follow an article. */
  related_article: { article_id: string; place: number; related_id: string };
  series: { id: string; slug: string; name: string; description: string; created_at: string };
  /** The place of an article in its series. */
  series_part: { article_id: string; series_id: string; place: number };
  /** A former slug of a tag. */
  tag_address: { slug: string; tag_id: string };
  live_tag: { tag_id: string; published_at: string; article_id: string };
  /** A page of an article that a person has open. Its process renews `seen_at`; no backup has these rows. */
  presence: {
    id: string;
    article_id: string;
    editor_id: string;
    /** 1 in the editor. */
    is_writing: number;
    since: string;
    seen_at: string;
    /** The block with the cursor, and the last characters before the cursor; null until the page has sent them. */
    block_id: string | null;
    before_cursor: string | null;
  };
};
