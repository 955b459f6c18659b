import type { Tables } from '../db/schema/tables.ts';

/** A table that is kept: its primary key, and whether its rows are numbered by the database, or only ever added. */
export type Kept = { name: keyof Tables; key: string[]; isNumbered?: true; onlyGrows?: true };

/** Every table of the house, each after those it refers to. What can be made again from these is not among them. */
export const KEPT: readonly Kept[] = [
  { name: 'setting', key: ['name'] },
  { name: 'editor', key: ['id'] },
  { name: 'session', key: ['id'] },
  { name: 'one_time_link', key: ['token_hash'] },
  { name: 'author', key: ['id'] },
  { name: 'tag', key: ['id'] },
  { name: 'picture', key: ['id'] },
  { name: 'article', key: ['id'] },
  { name: 'revision', key: ['article_id', 'number'], onlyGrows: true },
  { name: 'address', key: ['desk', 'slug'] },
  { name: 'correction', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'publication_log', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'journal', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'review', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'comment', key: ['id'] },
  { name: 'settlement', key: ['id'] },
  { name: 'evidence', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'gate_override', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'source_look', key: ['url'] },
  { name: 'working_copy', key: ['article_id', 'editor_id'] },
  { name: 'preview_link', key: ['id'] },
  { name: 'totp', key: ['editor_id'] },
  { name: 'passkey', key: ['id'] },
  { name: 'recovery_code', key: ['editor_id', 'code_hash'] },
  { name: 'challenge', key: ['id'] },
  { name: 'idempotency', key: ['principal', 'key'] },
  { name: 'claim', key: ['id'] },
  { name: 'access_token', key: ['id'] },
  { name: 'agent_call', key: ['seq'], isNumbered: true },
  { name: 'advertiser', key: ['id'] },
  { name: 'ad_order', key: ['id'] },
  { name: 'outbox', key: ['id'] },
  { name: 'creative', key: ['id'] },
  { name: 'ad_category', key: ['issue', 'category'] },
  { name: 'ad_slot', key: ['place', 'day', 'lane'] },
  { name: 'ad_run', key: ['order_id', 'place'] },
  { name: 'invoice_series', key: ['year'] },
  { name: 'invoice', key: ['number'] },
  { name: 'credit_note_series', key: ['year'] },
  { name: 'credit_note', key: ['number'] },
  { name: 'ad_look', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'ad_sighting', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'ad_shot', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'field_brief_send', key: ['day'], onlyGrows: true },
  { name: 'proof', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'supplier', key: ['id'] },
];

/** Tables that are made again from those that are kept. */
export const DERIVED: readonly string[] = ['search', 'search_words'];
