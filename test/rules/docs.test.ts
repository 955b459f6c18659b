import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { COMMANDS } from '#cli/commands.ts';
import { SETTINGS } from '#config/env.ts';
import { fileVariable, SECRETS } from '#config/secret-files.ts';
import { EDITION } from '#seed/seed.ts';
import { FIELDS } from '#server/metrics/log.ts';
import { metricFamilies } from '#server/metrics/prometheus.ts';
import { ROUTES } from '#server/routes.ts';
import { goLive } from '../support/live.ts';
import { json, openSite } from '../support/site.ts';

// Compares the documents with the code: a test fails when only one of them changes.

const root = dirname(dirname(import.meta.dirname));
const open = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root }).sort();
const sources = globSync(['src/**/*.ts', 'test/**/*.ts', 'scripts/**/*.{ts,mjs}'], { cwd: root }).sort();
const environment = open('src/config/env.ts');
const operations = open('docs/operations.md');

/** The rows of the first table of a page that begins with this heading row. */
function rowsOf(page: string, heading: string): string[][] {
  const start = page.indexOf(heading);
  assert.notEqual(start, -1, heading);
  const [table = ''] = page.slice(start).split('\n\n');
  return table
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function codeIn(cell: string | undefined): string[] {
  return [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? '');
}

test('operations lists every setting that the server reads, and no other', () => {
  const listed = rowsOf(operations, '| Setting | Default | Meaning |').map(([name]) => codeIn(name)[0]);
  assert.deepEqual([...listed].sort(), [...SETTINGS].sort());
  const [, inFiles = ''] = /A secret can be in a file[\s\S]*?This holds for([\s\S]*?)\n\n/.exec(operations) ?? [];
  assert.deepEqual([...inFiles.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).sort(), [...SECRETS].sort());
});

test('operations gives each default of the code', () => {
  for (const [name = '', given] of rowsOf(operations, '| Setting | Default | Meaning |')) {
    const line = new RegExp(`^ {2}${codeIn(name)[0]}: .*?\\.default\\('?([^'()]*)'?\\)`, 'm').exec(environment);
    if (line) assert.equal(codeIn(given)[0], line[1], name);
  }
});

test('every setting that a document names exists', () => {
  for (const page of pages) {
    for (const [, name = ''] of open(page).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)) {
      const isFile = SECRETS.some((one) => fileVariable(one) === name);
      assert.ok(SETTINGS.includes(name) || isFile, `${page} names ${name}`);
    }
  }
});

test('every word of the glossary is used in the code or the documents', () => {
  const all = [...sources.map(open), ...pages.filter((page) => page !== 'GLOSSARY.md').map(open)].join('\n');
  const text = all.toLowerCase();
  const glossary = open('GLOSSARY.md');
  const words = [...rowsOf(glossary, '| Word | Means |'), ...rowsOf(glossary, '| Word | Is | Where |')];
  for (const [word = ''] of words) assert.ok(new RegExp(`\\b${word.toLowerCase()}s?\\b`).test(text), word);
});

test('every link in a document leads to an existing file and heading', () => {
  for (const page of pages) {
    for (const [, to = ''] of open(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(to)) continue;
      const [path = '', heading] = to.split('#');
      const file = path === '' ? page : join(dirname(page), path);
      assert.ok(existsSync(join(root, file)), `${page} links ${to}`);
      if (heading) assert.ok(headingsOf(open(file)).includes(heading), `${page} links ${to}`);
    }
  }
});

function headingsOf(page: string): string[] {
  const lines = page.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.*)$/gm);
  return [...lines].map(([, line = '']) =>
    line
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Documents that name paths of today; the changelog also names paths of earlier releases. */
const named = pages.filter((page) => page !== 'CHANGELOG.md');

test('every path that a document names exists', () => {
  const dead = named.flatMap((page) =>
    [
      ...open(page)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/`([^`\s]+)`/g),
    ]
      .map(([, code = '']) => code.replace(/[:#][\w-]+$/, ''))
      .filter((code) => isPath(code) && !pathExists(code))
      .map((code) => `${page}: ${code}`),
  );
  assert.deepEqual(dead, []);
});

/** `src/core`, `docs/*.md`, or a part and a file, such as `core/failure.ts` or `public/seed.test.ts`. */
function isPath(code: string): boolean {
  if (/[<>{}=]|^\/|^\.|…/.test(code)) return false;
  return (
    /^(?:src|test|scripts|docs|bench|validate)\//.test(code) ||
    /^[\w-]+(?:\/[\w.*-]+)*\/[\w.*-]+\.(?:ts|mjs)$/.test(code)
  );
}

function pathExists(code: string): boolean {
  return ['', 'src', 'test'].some((folder) => globSync(join(folder, code), { cwd: root }).length > 0);
}

test('every public address is in a document or in the API description', async (t) => {
  const site = await openSite(t);
  const described = Object.keys((await json(await site.fetch('/openapi.json'))).paths);
  const written = pages.flatMap((page) => [...open(page).matchAll(/\/[a-z0-9{}./:_-]*/gi)].map(([path]) => path));
  const known = new Set([...described, ...written]);
  const unlocked = ROUTES.filter((route) => route.who === 'anyone' || route.who === 'agent or member');
  const fixed = unlocked.map(({ path }) => path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}'));
  const hidden = fixed.filter((path) => !known.has(path) && !/^\/(?:(?:newsroom|static)\/|\{map\}$)/.test(path));
  assert.deepEqual(hidden, []);
});

test('every address in the table of the README exists', async (t) => {
  const site = await openSite(t, { SAMPLE_EDITION: 'on' });
  const paths = ROUTES.map(({ path }) => path.replace(/:(\w+)/g, '{$1}'));
  await goLive(site);
  for (const [cell] of rowsOf(open('README.md'), '| Address | What is there | Forms |')) {
    for (const address of codeIn(cell)) {
      const isArticle = address.includes('{section}');
      const filled = isArticle
        ? address.replace('{section}', 'robotics').replace('{slug}', 'layout-robot-pilot')
        : address;
      const isKnown = paths.includes(address) && (filled === address || filled.includes('{'));
      assert.ok(isKnown || (await site.fetch(filled)).status < 400, address);
    }
  }
});

test('no document names a folder of a machine or the host of a registry', () => {
  for (const page of pages) {
    assert.doesNotMatch(
      open(page),
      /(^|[\s`"'(=])\/(work|home|root|Users|tmp|mnt)\/|file:\/\/\/|\bregistry\.|:4873/m,
      page,
    );
  }
});

test('decisions are numbered without gaps, have three parts, and are listed', () => {
  const records = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page));
  const index = open('docs/decisions/README.md');
  assert.ok(records.length >= 39);
  records.forEach((record, at) => {
    const number = String(at + 1).padStart(4, '0');
    const text = open(record);
    assert.ok(record.startsWith(`docs/decisions/${number}-`), `${record} should be ${number}`);
    const title = /^# (\d{4})\. (.+)$/m.exec(text);
    assert.equal(title?.[1], number, record);
    assert.deepEqual(headingsOf(text).slice(1), ['context', 'decision', 'consequences'], record);
    assert.ok(index.includes(`| [${number}](${record.slice('docs/decisions/'.length)}) | ${title?.[2]} |`), record);
    assert.ok(text.split('\n').length < 60, `${record} is longer than half a page`);
  });
});

test('every decision that the code or a document cites exists', () => {
  const cited = [...sources, ...pages].flatMap((file) => [
    ...open(file).matchAll(/\bdecisions? (\d{4}(?:(?:, | and )\d{4})*)/gi),
  ]);
  assert.ok(cited.length > 0);
  for (const [, list = ''] of cited) {
    for (const [number] of list.matchAll(/\d{4}/g)) {
      assert.equal(globSync(`docs/decisions/${number}-*.md`, { cwd: root }).length, 1, `decision ${number}`);
    }
  }
});

/** Words that follow "npm" in sentences, and npm's own command `ci`. */
const SENTENCES_ABOUT_NPM = [
  'ci',
  'has',
  'and',
  'script',
  'package',
  'waits',
  'ends',
  'does',
  'signals',
  'stops',
  'is',
];

test('every npm command in a document is in package.json', () => {
  const scripts = Object.keys(JSON.parse(open('package.json')).scripts);
  for (const page of pages) {
    for (const [, named = ''] of open(page).matchAll(/\bnpm (?:run )?(start|test|run [a-z:-]+|[a-z]+)\b(?=[`\s])/g)) {
      const script = named.replace(/^run /, '');
      if (!SENTENCES_ABOUT_NPM.includes(script)) assert.ok(scripts.includes(script), `${page}: ${named}`);
    }
  }
});

test('operations lists the commands of the command line, and no other', () => {
  const listed = rowsOf(operations, '| Command | What it does |').map(([cell]) =>
    (codeIn(cell)[0] ?? '').replaceAll('\\|', '|').replace('npx plumbline ', ''),
  );
  assert.deepEqual(listed, ['start', ...COMMANDS.map(({ words, takes }) => `${words} ${takes}`.trimEnd())]);
});

test('the messages in the table of problems of operations are messages of the server', () => {
  const code = globSync('src/**/*.ts', { cwd: root }).map(open).join('\n');
  for (const [seen = ''] of rowsOf(operations, '| What you see | Why, and what to do |')) {
    const quoted = [...codeIn(seen), ...[...seen.matchAll(/"([^"]+)"/g)].map(([, text]) => text ?? '')];
    for (const text of quoted.filter((one) => one.includes(' '))) {
      const words = text.split(' ').map((word) => `(?:${word.replace(/\W/g, '\\$&')}|\\$\\{[^}]+\\})`);
      assert.ok(new RegExp(words.join(' ')).test(code), text);
    }
  }
});

test('every plumbline command in a document exists', () => {
  const words = ['start', ...COMMANDS.map((command) => command.words)];
  for (const page of pages) {
    for (const [, given = ''] of open(page).matchAll(/npx plumbline ([a-z][a-z-]*(?: [a-z]+)?)/g)) {
      assert.ok(words.includes(given) || words.includes(given.split(' ')[0] ?? ''), `${page}: ${given}`);
    }
  }
});

test('monitoring lists every metric, alert and field of the log, and its files name only metrics that exist', () => {
  const monitoring = open('docs/monitoring.md');
  const listed = rowsOf(monitoring, '| Metric | Type | Labels | Meaning |').map(([name = '', type]) => [
    codeIn(name)[0],
    type,
  ]);
  assert.deepEqual(
    listed.sort(),
    Object.entries(metricFamilies())
      .map(([name, { type }]) => [name, type])
      .sort(),
  );
  const fields = rowsOf(monitoring, '| Field | Meaning |').flatMap(([names = '']) => codeIn(names));
  assert.deepEqual(fields.sort(), [...FIELDS].sort());
  const rules = open('docs/monitoring/plumbline.rules.yml');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  assert.deepEqual(
    rowsOf(monitoring, '| Alert | Means | Do |').map(([name = '']) => codeIn(name)[0]),
    alerts,
  );
  for (const file of ['plumbline.rules.yml', 'plumbline.rules.test.yml', 'plumbline-dashboard.json'])
    for (const [, name = ''] of open(`docs/monitoring/${file}`).matchAll(
      /\b(plumbline_[a-z_]+?)(?:_bucket|_sum|_count)?\b/g,
    ))
      assert.ok(metricFamilies()[name], `${file}: ${name}`);
});

test('the changelog has the version of package.json, begins at 1.0.0, and has each part once', () => {
  const changelog = open('CHANGELOG.md');
  const releases = [...changelog.matchAll(/^## (\S+)$/gm)].map(([, release]) => release);
  assert.ok(releases.includes(JSON.parse(open('package.json')).version));
  const why = 'A merge brought lines back: git checkout origin/main -- CHANGELOG.md, then add your line again';
  assert.equal(releases.at(-1), '1.0.0', why);
  for (const part of changelog.split(/^## /m)) {
    const names = [...part.matchAll(/^### .*$/gm)].map(([name]) => name);
    assert.deepEqual(names, [...new Set(names)], why);
  }
});

test('the tour of the README requests articles that exist', () => {
  const asked = [...open('README.md').matchAll(/\$BASE\/([a-z-]+)\/([a-z0-9-]+)(?![a-z0-9.-])/g)];
  const known = asked.filter(([, section]) => EDITION.some((article) => article.section === section));
  assert.ok(known.length > 0);
  for (const [, section, slug] of known) {
    assert.ok(EDITION.some((article) => article.section === section && article.slug === slug));
  }
});
