import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { folderFor, plumbline } from '../support/data/backups.ts';
import { goLive } from '../support/live.ts';
import { addConverted, photo } from '../support/pictures.ts';
import { openSite } from '../support/site.ts';

// The drill of a restore: `plumbline restore FILE --try`.

test('a tried restore reports what the backup gives, leaves nothing behind, and changes nothing', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  await addConverted(site, await site.person('editor'), await photo(900, 600));
  const backup = join(folderFor(t), 'monday.db');
  assert.equal((await plumbline(site, ['backup', backup])).code, 0);
  const contents = () => [site.config.mediaDir, site.config.dataDir].map((folder) => readdirSync(folder).sort());
  const before = contents();
  const said = await plumbline(site, ['restore', backup, '--try']);
  assert.equal(said.code, 0, said.error);
  assert.match(
    said.out,
    /restores: \d+ rows and 9 files in \d+\.\d s\.\nIt has 1 published article; the last publication is of 2026-09-06T13:00:00\.000Z/,
  );
  assert.match(said.out, /The restored copy is deleted again; the site was not changed\./);
  assert.deepEqual(contents(), before);
  const damaged = `${backup}-damaged`;
  writeFileSync(damaged, readFileSync(backup));
  const db = new DatabaseSync(damaged);
  db.exec("delete from kept_file where name like '%480.webp'");
  db.close();
  const refused = await plumbline(site, ['restore', damaged, '--try']);
  assert.equal(refused.code, 1);
  assert.match(refused.out, /WRONG: the file [0-9a-f]+\/480\.webp is not in the backup/);
  assert.deepEqual(
    readdirSync(site.config.dataDir).filter((name) => name.startsWith('restore-try-')),
    [],
  );
});
