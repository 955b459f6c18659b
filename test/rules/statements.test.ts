import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { RENEWALS, renewUntil } from '#agents/terms.ts';
import { TOKEN_LIFETIME } from '#agents/tokens.ts';
import { STAGES } from '#article/stage.ts';
import { ROUTES } from '#server/routes.ts';
import { openSite } from '../support/site.ts';

// Statements of the documents that were wrong once. Each test compares a statement with the code.

const root = dirname(dirname(import.meta.dirname));
const open = (file: string) => readFileSync(join(root, file), 'utf8');
const architecture = open('docs/architecture.md');

test('the table of the README has every public address', () => {
  const readme = open('README.md');
  const table = readme.slice(readme.indexOf('| Address |')).split('\n\n')[0] ?? '';
  const public_ = ROUTES.filter(({ method, who }) => method === 'GET' && who === 'anyone').map(({ path }) => path);
  const given = public_
    .filter((path) => !path.startsWith('/newsroom') && !path.startsWith('/:map') && !path.startsWith('/static/'))
    .map((path) => withoutVersion(path, public_).replace(/:(\w+)/g, '{$1}'));
  // The route of preview images takes any last part and answers only those that end in `.png`.
  const named = (path: string) => [path, `${path}.png`].some((address) => table.includes(`\`${address}\``));
  const missing = [...new Set(given)].filter((path) => !named(path));
  assert.deepEqual(missing, []);
});

/** Routes that exist with and without `/v1` are listed without it. */
function withoutVersion(path: string, all: readonly string[]): string {
  const plain = path.replace('/api/v1/public/', '/api/public/');
  return all.includes(plain) ? plain : path;
}

test('the tour of the README writes no file', () => {
  const tour = open('README.md').split('## A tour for an agent')[1]?.split('\n## ')[0] ?? '';
  const shell = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? '').join('\n');
  assert.ok(shell.includes('curl'));
  assert.doesNotMatch(shell, /\btee\b|>\s*\w|\bdata\//);
});

test('no document runs TypeScript with the Node of the machine', () => {
  for (const page of globSync(['*.md', 'docs/*.md'], { cwd: root }))
    assert.doesNotMatch(open(page), /\bnode (?!src\/main\.ts)[\w./-]+\.ts\b/, page);
});

test('a part describes every table of the database', () => {
  const described = globSync('src/*/tables.md', { cwd: root }).map(open).join('');
  const tables = globSync('src/db/schema/tables*.ts', { cwd: root }).flatMap((file) =>
    [...open(file).matchAll(/^ {2}([a-z_]+): \{/gm)].map(([, name]) => name ?? ''),
  );
  assert.ok(tables.length > 30);
  assert.deepEqual(
    tables.filter((name) => !described.includes(`\n| \`${name}\` `)),
    [],
  );
});

test('architecture names every stage of an article', () => {
  const rule = architecture.split('**Two pointers, no status column.**')[1]?.split('\n5. ')[0] ?? '';
  assert.deepEqual([...rule.matchAll(/`([a-z_]+)`/g)].map(([, stage]) => stage).sort(), [...STAGES].sort());
});

test('a decision that replaces another names it, and is named by it', () => {
  for (const record of globSync('docs/decisions/0*.md', { cwd: root })) {
    const number = /\/(\d{4})-/.exec(record)?.[1] ?? '';
    const replaced = /^This (?:replaces|is one of the parts)[^.]*?\[(\d{4})\]\(([^)]+)\)/m.exec(open(record));
    if (!replaced) continue;
    const other = open(join('docs/decisions', replaced[2] ?? ''));
    assert.ok(other.includes(`[${number}](`), `${replaced[1]} does not name ${number}`);
  }
});

test('no document or comment refers to a document outside the repository', () => {
  for (const file of globSync(['*.md', 'docs/**/*.md', 'src/**/*.ts', 'test/**/*.ts'], { cwd: root })) {
    if (file.endsWith('statements.test.ts')) continue;
    assert.doesNotMatch(open(file), /\b[Ii]ssue \d+ |\bArt direction\b|\(standards, \d|\/findings\//, file);
  }
});

test('the longest access of an agent is what the standards state', async (t) => {
  const site = await openSite(t);
  const at = site.deps.clock();
  const hours = RENEWALS.map((renewal) => (Date.parse(renewUntil(site.deps, renewal) ?? '') - at) / 3_600_000 || 0);
  assert.deepEqual([TOKEN_LIFETIME, hours], [900, [0, 1, 8]]);
  const standards = await (await site.fetch('/standards.md', {})).text();
  assert.match(standards, /for fifteen minutes, or for up to eight hours if the editor chooses that/);
});

test('package.json, the lockfile and the documents require the same Node', () => {
  const { engines } = JSON.parse(open('package.json'));
  assert.deepEqual(JSON.parse(open('package-lock.json')).packages[''].engines, engines);
  const [, least] = /^>=(\d+)$/.exec(engines.node) ?? [];
  assert.match(open('README.md'), new RegExp(`any Node from ${least} on`));
  assert.match(open('CONTRIBUTING.md'), new RegExp(`You need Node ${least} or newer`));
});
