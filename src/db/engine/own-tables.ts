// Tables that no migration makes.

/** The migrator of Kysely makes these before the first migration. */
export const TABLES_OF_MIGRATOR = [
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table if not exists kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
];

/** A start makes the table of the counts that several processes share. What it holds may be lost with the server. */
export const TABLE_OF_LIMITS =
  'create unlogged table if not exists limit_count (key text primary key, points integer not null default 0, expire bigint)';
