import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { approveClaim, findClaim } from '#agents/claims.ts';
import { readConfig } from '#config/config.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { noFiles } from '#runtime/files/files.ts';
import { prepareSite } from '../process/faults/fault-site.ts';
import { until } from '../process/faults/server.ts';

// Runs the commands of the README's tour for an agent in a shell, against a server with another DATA_DIR than the default.

const root = dirname(dirname(import.meta.dirname));
const tour = readFileSync(join(root, 'README.md'), 'utf8').split('## A tour for an agent')[1]?.split('\n## ')[0] ?? '';
const blocks = [...tour.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, text]) => text ?? '');

test('the commands of the tour work in order and leave no file', async (t) => {
  const site = await prepareSite({ articles: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tour-'));
  const server = await site.start({ SAMPLE_EDITION: 'on', CLAIM_INTERVAL_SECONDS: '0.05' });
  const home = mkdtempSync(join(tmpdir(), 'plumbline-home-'));
  const env = { PATH: process.env.PATH, HOME: home, npm_config_cache: join(home, 'npm'), npm_config_audit: 'false' };
  const shell = spawn('sh', [], { cwd: folder, stdio: 'pipe', env });
  t.after(async () => {
    shell.kill();
    await server.end();
    site.remove();
    for (const one of [folder, home]) rmSync(one, { recursive: true, force: true });
  });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (part) => (said += part));
  let run = 0;
  const type = async (commands: string) => {
    const from = said.length;
    const end = `-- ${++run} done --`;
    shell.stdin.write(`${commands.replace('http://127.0.0.1:3000', server.base)}\necho '${end}'\n`);
    await until(() => said.includes(end), 20_000);
    return said.slice(from);
  };
  const [claim = '', draft = '', comments = '', read = '', ask = '', fetchToken = '', file = '', revise = '', ...more] =
    blocks;
  assert.deepEqual(more, []);

  const approve = (userCode: string) =>
    site.look(async (db) => {
      const deps = await createDeps(db, noFiles, readConfig({}).policy);
      const chief = await db.read.selectFrom('editor').selectAll().executeTakeFirstOrThrow();
      const editor = { kind: 'editor' as const, id: chief.id, name: chief.name, role: 'chief' as const };
      await approveClaim(deps, editor, (await findClaim(deps, userCode))?.id ?? '');
    });

  const claimed = type(claim);
  const codeIn = () => /enter the code ([A-Z-]+)/.exec(said)?.[1] ?? '';
  await until(() => codeIn() !== '', 20_000);
  await approve(codeIn());
  assert.match(await claimed, /An editor let this program in/);
  assert.match(await type(draft), /Filed as revision 0/);
  assert.match(await type(comments), /\/newsroom\/articles\//);

  const texts = await type(read);
  assert.match(texts, /# Plumbline/);
  assert.match(texts, /"articles":\[/);
  assert.match(texts, /Eight letters at the gate/i);

  const userCode = /"user_code":"([A-Z-]+)"/.exec(await type(ask))?.[1] ?? '';
  await approve(userCode);
  assert.match(await type(fetchToken), /pl_at_/);
  assert.match(await type(file), /"revision":0/);
  const revised = await type(revise);
  assert.match(revised, /a-first-draft/);
  assert.match(revised, /A second draft|"revision":\s*1/);
  assert.match(await type('curl -s -o /dev/null -w "%{http_code}" $BASE/robotics/a-first-draft.md'), /404/);
  assert.deepEqual(readdirSync(folder), []);
});
