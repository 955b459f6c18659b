// `node scripts/production-folder.ts FOLDER`: writes a folder from which the server runs without npm and without other packages:
// Node, the bundle, and the files that it reads. The Dockerfile makes its image from this folder, docs/deployment.md installs it.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bundleScript } from '#html/newsroom/bundle-script.ts';
import { FOLDER as BUNDLES, findBundle, root } from '../src/runtime/boot/bundle-state.mjs';
import { makeBundle } from './bundle.mjs';
import { listNames, listPackageFiles, REQUIRED } from './production-packages.ts';

/** What the server reads beside the bundle. The bundle names its own files in `src` by their place in the checkout. */
const ASSETS = [
  ...[
    'package.json',
    'LICENSE',
    'src/runtime/boot/boot.mjs',
    'src/runtime/boot/bundle-state.mjs',
    'docs/editors.md',
    'docs/editors/*.webp',
  ],
  ...['src/**/*.{avif,css,ico,jpg,png,svg,txt,webp,woff2}', 'src/seed/articles/*'],
  // A thread of its own checks the database file: it runs these sources.
  ...['src/db/connection/{integrity-check,watermark}.ts', 'src/core/failure.ts'],
];
/** Lines of the list of sizes. */
const LISTED = 12;
const SCRIPTS = 'src/newsroom/browser';

const [given] = process.argv.slice(2);
if (!given) throw new Error('Use: node scripts/production-folder.ts FOLDER');
process.umask(0o022);
const folder = resolve(given);
if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty. Give a new folder.`);

// The first line of bin/plumbline names the Node of the folder, and the system reads that name up to a space.
if (/\s/.test(folder)) throw new Error(`${folder} has a space. Give a folder without one.`);

process.once('exit', (code) => code !== 0 && rmSync(folder, { recursive: true, force: true }));
await copyBundle();
for (const path of globSync(ASSETS, { cwd: root }).filter((path) => !path.includes('node_modules'))) copy(path);
for (const path of await listPackageFiles(join(folder, BUNDLES))) copy(path);
await writeBrowserScripts();
writeLicences();
writePrograms();
openToReaders();
loadPackages();
for (const [part, bytes] of listSizes().slice(0, LISTED))
  console.log(`${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${part}`);

/** The bundle, with no files to compare it with: nobody edits this folder. */
async function copyBundle(): Promise<void> {
  if (!findBundle()) await makeBundle();
  const bundle = findBundle();
  if (!bundle) throw new Error('The code could not be bundled.');
  const to = join(folder, BUNDLES, 'made');
  cpSync(bundle.folder, to, {
    recursive: true,
    filter: (path) => !/\.map$|[\\/](?:used-by|compile-cache|current\.json|hashes\.json)$/.test(path),
  });
  const current = { id: 'made', node: process.version, entries: bundle.entries, paths: [], stamps: [] };
  writeFileSync(join(folder, BUNDLES, 'current.json'), JSON.stringify(current));
}

/** The scripts of the newsroom, so that the server needs no bundler. */
async function writeBrowserScripts(): Promise<void> {
  mkdirSync(join(folder, SCRIPTS, 'built'), { recursive: true });
  for (const path of globSync(`${SCRIPTS}/*.ts`, { cwd: root })) {
    const name = path.replace(/^.*[\\/]|\.ts$/g, '');
    writeFileSync(join(folder, SCRIPTS, 'built', `${name}.js`), await bundleScript(join(root, path)));
  }
}

/** The licences of all packages, also of those in the bundle, in one file: most ask for a copy. */
function writeLicences(): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const texts = Object.entries<{ dev?: boolean; devOptional?: boolean; version: string }>(packages).flatMap(
    ([path, { dev, devOptional, version }]) => {
      if (!path || dev || devOptional || !existsSync(join(root, path))) return [];
      const files = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: join(root, path) });
      const words = files.map((file) => readFileSync(join(root, path, file), 'utf8').trim());
      return [[`${path.replace(/^.*node_modules\//, '')} ${version}`, ...words].join('\n\n')];
    },
  );
  writeFileSync(join(folder, 'LICENCES-OF-PACKAGES.txt'), `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** `bin/node`, without its table of symbols where this machine can remove it, and `bin/plumbline`. */
function writePrograms(): void {
  const bin = join(folder, 'bin');
  const node = join(bin, 'node');
  mkdirSync(bin, { recursive: true });
  cpSync(process.execPath, node, { dereference: true });
  spawnSync('strip', [node]);
  if (spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() !== process.version)
    cpSync(process.execPath, node, { dereference: true });
  const lines = [
    `#!${node}`,
    "process.argv.splice(2, 0, 'src/cli/cli.ts');",
    "await import('../src/runtime/boot/boot.mjs');",
  ];
  writeFileSync(join(bin, 'plumbline'), `${lines.join('\n')}\n`);
}

/** The user of the server reads every file and changes none. */
function openToReaders(): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || dirname(path) === join(folder, 'bin');
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

/** Loads each package with the Node of the folder: a file that is missing is found now, and not by a reader. */
function loadPackages(): void {
  const names = listNames(join(folder, BUNDLES));
  const lines = names.map(
    (name) => `${REQUIRED.includes(name) ? 'require' : 'await import'}(${JSON.stringify(name)});`,
  );
  const code = [
    "import { createRequire } from 'node:module';",
    'const require = createRequire(import.meta.url);',
    ...lines,
  ];
  const args = ['--input-type=module', '--eval', code.join('\n')];
  const { status, stderr } = spawnSync(join(folder, 'bin', 'node'), args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The folder lacks a file of a package: ${stderr}`);
  console.log(`${names.length} packages load: ${names.join(', ')}`);
}

function copy(path: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true });
}

/** Bytes of each part, the largest first, and of all. */
function listSizes(): [string, number][] {
  const sizes = new Map<string, number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const [, part = ''] =
      /^((?:node_modules[\\/](?:@[^\\/]+[\\/])?)?[^\\/]+)/.exec(path.slice(folder.length + 1)) ?? [];
    for (const one of [part, 'all']) sizes.set(one, (sizes.get(one) ?? 0) + readFileSync(path).length);
  }
  return [...sizes].sort(([, one], [, other]) => other - one);
}
