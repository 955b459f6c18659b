// The bundle of this project's own code with its libraries: is there one, and was it made from the files as they are now?
// Plain JavaScript without dependencies, like run.mjs, because it runs before everything else.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
/** All bundles are in this folder, each in a folder of its own that never changes; `current.json` names the newest. */
export const FOLDER = 'node_modules/.plumbline-bundle';

/**
 * The bundle in `folder`, when it was made on `version` of Node from the files that are there now. Null when there is none, or
 * when any of its files was edited, added by an installation, or removed: then the sources run as they are.
 * @returns {{ folder: string, entries: Record<string, string> } | null}
 */
export function findBundle(folder = root, version = process.version) {
  try {
    const home = join(folder, FOLDER);
    // The bundle finds its files from its own place, so it must be in this folder itself.
    if (realpathSync(home) !== join(realpathSync(folder), FOLDER)) return null;
    const { id, node, entries, paths, stamps } = JSON.parse(readFileSync(join(home, 'current.json'), 'utf8'));
    if (node !== version || !areUnchanged(folder, { id, paths, stamps })) return null;
    return { folder: join(home, id), entries };
  } catch {
    return null;
  }
}

/** The file beside a bundle with the hash of each of its inputs: read only where the stamp of one differs. */
export const HASHES = 'hashes.json';

/**
 * Whether each input is what it was, by its stamp, and by its hash where that differs, as it does in a copy of the checkout. A start
 * waits for this, so the stamps are numbers, and no path is joined by rules.
 */
function areUnchanged(folder, { id, paths, stamps }) {
  let hashes = null;
  return paths.every((path, at) => {
    const file = `${folder}/${path}`;
    const { size, ctimeMs, ino } = statSync(file);
    if (size === stamps[3 * at] && ctimeMs === stamps[3 * at + 1] && ino === stamps[3 * at + 2]) return true;
    hashes ??= JSON.parse(readFileSync(join(folder, FOLDER, id, HASHES), 'utf8'));
    return hashOf(readFileSync(file)) === hashes[at];
  });
}

/**
 * What tells one content of a file from another: its size, when it was changed, and its place on the disk. No program can set `ctime`, so
 * an edit always changes the stamp.
 */
export function stampOf(file) {
  const { size, ctimeMs, ino } = statSync(file);
  return [size, ctimeMs, ino];
}

export function hashOf(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Where a process that runs the sources notes it, beside the bundles. */
const SOURCES = 'sources';

/**
 * Notes that this process uses a bundle, because it loads parts of it later: neither a newer build nor an installation removes it
 * meanwhile. Where nothing can be written, nothing is built or installed. Returns whether the bundle is still there.
 */
export function pinBundle(folder) {
  if (isMainThread) pin(folder); // a thread uses what its process has noted
  return existsSync(join(folder, 'main'));
}

/** Notes that this process runs the sources, which load packages later. */
export function pinSources(folder = root) {
  if (isMainThread) pin(join(folder, FOLDER, SOURCES));
}

function pin(folder) {
  const file = join(folder, 'used-by', String(process.pid));
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, startOf(process.pid));
    process.once('exit', () => rmSync(file, { force: true }));
  } catch {}
}

/** Whether the process that wrote this file still runs. */
export function isPinned(file) {
  const pid = Number(basename(file));
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  try {
    // Another process may have the id by now.
    return readFileSync(file, 'utf8') === startOf(pid);
  } catch {
    return false;
  }
}

/** The start of a process, in ticks since boot (proc_pid_stat(5), field 22); empty where the system does not tell. */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
