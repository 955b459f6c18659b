import type { Generated } from 'kysely';

/** Tables of what is in work: review, comments, working copies, previews, mail, second factors, calls of agents. */
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
  /** What a person has typed and not yet saved as a revision, as JSON of a Copy; empty once it was saved or thrown away. */
  working_copy: {
    article_id: string;
    editor_id: string;
    base_revision: number;
    copy: string;
    started_at: string;
    saved_at: string;
    /** Grows by one with each write, and never starts again: two windows compare it before they write. */
    number: Generated<number>;
    /** The id that the page gave to the post that wrote this; empty for rows of an older release. */
    post_id: Generated<string>;
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
    /** The order of the ad desk it belongs to: editors see it there, and its words are kept when it is given up. */
    order_id: string | null;
    /** The link for one use that its text leaves room for, by its hash; its secret is made when it is sent. */
    link_hash: string | null;
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

/** Tables of how numbers are settled. */
export type FigureTables = {
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
    /** JSON, per kind: see article/figures/settlement.ts. */
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
    /** When an editor refused it, or opened it again; with the role of who did so and the reason. */
    undone_at: string | null;
    undone_by_role: string | null;
    undone_because: string | null;
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
  /** What came of asking a cited address, last asked at `asked_at`, '' for never. `hash` tells apart what was found since `changed_at`. */
  source_look: {
    url: string;
    asked_at: string;
    status: number | null;
    trouble: string | null;
    changed_at: string | null;
    hash: string | null;
    tries: Generated<number>;
  };
};
