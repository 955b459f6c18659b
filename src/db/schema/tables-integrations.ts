import type { Generated } from 'kysely';
import type { ExchangeTables } from './tables-exchange.ts';
import type { ImportTables } from './tables-imports.ts';

/** Tables of other sites that get each change, and of other systems whose articles were imported. */
export type IntegrationTables = ExchangeTables &
  ImportTables & {
    /** The settings of the site by chiefs: its name and others, each as JSON. */
    site_setting: { name: string; value: string };
    /** An address that gets messages, and the line of the publication log up to which it got them. */
    integration: {
      /** A UUID. */
      id: string;
      address: string;
      /** `BASE_URL` when it was added or switched on: a copy of the site under another address sends nothing. */
      base_url: string;
      /** The note of the chief who added it. */
      note: string;
      created_at: string;
      /** The secrets that sign, encrypted, as JSON (`StoredSecret[]`), the present one first. */
      secrets: string;
      /** The Ed25519 key, encrypted; null without it. */
      sign_key: string | null;
      /** The last line of the publication log that was delivered. */
      after_seq: number;
      /** Failed tries of the next line. */
      tries: number;
      /** No try before this time. */
      due_at: string;
      /** The first of the failures since the last delivery. */
      failing_since: string | null;
      /** Why the last try failed. */
      trouble: string | null;
      off_at: string | null;
      /** `chief`, `gone` or `failed`. */
      off_because: string | null;
    };
    /** One try of a message; the oldest are removed. */
    integration_delivery: {
      seq: Generated<number>;
      integration_id: string;
      message_id: string;
      /** The line of the publication log; null for a test. */
      change_seq: number | null;
      type: string;
      at: string;
      /** Milliseconds until the answer. */
      took: number;
      /** The status of the answer; null without one. */
      status: number | null;
      trouble: string | null;
      /** The beginning of a failed answer. */
      answer: string | null;
    };
  };
