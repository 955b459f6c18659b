import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { serveSite } from '../support/browser.ts';
import { copy, openSite } from '../support/site.ts';

// What cached pages promise in seconds of the clock. No other test runs beside these.

const PATH = '/robotics/layout-robot-pilot';

test('the server shows an article published by another process within a second', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const { id } = await createDraft(site.deps, CLI, copy());
  const { email } = await site.person('editor');
  assert.equal((await fetch(base + PATH)).status, 404);
  assert.doesNotMatch(await (await fetch(base)).text(), /layout-robot-pilot/);
  const cli = join(import.meta.dirname, '..', '..', 'src', 'cli', 'cli.ts');
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = site.config;
  const env = { PATH: process.env.PATH, DATA_DIR, DATABASE_URL, BASE_URL: base };
  const [code] = await once(
    spawn(process.execPath, [cli, 'publish', id, '--revision', '0', '--by', email], { env }),
    'exit',
  );
  assert.equal(code, 0);
  const committed = performance.now();
  while (!(await (await fetch(base)).text()).includes('layout-robot-pilot'))
    assert.ok(performance.now() - committed < 1000);
});

test('rendering a long article does not block the event loop', async (t) => {
  const site = await openSite(t);
  const bodyBlocks = Array.from({ length: 6 }, (_, n) => ({
    id: `b${n}`,
    type: 'paragraph' as const,
    text: '*a* `b` '.repeat(20_000),
  }));
  const { id } = await createDraft(site.deps, CLI, { ...copy(), bodyBlocks });
  await publish(site.deps, CLI, id, { revisionNumber: 0 });
  await site.fetch('/robots.txt');
  await (await site.fetch(`${PATH}.md`)).text(); // starts the render workers
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const page = await site.fetch(PATH);
  delay.disable();
  assert.equal(page.status, 200);
  assert.ok((await page.text()).length > 960_000);
  assert.ok(delay.max / 1e6 < 150, `the event loop was blocked for ${delay.max / 1e6} ms`);
});
