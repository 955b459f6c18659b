import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { sql } from 'kysely';
import { backupTables, derivedTables } from '#backup/tables.ts';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { folderFor, goOn, plumbline, rowsAt } from '../../support/data/backups.ts';
import { copy, openSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

/** They stay in the baseline of the database, and are empty. */
const TABLES_OF_DELETED_CAPABILITIES: string[] = [];

test('every table is in the backup, or is rebuilt from the others', async (t) => {
  const site = await openSite(t);
  const { rows } = await sql<{ name: string }>`${
    site.deps.db.kind === 'sqlite'
      ? sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      : sql`select tablename as name from pg_tables where schemaname = current_schema()`
  }`.execute(site.deps.db.read);
  const own = rows
    .map((row) => row.name)
    .filter((name) => !/^kysely_|^search_words_|^search_heads_|^draft_words_|^quote_words_/.test(name));
  const known = [
    ...backupTables().map((table) => String(table.name)),
    ...derivedTables(site.deps.db.kind),
    ...TABLES_OF_DELETED_CAPABILITIES,
  ];
  assert.deepEqual(own.sort(), known.sort());
});

test('a backup has each table after the tables it refers to', async (t) => {
  const { deps } = await openSite(t);
  const names = backupTables().map(({ name }) => String(name));
  const { rows } = await (deps.db.kind === 'sqlite'
    ? sql<{ own: string; other: string }>`select s.name as own, f."table" as other
          from sqlite_schema s, pragma_foreign_key_list(s.name) f where s.type = 'table'`
    : sql<{ own: string; other: string }>`select conrelid::regclass::text as own, confrelid::regclass::text as other
          from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`
  ).execute(deps.db.read);
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.filter(({ own, other }) => names.includes(own) && names.indexOf(other) > names.indexOf(own)),
    [],
  );
});

test('a backup made during writes is one file that passes the check, and the command prints its hash', async (t) => {
  const site = await openSite(t);
  await stock(site);
  const file = join(folderFor(t), 'monday.db');
  const said = await plumbline(site, ['backup', file]);
  assert.equal(said.code, 0, said.error);
  const hash = createHash('sha256').update(readFileSync(file)).digest('hex');
  assert.match(said.out, new RegExp(`^Backed up \\d+ rows and 0 files to .*monday\\.db\\. .*\nsha256 ${hash}\n$`));
  assert.deepEqual(readdirSync(join(file, '..')), ['monday.db']);
  assert.deepEqual(await rowsAt(`file:${file}`), await rowsAt(site.config.databaseUrl));
  const checked = await plumbline(site, ['check', file]);
  assert.equal(checked.code, 0, checked.error);
});

test('a backup never overwrites a file, and leaves no file when it fails', async (t) => {
  const site = await openSite(t);
  const file = join(folderFor(t), 'taken');
  writeFileSync(file, 'something else');
  const said = await plumbline(site, ['backup', file]);
  assert.equal(said.code, 1);
  assert.match(said.error, /exists already/);
  assert.equal(readFileSync(file, 'utf8'), 'something else');

  const nowhere = await plumbline(site, ['backup', `${file}-2`], 'file:/nowhere/at/all.db');
  assert.equal(nowhere.code, 1);
  assert.match(nowhere.error, /There is no database at/);
  assert.equal(existsSync(`${file}-2`), false);
});

test('a killed backup leaves no file with its name, and the next one works and removes what it left', async (t) => {
  const site = await openSite(t, { DATABASE_URL: `file:${join(folderFor(t), 'house.db')}` });
  await stock(site);
  const folder = folderFor(t);
  const file = join(folder, 'monday.db');
  const source = (file: string) => JSON.stringify(new URL(`../../../src/${file}`, import.meta.url).href);
  const code = `import ${source('app.ts')};
    import { backUp } from ${source('backup/back-up.ts')};
    const kill = () => process.kill(process.pid, 'SIGKILL');
    await backUp(process.argv[1], { get: kill }, process.argv[2], { copying: kill, comparing: kill });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, site.config.databaseUrl, file]);
  const [, signal] = await once(child, 'exit');
  assert.equal(signal, 'SIGKILL');
  assert.deepEqual(
    readdirSync(folder).filter((name) => !name.includes('partial')),
    [],
  );
  const said = await plumbline(site, ['backup', file]);
  assert.equal(said.code, 0, said.error);
  assert.deepEqual(readdirSync(folder), ['monday.db']);
});

test('a restore to a new database keeps triggers and numbering', async (t) => {
  const site = await openSite(t);
  const stocked = await stock(site);
  const file = join(folderFor(t), 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  const url = `file:${join(folderFor(t), 'fresh', 'house.db')}`;
  const said = await plumbline(site, ['restore', file], url);
  assert.equal(said.code, 0, said.error);
  assert.deepEqual(await rowsAt(url), await rowsAt(site.config.databaseUrl));
  assert.equal((await plumbline(site, ['check'], url)).code, 0);
  await goOn(site, url, stocked.published);
});

test('a restore refuses existing data and a running server; with --replace it keeps the old file', async (t) => {
  const site = await openSite(t, { DATABASE_URL: `file:${join(folderFor(t), 'house.db')}` });
  const url = site.config.databaseUrl;
  await stock(site);
  const file = join(folderFor(t), 'backup.db');
  assert.equal((await plumbline(site, ['backup', file])).code, 0);
  const stored = await rowsAt(url);
  const refused = await plumbline(site, ['restore', file]);
  assert.equal(refused.code, 1);
  assert.match(refused.error, /has data already; give --replace/);
  const open = await plumbline(site, ['restore', file, '--replace']);
  assert.equal(open.code, 1);
  assert.match(open.error, /stop it first/);
  assert.deepEqual(await rowsAt(url), stored);

  const other = `file:${join(folderFor(t), 'other.db')}`;
  assert.equal((await plumbline(site, ['restore', file], other)).code, 0);
  const db = await openDatabase(other);
  await createDraft({ ...site.deps, db }, CLI, copy({ slug: 'written-after-the-backup' }));
  await db.close();
  const newer = await rowsAt(other);
  const replaced = await plumbline(site, ['restore', file, '--replace'], other);
  assert.equal(replaced.code, 0, replaced.error);
  assert.deepEqual(await rowsAt(other), stored);
  const kept = /kept as (.*)\.\n/.exec(replaced.out)?.[1] ?? '';
  assert.match(kept, /other\.db\.before-restore-\d{4}-\d\d-\d\dT/);
  assert.deepEqual(await rowsAt(`file:${kept}`), newer);
});

test('a restore refuses a damaged backup, a backup of a newer release, and a file that is not a backup', async (t) => {
  const site = await openSite(t);
  await stock(site);
  const folder = folderFor(t);
  const good = join(folder, 'good.db');
  assert.equal((await plumbline(site, ['backup', good])).code, 0);
  const change = (name: string, statements: string): string => {
    const path = join(folder, name);
    writeFileSync(path, readFileSync(good));
    const db = new DatabaseSync(path);
    db.exec(statements);
    db.close();
    return path;
  };
  const newer = change('newer.db', `insert into kysely_migration values ('9999-next', '2030-01-01T00:00:00.000Z')`);
  const changed = change(
    'changed.db',
    `drop trigger journal_refuses_update; update journal set actor_name = 'Somebody else' where seq = 2`,
  );
  const torn = join(folder, 'torn.db');
  writeFileSync(torn, readFileSync(good).subarray(0, 40_000));
  const text = join(folder, 'text.db');
  writeFileSync(text, 'not a database');
  const target = `file:${join(folder, 'target.db')}`;
  for (const [file, says] of [
    [newer, /newer release wrote this \(9999-next\)/],
    [changed, /damaged: .*journal line 2 was changed after it was written/],
    [torn, /damaged|malformed|not a database/],
    [text, /not a database|not a Plumbline database/],
  ] as const) {
    const said = await plumbline(site, ['restore', file], target);
    assert.equal(said.code, 1, file);
    assert.match(said.error, says);
    assert.equal(existsSync(join(folder, 'target.db')), false, file);
  }
});
