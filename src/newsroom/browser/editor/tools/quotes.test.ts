import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smartChanges } from './quotes.ts';

function smart(text: string): string {
  return smartChanges(text).reduceRight(
    (now, { at, length, text: next }) => now.slice(0, at) + next + now.slice(at + length),
    text,
  );
}

test('straight quotes and dashes become typographic', () => {
  assert.equal(smart(`He said "go" -- and 'went'...`), 'He said “go” — and ‘went’…');
  assert.equal(smart(`It's the crew's "plumb" line - so far`), 'It’s the crew’s “plumb” line – so far');
  assert.equal(smart(`("So," he said, "'tis '90s talk.")`), '(“So,” he said, “’tis ’90s talk.”)');
});

test('measures, ranges and rules stay as they are', () => {
  for (const text of [`A 12" slab, 6'2" high`, 'from 5 - 7 mm', 'a --- b', '3-5 m']) assert.equal(smart(text), text);
});
