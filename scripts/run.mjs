// Runs a script of this project on the pinned runtime, and first installs packages that the lockfile names and node_modules lacks.
// Plain JavaScript without dependencies: an older system Node only has to get this far.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBundle } from '../src/runtime/boot/bundle-state.mjs';
import { isInstalled, listUsers } from './installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The oldest Node that runs the code, where `npm ci --ignore-scripts` left out the one in node_modules. */
const LEAST_NODE = 24;

/**
 * Runs `script` with `args` on the pinned runtime, and exits with its exit code or signal. `onlyRunning` needs no packages of
 * development; without `installs` it ends where a package is missing.
 */
export function run(script, args, { onlyRunning = false, installs = true } = {}) {
  if (installs) installWhenStale(root, onlyRunning);
  else refuseWhenStale(root);
  const runtime = findRuntime();
  if (Number(/^v(\d+)/.exec(runtime.version)?.[1]) < LEAST_NODE) {
    console.error(
      `Node ${runtime.version} is too old to run this, and the Node that the packages bring is missing. Run \`npm ci\` in ${root}, with its scripts.`,
    );
    process.exit(1);
  }
  bundleWhenStale(runtime);
  const started = script.startsWith('src/') ? [join(root, 'src/runtime/boot/boot.mjs'), script] : [join(root, script)];
  const child = spawn(runtime.path, [...started, ...args], {
    // The channel carries no messages: when it closes, the child knows that this process has ended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  if (process.env.npm_lifecycle_event) whenLauncherEnds(() => child.kill('SIGTERM'));
}

/** The pinned Node; without it, for example on a platform that it does not support, the one that runs this script. */
function findRuntime() {
  const folder = join(root, 'node_modules', 'node');
  const path = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(path)) return { path: process.execPath, version: process.version };
  return { path, version: `v${JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version}` };
}

/** Makes the bundle again after an edit or an installation. Without it the sources run, for example where nothing can be written. */
function bundleWhenStale({ path, version }) {
  if (findBundle(root, version)) return;
  const made = spawnSync(path, [join(root, 'scripts', 'bundle.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (made.status === 0) return;
  const reason = /^\w*Error.*$/m.exec(made.stderr ?? '')?.[0] ?? 'it ended early';
  console.error(`The code could not be bundled (${reason}), so the start takes longer.`);
}

/** Milliseconds between two checks whether npm still runs. */
const LOOK_EVERY = 250;

/**
 * Calls `ended` once when npm, or the shell that npm started, has ended. npm cannot pass on every signal: SIGHUP and SIGKILL
 * end it alone, and a shell between npm and this process (`npx` starts one) dies of SIGTERM without passing it on.
 */
function whenLauncherEnds(ended) {
  const parent = process.ppid;
  const npm = isShell(parent) ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === null || isThere(npm))) return;
    clearInterval(timer);
    ended();
  }, LOOK_EVERY);
  timer.unref();
}

function isShell(pid) {
  return /^-?(?:ba|da|k|z|a)?sh$|^busybox$/.test(basename(askSystem(pid, 'comm')));
}

function parentOf(pid) {
  const parent = Number(askSystem(pid, 'ppid'));
  return parent > 1 ? parent : null;
}

/** Information about a process: from /proc if it exists, because a small container has no `ps`. */
function askSystem(pid, what) {
  try {
    const [, comm = '', ppid = ''] = /\((.*)\) \S+ (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return what === 'comm' ? comm : ppid;
  } catch {
    return (spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim();
  }
}

function isThere(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Ends with the command to run where packages that running needs are missing. */
function refuseWhenStale(folder) {
  if (isInstalled(folder, true)) return;
  const [user] = listUsers(folder);
  console.error(
    user === undefined
      ? `The packages of ${folder} are not those of package-lock.json. Run \`npm ci --omit=dev\` there, then this command again.`
      : `Process ${user} runs from ${folder}, and its package-lock.json has changed. Stop the process and run \`npm start\`, then this command again.`,
  );
  process.exit(1);
}

/** Installs the packages of the lockfile below `folder` unless npm did. Ends where a process needs those that would be removed. */
export function installWhenStale(folder, onlyRunning) {
  if (isInstalled(folder, onlyRunning)) return;
  const users = listUsers(folder);
  if (users.length > 0) {
    console.error(
      `Packages of ${folder} must be installed, but process ${users.join(', ')} runs from there and needs those that are. Stop it, then run the same command again.`,
    );
    process.exit(1);
  }
  console.error(`Installing ${onlyRunning ? 'what running needs' : 'everything'} by the lockfile, once …`);
  const omit = onlyRunning ? ['--omit=dev'] : [];
  const npm = spawnSync('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status === 0) return;
  console.error('Installing failed. Look at what npm said above, then run the same command again.');
  process.exit(npm.status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const onlyRunning = args[0] === '--only-running';
  const [script, ...rest] = onlyRunning ? args.slice(1) : args;
  if (!script) {
    console.error('Use: node scripts/run.mjs [--only-running] SCRIPT [ARGUMENT …]');
    process.exit(2);
  }
  run(script, rest, { onlyRunning });
}
