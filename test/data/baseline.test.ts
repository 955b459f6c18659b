import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely';
import pg from 'pg';
import { toKyselyDatabase } from '../../src/db/connection/node-sqlite.ts';
import type { Database } from '../../src/db/database.ts';
import { migrationsOf } from '../../src/db/schema/migrate.ts';
import { baseline } from '../../src/db/schema/migrations/0001-baseline.ts';
import { createBareDatabase, lastFirst, shareCluster } from '../support/postgres.ts';

// The baseline and the sequence of migrations before it make the same tables, on both databases.

type Db = Kysely<unknown>;
type Kind = Database['kind'];

/** What a database has, one fact in a line, by the kind of fact. */
type Shape = Record<string, string[]>;

for (const kind of ['sqlite', 'postgres'] as const)
  test(`the baseline makes what the sequence of migrations made, on ${kind}`, async (context) => {
    const t = lastFirst(context);
    const [before, after] = [await openEmpty(t, kind), await openEmpty(t, kind)];
    const migrations = Object.values(migrationsOf(kind));
    for (const migration of migrations) await migration.up(before);
    await baseline(kind).up(after);
    const [old, fresh] = [await shapeOf(before, kind), await shapeOf(after, kind)];
    if (kind === 'postgres') {
      // The sequence forgot the collation of some added columns: they compared by the locale of the server.
      const byLocale = differences(old.collations ?? [], fresh.collations ?? []);
      assert.ok(byLocale.every((line) => /^[-+] \S+ (default|C)$/.test(line)));
      console.log(`columns that now compare byte by byte: ${byLocale.filter((line) => line.startsWith('- ')).length}`);
      old.collations = fresh.collations ?? [];
    }
    for (const [what, lines] of Object.entries(old))
      assert.deepEqual(differences(lines, fresh[what] ?? []), [], `${what} on ${kind}`);
    assert.deepEqual(Object.keys(fresh), Object.keys(old));
    console.log(
      `${kind}: ${migrations.length} migrations and the baseline agree in ${Object.entries(fresh)
        .map(([what, lines]) => `${lines.length} ${what}`)
        .join(', ')}`,
    );
  });

function differences(before: readonly string[], after: readonly string[]): string[] {
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ];
}

async function openEmpty(t: Pick<TestContext, 'after'>, kind: Kind): Promise<Db> {
  if (kind === 'sqlite') {
    const file = new DatabaseSync(':memory:');
    t.after(() => file.close());
    return new Kysely({ dialect: new SqliteDialect({ database: toKyselyDatabase(() => file) }) });
  }
  const cluster = await shareCluster();
  t.after(cluster.stop);
  const { url, drop } = await createBareDatabase(cluster.url);
  t.after(drop);
  const pool = new pg.Pool({ connectionString: url });
  t.after(() => pool.end());
  return new Kysely({ dialect: new PostgresDialect({ pool }) });
}

async function shapeOf(db: Db, kind: Kind): Promise<Shape> {
  const shape: Shape = {};
  for (const [what, query] of Object.entries(kind === 'sqlite' ? OF_SQLITE : OF_POSTGRES)) {
    const { rows } = await sql.raw<{ line: string }>(query).execute(db);
    shape[what] = rows.map(({ line }) => normalize(line)).sort();
  }
  if (kind === 'sqlite') shape['definitions with checks, keys and defaults'] = await definitionsOf(db);
  shape.rows = [];
  for (const name of await tablesOf(db, kind)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    shape.rows.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`));
  }
  return shape;
}

/** Each column and each constraint of a table, as it is written there. */
async function definitionsOf(db: Db): Promise<string[]> {
  const query = `select name, sql from sqlite_schema where type = 'table' and sql like 'create table%'`;
  const { rows } = await sql.raw<{ name: string; sql: string }>(query).execute(db);
  const inBrackets = ({ sql: text }: { sql: string }) => text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return rows.flatMap((row) => split(inBrackets(row)).map((part) => `${row.name} ${part}`)).sort();
}

/** The parts between the commas that are in no brackets. */
function split(text: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const sign of text) {
    depth += Number(sign === '(') - Number(sign === ')');
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map(normalize);
}

async function tablesOf(db: Db, kind: Kind): Promise<string[]> {
  const query =
    kind === 'sqlite'
      ? `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`
      : `select tablename as name from pg_tables where schemaname = 'public'`;
  const { rows } = await sql.raw<{ name: string }>(query).execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Spaces and quotes do not count, nor the names that three tables had while a migration made them again. A trigger of SQLite may name
 * a key twice.
 */
function normalize(line: string): string {
  const plain = line
    .replace(/\b(invoice|ad_slot|bounce)_new\b/g, '$1')
    .replace(/\b(invoice|ad_slot|bounce)_new_/g, '$1_')
    .replace(/\s+/g, ' ')
    .replace(/"/g, '')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .trim();
  return plain.replace(/(_refuses_replace .*? where )(.*?)(\) begin )/, (_, start, keys: string, end) =>
    [start, [...new Set(keys.split(' or '))].join(' or '), end].join(''),
  );
}

const OF_SQLITE = {
  tables: `select name || ' ' || type || ' columns ' || ncol || ' without rowid ' || wr || ' strict ' || strict || ' autoincrement '
      || coalesce((select sql like '%autoincrement%' from sqlite_schema s where s.name = l.name), 0) as line
    from pragma_table_list l where schema = 'main'`,
  columns: `select s.name || '.' || c.name || ' ' || c.cid || ' ' || c.type || ' not null ' || c."notnull" || ' default '
      || coalesce(c.dflt_value, '-') || ' key ' || c.pk || ' hidden ' || c.hidden as line
    from sqlite_schema s, pragma_table_xinfo(s.name) c where s.type = 'table'`,
  'foreign keys': `select s.name || ' ' || f.seq || ' ' || f."from" || ' to ' || f."table" || '.' || coalesce(f."to", '') || ' '
      || f.on_update || f.on_delete || f.match as line
    from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'`,
  'index columns': `select s.name || ' ' || i.name || ' unique ' || i."unique" || ' ' || i.origin || ' partial ' || i.partial || ' '
      || x.seqno || ' ' || coalesce(x.name, 'expression ' || x.cid) || ' desc ' || x."desc" || ' ' || x.coll || ' ' || x.key as line
    from sqlite_schema s, pragma_index_list(s.name) i, pragma_index_xinfo(i.name) x where s.type = 'table'`,
  'indexes, triggers and full-text tables': `select type || ' ' || name || ' ' || sql as line from sqlite_schema
    where sql is not null and (type in ('index', 'trigger', 'view') or sql like 'create virtual%')`,
};

const OF_POSTGRES = {
  tables: `select relname || ' ' || relkind::text || ' ' || relpersistence::text || ' ' || coalesce(reloptions::text, '') as line
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'S', 'p')`,
  columns: `select attrelid::regclass::text || '.' || attname || ' ' || attnum || ' ' || format_type(atttypid, atttypmod) || ' not null '
      || attnotnull || ' identity ' || attidentity::text || ' storage ' || attstorage::text || ' default '
      || coalesce(pg_get_expr(adbin, adrelid), '-') as line
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p'))
      and not attisdropped and attnum > 0`,
  collations: `select attrelid::regclass::text || '.' || attname || ' ' || collname as line
    from pg_attribute join pg_collation on pg_collation.oid = attcollation
    where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') and attnum > 0`,
  'constraints with checks, keys and foreign keys': `select conrelid::regclass::text || ' ' || conname || ' ' || contype::text || ' '
      || convalidated::text || condeferrable::text || ' ' || pg_get_constraintdef(oid) as line
    from pg_constraint where connamespace = 'public'::regnamespace`,
  indexes: `select indexdef as line from pg_indexes where schemaname = 'public'`,
  triggers: `select pg_get_triggerdef(oid) || ' ' || tgenabled::text as line from pg_trigger where not tgisinternal`,
  functions: `select pg_get_functiondef(oid) as line from pg_proc where pronamespace = 'public'::regnamespace`,
};
