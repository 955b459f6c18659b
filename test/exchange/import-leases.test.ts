import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { addRun } from '#import/import-runs.ts';
import { importRedirects } from '#import/redirects.ts';
import { takeRun } from '#import/run-lease.ts';
import { goLive } from '../support/live.ts';
import { raceAll } from '../support/race.ts';
import { openSite } from '../support/site.ts';

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
