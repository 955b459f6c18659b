import type { Generated } from 'kysely';

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
