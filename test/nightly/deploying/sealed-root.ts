import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { childrenOf, familyOf } from '../../support/faults/child-processes.ts';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';

// The production folder as the image has it: at /app of a root that cannot be written, with the libraries it needs and nothing
// else, and a user without rights. No program for containers is needed for this, only the rights of root.

const checkout = join(import.meta.dirname, '..', '..', '..');
const USER = 65532;

export const cannotSeal =
  process.platform !== 'linux' ||
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status !== 0
    ? 'needs Linux and the rights to mount'
    : false;

/** Makes the production folder at `app` of a new folder, and returns that folder and the words of the script. */
export function makeFolder(t: Pick<TestContext, 'after'>): { root: string; printed: string } {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-sealed-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const script = join(checkout, 'scripts', 'production-folder.ts');
  const printed = execFileSync(process.execPath, [script, join(root, 'app')], { encoding: 'utf8' });
  return { root, printed };
}

/** Adds what the base image has: the libraries of Node and of sharp, and empty folders. */
export function addBase(root: string): void {
  const loaded = [join(root, 'app/bin/node'), ...globSync(`${root}/app/node_modules/@img/*/lib/*.{node,so.*}`)];
  const listed = loaded.map((file) => execFileSync('ldd', [file], { encoding: 'utf8' })).join('\n');
  for (const [path] of listed.matchAll(/(?<=\s)\/(?:usr\/)?lib\S+/g)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(path, join(root, path));
  }
  for (const name of ['data', 'tmp', 'proc', 'dev', 'etc']) mkdirSync(join(root, name));
  for (const name of ['null', 'urandom']) writeFileSync(join(root, 'dev', name), '');
  // As in the image, where the folder is /app.
  const program = join(root, 'app/bin/plumbline');
  writeFileSync(program, readFileSync(program, 'utf8').replace(`#!${root}/app/`, '#!/app/'));
  chmodSync(root, 0o755);
  chownSync(join(root, 'data'), USER, USER);
}

const SEAL = `cd "$1"
mount --bind "$1" "$1"
mount --bind "$1/data" "$1/data"
mount -t tmpfs none "$1/tmp"
mount -t proc proc "$1/proc"
for one in null urandom; do mount --bind "/dev/$one" "$1/dev/$one"; done
mount -o remount,bind,ro "$1"
chroot=$(command -v chroot); setpriv=$(command -v setpriv); root=$1; shift
exec env -i PATH=/app/bin NODE_ENV=production DATA_DIR=/data "$@" \\
  "$setpriv" --no-new-privs "$chroot" --userspec=${USER}:${USER} --groups=${USER} "$root" /app/bin/node /app/src/runtime/boot/boot.mjs src/main.ts`;

export type SealedServer = {
  base: string;
  /** What it printed so far. */
  said: () => string;
  /** A line of /proc/PID/status. */
  status: (name: string) => string;
  /** Runs \`plumbline health\` beside the server. */
  health: () => { status: number | null; out: string };
  /** Sends SIGTERM; resolves with the exit code and the milliseconds until the end. */
  stop: () => Promise<{ code: number | null; took: number }>;
};

/** Starts the server as process 1 of a sealed root, and waits until it is ready. */
export async function startSealed(
  t: TestContext,
  root: string,
  settings: Record<string, string>,
): Promise<SealedServer> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const given = Object.entries({ PORT: String(port), BASE_URL: base, ...settings }).map((pair) => pair.join('='));
  const flags = ['--mount', '--pid', '--fork', '--kill-child', 'bash', '-ec', SEAL, 'seal', root, ...given];
  const child = spawn('unshare', flags, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  t.after(() => {
    // The kernel forgets --kill-child when the server takes the rights of another user, so the server is killed by its own id.
    if (child.exitCode === null) for (const one of familyOf(Number(child.pid)).reverse()) process.kill(one, 'SIGKILL');
  });
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(async () => child.exitCode !== null || (await isReady()), 20_000);
  if (child.exitCode !== null) throw new Error(said);
  const pid = String(childrenOf(Number(child.pid))[0] ?? '');
  return {
    base,
    said: () => said,
    status: (name) =>
      new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '',
    health: () => {
      const inside = ['chroot', `--userspec=${USER}:${USER}`, root, '/app/bin/plumbline', 'health'];
      const env = { PATH: process.env.PATH, PORT: String(port) };
      const { status, stdout, stderr } = spawnSync('nsenter', ['-t', pid, '-m', '-p', ...inside], {
        env,
        encoding: 'utf8',
      });
      return { status, out: stdout + stderr };
    },
    stop: async () => {
      const began = performance.now();
      if (existsSync(`/proc/${pid}`)) process.kill(Number(pid), 'SIGTERM');
      return { code: await ended, took: Math.round(performance.now() - began) };
    },
  };
}
