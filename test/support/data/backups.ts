import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { backupTables } from '#backup/tables.ts';
import { CLI } from '#core/actor.ts';
import { openDatabase } from '#db/connection/open.ts';
import { openSnapshot } from '#db/connection/snapshot.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { indexLive } from '#editorial/write/index-live.ts';
import { plumbline as command, type Said } from '../command.ts';
import { copy, type TestSite } from '../site.ts';

// Helpers for tests of backup, restore and copy.

/** Runs the plumbline command on the site's database, or on the one at `url`. */
export function plumbline(site: TestSite, args: string[], url = site.config.databaseUrl): Promise<Said> {
  return command(site, args, { DATABASE_URL: url });
}

/** A folder for backups and restored data, removed after the test. */
export function folderFor(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-archive-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every row of every backed up table of the database at `url`, ordered by key, without what a restore adds: that jobs wait. */
export async function rowsAt(url: string): Promise<Record<string, unknown[]>> {
  const snapshot = await openSnapshot(url);
  const found: Record<string, unknown[]> = {};
  for (const { name, key } of backupTables()) {
    const order = sql.join(key.map((one) => sql.ref(one)));
    const isOwn = name === 'setting' ? sql` where name <> 'jobs wait after restore'` : sql``;
    found[name] = (await sql`select * from ${sql.table(name)}${isOwn} order by ${order}`.execute(snapshot.tx)).rows;
  }
  await snapshot.close();
  return JSON.parse(JSON.stringify(found));
}

/** Asserts that a restored database refuses changes of append-only tables, and continues the numbering. */
export async function goOn(site: TestSite, url: string, articleId: string): Promise<void> {
  const db = await openDatabase(url);
  try {
    for (const { name } of backupTables().filter(({ onlyGrows }) => onlyGrows)) {
      // SQLite's triggers, and PostgreSQL's for articles in the bin, fire for each row: a table without rows refuses nothing.
      const hasRows = (await sql`select 1 from ${sql.table(name)} limit 1`.execute(db.read)).rows.length > 0;
      const acts = hasRows ? ['delete from'] : [];
      if (db.kind === 'postgres') acts.push('truncate');
      for (const act of acts) {
        await assert.rejects(
          db.write((tx) => sql`${sql.raw(act)} ${sql.table(name)}`.execute(tx)),
          /append-only/,
          `${act} ${name}`,
        );
      }
    }
    const deps = { ...site.deps, db };
    const numbers = async (table: 'journal' | 'publication_log') =>
      (await db.read.selectFrom(table).select('seq').orderBy('seq').execute()).map(({ seq }) => seq);
    const before = { journal: await numbers('journal'), publication_log: await numbers('publication_log') };
    const { id } = await createDraft(deps, CLI, copy({ slug: 'filed-after-the-move' }));
    const next = before.journal.length + 1;
    assert.deepEqual(await numbers('journal'), [...before.journal, next]);
    await publish(deps, CLI, id, { revisionNumber: 0 });
    const { publication_log: log } = before;
    assert.deepEqual(await numbers('publication_log'), [...log, (log.at(-1) ?? 0) + 1]);
    await indexLive(deps); // a copy leaves the index out; the server makes it again
    const words = await db.read.selectFrom('search').select('article_id').where('article_id', '=', articleId).execute();
    assert.equal(words.length, 1);
  } finally {
    await db.close();
  }
}
