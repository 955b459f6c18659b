import type { Generated } from 'kysely';

/** Tables of the ad desk: orders, creatives, places held, runs, invoices, suppliers. */
export type AdTables = {
  advertiser: {
    id: string;
    name: string;
    /** The exact name, trimmed and in NFC; unique. */
    name_key: string;
    /** The folded name, used to find advertisers with similar names. */
    similar_key: Generated<string>;
    /** Shown on its invoices; '' when unknown. `tax_exempt` is the reason why no tax is charged. */
    billing_address: Generated<string>;
    tax_number: Generated<string>;
    tax_exempt: Generated<string>;
    added_at: string;
    added_by_name: string;
  };
  ad_order: {
    id: string;
    /** The order's reference in emails: the beginning of its id. */
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
    /** The currency of the rate card on the day it was opened, as a code of ISO 4217. It never changes. */
    currency: Generated<string>;
    state: string;
    /** The first and the last day. */
    starts_on: string;
    ends_on: string;
    note: string;
    /** The checklist that the accepting editor ticked, as JSON. */
    checklist: string | null;
    /** Why the order was refused or cancelled. */
    reason: string | null;
    /** Why the ad does not run although its first day has come, as a sentence. */
    trouble: string | null;
    /** Why the booking failed; cleared when the order is booked or its days change. */
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
    /** SHA-256 of the uploaded file, which is not kept, and of the re-encoded copy. */
    sent_hash: string | null;
    hash: string | null;
    width: number | null;
    height: number | null;
    bytes: number | null;
    type: string | null;
    /** Names in the file store, as JSON. */
    files: string;
    /** The text of the Field Brief. */
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
    /** When the creative was withdrawn or replaced; from then on no page shows it. */
    withdrawn_at: string | null;
    withdrawn_reason: string | null;
    /** When the advertiser was notified of the refusal. */
    told_at: string | null;
  };
  /** The sponsor of a product category in a quarterly issue (`2026-Q4`); '' when the category has no sponsor. */
  ad_category: { issue: string; category: string; sponsor_id: string };
  /** A day or newsletter send for which a place is reserved; the lane is '' where one advertiser runs at a time. */
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
  /** A day or send that an order holds before it is booked, until the end of the day `until`. */
  ad_hold: { place: string; day: string; order_id: string; until: string };
  /** A link by which the advertiser of an order sees it; an order has at most one that is not revoked. */
  ad_link: {
    id: string;
    order_id: string;
    /** SHA-256 of its secret, which is derived from the id by the key of the site. */
    link_hash: string;
    made_at: string;
    made_by_name: string;
    expires_at: string;
    revoked_at: string | null;
    /** The last visit, to the minute. */
    seen_at: string | null;
  };
  /** An order at one place. Between `started_at` and `ended_at` the place shows its accepted creative of that kind. */
  ad_run: {
    order_id: string;
    /** The id of a creative kind in the catalog. */
    place: string;
    starts_on: string;
    ends_on: string;
    started_at: string | null;
    ended_at: string | null;
    /** When its days had passed and the ad had not run. */
    missed_at: string | null;
    /** The current problem, as a sentence, and the problem of the last email to the ad desk. */
    trouble: string | null;
    told: string | null;
  };
  invoice_series: { year: number; last: number };
  invoice: {
    number: string;
    year: number;
    nth: number;
    order_id: string;
    issued_at: string;
    /** Its content, as JSON of an InvoiceDocument. */
    document: string;
    total_cents: number;
    pdf_hash: string | null;
    paid_on: string | null;
    paid_note: string | null;
    paid_by_name: string | null;
    /** The number of the credit note that reverses it. */
    credited_by: string | null;
    /** The due date in its document; null for invoices of early releases. */
    due_on: string | null;
  };
  /** A reminder of an overdue invoice: the first, the second … */
  invoice_reminder: { invoice_number: string; nth: number; sent_at: string; sent_by_name: string };
  credit_note_series: { year: number; last: number };
  credit_note: {
    number: string;
    year: number;
    nth: number;
    invoice_number: string;
    order_id: string;
    issued_at: string;
    reason: string;
    /** Its content, as JSON of a CreditNoteDocument. */
    document: string;
    total_cents: number;
    pdf_hash: string | null;
    /** The paid part of the invoice, which is to be refunded. */
    refund_cents: number;
    refunded_on: string | null;
    refund_note: string | null;
    refunded_by_name: string | null;
  };
  insertion_order_series: { year: number; last: number };
  /** An agreement that the advertiser accepts by a link. */
  insertion_order: {
    number: string;
    year: number;
    nth: number;
    order_id: string;
    made_at: string;
    made_by_name: string;
    /** Its content, as JSON of an InsertionOrderDocument. */
    document: string;
    /** The rate that the order gets when it is accepted, in cents of the order’s currency. */
    cents: number;
    pdf_hash: string | null;
    /** SHA-256 of the secret in its link, which is derived from the number by the key of the site. */
    link_hash: string;
    expires_at: string;
    accepted_at: string | null;
    /** The name that the advertiser typed. */
    accepted_name: string | null;
    withdrawn_at: string | null;
    withdrawn_reason: string | null;
  };
  /** An ad of the magazine itself, for a place that no advertiser has bought. */
  house_ad: {
    id: string;
    /** The id of a creative in the catalog. */
    place: string;
    hash: string;
    /** Names in the file store, as JSON. */
    files: string;
    alt: string;
    /** An https address, or a path of this site. */
    url: string;
    /** The last UTC day on which its turn began; the latest of a place is shown. '' before its first turn. */
    shown_day: string;
    added_at: string;
    added_by_name: string;
    removed_at: string | null;
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
  /** A row of the supplier directory; a row with an order is paid. */
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
