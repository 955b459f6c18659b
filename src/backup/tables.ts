import { CompiledQuery, sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';

/** A table in a backup: its primary key, and whether the database numbers its rows, or it is append-only. */
export type BackupTable = { name: keyof Tables; key: string[]; isNumbered?: true; onlyGrows?: true };

/** Every table of a backup, each after the tables it refers to. Tables that can be rebuilt from these are left out. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  { name: 'setting', key: ['name'] },
  { name: 'site_setting', key: ['name'] },
  { name: 'editor', key: ['id'] },
  { name: 'session', key: ['id'] },
  { name: 'one_time_link', key: ['token_hash'] },
  { name: 'author', key: ['id'] },
  { name: 'tag', key: ['id'] },
  { name: 'picture', key: ['id'] },
  { name: 'article', key: ['id'] },
  { name: 'revision', key: ['article_id', 'number'], onlyGrows: true },
  { name: 'address', key: ['desk', 'slug'] },
  { name: 'front_page', key: ['article_id'] },
  { name: 'related_article', key: ['article_id', 'place'] },
  { name: 'series', key: ['id'] },
  { name: 'series_part', key: ['article_id'] },
  { name: 'tag_address', key: ['slug'] },
  { name: 'import_run', key: ['id'] },
  { name: 'import_item', key: ['run_id', 'source_id'] },
  { name: 'lost_place', key: ['run_id', 'source_id', 'number'] },
  { name: 'old_address', key: ['path'] },
  { name: 'live_tag', key: ['tag_id', 'published_at', 'article_id'] },
  { name: 'correction', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'public_revision', key: ['article_id', 'revision'], onlyGrows: true },
  { name: 'publication_log', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'signed_record', key: ['number'], onlyGrows: true },
  { name: 'record_key', key: ['number'] },
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
  { name: 'ad_hold', key: ['place', 'day'] },
  { name: 'ad_link', key: ['id'] },
  { name: 'ad_run', key: ['order_id', 'place'] },
  { name: 'invoice_series', key: ['year'] },
  { name: 'invoice', key: ['number'] },
  { name: 'invoice_reminder', key: ['invoice_number', 'nth'] },
  { name: 'credit_note_series', key: ['year'] },
  { name: 'credit_note', key: ['number'] },
  { name: 'insertion_order_series', key: ['year'] },
  { name: 'insertion_order', key: ['number'] },
  { name: 'ad_look', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'ad_sighting', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'ad_shot', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'field_brief_send', key: ['day'], onlyGrows: true },
  { name: 'proof', key: ['seq'], isNumbered: true, onlyGrows: true },
  { name: 'supplier', key: ['id'] },
  { name: 'integration', key: ['id'] },
  { name: 'integration_delivery', key: ['seq'], isNumbered: true },
  { name: 'export_job', key: ['id'] },
  { name: 'house_ad', key: ['id'] },
  { name: 'subscriber', key: ['id'] },
  { name: 'suppression', key: ['address_hmac'] },
  { name: 'subscriber_event', key: ['seq'], isNumbered: true },
  { name: 'bounce', key: ['seq'], isNumbered: true },
  { name: 'subscriber_link', key: ['link_hash'] },
  { name: 'subscriber_email', key: ['id'] },
  { name: 'brief', key: ['day'] },
  { name: 'brief_revision', key: ['brief_day', 'number'], onlyGrows: true },
  { name: 'brief_settlement', key: ['id'] },
  { name: 'brief_send', key: ['brief_day'] },
  { name: 'brief_delivery', key: ['brief_day', 'subscriber_id'] },
];

/** Tables made from the data of the others, and what is true for a minute only: who has an article open. */
export const DERIVED_TABLES: readonly string[] = [
  'search',
  'search_words',
  'search_vocabulary',
  'search_unindexed',
  'draft_search',
  'draft_words',
  'draft_unindexed',
  'quote_text',
  'quote_words',
  'quote_position',
  'presence',
];

/** A database or transaction, and its kind. */
export type DatabaseSide = { kind: Database['kind']; tx: Tx };
export type Row = Record<string, string | number | null>;

const ROWS_AT_ONCE = 200;

/** The column names of a table in byte order, without generated columns; empty when the table does not exist. */
export async function columnsOf({ kind, tx }: DatabaseSide, table: string): Promise<string[]> {
  const { rows } =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(tx)
      : await sql<{ name: string }>`select column_name as name from information_schema.columns
          where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'
          and data_type <> 'tsvector'`.execute(tx);
  return rows.map((row) => row.name).sort();
}

export async function countRows({ tx }: DatabaseSide, table: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(tx);
  return Number(rows[0]?.count);
}

/** Every row of a table in the order of its key, in batches. */
export async function* readRows(
  { tx }: DatabaseSide,
  { name, key }: BackupTable,
  columns: string[],
): AsyncGenerator<Row[]> {
  const keys = sql.join(key.map((one) => sql.ref(one)));
  const wanted = sql.join(columns.map((one) => sql.ref(one)));
  let after = sql``;
  for (;;) {
    const { rows } =
      await sql<Row>`select ${wanted} from ${sql.table(name)} ${after} order by ${keys} limit ${ROWS_AT_ONCE}`.execute(
        tx,
      );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = sql`where (${keys}) > (${sql.join(key.map((one) => last[one] ?? null))})`;
  }
}

/** Inserts rows unchanged, including their numbers. */
export async function addRows(
  { kind, tx }: DatabaseSide,
  table: string,
  columns: string[],
  rows: Row[],
): Promise<void> {
  const mark = (index: number) => (kind === 'sqlite' ? '?' : `$${index + 1}`);
  const tuple = (_: Row, at: number) => `(${columns.map((_name, column) => mark(at * columns.length + column))})`;
  const numbered = kind === 'sqlite' ? '' : 'overriding system value';
  const names = columns.map((name) => `"${name}"`);
  const text = `insert into "${table}" (${names}) ${numbered} values ${rows.map(tuple)}`;
  const values = rows.flatMap((row) => columns.map((name) => row[name] ?? null));
  await tx.executeQuery(CompiledQuery.raw(text, values));
}
