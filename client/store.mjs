// @ts-check
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { AgentError } from './errors.mjs';

// One file for each origin, which only its owner can read. The Python program uses the same files.

/** @typedef {'pending' | 'granted' | 'denied' | 'over'} ClaimStatus `over`: it gives no more tokens. */
/** @typedef {{ token: string, code: string, uri: string, interval: number, expiresAt: number, nextPollAt: number, status: ClaimStatus }} Claim */
/** @typedef {{ token: string, expiresAt: number, scope: string, isDead?: boolean }} Access */
/**
 * Times are milliseconds since 1970, `interval` is in seconds. `files` holds the revision in which each file was stored last.
 * @typedef {object} State
 * @property {1} version
 * @property {string} origin
 * @property {Claim | null} claim
 * @property {Access | null} access
 * @property {Record<string, { id: string, revision: number }>} files
 */
/** @typedef {ReturnType<typeof openStore>} Store */

/** Most files that are remembered. */
const MOST_FILES = 200;

/**
 * The folder for the state of programs (XDG Base Directory Specification; Application Support; local application data).
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [platform]
 * @param {string} [home]
 */
export function stateFolder(env, platform = process.platform, home = homedir()) {
  const given = env.XDG_STATE_HOME;
  if (given && isAbsolute(given)) return join(given, 'plumbline-agent');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'plumbline-agent');
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'plumbline-agent');
  return join(home, '.local', 'state', 'plumbline-agent');
}

/**
 * @param {string} folder
 * @param {string} origin
 */
export function openStore(folder, origin) {
  const path = join(folder, `${origin.replace('://', '_').replace(/[^a-z0-9.-]/g, '_')}.json`);
  return {
    path,
    /** What is stored; null when there is nothing. @throws AgentError when the file is not safe. */
    read() {
      return readState(path, origin);
    },
    /** @param {State} state */
    write(state) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const part = `${path}.${process.pid}.part`;
      const files = Object.fromEntries(Object.entries(state.files).slice(-MOST_FILES));
      writeFileSync(part, `${JSON.stringify({ ...state, files })}\n`, { mode: 0o600 });
      chmodSync(part, 0o600); // a part of a killed process may exist with another mode
      renameSync(part, path);
    },
    /** Whether there was something to remove. */
    remove() {
      const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
      rmSync(path, { force: true });
      return isThere;
    },
  };
}

/** @param {string} origin @returns {State} */
export function emptyState(origin) {
  return { version: 1, origin, claim: null, access: null, files: {} };
}

/** The origins that have a file. @param {string} folder @returns {string[]} */
export function storedOrigins(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).origin);
  } catch {
    return [];
  }
}

/** @param {string} path @param {string} origin @returns {State | null} */
function readState(path, origin) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!found.isFile() || !isOurs) throw unsafe(path, 'is not a file of this user');
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) throw unsafe(path, 'can be read by other users');
  /** @type {State} */
  let state;
  try {
    state = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw unsafe(path, 'is not JSON');
  }
  if (state.version !== 1 || state.origin !== origin) throw unsafe(path, `is not the state for ${origin}`);
  return state;
}

/** @param {string} path @param {string} why */
function unsafe(path, why) {
  return new AgentError('notLetIn', `${path} ${why}, so it is not used.`, {
    hint: 'Run `plumbline-agent forget`, then `plumbline-agent claim`.',
  });
}
