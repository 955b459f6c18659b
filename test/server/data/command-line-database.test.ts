import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { COMMANDS } from '#cli/commands.ts';
import { plumbline } from '../../support/command.ts';
import { openSite, PASSWORD } from '../../support/site.ts';

// Which database a command uses, and that a command which only reads creates none.

/** The arguments of each command; a command that is missing here fails the first test. */
const ALL_ARGUMENTS: Record<string, string[]> = {
  'editor list': [],
  'editor disable': ['somebody@magazine.example'],
  articles: [],
  publish: ['01a'],
  unpublish: ['01a'],
  backup: ['FOLDER/backups/monday.db'],
  check: [],
  'brief key': [],
  'keys list': [],
  'keys move': ['FOLDER/site.key'],
  'keys rotate': ['site'],
  'import look': [import.meta.filename, '--plan', 'FOLDER/plan.json'],
  'import run': ['01a'],
  'redirects import': [import.meta.filename],
  'redirects export': [],
  export: ['FOLDER/out'],
  copy: ['--from', 'file:FOLDER/none.db', '--to', 'file:FOLDER/target.db'],
};
/** A command of a capability that was taken out is in the lists below, and is not tested. */
const exists = (words: string) => COMMANDS.some((command) => command.words === words);
const ARGUMENTS = Object.fromEntries(Object.entries(ALL_ARGUMENTS).filter(([words]) => exists(words)));
const MAY_CREATE = ['editor add', 'restore'].filter(exists);
/** Commands that use no database of the settings: they ask the running server, or another site. */
const WITHOUT = ['health', 'verify'].filter(exists);

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-command-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a command without the database of a server fails, names the database, and creates nothing', async (t) => {
  const site = await openSite(t);
  for (const { words } of COMMANDS) {
    if (MAY_CREATE.includes(words) || WITHOUT.includes(words)) continue;
    const args = ARGUMENTS[words];
    assert.ok(args, `add the arguments of ${words}`);
    const folder = folderOf(t);
    const given = [...words.split(' '), ...args.map((one) => one.replace('FOLDER', folder))];
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
    const { code, out, error } = await plumbline(site, given, settings);
    assert.equal(code, 1, `${words}: ${out}`);
    const missing = words === 'copy' ? join(folder, 'none.db') : join(folder, 'data', 'plumbline.db');
    assert.ok(error.includes(missing), `${words}: ${error}`);
    if (words !== 'copy') assert.match(error, /Set DATA_DIR or DATABASE_URL as it is set for the server/);
    assert.deepEqual(readdirSync(folder), [], words);
  }
});

test('a file that is not a database of the service is left unchanged', async (t) => {
  const site = await openSite(t);
  const folder = folderOf(t);
  const file = join(folder, 'plumbline.db');
  writeFileSync(file, '');
  const { code, error } = await plumbline(site, ['articles'], { DATA_DIR: folder, DATABASE_URL: '' });
  assert.equal(code, 1);
  assert.match(error, /There is no database at/);
  assert.deepEqual(readdirSync(folder), ['plumbline.db']);
  assert.equal(statSync(file).size, 0);
});

test('editor add may create the database, and every command prints which one it uses', async (t) => {
  const site = await openSite(t);
  const folder = folderOf(t);
  const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
  const person = ['--email', 'chief@magazine.example', '--name', 'Chief', '--role', 'chief', '--password', PASSWORD];
  const added = await plumbline(site, ['editor', 'add', ...person], settings);
  const file = join(folder, 'data', 'plumbline.db');
  assert.deepEqual([added.code, existsSync(file)], [0, true]);
  for (const words of ['editor list', 'articles', 'check', `backup ${folder}/backup.db`]) {
    const { error } = await plumbline(site, words.split(' '), settings);
    assert.ok(error.startsWith(`Database: ${file}\n`), `${words}: ${error}`);
  }
  const backup = `${folder}/backup.db`;
  const copied = await plumbline(site, ['copy', '--from', `file:${backup}`, '--to', `file:${folder}/to.db`]);
  assert.ok(copied.error.startsWith(`From: ${backup}\nTo: ${folder}/to.db\n`), copied.error);
});

test('the password of a database server is never printed', async (t) => {
  const site = await openSite(t);
  const url = 'postgres://plumbline:of-nobody@127.0.0.1:1/plumbline?password=of-nobody';
  const { code, out, error } = await plumbline(site, ['articles'], { DATABASE_URL: url });
  assert.equal(code, 1);
  assert.match(error, /^Database: postgres:\/\/plumbline@127\.0\.0\.1:1\/plumbline\n/);
  assert.doesNotMatch(out + error, /of-nobody/);
});

test('backup creates the folder of its file, readable only by its owner', async (t) => {
  const site = await openSite(t);
  const folder = folderOf(t);
  const { code, error } = await plumbline(site, ['backup', join(folder, 'backups', 'week 47', 'monday.db')]);
  assert.equal(code, 0, error);
  assert.ok(statSync(join(folder, 'backups', 'week 47', 'monday.db')).size > 0);
  assert.equal(statSync(join(folder, 'backups')).mode & 0o777, 0o700);
});

test('--version prints the version, and an unknown command is named', async (t) => {
  const site = await openSite(t);
  const { version } = JSON.parse(
    readFileSync(join(dirname(dirname(dirname(import.meta.dirname))), 'package.json'), 'utf8'),
  );
  const asked = await plumbline(site, ['--version']);
  assert.deepEqual([asked.code, asked.out], [0, `plumbline ${version}, Node ${process.versions.node}\n`]);
  const unknown = await plumbline(site, ['nonsense']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.error, /^"nonsense" is not a command\.\n/);
  const half = await plumbline(site, ['editor', 'remove']);
  assert.equal(half.code, 2);
  assert.match(
    half.error,
    /^"editor remove" is not a command\. Use "editor add" or "editor list" or "editor disable"\.\n/,
  );
  const help = await plumbline(site, ['help']);
  assert.deepEqual([help.code, help.error], [0, '']);
  assert.match(help.out, /plumbline editor add --email/);
});

test('each command prints its use, and names the argument or the file that is wrong', async (t) => {
  const site = await openSite(t);
  for (const [args, says] of [
    [['backup', '--help'], /^Use: plumbline backup FILE\n/],
    [['keys', '--help'], /plumbline keys list\n/],
    [['start', '--help'], /^Use: plumbline start\n/],
  ] as const) {
    const said = await plumbline(site, [...args]);
    assert.deepEqual([said.code, said.error], [0, ''], args.join(' '));
    assert.match(said.out, says);
  }
  const text = join(folderOf(t), 'text.db');
  writeFileSync(
    text,
    'not a database, but a text that is long enough to have a header of its own: one hundred bytes are in it.',
  );
  for (const [args, says] of [
    [['articles', '--al'], /plumbline articles has no option --al\.\nUse: plumbline articles\n/],
    [['keys', 'list', '--all'], /plumbline keys list has no option --all\.\n/],
    [['unpublish', '01a', '--because'], /--because needs a value\.\n/],
    ...(exists('verify')
      ? ([[['verify', 'no-such-file'], /^There is no such file or folder: no-such-file\n/]] as const)
      : []),
    [['check', text], /text\.db is not a database of SQLite\.\n/],
  ] as const) {
    const said = await plumbline(site, [...args]);
    assert.equal(said.code, 1, args.join(' '));
    assert.match(said.error, says);
  }
});
