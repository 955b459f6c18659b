import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import type { lastFirst } from '../../support/postgres.ts';

// The code of a release after this one: a copy of this code with one more migration.

const root = dirname(dirname(dirname(import.meta.dirname)));
const MIGRATIONS = 'src/db/schema';

const NEXT = `import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const next: Migration = {
  up: async (db) => {
    await sql\`alter table article add column added_next text\`.execute(db);
    await sql\`update article set added_next = slug\`.execute(db);
    await sql\`create table made_next (id text primary key)\`.execute(db);
  },
};
`;

/** Writes the code of the next release to a folder, with the libraries that are installed here. Returns the folder. */
export function writeNextRelease({ after }: Pick<ReturnType<typeof lastFirst>, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-next-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const isCode = (path: string) =>
    !/^(?:\.git|node_modules|data|validate)$/.test(relative(root, path).split(sep)[0] ?? '');
  cpSync(root, folder, { recursive: true, filter: isCode });
  const installed = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  // The list of packages, but not the bundle and the caches of this release, whose names begin with a dot too.
  for (const name of readdirSync(installed).filter((one) => !one.startsWith('.') || one === '.package-lock.json'))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, MIGRATIONS, 'migrations/9999-next.ts'), NEXT);
  const list = join(folder, MIGRATIONS, 'migrate.ts');
  const before = readFileSync(list, 'utf8');
  const text = before.replace(/(migrationsOf: Migrations = \(kind\) => \(\{[\s\S]*?)\}\);/, `$1'9999-next': next });`);
  assert.notEqual(text, before, 'the list of migrations has another form');
  writeFileSync(list, `import { next } from './migrations/9999-next.ts';\n${text}`);
  return folder;
}
