// Are the packages of the lockfile installed, and which processes use them? Plain JavaScript without dependencies, like run.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, isPinned } from '../src/runtime/boot/bundle-state.mjs';

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

/** The processes that run from `folder` and load parts of its packages later, by their ids. */
export function listUsers(folder) {
  const home = join(folder, FOLDER);
  const pins = namesIn(home).flatMap((name) =>
    namesIn(join(home, name, 'used-by')).filter((pid) => isPinned(join(home, name, 'used-by', pid))),
  );
  return [...new Set(pins)].map(Number).sort((one, other) => one - other);
}

function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
