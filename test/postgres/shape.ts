import { sql } from 'kysely';
import type { Database, Tx } from '#db/database.ts';

// What a database has, one fact in a line, by the kind of fact: so two databases can be compared.

type Kind = Database['kind'];
export type Shape = Record<string, string[]>;

/** Tables, columns, definitions, keys, indexes, triggers and functions of a database. */
export async function shapeOf(db: Tx, kind: Kind): Promise<Shape> {
  const shape: Shape = {};
  for (const [what, query] of Object.entries(kind === 'sqlite' ? OF_SQLITE : OF_POSTGRES)) {
    const { rows } = await sql.raw<{ line: string }>(query).execute(db);
    shape[what] = rows.map(({ line }) => normalize(line)).sort();
  }
  if (kind === 'sqlite') shape['definitions with checks, keys and defaults'] = await definitionsOf(db);
  return shape;
}

/** Each column and each constraint of a table, as it is written there. */
async function definitionsOf(db: Tx): Promise<string[]> {
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

/** Spaces and quotes do not count. */
function normalize(line: string): string {
  return line.replace(/\s+/g, ' ').replace(/"/g, '').replace(/\( /g, '(').replace(/ \)/g, ')').trim();
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
