import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

// What a server loads before it answers. A file that comes in by accident costs each start and each command of an operator.

const root = join(import.meta.dirname, '..', '..');

/** The files that `entry` imports, and what these import, without types and without what is imported later. */
function loadedBy(entry: string): string[] {
  const found = new Set<string>();
  const open = [join(root, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, from = ''] of text.matchAll(/^import (?!type\b)(?:[^;]*? from )?'([.#][^']+)';/gm))
      open.push(from.startsWith('#') ? join(root, 'src', from.slice(1)) : join(dirname(file), from));
  }
  return [...found].map((file) => relative(root, file));
}

test('a start loads what serves articles; the newsroom, MCP, agents, mail and jobs are loaded later', () => {
  const loaded = loadedBy('src/server/serve.ts');
  assert.ok(loaded.includes('src/reading/pages/article.ts'));
  const later =
    /^src\/(server\/jobs|http\/(mcp\/(?!fast-path|json-rpc)|newsroom\/(?!routes|people\/people-routes|front\/front-routes|imports\/import-routes|integrations\/integration-routes|sections\/section-routes|export\/export-routes|site\/site-routes|kit\/confirmed)|openapi|agents|api\/editorial)|mail\/send|article\/(write|gate|publish|review|settle)\/|seed\/)/;
  assert.deepEqual(
    loaded.filter((file) => later.test(file)),
    [],
  );
});

test('a start reads no data of Intl, which takes 25 ms', () => {
  const users = loadedBy('src/server/serve.ts').filter((file) =>
    /\.toLocale\w*String\(|\.localeCompare\(|new Intl\./.test(readFileSync(join(root, file), 'utf8')),
  );
  // They check a time zone and a currency that the settings name; the usual ones read no data.
  const known = ['src/config/env.ts', 'src/core/money.ts'];
  assert.deepEqual(
    users.filter((file) => !known.includes(file)),
    [],
  );
});
