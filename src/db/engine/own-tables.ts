// Tables that no migration makes.

/** The migrator of Kysely makes these before the first migration. */
export const TABLES_OF_MIGRATOR = [
  'create table if not exists kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)',
  'create table if not exists kysely_migration_lock (id varchar(255) not null primary key, is_locked integer default 0 not null)',
];

/** A start makes the table of the counts that several processes share. What it holds may be lost with the server. */
export const TABLE_OF_LIMITS =
  'create unlogged table if not exists limit_count (key text primary key, points integer not null default 0, expire bigint)';

/** What the library of the limits sends, as it writes it. */
export const STATEMENTS_OF_LIMITS = [
  `insert into limit_count values ($1, $2, $3) on conflict(key) do update set points = case
    when (limit_count.expire <= $4 or 1=0) then $2 else limit_count.points + ($2) end,
    expire = case when limit_count.expire <= $4 then $3 else limit_count.expire end returning points, expire`,
  'select points, expire from limit_count where key = $1 and (expire > $2 or expire is null)',
  'delete from limit_count where key = $1',
  'delete from limit_count where expire < $1',
];
