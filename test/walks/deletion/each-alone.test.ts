import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { DELETIONS, GROUPS, runTests, takeOut } from './take-out.ts';

// Types hold without each capability; see `take-out.ts`.

for (const deletion of DELETIONS)
  test(`without ${deletion.folder}, types hold`, (t) => {
    const copy = takeOut([deletion], t);
    if (process.env.ALL === '1') runTests(copy, []);
  });

test('each capability is tested without each other one', () => {
  const folders = DELETIONS.map(({ folder }) => folder);
  for (const folder of folders)
    for (const other of folders.filter((name) => name !== folder))
      assert.ok(
        GROUPS.some((group) => group.includes(other) && !group.includes(folder)),
        `${folder} without ${other}`,
      );
  const files = globSync('group-*.test.ts', { cwd: import.meta.dirname });
  assert.deepEqual(
    files.toSorted(),
    GROUPS.map((_, at) => `group-${at + 1}.test.ts`),
    'each group has its file',
  );
});
