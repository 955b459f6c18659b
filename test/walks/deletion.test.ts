import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

// A capability can be taken out: without its folder, its line in src/app.ts and its tests, types hold and the other tests pass.
// Its tables stay in the baseline of the database, and are empty. With ALL=1 every other test runs, in place of a sample.

type Deletion = {
  /** Its folder in src. */
  folder: string;
  /** Its tests. */
  tests: string[];
  /** Its rows and words in documents and in lists of the tests. */
  words?: Record<string, RegExp>;
};

/** Every picture of the newsroom shows its navigation, which lists the pages of the capability. */
const PICTURES = 'test/rules/handbook.test.ts';
/** Rules that compare documents with the code: many documents describe these capabilities, and are edited by hand. */
const DOCUMENTS = 'test/rules/{docs,readme-tour,routes,words}.test.ts';

const DELETIONS: Deletion[] = [
  {
    folder: 'export',
    tests: [
      'test/exchange/{export*,zip-stream*,restore*,round-trip*}',
      'test/walks/exchange/{export-measured,site-builders,restore-k}*',
      'test/walks/field',
      'test/process/{exported-*,single-process.test.ts}',
      'test/ads/exported-ads.test.ts',
      'test/walks/{worst,accepted}-inputs*',
    ],
  },
  {
    folder: 'quote',
    tests: ['test/quote', 'test/walks/quote*'],
    words: {
      'README.md': /^\| `\/(?:quote|api\/v1\/public\/quote)`.*\n/gm,
      'docs/operations.md': / `\/api\/v1\/public\/quote`,?/g,
    },
  },
  {
    folder: 'records',
    tests: ['test/records', 'test/walks/records*', 'test/walks/revisions'],
    words: {
      'README.md':
        /^\| `\/(?:\{section\}\/\{slug\}\/r\/|api\/v1\/public\/records|\.well-known\/(?:jwks|record-keys)).*\n/gm,
      'docs/operations.md':
        /^\| `npx plumbline verify .*\n|records\\\|(?=proofs)| ?`\/(?:\{section\}\/\{slug\}\/r\/\{revision\}\/record\.json|api\/v1\/public\/records|\.well-known\/(?:jwks|record-keys)[^`]*)`,?/gm,
    },
  },
  { folder: 'stats', tests: ['test/stats', PICTURES] },
  {
    folder: 'integrations',
    // Beside its own, those that use it and other capabilities together.
    tests: [
      ...[
        'test/integrations',
        'test/walks/integrations',
        'test/walks/caches/*.test.ts',
        'test/walks/site/every-email.test.ts',
      ],
      ...['test/exchange/{restore,archived,export}.test.ts', 'test/data/{site-keys,unique-keys}.test.ts'],
      ...[
        'test/browser/{newsroom-pages,access.test,hostile.test}.ts',
        'scripts/handbook-pictures.ts',
        PICTURES,
        DOCUMENTS,
      ],
    ],
  },
];

/** Each line of these files that names a deleted file goes. */
const LISTS_OF_FILES = ['scripts/tests-on-postgres.ts', 'docs/trouble.md'];

/** Rules that compare documents and lists of files with the code are left out: a person edits these. */
const SAMPLE = [
  'test/rules/architecture.test.ts',
  'test/rules/start-imports.test.ts',
  'test/rules/one-request.test.ts',
  'test/public/reading.test.ts',
  'test/public/pages.test.ts',
  'test/public/seed.test.ts',
  'test/public/discovery.test.ts',
  'test/public/finding-the-way.test.ts',
  'test/api/openapi.test.ts',
  'test/http/request-ids.test.ts',
  'test/newsroom/publication-acts.test.ts',
];

const root = join(import.meta.dirname, '..', '..');

for (const deletion of DELETIONS) {
  test(`without ${deletion.folder}, types hold and the other tests pass`, (t) => {
    const copy = copyCheckout();
    t.after(() => rmSync(copy, { recursive: true, force: true }));
    take(deletion, copy);
    run(copy, 'node_modules/.bin/tsc', '-p', '.');
    run(copy, 'npm', 'test', '--', ...(process.env.ALL === '1' ? [] : SAMPLE));
  });
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

function take({ folder, tests, words = {} }: Deletion, copy: string): void {
  const gone = [`src/${folder}`, ...tests.flatMap((pattern) => globSync(pattern, { cwd: copy }))];
  for (const path of gone) rmSync(join(copy, path), { recursive: true });
  const name = new RegExp(`import \\{ (\\w+) \\} from '#${folder}/`).exec(
    readFileSync(join(copy, 'src/app.ts'), 'utf8'),
  );
  assert.ok(name, `src/app.ts does not import ${folder}`);
  edit(copy, 'src/app.ts', (text) =>
    without(text, (line) => line.includes(`'#${folder}/`) || line === `  ${name[1]},`),
  );
  // Its row in the tables of the parts, and its name in the rows of other parts.
  edit(copy, 'docs/architecture.md', (text) =>
    without(text, (line) => line.startsWith(`| \`${folder}\` |`) || line.startsWith(`  ${folder}/ `)).replaceAll(
      /^\| `.*$/gm,
      (row) => row.replaceAll(` \`${folder}\``, ''),
    ),
  );
  edit(copy, 'docs/architecture.md', (text) => text.replace(`[${folder}](../src/${folder}/tables.md), `, ''));
  for (const file of LISTS_OF_FILES)
    edit(copy, file, (text) => without(text, (line) => gone.some((path) => line.includes(path.replace('test/', '')))));
  edit(copy, 'scripts/mutations.txt', (text) => withoutMutations(text, gone));
  for (const [file, pattern] of Object.entries(words)) edit(copy, file, (text) => text.replaceAll(pattern, ''));
}

/** The mutations of files that stay, each with its tests that stay. */
function withoutMutations(text: string, gone: readonly string[]): string {
  const isGone = (file: string) => gone.some((path) => file.startsWith(path));
  const entries = text.split('\n\n').map((entry) => {
    const [head = '', ...change] = entry.split('\n');
    const [file = '', tests = ''] = head.split(' | ');
    const left = tests.split(' ').filter((path) => !isGone(path));
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
