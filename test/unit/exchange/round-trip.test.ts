import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { openSections } from '#article/section.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addRun } from '#exchange/import/import-runs.ts';
import { lookAt } from '#exchange/import/look.ts';
import { READERS } from '#exchange/import/read/readers.ts';
import { runImport } from '#exchange/import/run-import.ts';
import { isRoute } from '#server/routes.ts';
import { exportFolder, readJson } from '../../support/exchange/exports.ts';
import { BASE, openSite } from '../../support/site.ts';
import { stock } from '../../support/stocked.ts';

// An export, its import into an empty site, and the export of that site.

/** What an import as drafts does not carry: ids, the time and number of each publication, what was settled and corrected there, and former addresses. */
const OTHER_HERE = [
  ...['id', 'revision', 'publishedAt', 'modifiedAt', 'correctedAt', 'correctionNote', 'corrections', 'evidence'],
  'formerPaths',
];

test('an export that is imported into an empty site and published there has the same copy in the next export', async (t) => {
  const first = await openSite(t);
  const { changed, editor } = await stock(first);
  await publish(first.deps, editor, changed, { revisionNumber: 1 });
  const before = await exportFolder(t, first);
  const second = await openSite(t);
  const id = await addRun(second.deps, CLI, { path: before, fileName: 'out' });
  const look = await lookAt(second.deps, CLI, id, { readers: READERS, sections: openSections() });
  assert.equal(look.plan.sections.benchmarks, 'benchmarks');
  const run = await runImport(second.deps, CLI, id, { options: { readers: READERS, isRoute, baseUrl: BASE } });
  assert.equal(run.state, 'done');
  const drafts = await second.deps.db.read.selectFrom('article').select(['id', 'live_revision']).execute();
  assert.deepEqual(
    drafts.map(({ live_revision }) => live_revision),
    [null, null],
    'an import publishes nothing',
  );
  for (const draft of drafts) await publish(second.deps, CLI, draft.id, { revisionNumber: 0 });
  const after = await exportFolder(t, second);
  const names = readdirSync(before, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^articles\/.*json$/.test(name),
  );
  assert.equal(names.length, 2);
  for (const name of names) {
    const [one, other] = [readJson(before, name), readJson(after, name)];
    for (const field of OTHER_HERE) {
      delete one[field];
      delete other[field];
    }
    assert.deepEqual(other, one);
  }
  for (const list of ['authors.json', 'tags.json']) assert.deepEqual(readJson(after, list), readJson(before, list));
});
