import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashEntry, type JournalRow } from '#runtime/journal.ts';
import { fromPage, openSite, type Person, type TestSite } from '../support/site.ts';
import { readPage } from '../support/stocked.ts';
import { assertTook, processorTimeOf } from './processor-time.ts';

test('100,000 journal lines are shown in pages and exported in small parts', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  await fill(site, editor, 100_000);
  const timed = async (path: string) => {
    const took: number[] = [];
    for (let n = 0; n < 7; n++) {
      took.push(await processorTimeOf(() => readPage(site, editor, path)));
    }
    return took.sort((a, b) => a - b)[3] ?? 0;
  };
  for (const path of [
    '/newsroom/journal',
    '/newsroom/journal?before=50000',
    '/newsroom/journal?act=article.published',
    '/newsroom/journal?from=2026-09-01&to=2026-09-02',
  ]) {
    const took = await timed(path);
    t.diagnostic(`${path}: ${took.toFixed(1)} ms`);
    assertTook(took, 250, `${path} took ${took} ms`);
  }
  const response = await site.fetch('/newsroom/journal.jsonl', { headers: fromPage(editor) });
  let [lines, largest] = [0, 0];
  for await (const part of response.body ?? []) {
    largest = Math.max(largest, part.byteLength);
    for (const byte of part) if (byte === 10) lines++;
  }
  const { count } = await site.deps.db.read
    .selectFrom('journal')
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  assert.equal(lines, Number(count));
  assert.ok(largest < 1_000_000, `a part of ${largest} bytes`);
});

/** Inserts `count` valid journal lines in batches. */
async function fill(site: TestSite, editor: Person, count: number): Promise<void> {
  await site.deps.db.write(async (tx) => {
    const last = await tx.selectFrom('journal').select('hash').orderBy('seq', 'desc').limit(1).executeTakeFirst();
    let previous = last?.hash ?? '';
    for (let n = 0; n < count; n += 500) {
      const rows = Array.from({ length: 500 }, (_, i) => {
        const at = new Date(Date.parse('2026-08-01T00:00:00.000Z') + (n + i) * 30_000).toISOString();
        const row: JournalRow = {
          ...{ at, actor_kind: 'editor', actor_id: editor.id, actor_name: editor.name },
          act: (n + i) % 1000 === 0 ? 'article.published' : 'revision.saved',
          ...{ subject_kind: 'article', subject_id: editor.id, revision: 0, detail: null, previous_hash: previous },
        };
        previous = hashEntry(row);
        return { ...row, hash: previous };
      });
      await tx.insertInto('journal').values(rows).execute();
    }
  });
}
