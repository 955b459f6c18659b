import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { mutateText, readMutations, testFile } from '../../scripts/mutations.ts';

const root = dirname(dirname(import.meta.dirname));

test('each entry of scripts/mutations.txt names a line that is in its file once, and tests that exist', () => {
  const entries = readMutations();
  const stale = entries.flatMap((entry) => {
    const missing = [entry.file, ...entry.tests.map(testFile)].filter((path) => !existsSync(join(root, path)));
    if (missing.length > 0) return `${entry.file}: no such file: ${missing.join(', ')}`;
    const text = readFileSync(join(root, entry.file), 'utf8');
    const mutated = mutateText(text, entry);
    return mutated === null || mutated === text ? `${entry.file}: ${entry.from}` : [];
  });
  assert.ok(entries.length > 100, `${entries.length} entries`);
  assert.deepEqual(stale, [], 'bring the entry up to date with its file');
});
