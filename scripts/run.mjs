// Runs a script of this project on the pinned runtime, installing first when node_modules is not what the lockfile says.
// Plain JavaScript without dependencies: an older system Node only has to get this far.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs `script` with `args` on the pinned runtime and ends this process as it ends. */
export function run(script, args, { onlyRunning = false } = {}) {
  installWhenStale(root, onlyRunning);
  const runtime = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const child = spawn(existsSync(runtime) ? runtime : process.execPath, [join(root, script), ...args], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

/** Installs the packages below `folder` unless the last install there was of this very lockfile. */
export function installWhenStale(folder, onlyRunning) {
  const marker = join(folder, 'node_modules', '.plumbline-installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(marker) ? readFileSync(marker, 'utf8').trim() : '';
  if (installed === `${lock} all` || (onlyRunning && installed === `${lock} running`)) return;
  console.error(`Installing ${onlyRunning ? 'what running needs' : 'everything'} by the lockfile, once …`);
  const omit = onlyRunning ? ['--omit=dev'] : [];
  const npm = spawnSync('npm', ['ci', ...omit, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('Installing failed. Look at what npm said above, then run the same command again.');
    process.exit(npm.status ?? 1);
  }
  writeFileSync(marker, `${lock} ${onlyRunning ? 'running' : 'all'}\n`);
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
