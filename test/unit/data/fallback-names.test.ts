import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readPublicProfile } from '#article/author-profile.ts';
import { findPublished } from '#article/published.ts';
import { CLI } from '#core/actor.ts';
import { NO_LOG } from '#db/connection/connection-state.ts';
import { openServerDatabase } from '#db/connection/open.ts';
import { publish } from '#editorial/publish/publish.ts';
import { addRelated } from '#editorial/publish/related.ts';
import { addSeries, addToSeries, deleteSeries } from '#editorial/publish/series.ts';
import { mergeTags } from '#editorial/tags.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { changeProfile } from '#people/author-profile.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { readExtras } from '#reading/article-extras.ts';
import { fallbackPath, missingDatabaseAdvice, openFallback } from '#reading/fallback/last-state.ts';
import { listSeries } from '#reading/series/read-series.ts';
import { createDeps } from '#runtime/create-deps.ts';
import { readSiteSettings, saveSiteSettings } from '#site/site-settings.ts';
import { copy } from '../../support/site.ts';

test('the fallback copy follows a merged tag, the biography of an author, a series and what to read next', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-names-'));
  const db = await openServerDatabase(`file:${join(folder, 'plumbline.db')}`, NO_LOG, () =>
    missingDatabaseAdvice(folder),
  );
  const edition = await openFallback(fallbackPath(folder), db, NO_LOG);
  t.after(async () => {
    await edition.close();
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const deps = await createDeps(db);
  const author = await addAuthorOrTag(deps, CLI, 'author', 'Ines Calloway');
  const unseen = await addAuthorOrTag(deps, CLI, 'author', 'Otto Brandt');
  const tag = await addAuthorOrTag(deps, CLI, 'tag', 'Layout');
  const other = await addAuthorOrTag(deps, CLI, 'tag', 'Surveying');
  const { id } = await createDraft(deps, CLI, copy({ slug: 'one', authorId: author.id, tagIds: [tag.id, other.id] }));
  await publish(deps, CLI, id, { revisionNumber: 0 });
  await edition.catchUp();
  await mergeTags(deps, CLI, tag.id, other.id);
  await edition.catchUp();
  for (const { id: one } of [author, unseen]) await changeProfile(deps, CLI, one, { biography: 'Ran a crane.' });
  await saveSiteSettings(deps, CLI, { name: 'The Site Diary', contact: 'desk@magazine.example' });
  await edition.catchUp();
  const site = (await edition.read(readSiteSettings))?.value;
  assert.deepEqual(site, { name: 'The Site Diary', contact: 'desk@magazine.example' });

  const article = (await edition.read((tx) => findPublished(tx, 'robotics', 'one')))?.value;
  assert.deepEqual(article && 'tags' in article && article.tags, [{ slug: 'surveying', name: 'Surveying' }]);
  const biographyOf = async (slug: string) =>
    (await edition.read((tx) => readPublicProfile(tx, slug)))?.value.biography;
  assert.equal(await biographyOf('ines-calloway'), 'Ran a crane.');
  assert.equal(await biographyOf('otto-brandt'), null); // no published article has this byline

  const { id: two } = await createDraft(deps, CLI, copy({ slug: 'two', tagIds: [other.id] }));
  await publish(deps, CLI, two, { revisionNumber: 0 });
  const series = await addSeries(deps, CLI, { name: 'Slabs', description: 'Two of them.' });
  for (const part of [two, id]) await addToSeries(deps, CLI, series.id, part);
  await addRelated(deps, CLI, id, two);
  await edition.catchUp();
  const besideOne = await edition.read(async (tx) => {
    const found = await findPublished(tx, 'robotics', 'one');
    return found && 'id' in found ? readExtras(tx, found) : assert.fail();
  });
  assert.deepEqual([besideOne?.value.series?.name, besideOne?.value.series?.part], ['Slabs', 2]);
  assert.deepEqual([besideOne?.value.related.isChosen, besideOne?.value.related.articles[0]?.slug], [true, 'two']);
  await deleteSeries(deps, CLI, series.id);
  await edition.catchUp();
  assert.deepEqual((await edition.read(listSeries))?.value, []);
});
