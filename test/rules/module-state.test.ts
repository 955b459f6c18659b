import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

// A module keeps no state that changes, because two sites of one process would share it. Caches, whose names say so, may.

const root = dirname(dirname(import.meta.dirname));

/** The other variables of modules that change: they belong to the process, or to all sites. */
const OF_THE_PROCESS: Readonly<Record<string, string>> = {
  'src/html/newsroom/bundle-script.ts underway': 'a limit of the process: bundles at the same time',
  'src/runtime/deps.ts lastTime': 'the last millisecond, so that it is written out once',
  'src/runtime/deps.ts lastWritten': 'the last millisecond, written out',
  'src/runtime/files/write-atomically.ts written': 'numbers the temporary files of the process',
  'src/http/declared.ts all': 'what the capabilities declare: src/app.ts sets it once',
  'src/media/cards/card.ts waiting': 'a limit of the process: cards that wait to be drawn',
  'src/media/cards/card.ts last': 'cards are drawn one after the other',
  'src/people/passwords.ts running': 'a limit of the process: passwords that are hashed at the same time',
  'src/agents/pages/agents-page.ts token': 'a line of the program that the page shows',
};

const CACHE = /[cC]ache$/;

/** The names of variables of a module that change after it is loaded. */
export function changingNames(text: string): string[] {
  const variables = [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name = '']) => name);
  const holders = [...text.matchAll(/^(?:export )?const (\w+)\b[^=\n]*= (?:new (?:Map|Set|Array)\b|\[|\{)/gm)]
    .map(([, name = '']) => name)
    .filter((name) =>
      new RegExp(
        `\\b${name}(?:\\.(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill)\\(|\\[[^\\]\\n]+\\] (?:\\?\\?|[-+])?= |\\.\\w+ (?:\\?\\?|[-+])?= )|(?:Object\\.assign|delete) ?\\(?${name}\\b`,
      ).test(text),
    );
  return [...variables, ...holders];
}

test('the rule finds what changes, and only that', () => {
  const text = `
let count = 0;
const FIXED = new Map([['a', 1]]);
const found = new Map<string, number>();
const list: string[] = [];
const one = { at: 0 };
const counts: Record<string, number> = {};
function note(name: string) { found.set(name, FIXED.get(name) ?? 0); list.push(name); one.at = 1; counts[name] = 2; }
function own() { const inside = new Set(); inside.add(1); if (one.at === 2) return; }`;
  assert.deepEqual(changingNames(text), ['count', 'found', 'list', 'one', 'counts']);
});

test('no module keeps state that changes, but caches named as such and what belongs to the process', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !file.startsWith('src/newsroom/browser/'),
  );
  assert.ok(files.length > 500);
  const found = files.sort().flatMap((file) =>
    changingNames(readFileSync(join(root, file), 'utf8'))
      .filter((name) => !CACHE.test(name))
      .map((name) => `${file} ${name}`),
  );
  assert.deepEqual(found.sort(), Object.keys(OF_THE_PROCESS).sort());
});
