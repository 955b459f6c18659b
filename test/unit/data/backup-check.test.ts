import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { inspectData } from '#backup/inspect.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { printProgress } from '#runtime/command-line/progress.ts';
import { openSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// Damage that the check must find: each test removes the triggers and damages the database by hand.

const FAULTS: readonly [string, string, RegExp][] = [
  ['a changed journal line', `update journal set at = '2026-01-01' where seq = 1`, /^journal line 1 was changed/],
  [
    'a journal without its last lines',
    `delete from journal where seq > (select max(seq) - 3 from journal)`,
    /were written: its end was cut off/,
  ],
  ['a missing journal line', `delete from journal where seq = 3`, /^journal line 4 does not follow the one before it/],
  ['a latest revision that is gone', `update article set latest_revision = 9`, /^the latest revision of article/],
  [
    'a live revision that is gone',
    `update article set live_revision = 9 where live_revision = 0`,
    /^the live revision of article/,
  ],
  ['a revision that is gone', `delete from revision where number = 0`, /not numbered from 0/],
  ['an address of no article', `update address set article_id = 'nobody'`, /belongs to no article/],
  ['an address that was given away', `delete from address`, /does not hold the address of its working copy/],
  ['a live address that is not kept', `update address set was_live = 0`, /does not hold the address it is live at/],
  [
    'a correction of nothing',
    `insert into correction values (9, (select id from article), 7, 'x', 'y')`,
    /^correction 9/,
  ],
  ['a correction shown that is not there', `update article set correction_seq = 77`, /^the correction that article/],
  ['a log without a publication', `delete from publication_log`, /is live, and the publication log does not say so/],
  [
    'a log that says otherwise',
    `update article set live_revision = null, live_section = null, live_slug = null`,
    /is not live, and the publication log says it is/,
  ],
  [
    'a retry key without an answer',
    `insert into idempotency values ('p', 'k', 'h', '', '2026')`,
    /^the retry key of p/,
  ],
  ['copy that cannot be read', `update revision set sources = '[{' where number = 0`, /^sources of revision/],
  ['a word index that lags', `delete from search`, /cannot be found by its words/],
  ['a reference to nothing', `update session set editor_id = 'nobody'`, /refers to no editor/],
  ['a guard that is gone', `drop trigger revision_refuses_delete`, /the guard revision_refuses_delete is missing/],
];

const GUARDS = ['revision', 'correction', 'publication_log', 'journal'].flatMap((table) => [
  `${table}_refuses_update`,
  `${table}_refuses_delete`,
  `${table}_refuses_replace`,
]);

for (const [what, statement, says] of FAULTS) {
  test(`check finds ${what}`, async (t) => {
    const path = join(mkdtempSync(join(tmpdir(), 'plumbline-check-')), 'house.db');
    t.after(() => rmSync(join(path, '..'), { recursive: true, force: true }));
    const site = await openSite(t, { DATABASE_URL: `file:${path}` });
    await stock(site);
    assert.deepEqual(await wrongAt(path), []);
    const db = new DatabaseSync(path, { enableForeignKeyConstraints: false, timeout: 1000 });
    const guards = db.prepare(`select sql from sqlite_schema where type = 'trigger'`).all();
    const lifted = GUARDS.filter((name) => !statement.includes(name));
    for (const name of lifted) db.exec(`drop trigger ${name}`);
    db.exec(statement);
    for (const guard of guards)
      if (lifted.some((name) => String(guard.sql).includes(`trigger ${name}`))) db.exec(String(guard.sql));
    db.close();
    const wrong = await wrongAt(path);
    assert.ok(
      wrong.some((one) => says.test(one)),
      wrong.join('\n'),
    );
  });
}

async function wrongAt(path: string): Promise<string[]> {
  const snapshot = await openSnapshot(`file:${path}`);
  const { wrong } = await inspectData(snapshot, () => {});
  await snapshot.close();
  return wrong;
}

test('a filled site passes the check', async (t) => {
  const site = await openSite(t);
  await stock(site);
  const snapshot = await openSnapshot(site.config.databaseUrl);
  const { wrong, tables } = await inspectData(snapshot, () => {});
  await snapshot.close();
  assert.deepEqual(wrong, []);
  assert.ok((tables.find((one) => one.table === 'revision')?.rows ?? 0) > 5);
});

test('progress on a terminal is one line that changes', () => {
  let shown = '';
  const progress = printProgress({ isTTY: true, write: (text) => (shown += text) }, 'Copying');
  progress(10, 10, 'rows');
  assert.equal(shown, '\rCopying: 100 %, 10 of 10 rows\x1b[K\r\x1b[K');
});
