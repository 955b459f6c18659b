import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isInstalled } from '../../../scripts/install.mjs';

// Who installs packages, and when nobody does.

const root = join(import.meta.dirname, '..', '..', '..');

/** A checkout without sources. `packages` are those that npm says it installed; without them there is no node_modules. */
function openCheckout(t: TestContext, packages?: (all: Record<string, Entry>) => Record<string, Entry>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-installed für '));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const part of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  if (!packages) return folder;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  mkdirSync(join(folder, 'node_modules'));
  const { '': _, ...all } = lock.packages;
  const installed = JSON.stringify({ ...lock, packages: packages(all) });
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), installed);
  return folder;
}

type Entry = { version: string; dev?: boolean; optional?: boolean };
const without = (is: (entry: Entry, path: string) => unknown) => (all: Record<string, Entry>) =>
  Object.fromEntries(Object.entries(all).filter(([path, entry]) => !is(entry, path)));

function run(folder: string, ...words: string[]) {
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
}

/** The environment without the programs of the packages, and why no older Node is there. */
const OUTSIDE = {
  PATH: (process.env.PATH ?? '')
    .split(':')
    .filter((path) => !path.includes('node_modules'))
    .join(':'),
};
const outside = spawnSync('node', ['--version'], { encoding: 'utf8', env: OUTSIDE }).stdout ?? '';
const NO_OLDER = Number(/^v(\d+)/.exec(outside)?.[1] ?? 99) < 24 ? false : 'the Node of this machine is new enough';

test('an installation is known by what npm wrote: all packages, or those that running needs, of this lockfile', (t) => {
  for (const [packages, all, running] of [
    [without(() => false), true, true],
    [without(({ optional }) => optional), true, true],
    [without(({ dev }) => dev), false, true],
    [without((_, path) => path === 'node_modules/hono'), false, false],
    [without(() => true), false, false],
    [undefined, false, false],
  ] as const) {
    const folder = openCheckout(t, packages);
    assert.deepEqual([isInstalled(folder), isInstalled(folder, true)], [all, running], String(packages));
  }
  const folder = openCheckout(t, (all) => ({ ...all, 'node_modules/hono': { version: '1.0.0' } }));
  assert.equal(isInstalled(folder, true), false);
});

test('plumbline never installs: where packages are missing or stale it names the command and changes nothing', (t) => {
  for (const packages of [undefined, without((_, path) => path === 'node_modules/hono')]) {
    const folder = openCheckout(t, packages);
    const { status, stderr } = run(folder, 'scripts/plumbline.mjs', 'articles');
    const sentence = `The packages of ${folder} are not those of package-lock.json. Run \`npm ci --omit=dev\` there, then this command again.\n`;
    assert.deepEqual([status, stderr], [1, sentence]);
    assert.deepEqual(
      existsSync(join(folder, 'node_modules')) ? readdirSync(join(folder, 'node_modules')) : [],
      packages ? ['.package-lock.json'] : [],
    );
  }
});

test('without the Node that the packages bring an older one gets a sentence', { skip: NO_OLDER }, (t) => {
  const folder = openCheckout(
    t,
    without(() => false),
  );
  const { status, stderr } = spawnSync('node', ['scripts/plumbline.mjs', 'articles'], {
    cwd: folder,
    encoding: 'utf8',
    env: OUTSIDE,
  });
  assert.equal(status, 1);
  assert.match(stderr, /^Node v\d[\d.]+ is too old to run this, .+ Run `npm ci` in .+, with its scripts\.\n$/);
});
