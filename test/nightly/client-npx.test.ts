import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listPackaged } from '#agents/pages/agent-client.ts';
import { COMMANDS } from '../../client/commands.mjs';
import { approve, CLIENT, clientFolder, draftFile, runIn } from '../support/agents/agent-client.ts';
import { openOnPort } from '../support/port.ts';

// From nothing to a draft with the package that the site serves: npx with an empty cache, and no network but this computer.

test('npx runs the served package: two commands and one code file a draft', async (t) => {
  const { baseUrl, site } = await openOnPort(t);
  const folder = clientFolder(t);
  const npm = npmWith(folder);
  const run = (...args: string[]) =>
    runIn(folder, 'npx', ['-y', `${baseUrl}/clients/plumbline-agent.tgz`, ...args], npm);

  const help = await run('--help');
  assert.equal(help.code, 0, help.error);
  for (const name of Object.keys(COMMANDS)) assert.match(help.out, new RegExp(`^ {2}${name} `, 'm'));

  const claim = await run('claim', '--no-wait');
  const [, code = ''] =
    new RegExp(`open ${baseUrl}/agent/claim, sign in, and enter the code ([A-Z-]+)`).exec(claim.out) ?? [];
  await approve(site, await site.person('editor'), code);
  writeFileSync(join(folder, 'draft.md'), draftFile('Hello, *newsroom*.'));
  const drafted = await run('draft', 'draft.md');
  assert.equal(drafted.code, 0, drafted.error);
  const stored = await site.deps.db.read.selectFrom('article').select('latest_revision').execute();
  assert.deepEqual(
    stored.map((row) => row.latest_revision),
    [0],
  );

  const packed = await runIn(folder, 'npm', ['pack', CLIENT, '--dry-run', '--json'], npm);
  const [{ files }] = Object.values(JSON.parse(packed.out)) as [{ files: { path: string }[] }];
  assert.deepEqual(listPackaged(), files.map(({ path }) => path).sort(), 'the served files are those that npm packs');
});

/** npm without a registry and with a cache of its own. */
function npmWith(folder: string): Record<string, string> {
  return {
    npm_config_cache: join(folder, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
  };
}
