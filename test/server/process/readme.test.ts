import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { until } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { freshFolder } from '../../support/fresh-folder.ts';

// The commands of README.md, as they stand there; only the port differs, because another server may have it.

const root = join(import.meta.dirname, '..', '..', '..');
const README = readFileSync(join(root, 'README.md'), 'utf8');
const blocks = README.split('```sh\n')
  .slice(1)
  .map((part) => part.slice(0, part.indexOf('```')));
const LONGEST = 60_000;
const PASSWORD = 'crane lintel mortar plumb';

test('the commands of the README start a site, let an agent in and file its draft', async (t) => {
  const [start = '', ask = '', file = ''] = blocks;
  const [port, folder] = [await freePort(), freshFolder(t)];
  const base = `http://127.0.0.1:${port}`;
  const run = (script: string) => {
    const child = spawn('bash', ['-c', script.replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)], {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), DATA_DIR: folder },
      detached: true,
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += part));
    t.after(() => child.exitCode === null && child.pid && process.kill(-child.pid, 'SIGTERM'));
    return { child, output: () => printed };
  };

  const server = run(start);
  await until(() => server.output().includes('/newsroom/welcome/'), LONGEST);
  const welcome = /http\S+\/newsroom\/welcome\/[\w-]+/.exec(server.output())?.[0] ?? '';
  const post = (address: string, fields: Record<string, string>, cookie = '') =>
    fetch(address, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
      headers: { Origin: base, Cookie: cookie },
    });
  const fields = { email: 'ada@example.org', name: 'Ada', password: PASSWORD };
  const welcomed = await post(welcome, fields);
  const cookie = welcomed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  assert.equal(welcomed.status, 303, await welcomed.text());

  const agent = run(`${ask}\nread -r _\n${file}`);
  await until(() => /enter [A-Z]{4}-[A-Z]{4}/.test(agent.output()), LONGEST);
  const user_code = /enter ([A-Z]{4}-[A-Z]{4})/.exec(agent.output())?.[1] ?? '';
  const page = await (await post(`${base}/agent/claim`, { user_code }, cookie)).text();
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const approval = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  assert.equal((await post(`${base}/agent/claim/approval`, approval, cookie)).status, 303);
  agent.child.stdin.end('\n');
  await until(() => agent.child.exitCode !== null, LONGEST);
  assert.match(agent.output(), /"slug":"a-first-draft","revision":0,.*"gate":\[.*"code":"figure_open"/s);
  const articles = await (await fetch(`${base}/newsroom/articles`, { headers: { Cookie: cookie } })).text();
  assert.match(articles, /A first draft/);
});
