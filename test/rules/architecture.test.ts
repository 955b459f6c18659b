import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { test } from 'node:test';

// Compares docs/architecture.md with the imports, and checks the rules of the layout.

const root = dirname(dirname(import.meta.dirname));
const PROCESS = ['src/main.ts', 'src/server/serve.ts', 'src/cli/cli.ts'];
const DOMAIN = ['article', 'agents', 'accounts', 'ads', 'brief', 'pictures'];
const BROWSER = 'src/http/newsroom/browser/';

type Import = { from: string; names: string; typeOnly: boolean };

const files = globSync(
  ['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.{ts,mjs}', 'validate/*.ts', 'validate/{checks,programs}/*.ts'],
  { cwd: root },
).sort();
const text = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const sources = files.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'));

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

/** The file a relative import means, from the root of the checkout. */
function target(file: string, { from }: Import): string {
  return relative(root, join(root, dirname(file), from));
}

function own(file: string): Import[] {
  return importsOf(file).filter(({ from }) => from.startsWith('.'));
}

function packagesOf(file: string): string[] {
  return importsOf(file)
    .map(({ from }) => from)
    .filter((from) => !from.startsWith('.') && !from.startsWith('node:'));
}

/** Folders of which each subfolder is a part of its own in the table of docs/architecture.md. */
const DIVIDED = ['article', 'brief', 'exchange', 'http'];

/** The part of the layout a file belongs to: its folder in src, or its own name where it lies in src itself. */
function partOf(file: string): string {
  const [first = '', ...rest] = relative('src', file).split('/');
  if (rest.length === 0) return basename(first);
  return DIVIDED.includes(first) && rest.length > 1 ? `${first}/${rest[0]}` : first;
}

/** The table of arrows in docs/architecture.md. */
function allowedArrows(): Map<string, string[]> {
  const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const table = page.slice(page.indexOf('| Part | May import |')).split('\n\n')[0] ?? '';
  const rows = table.split('\n').slice(2);
  return new Map(
    rows.map((row) => {
      const [, part = '', allowed = ''] = row.split('|');
      return [part.replaceAll('`', '').trim(), [...allowed.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')];
    }),
  );
}

test('every arrow between two parts is in the table of docs/architecture.md', () => {
  const allowed = allowedArrows();
  const wrong = sources.flatMap((file) =>
    own(file)
      .map((one) => [partOf(file), partOf(target(file, one))] as const)
      .filter(([from, to]) => from !== to && !allowed.get(from)?.includes(to))
      .map(([, to]) => `${file} imports ${to}`),
  );
  assert.deepEqual(wrong, []);
});

test('the table names exactly the existing parts', () => {
  const parts = new Set(sources.map(partOf));
  assert.deepEqual([...allowedArrows().keys()].sort(), [...parts].sort());
  for (const allowed of allowedArrows().values()) for (const part of allowed) assert.ok(parts.has(part), part);
});

test('the domain, the runtime and the database import no web framework and no protocol kit', () => {
  const inside = sources.filter((file) =>
    [...DOMAIN, 'core', 'db', 'runtime', 'cache'].includes(relative('src', file).split('/')[0] ?? ''),
  );
  const wrong = inside.flatMap((file) =>
    packagesOf(file)
      .filter((name) => /^(@?hono|@modelcontextprotocol|pino)\b/.test(name))
      .map((name) => `${file} imports ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('render/ uses only the escaping tag of the web framework, and no database', () => {
  for (const file of sources.filter((one) => partOf(one) === 'render')) {
    for (const name of packagesOf(file)) {
      assert.ok(
        !/^(@?hono|@modelcontextprotocol|kysely|pino)\b/.test(name) || name === 'hono/html',
        `${file}: ${name}`,
      );
    }
  }
});

test('render/ calls no function that needs deps or a transaction', () => {
  for (const file of sources.filter((one) => partOf(one) === 'render')) {
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
    'src/article/model/article-fields.ts',
    'src/article/model/copy.ts',
    'src/article/model/number-table.ts',
    'src/render/clean-text.ts',
    'src/core/text.ts',
    'src/render/inline.ts',
    'src/render/spans.ts',
  ];
  const browser = sources.filter((file) => file.startsWith(BROWSER));
  const wrong = [...browser, ...shared].flatMap((file) =>
    importsOf(file)
      .filter(({ typeOnly }) => !typeOnly)
      .map((one) => (one.from.startsWith('.') ? target(file, one) : one.from))
      .filter((from) => !from.startsWith(BROWSER) && !shared.includes(from))
      .filter((from) => !/^(@tiptap\/|zod$|markdown-it$|diff$|@simplewebauthn\/browser$)/.test(from))
      .map((from) => `${file} imports ${from}`),
  );
  assert.deepEqual(wrong, []);
  for (const file of sources.filter((one) => !one.startsWith(BROWSER))) {
    for (const one of own(file)) assert.ok(one.typeOnly || !target(file, one).startsWith(BROWSER), file);
  }
});

test('no import leads back to its own file, imports of types included', () => {
  const state = new Map<string, 'open' | 'done'>();
  const walk = (file: string, path: string[]): void => {
    assert.notEqual(state.get(file), 'open', `${[...path, file].join(' → ')}`);
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const one of own(file)) walk(target(file, one), [...path, file]);
    state.set(file, 'done');
  };
  for (const file of sources) walk(file, []);
});

test('no arrow of the table leads back to its own part', () => {
  const allowed = allowedArrows();
  const done = new Set<string>();
  const walk = (part: string, path: string[]): void => {
    assert.ok(!path.includes(part), [...path, part].join(' → '));
    if (done.has(part)) return;
    for (const next of allowed.get(part) ?? []) walk(next, [...path, part]);
    done.add(part);
  };
  for (const part of allowed.keys()) walk(part, []);
});

test('every import names an existing file with its extension', () => {
  for (const file of files.filter((one) => !one.startsWith('validate/'))) {
    for (const one of own(file)) assert.ok(existsSync(join(root, target(file, one))), `${file}: ${one.from}`);
  }
});

test('no file only re-exports', () => {
  for (const file of files) {
    assert.doesNotMatch(read(file), /^export (\*|\{[^}]*\}|type \{[^}]*\}) from /m, file);
    assert.doesNotMatch(basename(file), /^index\./, file);
  }
});

test('no folder is named utils, helpers, common, lib or misc, and every file is named in kebab-case', () => {
  for (const file of files) {
    assert.doesNotMatch(file, /(^|\/)(utils?|helpers?|common|lib|misc)\//);
    assert.match(basename(file), /^[a-z0-9]+(-[a-z0-9]+)*(\.test|\.d)?\.(ts|mjs)$/, file);
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
  const allowed = allowedArrows().get('http/public-mcp') ?? [];
  const reads = /^(article\/(figures|model|quote|read)|cache|config\.ts|core|http\/(kit|mcp-protocol)|render)$/;
  assert.deepEqual(
    allowed.filter((part) => !reads.test(part)),
    [],
  );
  const own = sources.filter((file) => partOf(file) === 'http/public-mcp');
  assert.ok(own.length > 0);
  // The quote check keeps an index of its own. The server gets it as a function of a text.
  const check = 'checkQuote(c.var.deps, text)';
  for (const file of own)
    assert.doesNotMatch(
      read(file).replace(check, ''),
      /\bdeps\b|\bDeps\b|\bactor\b|\.write\(|(?:insert|update|delete)\w*\(/,
      file,
    );
});

test('nothing is of type any', () => {
  for (const file of files.filter((one) => one.endsWith('.ts') && one !== 'test/support/site.ts')) {
    assert.doesNotMatch(codeOf(file), /(:|<|\bas|\||&|=>)\s*any\b/, file);
  }
});

/** A file without its comments and the insides of its plain strings. */
function codeOf(file: string): string {
  return read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}
