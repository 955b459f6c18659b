import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimExport, requestExport } from '#exchange/export/archive/export-jobs.ts';
import { raceAll } from '../../support/race.ts';
import { openSite } from '../../support/site.ts';

// Three chiefs who want an export at once, and three processes that want to make it.

test('of three who ask for an export at once one gets it, and of three processes one makes it', async (t) => {
  const { deps, person } = await openSite(t);
  const chief = await person('chief');
  const asked = await raceAll(
    deps,
    [0, 1, 2].map(() => (own) => requestExport(own, chief, { private: false, since: null })),
  );
  assert.equal(asked.outcomes.filter((outcome) => outcome === 'already_exists').length, 2);
  const claimed = await raceAll(
    deps,
    ['one', 'two', 'three'].map((name) => (own) => claimExport(own, { name, hasEnded: () => false })),
  );
  assert.equal(claimed.outcomes.filter((outcome) => outcome === null).length, 2);
});
