import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { addRun, getRun, listItems } from '#exchange/import/import-runs.ts';
import { lookAt } from '#exchange/import/look.ts';
import { importRedirects } from '#exchange/import/redirects.ts';
import { importsFolder } from '#exchange/import/remove-run.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { takeRun } from '#exchange/import/run-lease.ts';
import { isRoute } from '#server/routes.ts';
import { goLive } from '../../support/live.ts';
import { makeZip } from '../../support/make-zip.ts';
import { raceAll } from '../../support/race.ts';
import { BASE, openSite } from '../../support/site.ts';

// Processes that want to work on an import at once, and people who give an old address a target at once.

test('of three processes that want to work on three imports at once, one does: the others wait', async (t) => {
  const { deps } = await openSite(t);
  const ids: string[] = [];
  for (const nth of [0, 1, 2]) ids.push(await addRun(deps, CLI, { path: `/tmp/${nth}`, fileName: `${nth}.zip` }));
  const { outcomes } = await raceAll(
    deps,
    ids.map((id) => (own) => takeRun(own, id, { from: ['waits to look'], to: 'looks', holder: `process of ${id}` })),
  );
  assert.equal(outcomes.filter((outcome) => outcome === false).length, 2);
});

test('a file that one process has imported is neither previewed nor imported again by a process that comes late', async (t) => {
  const { deps, config } = await openSite(t);
  const path = join(await importsFolder(config.dataDir), deps.newId());
  writeFileSync(path, makeZip([{ path: 'a.md', data: '---\ntitle: A\n---\n\nIt stood.' }]));
  const id = await addRun(deps, CLI, { path, fileName: 'blog.zip' });
  const tooEarly = runImport(deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
  await assert.rejects(tooEarly, { kind: 'busy', message: /Its state is “waits to look”/ });
  assert.equal((await getRun(deps.db.read, CLI, id)).state, 'waits to look');
  await lookAt(deps, CLI, id, { sections: openSections() });
  await runImport(deps, CLI, id, { options: { isRoute, baseUrl: BASE } });
  const report = await listItems(deps.db.read, id, { limit: 10 });
  assert.equal(report.length, 1);
  await assert.rejects(lookAt(deps, CLI, id, { sections: openSections() }), { kind: 'busy' });
  assert.equal((await getRun(deps.db.read, CLI, id)).state, 'done');
  assert.deepEqual(await listItems(deps.db.read, id, { limit: 10 }), report, 'the report stays');
});

test('an old address that three people give another target at once has the first', async (t) => {
  const site = await openSite(t);
  const chief = await site.person('chief');
  await goLive(site, { slug: 'moved-here' });
  const { outcomes } = await raceAll(
    site.deps,
    [0, 1, 2].map(() => async (own) => {
      const line = '/2019/old /robotics/moved-here 301';
      const { added, known, refused } = await importRedirects(own, chief, line, () => false);
      return [added, known, refused.length].join(' ');
    }),
  );
  assert.deepEqual(outcomes.sort(), ['0 1 0', '0 1 0', '1 0 0']);
});
