import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDesks } from '#article/desk.ts';
import { findPictureReach } from '#article/linked-articles.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { recaption } from '#editorial/publish/recaption.ts';
import { addRelated } from '#editorial/publish/related.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { setArchivedCopy } from '#editorial/sources/set-archived-copy.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { addRun } from '#import/import-runs.ts';
import { lookAt } from '#import/look.ts';
import { importRedirects } from '#import/redirects.ts';
import { changeFile } from '#media/change-file.ts';
import { changePictureText, describePicture } from '#media/describe-picture.ts';
import { isRoute } from '#server/routes.ts';
import { anchorsOf } from '../figures/ledgers.ts';
import { add, photo } from '../pictures.ts';
import { copy, type Person, type TestSite } from '../site.ts';
import { settleFigures, stock } from '../stocked.ts';
import { hashesIn, readJson } from './exports.ts';

// A site with a history, its look, and what may differ between two exports of one magazine.

export const BECAUSE = 'The machine of the previous site is gone.';

export async function looked(site: TestSite, folder: string): Promise<string> {
  const id = await addRun(site.deps, CLI, { path: folder, fileName: 'out' });
  await lookAt(site.deps, CLI, id, { sections: openDesks() });
  return id;
}

/** A site with corrections, moves, withdrawals, a picture, a series, old addresses and a page of its own. */
export async function fill(site: TestSite): Promise<void> {
  const { chief, editor, changed, published } = await stock(site);
  await settleFigures(site);
  await publish(site.deps, editor, changed, { revisionNumber: 1 });
  site.pass(60);
  const picture = await add(site, editor, await photo());
  const words = { title: 'The slab', alt: 'A slab with 412 marks.', credit: 'Ines Calloway' };
  const rest = {
    licence: 'CC BY 4.0',
    source: '',
    endsOn: null,
    isAiMade: false,
    isDiagram: true,
    focalX: 20,
    focalY: 80,
  };
  await describePicture(site.deps, editor, picture, { details: { ...words, ...rest }, seen: null, show: recaption });
  await changeFile(site.deps, editor, picture, {
    name: 'dark',
    file: await photo(900, 700),
    reach: findPictureReach,
    show: recaption,
  });
  const { id } = await createDraft(site.deps, CLI, copy({ slug: 'first-name', heroAssetId: picture }));
  await saveRevision(site.deps, CLI, id, {
    copy: { ...copy({ slug: 'first-name', heroAssetId: picture }), baseRevision: 0 },
  });
  await settleFigures(site);
  await publish(site.deps, editor, id, { revisionNumber: 1 });
  site.pass(60);
  const moved = copy({ slug: 'second-name', section: 'software', heroAssetId: picture });
  await saveRevision(site.deps, CLI, id, { copy: { ...moved, baseRevision: 1 } });
  await settleFigures(site);
  await publish(site.deps, editor, id, { revisionNumber: 2, choice: { noneBecause: 'Only the address changes.' } });
  site.pass(60);
  const notice = 'We could not find the people who were quoted here.';
  const gone = await createDraft(site.deps, CLI, copy({ slug: 'taken-back' }));
  await settleFigures(site);
  await publish(site.deps, editor, gone.id, { revisionNumber: 0 });
  await unpublish(site.deps, editor, gone.id, { because: 'Nobody called.', notice });
  await unpublish(site.deps, editor, published, { because: 'By mistake.' });
  site.pass(60);
  await publish(site.deps, editor, published, { revisionNumber: 0 });
  await publishSettledTwice(site, editor);
  await publishFound(site, editor);
  const series = await addSeries(site.deps, editor, { name: 'Measured', description: 'What was measured.' });
  for (const one of [id, changed]) await addToSeries(site.deps, editor, series.id, one);
  await addRelated(site.deps, editor, published, id);
  await changePictureText(site.deps, editor, picture, { given: { alt: 'A slab with marks.' }, show: recaption });
  const body = [{ id: 'b1', type: 'paragraph' as const, text: 'Write to us.' }];
  const page = await createDraft(site.deps, CLI, copy({ section: 'pages', slug: 'imprint', bodyBlocks: body }));
  await settleFigures(site);
  await publish(site.deps, editor, page.id, { revisionNumber: 0 });
  await importRedirects(site.deps, chief, '/2019/05/slab /software/second-name 301\n/?p=7 /archive 301', isRoute);
}

/** An article whose number was settled in one way when it was published first, and in another way when it was corrected. */
async function publishSettledTwice(site: TestSite, editor: Person): Promise<void> {
  const body = [{ id: 'b1', type: 'paragraph' as const, text: 'The crew marked 412 points.' }];
  const counted = copy({ slug: 'counted', bodyBlocks: body });
  const { id } = await createDraft(site.deps, CLI, counted);
  await settleFigures(site);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  site.pass(60);
  await saveRevision(site.deps, CLI, id, {
    copy: { ...counted, dek: 'How the points were counted.', baseRevision: 0 },
  });
  const anchor = (await anchorsOf(site, id))[0] ?? '';
  const quoted = { kind: 'quoted' as const, who: 'Ines Calloway', when: 'on the slab, in August 2026' };
  await settleFigure(site.deps, editor, { articleId: id, revision: 1, anchor }, quoted);
  await settleFigures(site);
  await publish(site.deps, editor, id, { revisionNumber: 1, choice: { noneBecause: 'Only the dek changes.' } });
}

/** What cannot come back (docs/export.md): signatures of the key of the previous site, and times and hashes of the manifest. */
const MAY_DIFFER = /^manifest\.json$|^site\/\.well-known\/(?:jwks\.json|record-keys)|\/record\.json$/;

/** Every file is the same, but for the time of the last line in the publication log, which lists and feeds have too. */
export function assertSame(before: string, after: string): void {
  const [one, other] = [hashesIn(before), hashesIn(after)];
  const times = [before, after].map((folder) => String(readJson(folder, 'manifest.json').made_at));
  const differ = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((path) => one[path] !== other[path]);
  for (const path of differ.filter((name) => !MAY_DIFFER.test(name))) {
    const [was, is] = [linesOf(before, path, times), linesOf(after, path, times)];
    const at = is.findIndex((line, nth) => line !== was[nth]);
    assert.deepEqual(is.slice(at, at + 3), was.slice(at, at + 3), path);
    assert.equal(is.length, was.length, path);
  }
  assert.deepEqual(described(after), described(before));
}

/** What the manifest says, without what the list above names, and without the hashes, which are compared above. */
function described(folder: string) {
  const { made_at: _made, last_publication: _last, files, ...rest } = readJson(folder, 'manifest.json');
  return { ...rest, files: Object.keys(files) };
}

function linesOf(folder: string, path: string, times: readonly string[]): string[] {
  const text = readFileSync(join(folder, path), 'utf8');
  const forms = times.flatMap((time) => [time, new Date(time).toUTCString()]);
  return forms.reduce((all, time) => all.replaceAll(time, 'TIME'), text).split('\n');
}

/** An article with a number that was found in its source, and one that was not. */
async function publishFound(site: TestSite, editor: Person): Promise<void> {
  const source = 'https://paper.example/anchors';
  const body = [{ id: 'b1', type: 'paragraph' as const, text: 'The anchor held some 5 kilonewtons for 45 minutes.' }];
  const found = { by: 'address' as const, at: '2026-08-01T10:00:00.000Z', agreement: 'rounded' as const };
  const { id } = await createDraft(
    site.deps,
    CLI,
    copy({ slug: 'found-there', bodyBlocks: body, sources: [{ title: 'Anchors in practice', url: source }] }),
  );
  const [force = '', time = ''] = await anchorsOf(site, id);
  const place = { kind: 'sourced', source, locator: 'Page 2' } as const;
  const says = { ...found, digest: 'a'.repeat(64), says: '4.96 kN' };
  const settle = (anchor: string, settling: SettlementMethod) =>
    settleFigure(site.deps, editor, { articleId: id, revision: 0, anchor }, settling);
  await settle(force, { ...place, quote: 'It held 4.96 kN.', found: says });
  await settle(time, { ...place, unfound: 'not_found' });
  const archived = 'https://archive.example/2026/anchors';
  await setArchivedCopy(site.deps, editor, { articleId: id, revision: 0, source, archived });
  await settleFigures(site);
  await publish(site.deps, editor, id, { revisionNumber: 0 });
}
