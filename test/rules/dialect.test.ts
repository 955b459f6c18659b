import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { readStatements } from '#db/engine/statements.ts';
import { missingStatements } from '../../scripts/engine-list.ts';
import { shortestOf } from '../../scripts/record-statements.ts';

// What the service asks of its database: nothing that distributed engines refuse without need (docs/databases.md).

const root = dirname(dirname(import.meta.dirname));
const sources = globSync('src/**/*.ts', { cwd: root, exclude: (name) => String(name).endsWith('.test.ts') });
const textOf = (file: string) => readFileSync(join(root, file), 'utf8').replace(/\s+/g, ' ');
const listed = readStatements();

/** The lock of those who have the database open belongs to a session: a direct connection, on an engine that knows such locks. */
const MAY_LOCK_SESSION = 'src/db/connection/in-use.ts';

/** Statements that engines such as YugabyteDB refuse, or that leave a lock or a setting with the connection of a pooler. */
const AVOIDED: Record<string, RegExp> = {
  'locks of tables': /\block table\b/i,
  'locks of sessions': /\bpg_(?:try_)?advisory_lock(?:_shared)?\(/i,
  'keys ordered by a hash': /\busing hash\b|\bprimary key \([^)]*\bhash\b/i,
  'indexes made outside of transactions': /\bindex concurrently\b/i,
  'temporary tables': /\bcreate temp(?:orary)? table\b/i,
};

test('no statement locks a table or a session, or orders a key by its hash', () => {
  for (const [what, pattern] of Object.entries(AVOIDED)) {
    assert.deepEqual(
      sources.filter((file) => file !== MAY_LOCK_SESSION && pattern.test(textOf(file))),
      [],
      what,
    );
    assert.deepEqual(
      listed.filter((text) => pattern.test(text)),
      [],
      what,
    );
  }
});

test('an upgrade switches off the hash order that YugabyteDB gives to keys', () => {
  assert.match(textOf('src/db/schema/upgrade.ts'), /'off'.*'yb_use_hash_splitting_by_default'/);
});

test('the list of engine-check has each statement once, and reads and writes nearly every table', () => {
  assert.deepEqual(listed, shortestOf(listed));
  const tables = globSync('src/db/schema/tables*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}([a-z_]+): \{/gm)].map(([, name]) => name ?? ''),
  );
  const absent = tables.filter((name) => !listed.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
  assert.deepEqual(absent, []);
});

test('a statement of a new shape is missing in the list, other values of a known one are not', () => {
  const known = ['select $1 from a where b in ($2)'];
  assert.deepEqual(missingStatements(['select $1 from a  where b in ($2, $3)', 'select 2'], known), ['select 2']);
});
