import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CAPABILITIES } from '#app.ts';
import { routesOf } from '#http/route.ts';

// A capability can be taken out: without its folder, its line in src/app.ts, its tests and what documents say of it, types hold
// and the other tests pass. Its tables stay in the baseline of the database, and are empty.
//
// Each capability is taken out alone, and types are checked. Then several are taken out at once, in groups: for each two capabilities,
// the tests of the first run in a group that has the first and not the second, with the rules and a sample of the rest.
// Then all are taken out, and every test that is left runs. Each group has a file, so that they run side by side and each says at once
// what it found. With ALL=1 every test runs without each one, too, for an hour.

type Deletion = {
  /** Its folder in src. */
  folder: string;
  /** Its tests. Scripts and validators that import a deleted file are deleted, too, and so are walks that test two capabilities together. */
  tests: string[];
};

export const DELETIONS: Deletion[] = [
  {
    folder: 'ads',
    // The kept database of 1.0.0 has rows of the ads, which a backup cannot leave out.
    tests: ['test/ads', 'test/walks/ads', 'validate/personal/ads.ts', 'test/data/upgrade-backup.test.ts'],
  },
  {
    folder: 'export',
    tests: [
      'test/exchange/{export*,zip-stream*,restore*,round-trip*}',
      'test/walks/exchange/{export-measured,site-builders,restore-k}*',
      'test/walks/field',
      ...['test/process/{exported-*,single-process.test.ts}', 'test/data/private-files.test.ts'],
      'test/ads/exported-ads.test.ts',
      'test/walks/{worst,accepted}-inputs*',
    ],
  },
  {
    folder: 'brief',
    tests: [
      ...['test/brief', 'test/walks/{brief,subscrib,mail-servers}*', 'test/walks/sending'],
      'test/ads/{audience-figure,site-sends,sold-unsent,sponsored-brief}.test.ts', // a brief with a sponsor
      'test/walks/ads/sponsored-brief.test.ts',
    ],
  },
  {
    folder: 'quote',
    tests: ['test/quote', 'test/walks/quote*'],
  },
  {
    folder: 'records',
    tests: ['test/records', 'test/walks/records*', 'test/walks/revisions'],
  },
  { folder: 'stats', tests: ['test/stats'] },
  {
    folder: 'integrations',
    tests: [
      ...['test/integrations', 'test/walks/integrations'],
      'test/walks/caches/{purges,varnish,site-changes}.test.ts', // a cache in front that the server purges
    ],
  },
  {
    folder: 'import',
    tests: [
      'test/exchange/{archive-run,body-to-copy,file-links,hostile-,import,kill-import,plain-reader,read-formats}*.ts',
      'test/exchange/{restore,round-trip,source}*.ts',
      'test/fixtures/imports',
      'test/walks/exchange',
      'test/walks/field',
      'test/walks/{worst,accepted}-inputs*',
    ],
  },
];

/** Each line of these files that names a deleted file goes. */
const LISTS_OF_FILES = ['docs/trouble.md'];
/** Notes the words that the pictures of the documents would show now. */
const NOTE_PICTURES = `import { noteTaken, storedDigests } from './scripts/picture-digests.ts';
for (const picture of Object.keys(storedDigests())) noteTaken(picture);`;

/** Tests of the other parts that run without each capability, beside the rules. */
const SAMPLE = [
  ...['public/reading', 'public/pages', 'public/seed', 'public/discovery', 'public/finding-the-way', 'api/openapi'],
  ...['api/openapi-live', 'http/request-ids', 'newsroom/publication-acts', 'newsroom/frame', 'site/two-sites'],
  ...['data/backup', 'data/site-keys'],
].map((name) => `test/${name}.test.ts`);
/** Rules about single functions, which no capability can break, and which take minutes. */
const NOT_ABOUT_PARTS = /\/(?:hostile-text|no-loose-ends|test-runner|readme-tour|lockfile)\.test\.ts$/;

const root = join(import.meta.dirname, '..', '..', '..');

/** Folders that are taken out together. Each two folders are apart in a group that takes out one of them, and in one that takes out the other. */
export const GROUPS = [
  ['ads', 'integrations', 'import'],
  ['ads', 'export', 'stats'],
  ['export', 'brief', 'import', 'records'],
  ['brief', 'quote', 'stats'],
  ['quote', 'integrations', 'records'],
];

/** A test that takes out one of these groups, and runs the tests of the other capabilities, the rules and a sample of the rest. */
export function testWithout(group: readonly string[]): void {
  test(`without ${group.join(', ')}, types hold and the other tests pass`, (t) => {
    const copy = takeOut(
      DELETIONS.filter(({ folder }) => group.includes(folder)),
      t,
    );
    const ofOthers = DELETIONS.flatMap(({ tests }) => testsIn(copy, tests));
    const rules = testsIn(copy, ['test/rules']).filter((file) => !NOT_ABOUT_PARTS.test(file));
    const sample = SAMPLE.filter((file) => existsSync(join(copy, file)));
    runTests(copy, [...new Set([...ofOthers, ...rules, ...sample])]);
  });
}

/** A copy of the checkout without these capabilities, whose types hold. */
export function takeOut(deletions: readonly Deletion[], t: TestContext): string {
  const copy = copyCheckout();
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  const importers = deletions.flatMap((deletion) => take(deletion, copy));
  t.diagnostic(`deleted, because they import it: ${importers.join(' ') || 'nothing'}`);
  const foreign = importers.filter((file) => /^test\/(?!(?:walks|nightly)\/)/.test(file));
  assert.deepEqual(foreign, [], 'tests of others: use a part of test/support/part.ts, or name them above');
  run(copy, 'node_modules/.bin/biome', 'format', '--write', 'test/data/backup.test.ts');
  run(copy, 'node_modules/.bin/tsc', '-p', '.');
  run(copy, process.execPath, '--input-type=module', '-e', NOTE_PICTURES);
  return copy;
}

export function runTests(copy: string, files: readonly string[]): void {
  run(copy, 'npm', 'test', '--', ...files);
}

/** The test files of these patterns that are in the copy, without the walks. */
function testsIn(copy: string, patterns: readonly string[]): string[] {
  return patterns
    .flatMap((pattern) => globSync([`${pattern}/**/*.test.ts`, pattern], { cwd: copy }))
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/walks/'));
}

/** The files that git knows, or would add, with the installed packages. */
function copyCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-deletion-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const known = new Set(files.trim().split('\n'));
  for (const file of known) cpSync(join(root, file), join(copy, file), { force: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Returns the files beside its own tests that were deleted. */
function take({ folder, tests }: Deletion, copy: string): string[] {
  const names = tablesOf(folder, copy);
  edit(copy, 'test/data/backup.test.ts', (text) => text.replace(/(?<=DELETED_CAPABILITIES: string\[\] = \[)/, names));
  const tables = join(copy, 'src', folder, 'tables.md');
  if (existsSync(tables)) appendFileSync(join(copy, 'src/db/tables.md'), readFileSync(tables)); // the tables stay, and are described
  const own = [`src/${folder}`, ...tests.flatMap((pattern) => globSync(pattern, { cwd: copy }))];
  for (const path of own) rmSync(join(copy, path), { recursive: true, force: true });
  const name = new RegExp(`import \\{ (\\w+) \\} from '#${folder}/`).exec(
    readFileSync(join(copy, 'src/app.ts'), 'utf8'),
  );
  assert.ok(name, `src/app.ts does not import ${folder}`);
  edit(copy, 'src/app.ts', (text) =>
    without(text, (line) => line.includes(`'#${folder}/`) || line === `  ${name[1]},`),
  );
  const importers = takeImporters(copy);
  const gone = [...own, ...importers];
  takeWords(folder, copy);
  edit(copy, 'docs/architecture.md', (text) =>
    without(
      text
        .replace(`[${folder}](../src/${folder}/tables.md), `, '')
        .replaceAll(/^\|[^|]*\|/gm, (cell) => cell.replace(` \`${folder}\``, '')),
      (line) => /^\| *\|/.test(line),
    ),
  );
  for (const file of LISTS_OF_FILES)
    edit(copy, file, (text) => without(text, (line) => gone.some((path) => line.includes(inList(path)))));
  edit(copy, 'scripts/picture-digests.ts', (text) => without(text, (line) => line.includes(`'${folder}/newsroom`)));
  edit(copy, 'scripts/mutations.txt', (text) => withoutMutations(text, gone));
  return importers;
}

/** A file or a folder of tests as lists name it. */
function inList(path: string): string {
  return path.replace('test/', '') + (/\.\w+$/.test(path) ? '' : '/');
}

/** The names of its tables, as items of a list in TypeScript. */
function tablesOf(folder: string, copy: string): string {
  const file = join(copy, `src/${folder}/tables.ts`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const names = [...text.matchAll(/\{ name: ('\w+')/g)].map(([, name]) => name);
  return names.map((name) => `${name}, `).join('');
}

/** Deletes the tests and scripts that import a file which is gone, and those that import these. */
function takeImporters(copy: string): string[] {
  const isGone = (path: string) => existsSync(join(root, path)) && !existsSync(join(copy, path));
  const importsGone = (file: string) =>
    [...readFileSync(join(copy, file), 'utf8').matchAll(/(?:from|import\() ?'(?:#([^']+)|(\.[^']+))'/g)].some(
      ([, fromSource, relative = '']) => isGone(fromSource ? `src/${fromSource}` : join(dirname(file), relative)),
    );
  const gone = globSync('{test,scripts,bench,validate}/**/*.{ts,mjs}', {
    cwd: copy,
    exclude: ['**/node_modules'],
  }).filter(importsGone);
  for (const path of gone) rmSync(join(copy, path));
  return gone.length === 0 ? [] : [...gone, ...takeImporters(copy)];
}

/** Removes what documents say of it: each line that names one of its files, addresses, commands, metrics or messages, and glossary words that are left unused. */
function takeWords(folder: string, copy: string): void {
  const capability = CAPABILITIES.find(({ name }) => name === folder);
  assert.ok(capability, `no capability has the name ${folder}`);
  const { commands = [], publicResources = {}, routes = [], metrics = {}, keys } = capability;
  const paths = [...routesOf(publicResources), ...routes].map(({ path }) =>
    path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}'),
  );
  const said = [
    ...commands.map(({ words }) => new RegExp(`npx plumbline ${words}\\b`)),
    ...Object.keys(metrics).map((name) => new RegExp(`\\b${name}\\b`)),
  ];
  const gone = sourceIn(join(root, 'src', folder));
  const left = sourceIn(join(copy, 'src'));
  const isGone = (code: string) => ['', 'src', 'test'].some((at) => isOnlyIn(root, copy, join(at, code)));
  const isMessageGone = (line: string) =>
    [...(line.split('|')[1] ?? '').matchAll(/"([^"]{12,})"|`([^`]{12,})`/g)].some(([, quoted, code = '']) => {
      const start = (quoted ?? code).split(/[…{]/)[0]?.slice(0, 24) ?? '';
      return / /.test(start) && gone.includes(start) && !left.includes(start);
    });
  const files = globSync(['*.md', 'docs/**/*.md', 'docs/monitoring/*.yml', 'docs/monitoring/*.json'], { cwd: copy });
  for (const file of files)
    edit(copy, file, (text) =>
      without(
        paths.reduce((page, path) => page.replaceAll(new RegExp(` ?\`${RegExp.escape(path)}\`,?`, 'g'), ''), text),
        (line) =>
          said.some((pattern) => pattern.test(line)) ||
          [...line.matchAll(/`([^`\s]+)`|\]\(([^)#\s]+)\)/g)].some(([, code, link]) =>
            code?.includes('/')
              ? isGone(code.replace(/[:#][\w-]+$/, ''))
              : isOnlyIn(root, copy, join(dirname(file), link ?? '')),
          ) ||
          (line.startsWith('| ') && isMessageGone(line)),
      ),
    );
  edit(copy, 'README.md', (text) => without(text, (line) => /^\| *\|/.test(line)));
  const others = files.filter((file) => file !== 'GLOSSARY.md').map((file) => readFileSync(join(copy, file), 'utf8'));
  const used = [left, ...['test', 'scripts'].map((at) => sourceIn(join(copy, at))), ...others].join('\n');
  const isUsed = (word: string) => new RegExp(`\\b${word}s?\\b`, 'i').test(used);
  edit(copy, 'GLOSSARY.md', (text) =>
    without(text, (line) => /^\| (?!Word |-)/.test(line) && !isUsed(line.split('|')[1]?.trim() ?? '')),
  );
  const inList = new RegExp(`(?<=keys rotate \\[[^\\]]*)${keys?.signs}\\\\\\|`);
  if (keys?.signs) edit(copy, 'docs/operations.md', (text) => text.replace(inList, ''));
}

function sourceIn(folder: string): string {
  return globSync('**/*.ts', { cwd: folder })
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

function isOnlyIn(one: string, other: string, path: string): boolean {
  const isIn = (folder: string) =>
    path.includes('*') ? globSync(path, { cwd: folder }).length > 0 : existsSync(join(folder, path));
  return isIn(one) && !isIn(other);
}

/** The mutations of files that stay, each with its tests that stay. */
function withoutMutations(text: string, gone: readonly string[]): string {
  const isGone = (file: string) => gone.some((path) => file.startsWith(path));
  const entries = text.split('\n\n').map((entry) => {
    const [head = '', ...change] = entry.split('\n');
    const [file = '', tests = ''] = head.split(' | ');
    const left = tests.split(' ').filter((path) => !isGone(path.replace('pg:', '')));
    if (!tests) return entry;
    return isGone(file) || left.length === 0 ? null : [`${file} | ${left.join(' ')}`, ...change].join('\n');
  });
  return entries.filter((entry) => entry !== null).join('\n\n');
}

function edit(copy: string, file: string, change: (text: string) => string): void {
  const path = join(copy, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function without(text: string, goes: (line: string) => boolean): string {
  return text
    .split('\n')
    .filter((line) => !goes(line))
    .join('\n');
}

function run(copy: string, program: string, ...args: string[]): void {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // tests within a test run by themselves
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  const said = stdout.replace(/^✔.*\n/gm, '');
  assert.equal(status, 0, `${program} ${args.join(' ')}\n${said.slice(-20_000)}\n${stderr.slice(-2000)}`);
}
