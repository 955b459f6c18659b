import type { Generated } from 'kysely';

/** Tables of the subscribers of the Field Brief. */
export type SubscriberTables = {
  subscriber: {
    id: string;
    /** The address as it was given; null after it was erased, like everything else that names the person. */
    address: string | null;
    /** The same for all spellings of one mailbox; unique. */
    address_key: string | null;
    /** The hash of the token in the subscriber's unsubscribe and preferences addresses, which is derived from the id. */
    token_hash: string | null;
    state: string;
    /** Why it has this state: a key of `REASONS`. */
    reason: string;
    /** The note of an editor about the state. */
    note: string | null;
    /** Whether the weekly brief is wanted: 1 or 0. */
    weekly: Generated<number>;
    /** JSON of the other wishes. */
    wants: string;
    origin: string;
    /** Who vouches for an imported address, and how consent was given. */
    consent: string | null;
    created_at: string;
    /** When the last confirmation email was queued; null while an imported address waits for it. */
    asked_at: string | null;
    /** The IP address of the request. */
    asked_from: string | null;
    confirmed_at: string | null;
    unsubscribed_at: string | null;
  };
  /** Addresses that get no brief, as keyed hashes, so that an erased address stays suppressed. */
  suppression: { address_hmac: string; since: string; reason: string };
  /** Every change of a subscriber's state. `was` is null for the first. */
  subscriber_event: {
    seq: Generated<number>;
    subscriber_id: string;
    at: string;
    was: string | null;
    state: string;
    reason: string;
    note: string | null;
    by_name: string | null;
  };
  /** A link that confirms a subscription or erases an address; the secret is stored as a hash. */
  subscriber_link: {
    link_hash: string;
    subscriber_id: string;
    purpose: string;
    created_at: string;
    expires_at: string;
  };
  /** A report about a delivery: by a mail server into the mailbox for reports, or by a mail service. */
  bounce: {
    seq: Generated<number>;
    subscriber_id: string;
    brief_day: string | null;
    kind: string;
    /** The enhanced status code (RFC 3463), such as `5.1.1`. */
    code: string | null;
    source: string;
    /** A hash of the parts that identify the report, so that it counts once. */
    report_key: string;
    at: string;
  };
  /** Emails to people who asked for the brief, counted by the limits. */
  subscriber_email: { id: string; address_hmac: string; domain_hmac: string; purpose: string; at: string };
};
