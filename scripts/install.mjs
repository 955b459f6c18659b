// Installs the packages that the lockfile names, unless npm did: `node scripts/install.mjs [--omit=dev]`. The scripts of package.json
// run it first. Plain JavaScript without dependencies: an older system Node only has to get this far.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The oldest Node that runs the code, where the packages brought none. */
const LEAST_NODE = 24;

/**
 * Whether npm installed what the lockfile of `folder` names, by whichever command: npm writes what it installed beside the packages.
 * With `onlyRunning`, packages that only development needs may be missing.
 */
export function isInstalled(folder, onlyRunning = false) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, integrity, dev, optional, devOptional }]) => {
    if (path === '' || (onlyRunning && dev)) return true;
    const there = installed[path];
    // Packages for other systems are optional, and npm leaves them out.
    if (!there) return optional || devOptional || false;
    return there.version === version && (!integrity || !there.integrity || there.integrity === integrity);
  });
}

function readPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {};
}

/** Installs the packages of the lockfile in `folder` unless npm did. Ends the process when npm fails. */
export function installWhenStale(folder, onlyRunning = false) {
  if (isInstalled(folder, onlyRunning)) return;
  console.error(`Installing the packages${onlyRunning ? '' : ', with those for development'}, only this time …`);
  const omit = onlyRunning ? ['--omit=dev'] : [];
  const npm = spawnSync('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (npm.status === 0) return;
  console.error('Installing failed. Look at what npm said above, then run the same command again.');
  process.exit(npm.status ?? 1);
}

/** Ends the process when the next script would run on a Node that is too old. */
export function requireNode(isPinned = existsSync(join(root, 'node_modules', '.bin', 'node'))) {
  if (isPinned || Number(/\d+/.exec(process.version)?.[0]) >= LEAST_NODE) return;
  const node = join(root, 'node_modules', '.bin', 'node');
  console.error(
    existsSync(node)
      ? `Node ${process.version} is too old to run this. Run it with ${node}, or by npx.`
      : `Node ${process.version} is too old to run this, and the Node that the packages bring is missing. Run \`npm ci\` in ${root}, with its scripts.`,
  );
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installWhenStale(root, process.argv.includes('--omit=dev'));
  requireNode();
}
