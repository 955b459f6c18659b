import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';

// Compares docs/architecture.md with the imports, and checks the rules of the layout.

const root = dirname(dirname(dirname(import.meta.dirname)));
const PROCESS = ['src/main.ts', 'src/server/serve.ts', 'src/cli/cli.ts'];
const BROWSER = 'src/newsroom/browser/';

type Import = { from: string; names: string; typeOnly: boolean };

const sources = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).sort();
const text = new Map(sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

function read(file: string): string {
  return text.get(file) ?? '';
}

function importsOf(file: string): Import[] {
  const written = read(file).matchAll(/^import (type )?(?:([^;]*?) from )?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...written].map(([, type, names = '', from, dynamic]) => ({
    from: from ?? dynamic ?? '',
    names,
    typeOnly: type !== undefined,
  }));
}

/** The file that an import of our own means, from the root of the checkout. */
function target(file: string, { from }: Import): string {
  return from.startsWith('#') ? join('src', from.slice(1)) : relative(root, join(root, dirname(file), from));
}

function own(file: string): Import[] {
  return importsOf(file).filter(({ from }) => /^[.#]/.test(from));
}

function packagesOf(file: string): string[] {
  return importsOf(file)
    .map(({ from }) => from)
    .filter((from) => !/^[.#]|^node:/.test(from));
}

/** The part of the layout a file belongs to: its folder in src, or its own name where it lies in src itself. */
function partOf(file: string): string {
  return relative('src', file).split('/')[0] ?? '';
}

/** Code that no request reaches directly: the acts and what they stand on. */
const OUTSIDE =
  /\/(?:pages|newsroom|api|mcp|commands|render|emails|look|cards|revisions|documents)\/|^src\/(?:app|main)\.ts/;
const FRAMES = /^src\/(?:http|html|server|cli|newsroom|reading|agents\/reference)\//;
/** Files that print a form of a page from data. */
const PRINTS = /^src\/(?!db\/).*(?:-(?:html|markdown|json|text|pdf)\.ts$|\/cards\/card[-.])/;

/** The rows of a table of docs/architecture.md, each as its cells. */
function rowsOf(heading: string): string[][] {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const start = page.indexOf(heading);
  assert.notEqual(start, -1, heading);
  const [table = ''] = page.slice(start).split('\n\n');
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').slice(1, -1));
}

const namesOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const rows = rowsOf('| Part | Holds | May import |').map(([parts, , words = '']) => ({ parts: namesOf(parts), words }));
/** The parts in the order of the table. */
const PARTS = rows.flatMap(({ parts }) => parts);
/** The row of a part. The parts of one row do not import each other. */
const rowOf = new Map(rows.flatMap(({ parts }, at) => parts.map((part) => [part, at] as const)));
const CAPABILITIES = rows.find(({ parts }) => parts.includes('reading'))?.parts ?? [];
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  platform: PARTS.slice(0, PARTS.indexOf('article')),
  kernel: PARTS.slice(PARTS.indexOf('article'), PARTS.indexOf(CAPABILITIES[0] ?? '')),
  capabilities: CAPABILITIES,
};
const exceptions = new Map(
  rowsOf('| Part | Imports, too | Reason |').map(([part, beside]) => [namesOf(part)[0] ?? '', namesOf(beside)]),
);

/** Whether the first table lets a part import another one: the row names it or its group, and it is further up. */
function isAllowed(from: string, to: string): boolean {
  const [own, other] = [rowOf.get(from), rowOf.get(to)];
  if (own === undefined || other === undefined || other >= own) return false;
  const { words = '' } = rows[own] ?? {};
  const groups = words.replace(/`[^`]*`/g, '').split(/\s+/);
  return namesOf(words).includes(to) || groups.some((group) => GROUPS[group]?.includes(to));
}

test('every arrow between two parts is in a table of docs/architecture.md', () => {
  const wrong = sources.flatMap((file) =>
    own(file)
      .map((one) => [partOf(file), partOf(target(file, one))] as const)
      .filter(([from, to]) => from !== to && !isAllowed(from, to) && !exceptions.get(from)?.includes(to))
      .map(([, to]) => `${file} imports ${to}`),
  );
  assert.deepEqual(wrong, []);
});

test('there are at most 12 exceptions, and each is needed', () => {
  const arrows = new Set(
    sources.flatMap((file) => own(file).map((one) => `${partOf(file)} ${partOf(target(file, one))}`)),
  );
  const excepted = [...exceptions].flatMap(([part, others]) => others.map((one) => `${part} ${one}`));
  assert.deepEqual(
    excepted.filter((arrow) => !arrows.has(arrow)),
    [],
    'take these from the second table',
  );
  assert.ok(excepted.length <= 12, `${excepted.length} exceptions`);
});

test('the table names exactly the existing parts', () => {
  const parts = new Set(sources.map(partOf));
  assert.deepEqual(PARTS.toSorted(), [...parts].sort());
});

test('acts, the runtime and the database import no web framework and no protocol kit', () => {
  const inside = sources.filter((file) => !OUTSIDE.test(file) && !FRAMES.test(file) && !PRINTS.test(file));
  assert.ok(inside.length > 300);
  const wrong = inside.flatMap((file) =>
    packagesOf(file)
      .filter((name) => /^(@?hono|@modelcontextprotocol)\b/.test(name) && name !== 'hono/html')
      .map((name) => `${file} imports ${name}`),
  );
  assert.deepEqual(wrong, []);
});

const printers = sources.filter((file) => PRINTS.test(file));

test('what prints a page uses only the escaping tag of the web framework, and no database', () => {
  assert.ok(printers.length > 40);
  for (const file of printers) {
    for (const name of packagesOf(file)) {
      assert.ok(!/^(@?hono|@modelcontextprotocol|kysely)\b/.test(name) || name === 'hono/html', `${file}: ${name}`);
    }
  }
});

test('what prints a page calls no function that needs deps or a transaction', () => {
  for (const file of printers) {
    for (const one of own(file).filter(({ typeOnly }) => !typeOnly)) {
      const from = target(file, one);
      for (const name of namesIn(one)) {
        const made = new RegExp(`export (?:async )?function ${name}\\b[^{]*?\\)`).exec(read(from))?.[0] ?? '';
        assert.doesNotMatch(made, /: (Deps|Tx|Database)\b/, `${file} takes ${name} from ${from}`);
      }
    }
  }
});

function namesIn({ names }: Import): string[] {
  return names
    .replace(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim().replace(/ as .*/, ''))
    .filter((name) => name !== '' && !name.startsWith('type '));
}

test('a browser script imports only schemas, the parser of inline marks and the number of a revision from other parts', () => {
  const shared = [
    'src/article/article-fields.ts',
    'src/article/copy.ts',
    'src/article/credits.ts',
    'src/article/exhibits.ts',
    'src/core/https-address.ts',
    'src/article/number-table.ts',
    'src/article/reading-time.ts',
    'src/article/clean-text.ts',
    'src/core/text.ts',
    'src/html/inline.ts',
    'src/html/spans.ts',
  ];
  const browser = sources.filter((file) => file.startsWith(BROWSER));
  const wrong = [...browser, ...shared].flatMap((file) =>
    importsOf(file)
      .filter(({ typeOnly }) => !typeOnly)
      .map((one) => (/^[.#]/.test(one.from) ? target(file, one) : one.from))
      .filter((from) => !from.startsWith(BROWSER) && !shared.includes(from))
      .filter((from) => !/^(@tiptap\/|zod$|markdown-it$|diff$|@simplewebauthn\/browser$)/.test(from))
      .map((from) => `${file} imports ${from}`),
  );
  assert.deepEqual(wrong, []);
  for (const file of sources.filter((one) => !one.startsWith(BROWSER))) {
    for (const one of own(file)) assert.ok(one.typeOnly || !target(file, one).startsWith(BROWSER), file);
  }
});

test('only main.ts, serve.ts and cli.ts read the environment and end the process', () => {
  for (const file of sources.filter((one) => !PROCESS.includes(one))) {
    assert.doesNotMatch(codeOf(file), /process\s*\.\s*(env|exit|exitCode)\b/, file);
  }
});

test('only create-deps.ts supplies time and ids, corrected by postgres-state.ts', () => {
  const clocks = ['src/runtime/create-deps.ts', 'src/db/connection/postgres-state.ts'];
  for (const file of sources.filter((one) => !clocks.includes(one) && !one.startsWith(BROWSER))) {
    assert.doesNotMatch(codeOf(file), /Date\.now|new Date\(\)|\brandomUUID\b|Math\.random/, file);
  }
});

test('the public MCP server cannot write: its part gets no deps, no actor and no function that writes', () => {
  const own = sources.filter((file) => file.startsWith('src/agents/mcp/public/'));
  assert.ok(own.length > 0);
  const reads =
    /^src\/(?:article|evidence|search|changes|reading|http|core|runtime\/config|agents\/(?:mcp\/(?:protocol|public)|pages))\/|^src\/runtime\/site-snapshot\.ts$/;
  const wrong = own
    .flatMap((file) =>
      importsOf(file)
        .filter(({ from }) => /^[.#]/.test(from))
        .map((one) => target(file, one)),
    )
    .filter((one) => !reads.test(one));
  assert.deepEqual(wrong, []);
  // A tool that another capability declares runs with deps: the quote check keeps an index of its own.
  const declaredTool = 'tool.run({ publication, deps: c.var.deps, spend }, given)';
  for (const file of own)
    assert.doesNotMatch(
      read(file).replace(declaredTool, ''),
      /\bdeps\b|\bDeps\b|\bactor\b|\.write\(|(?:insert|update|delete)\w*\(/,
      file,
    );
});

/** A file without its comments and the insides of its plain strings. */
function codeOf(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}
