import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

// Words that editors did not understand, and what pages say in their place. Comments may use the words of the code.

const SAID_OTHERWISE: readonly [RegExp, string][] = [
  [/\bgate of\b|\bthe gate\b|>gate</i, 'Ready to publish?'],
  [/\bblockers? of\b|'blockers?'|>blockers?\b/i, 'things to fix'],
  [/not a revision yet|kept on the server/i, 'Saved as draft 14:02'],
  [/claim a code/i, 'Let an agent in'],
  [/\bthe chain\b/i, 'Nobody has changed the entries shown'],
  [/answers 404/, 'nobody can read it at its address'],
  [/over other figures|\b(?:the|its) locator\b/i, 'Calculated from other numbers; Where in it'],
  [/>figures?\b|\bfigures? (?:is|are) (?:open|not)\b/i, 'Numbers'],
  [/hundredths/, 'Focal point, in percent'],
  [/by its id\b|\bid of an article\b/i, 'the address of its page'],
  [/say more of it|what is said of it|take the review back|take it back from readers/i, 'a verb and its object'],
  [/\$\{\w+\.path\}<|in block "/, 'the first words of the block'],
];

test('no page of the newsroom shows a word that editors did not understand', () => {
  const files = [...globSync(['src/newsroom/**/*.ts', 'src/**/newsroom/**/*.ts']), 'src/article/gate-entry.ts'];
  const found = files.flatMap((file) => {
    if (file.endsWith('.test.ts')) return [];
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.flatMap((line, at) => {
      if (/^\s*(?:\/\/|\/\*|\*)/.test(line)) return [];
      const words = line.replace(/\s\/\/ .*$/, '');
      return SAID_OTHERWISE.filter(([old]) => old.test(words)).map(
        ([old, better]) => `${file}:${at + 1} has ${old.exec(words)?.[0]}; say: ${better}`,
      );
    });
  });
  assert.deepEqual(found, []);
});
