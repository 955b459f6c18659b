/** Tables of the Field Brief: its issues, their revisions, and how the numbers in them are settled. */
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
};
