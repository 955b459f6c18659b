import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { autosaveWorkingCopy, readWorkingCopy } from '#editorial/write/working-copy.ts';
import { sortTests } from '../../scripts/test-kinds.ts';
import { copy, openSite } from '../support/site.ts';

const HOURS = 3600;

test('every problem in docs/trouble.md names a test that exists and runs after each change', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/trouble.md'), 'utf8');
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Problem '));
  assert.ok(rows.length > 10);
  const { nightly, measured } = sortTests(rows.map((row) => `test/${/`([a-z]+\/[a-z-]+\.test\.ts)`/.exec(row)?.[1]}`));
  assert.deepEqual([...nightly, ...measured], []);
  for (const row of rows) {
    const [, file = '', name = ''] = /`([a-z]+\/[a-z-]+\.test\.ts)`: (.+) \|$/.exec(row) ?? [];
    const tests = readFileSync(join(import.meta.dirname, '..', file), 'utf8');
    assert.ok(tests.includes(`test('${name}'`), `${file} has no test “${name}”`);
  }
});

test('a clock that jumps while a person types loses nothing and makes no revision', async (t) => {
  const site = await openSite(t);
  const { deps, pass } = site;
  const dana = await site.person('editor', 'Dana Whitfield');
  const { id } = await createDraft(deps, dana, copy());
  let number = 0;
  const type = async (headline: string) => {
    const typed = { number, postId: deps.newId(), baseRevision: 0, copy: copy({ headline }) };
    number = (await autosaveWorkingCopy(deps, dana, id, typed)).number;
    assert.equal((await readWorkingCopy(deps.db.read, dana, id))?.copy.headline, headline);
  };
  await type('Before the jump');
  pass(-24 * HOURS);
  await type('A day earlier');
  pass(72 * HOURS);
  await type('Two days later');
  pass(-72 * HOURS);
  await type('Back again');
  assert.equal((await readArticle(deps.db.read, dana, id, deps)).revision, 0);
});
