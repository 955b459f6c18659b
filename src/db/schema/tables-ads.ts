import type { Generated } from 'kysely';

/** Tables of the ad desk: orders, creatives, places held, runs, invoices, proofs, suppliers. */
export type AdTables = {
  advertiser: {
    id: string;
    name: string;
    /** The exact name, in NFC and without blanks around it: one advertiser for each. */
    name_key: string;
    /** The folded name, by which similar ones are found. */
    similar_key: Generated<string>;
    added_at: string;
    added_by_name: string;
  };
  ad_order: {
    id: string;
    /** By which letters name it: the beginning of its id. */
    reference: string;
    unit: string;
    advertiser_id: string;
    /** The product category: an id of the list, or `other: …`. */
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
    /** Why it could not be booked, until it is booked or has other days. */
    booking_refused: string | null;
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
    /** From then on it stands nowhere: it was taken out, or another took its place. */
    withdrawn_at: string | null;
    withdrawn_reason: string | null;
    /** When the advertiser was told that it is refused. */
    told_at: string | null;
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
  /** An order at one place. Between `started_at` and `ended_at` its accepted creative of that kind stands there. */
  ad_run: {
    order_id: string;
    /** A creative of the catalog. */
    place: string;
    starts_on: string;
    ends_on: string;
    started_at: string | null;
    ended_at: string | null;
    /** Screenshots as the first release kept them; `ad_shot` holds them now. */
    shots: string | null;
    /** When its days had passed without evidence that it ran. */
    missed_at: string | null;
    /** What is wrong with it now, in words; and the words the desk was last written to about. */
    trouble: string | null;
    told: string | null;
    /** When a screenshot may be tried again, and why the last try failed. */
    shot_due_at: string | null;
    shot_trouble: string | null;
  };
  /** A look of the service at every page that carries an ad; `paused_since` names the look before where too much time lies between. */
  ad_look: {
    seq: Generated<number>;
    began_at: string;
    ended_at: string;
    /** When the next one was due. */
    due_at: string;
    paused_since: string | null;
  };
  /** That a page began to show a creative, or no longer did; `last_at` is the last look that saw it. */
  ad_sighting: {
    seq: Generated<number>;
    order_id: string;
    place: string;
    path: string;
    sha256: string;
    act: string;
    at: string;
    last_at: string | null;
  };
  /** A screenshot of a page while it showed a creative. */
  ad_shot: {
    seq: Generated<number>;
    order_id: string;
    place: string;
    path: string;
    creative_sha256: string | null;
    taken_at: string;
    sha256: string;
    /** Its name in the store of files. */
    file: string;
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
    /** The number of the credit note that reverses it. */
    credited_by: string | null;
  };
  credit_note_series: { year: number; last: number };
  credit_note: {
    number: string;
    year: number;
    nth: number;
    invoice_number: string;
    order_id: string;
    issued_at: string;
    reason: string;
    /** All its words, as JSON of a CreditNoteDocument. */
    document: string;
    total_cents: number;
    pdf_hash: string | null;
    /** What was paid of the invoice and is owed back. */
    refund_cents: number;
    refunded_on: string | null;
    refund_note: string | null;
    refunded_by_name: string | null;
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
