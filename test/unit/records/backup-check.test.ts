import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { findPictureReach } from '#article/linked-articles.ts';
import { inspectData } from '#backup/inspect.ts';
import { namedFiles } from '#backup/media-files.ts';
import { requireValid } from '#backup/verify-file.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { recaption } from '#editorial/publish/recaption.ts';
import { changeFile } from '#media/change-file.ts';
import { runJobOnce } from '../../support/jobs.ts';
import { addConverted, photo } from '../../support/pictures.ts';
import { openSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// Damage that the check must find: each test removes a trigger and damages the database by hand.

for (const [what, statement, says] of [
  [
    'one word of a published revision',
    `update revision set body_blocks = replace(body_blocks, 'the', 'teh')`,
    /^the words of revision/,
  ],
  ['the headline of a published revision', `update revision set headline = headline || '!'`, /^the words of revision/],
  ['the hash of a signed record', `update signed_record set hash = 'f' where number = 1`, /^signed record 1 /],
] as const)
  test(`check, and a restore, find ${what} changed`, async (t) => {
    const path = join(mkdtempSync(join(tmpdir(), 'plumbline-check-')), 'house.db');
    t.after(() => rmSync(join(path, '..'), { recursive: true, force: true }));
    const site = await openSite(t, { DATABASE_URL: `file:${path}` });
    await stock(site);
    await runJobOnce(site, 'sign records');
    assert.deepEqual(await wrongAt(path), []);
    const db = new DatabaseSync(path, { timeout: 1000 });
    const [table] = /(?<=update )\w+/.exec(statement) ?? [];
    const { sql: guard } =
      db.prepare('select sql from sqlite_schema where name = ?').get(`${table}_refuses_update`) ?? {};
    db.exec(`drop trigger ${table}_refuses_update; ${statement}; ${guard}`);
    db.close();
    const wrong = await wrongAt(path);
    assert.ok(wrong.length > 0 && wrong.every((one) => says.test(one)), wrong.join('\n'));
    await assert.rejects(
      requireValid(`file:${path}`, () => {}),
      /It is damaged: .*signed record/,
    );
  });

test('the files of a database that the release before wrote are named, and one for the dark, too', async (t) => {
  const path = join(mkdtempSync(join(tmpdir(), 'plumbline-check-')), 'house.db');
  t.after(() => rmSync(join(path, '..'), { recursive: true, force: true }));
  const site = await openSite(t, { DATABASE_URL: `file:${path}` });
  const editor = await site.person('editor');
  const picture = await addConverted(site, editor, await photo(900, 600));
  await changeFile(site.deps, editor, picture, {
    name: 'dark',
    file: await photo(900, 601),
    reach: findPictureReach,
    show: recaption,
  });
  const folders = async () => {
    const snapshot = await openSnapshot(`file:${path}`);
    const names = await Array.fromAsync(namedFiles(snapshot));
    await snapshot.close();
    return new Set(names.map((name) => name.split('/')[0])).size;
  };
  assert.equal(await folders(), 2);
  const db = new DatabaseSync(path, { timeout: 1000 });
  db.exec('alter table picture drop column versions');
  db.close();
  assert.equal(await folders(), 1);
});

async function wrongAt(path: string): Promise<string[]> {
  const snapshot = await openSnapshot(`file:${path}`);
  const { wrong } = await inspectData(snapshot, () => {});
  await snapshot.close();
  return wrong;
}
