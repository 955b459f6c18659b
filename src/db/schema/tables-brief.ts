import type { Generated } from 'kysely';

/** Tables of the Field Brief: its issues, their revisions, how the numbers in them are settled, and their sends. */
export type BriefTables = {
  /** One issue, named by its day. */
  brief: {
    day: string;
    /** Issues count from 1, in the order in which they were begun. */
    number: number;
    /** See `BriefState` in brief/issues. */
    state: string;
    latest_revision: number;
    approved_revision: number | null;
    approved_at: string | null;
    approved_by_id: string | null;
    approved_by_name: string | null;
    /** When it is to be sent, as it was given: a local time and its zone. `due_at` is the same time in UTC. */
    due_wall: string | null;
    due_zone: string | null;
    due_at: string | null;
    scheduled_by_id: string | null;
    scheduled_by_name: string | null;
    /** Why it is held, as a sentence. */
    problem: string | null;
    opened_at: string;
    changed_at: string;
    sent_at: string | null;
    /** When its audience was frozen; since then its content cannot change. */
    sending_at: string | null;
    /** When an editor last released it. */
    released_at: string | null;
    /** BASE_URL when it was scheduled or released: with another one it is held. */
    base_url: string | null;
  };
  /** Everything an issue says. Lists and objects are JSON; stories and corrections have the words readers saw at that time. */
  brief_revision: {
    brief_day: string;
    number: number;
    subject: string;
    intro: string;
    stories: string;
    corrections: string;
    /** The sources of the stories, which numbers in the brief may be settled by. */
    sources: string;
    sponsor: string | null;
    saved_at: string;
    saved_by_kind: string;
    saved_by_id: string;
    saved_by_name: string;
  };
  brief_settlement: {
    id: string;
    brief_day: string;
    anchor: string;
    text: string;
    kind: string;
    detail: string;
    settled_revision: number;
    settled_at: string;
    settled_by_id: string;
    settled_by_name: string;
    replaced_at: string | null;
  };
  brief_send: {
    brief_day: string;
    /** How many deliveries were frozen at the start. */
    audience: number;
    /** No delivery begins before: until then an editor can stop the send. */
    begins_at: string;
    /** Why the send pauses, as a sentence. */
    trouble: string | null;
    /** When too many refusals or complaints paused it; they do not pause it again. */
    tripped_at: string | null;
    /** SHA-256 of the HTML without personal addresses, in hexadecimal. */
    html_hash: string | null;
    /** JSON: deliveries by state, from the end of the send on. */
    counts: string | null;
    ended_at: string | null;
  };
  brief_delivery: {
    brief_day: string;
    subscriber_id: string;
    /** See `DELIVERY_STATES` in brief/sending. */
    state: string;
    /** A keyed hash of the domain of the address, for the pace. */
    domain: string;
    tries: Generated<number>;
    /** A waiting delivery is not taken before. */
    due_at: string;
    /** The process that took it. */
    holder: string | null;
    /** The mail server's reply code and enhanced code, such as `550 5.1.1`. */
    answer_code: string | null;
    ended_at: string | null;
  };
};
