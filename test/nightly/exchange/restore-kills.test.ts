import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { chooseRestore } from '#import/choose-restore.ts';
import { countOutcomes, getRun } from '#import/import-runs.ts';
import { exportFolder, readJson } from '../../support/exchange/exports.ts';
import { assertSame, BECAUSE, fill, looked } from '../../support/exchange/restores.ts';
import { copy, openSite, type TestSite } from '../../support/site.ts';
import { killImport } from './kill-import.ts';

// A restore of a whole magazine whose process is killed again and again: the export of the new site is the export
// of the previous site. KILLS sets how often, ARTICLES how many.

const KILLS = Number(process.env.KILLS ?? 20);
const ARTICLES = Number(process.env.ARTICLES ?? 600);

test(`a restore that is killed ${KILLS} times gives the same site`, async (t) => {
  const first = await openSite(t);
  await fill(first);
  await fillMore(first);
  first.pass(86_400);
  const before = await exportFolder(t, first);
  const { counts, files } = readJson(before, 'manifest.json');

  const second = await openSite(t);
  second.pass((first.deps.clock() - second.deps.clock()) / 1000);
  const id = await looked(second, before);
  await chooseRestore(second.deps, CLI, id, { given: BECAUSE, hasFreshFactor: false });
  const { read } = second.deps.db;
  const began = performance.now();
  await killImport(second, id, KILLS);
  const seconds = (performance.now() - began) / 1000;
  const run = await getRun(read, CLI, id);
  assert.deepEqual([run.state, run.trouble, run.done], ['done', null, run.found]);
  assertSame(before, await exportFolder(t, second));
  t.diagnostic(
    `${KILLS} kills in ${seconds.toFixed(0)} s, ${counts.articles} articles, ${Object.keys(files).length} files: the same export; ` +
      `outcomes ${JSON.stringify(await countOutcomes(read, id, 'outcome'))}`,
  );
});

/** Articles with one revision; every fourth is corrected. */
async function fillMore({ deps, ...site }: TestSite): Promise<void> {
  for (let nth = 1; nth <= ARTICLES; nth++) {
    const slug = `field-note-${nth}`;
    const { id } = await createDraft(deps, CLI, copy({ slug }));
    await publish(deps, CLI, id, { revisionNumber: 0 });
    site.pass(60);
    if (nth % 4 > 0) continue;
    const correctionNote = `The note ${nth} named the wrong crane.`;
    await saveRevision(deps, CLI, id, { copy: { ...copy({ slug }), correctionNote, baseRevision: 0 } });
    await publish(deps, CLI, id, { revisionNumber: 1 });
    site.pass(60);
  }
}
