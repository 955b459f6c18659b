import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Server, startServer, until } from '../support/faults/server.ts';
import { freePort } from '../support/free-port.ts';

// The bundle that a start loads in place of the sources: when it is used, and when not.

const root = join(import.meta.dirname, '..', '..');
const BUNDLES = 'node_modules/.plumbline-bundle';
const VERSION = 'src/cli/cli.ts';

/** A copy of the checkout that a test may edit. Its packages are links. */
function copyCheckout(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-bundle-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of ['src', 'scripts', 'package.json', 'package-lock.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  cpSync(join(root, 'node_modules/.package-lock.json'), join(folder, 'node_modules/.package-lock.json'));
  return folder;
}

type Ran = { code: number | null; out: string; error: string; isBundled: boolean };

/** Prints each module of the bundle that the process loads. */
const SPY = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => {
  if (url.includes('.plumbline-bundle')) process.stderr.write('from the bundle\\n');
  return next(url, context);
} });`;

function run(folder: string, args: string[]): Promise<Ran> {
  const spy = `data:text/javascript,${encodeURIComponent(SPY)}`;
  const child = spawn(process.execPath, ['--import', spy, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') },
  });
  const ran: Ran = { code: null, out: '', error: '', isBundled: false };
  child.stdout.on('data', (part) => (ran.out += part));
  child.stderr.on('data', (part) => (ran.error += part));
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ ...ran, code, isBundled: ran.error.includes('from the bundle') })),
  );
}

const build = (folder: string) => run(folder, ['scripts/bundle.mjs']);
const version = (folder: string) => run(folder, ['src/runtime/boot/boot.mjs', VERSION, '--version']);

async function openBundled(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = copyCheckout(t);
  const { code, error } = await build(folder);
  assert.equal(code, 0, error);
  return folder;
}

/** A checkout whose bundle was made once for all tests of this file; each test gets its own copy. */
let made: Promise<string> | null = null;
async function copyBundled(t: TestContext): Promise<string> {
  made ??= openBundled({ after: (remove) => process.once('exit', remove as () => void) });
  const copy = mkdtempSync(join(tmpdir(), 'plumbline-bundle-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(await made, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

test('without a bundle the sources run', async (t) => {
  const folder = copyCheckout(t);
  const { code, out, isBundled } = await version(folder);
  assert.equal(code, 0);
  assert.match(out, /^plumbline \d/);
  assert.equal(isBundled, false);
});

test('the bundle runs what the sources say, an edited source runs as it is, and an error names its line', async (t) => {
  const folder = await copyBundled(t);
  const first = await version(folder);
  assert.match(first.out, /^plumbline \d/);
  assert.equal(first.isBundled, true);

  const file = join(folder, VERSION);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('`plumbline $', '`PLUMBLINE $')); // as long as before
  utimesSync(file, 1, 1); // and as old as nothing was before
  const edited = await version(folder);
  assert.match(edited.out, /^PLUMBLINE \d/);
  assert.equal(edited.isBundled, false);

  const traced = text.replace('console.log(`plumbline', 'console.log(new Error().stack, `PLUMBLINE');
  writeFileSync(file, traced);
  assert.equal((await build(folder)).code, 0);
  const again = await version(folder);
  assert.match(again.out, /PLUMBLINE \d/);
  assert.equal(again.isBundled, true);
  const line = traced.split('\n').findIndex((one) => one.includes('new Error().stack')) + 1;
  assert.match(again.out, new RegExp(`at \\w*runCommand \\(file://.*/src/cli/cli\\.ts:${line}:\\d+\\)`));
});

test('an edited source that is loaded later makes the whole bundle stale', async (t) => {
  const folder = await copyBundled(t);
  appendFileSync(join(folder, 'src/newsroom/routes.ts'), '\n');
  assert.equal((await version(folder)).isBundled, false);
});

test('a copy of the checkout uses the bundle, because its files have the same content', async (t) => {
  const copy = await copyBundled(t);
  assert.equal((await version(copy)).isBundled, true);
});

test('other packages, another lockfile or another Node make the bundle stale', async (t) => {
  const folder = await copyBundled(t);
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) {
    const text = readFileSync(join(folder, path), 'utf8');
    writeFileSync(join(folder, path), `${text}\n`);
    assert.equal((await version(folder)).isBundled, false, path);
    writeFileSync(join(folder, path), text);
    assert.equal((await version(folder)).isBundled, true, path);
  }
  const state = join(folder, BUNDLES, 'current.json');
  writeFileSync(state, readFileSync(state, 'utf8').replace(process.version, 'v24.0.0'));
  assert.equal((await version(folder)).isBundled, false);
  writeFileSync(state, '{"id":');
  assert.equal((await version(folder)).code, 0);
});

test('two builds at the same time both leave a bundle that works', async (t) => {
  const folder = copyCheckout(t);
  const codes = (await Promise.all([build(folder), build(folder)])).map(({ code }) => code);
  assert.deepEqual(codes, [0, 0]);
  const { isBundled, out } = await version(folder);
  assert.match(out, /^plumbline \d/);
  assert.equal(isBundled, true);
});

test('where nothing can be written a bundle is used, and without one the sources run', async (t) => {
  const bundled = await copyBundled(t);
  rmSync(join(bundled, BUNDLES, 'used-by'), { recursive: true, force: true });
  const folders = ['', ...readdirSync(join(bundled, BUNDLES))].map((name) => join(bundled, BUNDLES, name));
  for (const one of folders) chmodSync(one, 0o555);
  assert.equal((await version(bundled)).isBundled, true);
  for (const one of folders) chmodSync(one, 0o755); // else only root can remove them

  const plain = copyCheckout(t);
  writeFileSync(join(plain, BUNDLES), ''); // a file: not even root can make the folder
  const built = await build(plain);
  assert.notEqual(built.code, 0);
  const { code, isBundled } = await version(plain);
  assert.deepEqual([code, isBundled], [0, false]);
});

/** Asks a server; where it gives no answer, the error has what it printed. */
async function ask(server: Server, path: string): Promise<Response> {
  try {
    return await fetch(server.base + path);
  } catch (error) {
    throw new Error(`${path} was not answered (exit code ${server.child.exitCode}): ${server.output()}`, {
      cause: error,
    });
  }
}

test('after its bundle or its packages were replaced a server is no longer ready, and says that it must be restarted', async (t) => {
  const folder = await copyBundled(t);
  const lock = join(folder, 'node_modules/.package-lock.json');
  for (const replace of [
    () => writeFileSync(lock, `${readFileSync(lock, 'utf8')}\n`),
    // Not in one turn: the connection that the server closes meanwhile would be used again.
    () => rm(join(folder, BUNDLES), { recursive: true }),
  ]) {
    assert.equal((await build(folder)).code, 0);
    const settings = { DATA_DIR: join(folder, 'data'), SAMPLE_EDITION: 'on' };
    const server = await startServer(await freePort(), settings, undefined, folder);
    t.after(() => server.end('SIGKILL'));
    assert.equal((await ask(server, '/readyz')).status, 200, server.output());
    await replace();
    const late = await ask(server, '/readyz');
    assert.equal(late.status, 503);
    assert.match(await late.text(), /"error":"The installed packages were replaced.*"hint":"Restart the server\./);
    if (!existsSync(join(folder, BUNDLES))) {
      // What it loads a second after its start is gone: it goes on for its readers, and says why it does no other work. On a slow machine
      // it may have loaded that before, and its first job says where the journal ends.
      await until(() => /background jobs do not run|the journal ends here/.test(server.output()), 20_000);
      assert.equal((await ask(server, '/healthz')).status, 200, server.output());
      assert.equal((await ask(server, '/readyz')).status, 503, server.output());
    }
    await server.end();
  }
});
