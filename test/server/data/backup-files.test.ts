import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { plumbline } from '../../support/command.ts';
import { addConverted, photo } from '../../support/pictures.ts';
import { openSite, type TestSite } from '../../support/site.ts';

// Picture files are part of the data: a backup contains them, a restore writes them, the check reports missing ones.

type Kept = { site: TestSite; store: string; backup: string; folder: string };

/** A site with a picture, and its backup. */
async function keep(t: TestContext): Promise<Kept> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const site = await openSite(t);
  await addConverted(site, await site.person('editor'), await photo(900, 600));
  const backup = join(folder, 'backup.db');
  const said = await plumbline(site, ['backup', backup]);
  assert.equal(said.code, 0, said.error);
  assert.match(said.out, /^Backed up \d+ rows and 9 files to /);
  return { site, store: site.config.mediaDir, backup, folder };
}

/** Every file below a folder, with its content. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'base64')] as const).sort(),
  );
}

test('a backup contains the picture files, and a restore writes them to an empty store', async (t) => {
  const { site, store, backup, folder } = await keep(t);
  const checked = await plumbline(site, ['check', backup]);
  assert.equal(checked.code, 0, checked.out);
  const target = join(folder, 'new', 'house.db');
  const there = { DATA_DIR: join(folder, 'new'), DATABASE_URL: `file:${target}` };
  const said = await plumbline(site, ['restore', backup], there);
  assert.equal(said.code, 0, said.error);
  assert.match(said.out, /Put 9 files back into the store\./);
  assert.deepEqual(contents(join(folder, 'new', 'media')), contents(store));
  assert.equal((await plumbline(site, ['check'], there)).code, 0);
  const db = new DatabaseSync(target, { readOnly: true });
  assert.equal(db.prepare("select count(*) as count from sqlite_schema where name = 'kept_file'").get()?.count, 0);
  db.close();
  assert.ok(statSync(target).size < statSync(backup).size, 'removing the files leaves no free pages');
});

test('check and backup name missing picture files and fail, and so does the check of such a backup', async (t) => {
  const { site, store, folder } = await keep(t);
  const [picture = ''] = readdirSync(store);
  rmSync(join(store, picture, '480.webp'));
  const checked = await plumbline(site, ['check']);
  assert.equal(checked.code, 1);
  assert.match(checked.out, new RegExp(`WRONG: the file ${picture}/480\\.webp of a picture is not in the store`));
  assert.match(checked.error, /1 thing is wrong/);

  const later = join(folder, 'later.db');
  const said = await plumbline(site, ['backup', later]);
  assert.equal(said.code, 1);
  assert.match(said.out, /and 8 files to/);
  assert.match(said.error, /The backup is written, but 1 file of its pictures and documents is not in it\./);
  assert.match(said.error, new RegExp(`NOT IN THE STORE, so not in the backup: ${picture}/480\\.webp`));
  const held = await plumbline(site, ['check', later]);
  assert.equal(held.code, 1);
  assert.match(held.out, /480\.webp of a picture is not in the backup/);
});

test('a restore over a store replaces missing and damaged files and leaves the others', async (t) => {
  const { site, store, backup, folder } = await keep(t);
  const whole = contents(store);
  const [picture = ''] = readdirSync(store);
  rmSync(join(store, picture, '480.avif'));
  truncateSync(join(store, picture, '800.jpg'), 100);
  const there = { DATABASE_URL: `file:${join(folder, 'again.db')}` };
  const said = await plumbline(site, ['restore', backup], there);
  assert.equal(said.code, 0, said.error);
  assert.match(said.out, /Put 2 files back into the store\./);
  assert.deepEqual(contents(store), whole);
});

test('a backup with changed picture files is refused before anything is replaced', async (t) => {
  const { site, backup, folder } = await keep(t);
  const changed = join(folder, 'changed.db');
  writeFileSync(changed, readFileSync(backup));
  const db = new DatabaseSync(changed);
  db.exec("update kept_file set bytes = x'00' where name like '%480.avif'");
  db.close();
  const there = { DATA_DIR: join(folder, 'new'), DATABASE_URL: `file:${join(folder, 'new', 'house.db')}` };
  const said = await plumbline(site, ['restore', changed], there);
  assert.equal(said.code, 1);
  assert.match(said.error, /The backup is damaged: the file .*480\.avif/);
  assert.ok(!readdirSync(join(folder, 'new')).includes('house.db'));
});
