import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Server, startServer, until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { say } from '../../support/raw.ts';

// A real server whose standard output cannot be written to.

/** Starts a server in its own folder, with standard output to `file`. */
async function start(t: TestContext, file: string, settings: Record<string, string> = {}): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'));
  const command = ['bash', '-c', `exec "${process.execPath}" "$0" "$@" >> '${file}'`];
  const server = await startServer(await freePort(), { DATA_DIR: folder, ...settings }, command);
  t.after(async () => {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return server;
}

async function ask(server: Server, times: number): Promise<void> {
  for (let asked = 0; asked < times; asked++)
    assert.equal((await fetch(`${server.base}/search?q=${asked}`)).status, 200);
}

/** Sends requests that cost the server and the test little, on one connection, without waiting between them. */
async function askOften(server: Server, times: number): Promise<void> {
  const request = (connection: string) => `GET /healthz HTTP/1.1\r\nHost: test\r\nConnection: ${connection}\r\n\r\n`;
  const bytes = request('keep-alive').repeat(times - 1) + request('close');
  const answers = await say(Number(new URL(server.base).port), bytes);
  assert.equal(answers.filter(({ status }) => status === 200).length, times);
}

function told(server: Server): number {
  return server.output().split('The log cannot be written').length - 1;
}

test('a server whose log cannot be written continues, reports it once, and stops on a signal', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('this system has no /dev/full');
  const server = await start(t, '/dev/full');
  await ask(server, 120);
  await until(() => told(server) > 0, 5000);
  await ask(server, 20);
  assert.equal(told(server), 1, server.output());
  await server.end('SIGTERM');
  assert.equal(server.child.exitCode, 0);
});

test('on a full disk log lines wait, then are lost and counted; with free space the log continues', async (t) => {
  const disk = mount(t);
  if (disk === null) return;
  const file = join(disk, 'log');
  writeFileSync(file, '');
  const metrics = await freePort();
  const server = await start(t, file, { METRICS_ADDRESS: `127.0.0.1:${metrics}` });
  const lost = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    return Number(/^plumbline_log_lines_lost_total (\d+)$/m.exec(text)?.[1]);
  };
  await ask(server, 40);
  await until(() => readFileSync(file, 'utf8').includes('"answered"'), 5000);
  assert.equal(await lost(), 0);
  const filler = join(disk, 'filler');
  assert.throws(() => writeFileSync(filler, Buffer.alloc(2 * 1024 * 1024)), /ENOSPC/);
  await until(async () => {
    await askOften(server, 200);
    return (await lost()) > 0;
  }, 60_000);
  assert.equal(told(server), 1, server.output());
  rmSync(filler);
  const said = () =>
    /"lines":(\d+),"msg":"the log could not be written for a while/.exec(readFileSync(file, 'utf8'))?.[1];
  execFileSync('mount', ['-o', 'remount,size=8m', disk]);
  await until(() => said() !== undefined, 10_000);
  assert.equal(Number(said()), await lost());
  for (const line of readFileSync(file, 'utf8')
    .split('\n')
    .filter((one) => one.startsWith('{')))
    JSON.parse(line);
});

/** A disk of one megabyte that is removed after the test; null if mounting is not allowed. */
function mount(t: TestContext): string | null {
  const around = mkdtempSync(join(tmpdir(), 'plumbline-disk-'));
  const folder = join(around, 'disk');
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(around, { recursive: true });
    t.skip('mounting a file system is not allowed here');
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmSync(around, { recursive: true });
  });
  return folder;
}
