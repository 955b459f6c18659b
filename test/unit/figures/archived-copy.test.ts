import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { runJobOnce } from '../../support/jobs.ts';
import { bearer, copy, draft, form, json, openSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// An editor stores the address of an archived copy beside a source. Readers get it with the evidence.

const SOURCE = 'https://paper.example/anchors';
const ARCHIVED = 'https://archive.example/web/2026/https://paper.example/anchors?a=1&b=(2)';
const PAGE = '/robotics/layout-robot-pilot';
const EVIDENCE = `/api/public/articles${PAGE}/evidence`;

async function openSettled(t: Parameters<typeof openSite>[0]) {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const bodyBlocks = [{ id: 'b1', type: 'paragraph' as const, text: 'It needs a clearance of 17.5 feet.' }];
  const written = copy({ bodyBlocks, sources: [{ title: 'Anchors in practice', url: SOURCE }] });
  const { id } = await createDraft(site.deps, dana, written);
  const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 0);
  for (const { anchor } of figures)
    await settleFigure(
      site.deps,
      dana,
      { articleId: id, revision: 0, anchor },
      { kind: 'sourced', source: SOURCE, locator: 'Page 4' },
    );
  const ledger = `/newsroom/articles/${id}/figures`;
  const store = (archived: string, { person = dana, source = SOURCE, revision = '0' } = {}) =>
    site.fetch(`${ledger}/archived`, form(person, { revision, view: 'sources', source, archived }));
  return { site, dana, id, written, ledger, store };
}

test('readers get the archived copy on the page, in Markdown, as data and in the record, from the next publication on', async (t) => {
  const { site, dana, id, written, ledger, store } = await openSettled(t);
  assert.match(await readPage(site, dana, `${ledger}?view=sources`), /Add an archived copy/);
  assert.equal((await store(ARCHIVED)).status, 303);
  const view = await readPage(site, dana, `${ledger}?view=sources`);
  assert.match(view, /Archived copy: <a href="https:\/\/archive\.example\/web\/2026\/[^"]*" rel="noreferrer">/);
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}/revisions/0/preview`), />archived copy<\/a>/);

  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const sourceNow = async () => (await json(await site.fetch(EVIDENCE))).sources[0];
  assert.deepEqual(await sourceNow(), { title: 'Anchors in practice', url: SOURCE, archived: ARCHIVED });
  const page = await (await site.fetch(PAGE)).text();
  assert.match(
    page,
    /Anchors in practice<\/a> \(<a href="https:\/\/archive\.example\/web\/2026\/https:\/\/paper\.example\/anchors\?a=1&amp;b=\(2\)">archived copy<\/a>\)<\/p>\n<p>Page 4/,
  );
  const markdown = await (await site.fetch(`${PAGE}.md`)).text();
  assert.match(
    markdown,
    /^\[\^n1\]: .*\(\[archived copy\]\(<?https:\/\/archive\.example\/web\/2026\/[^ ]*\)\) Page 4/m,
  );
  await runJobOnce(site, 'sign records');
  const record = await json(await site.fetch(`${PAGE}/r/0/record.json`));
  assert.match(JSON.stringify(record), /"archived":"https:\/\/archive\.example\//);

  assert.equal((await store('')).status, 303);
  assert.equal((await sourceNow()).archived, ARCHIVED, 'what readers see stays until the next publication');
  await saveRevision(site.deps, dana, id, { copy: { ...written, dek: `${written.dek} More.`, baseRevision: 0 } });
  await publish(site.deps, dana, id, { revisionNumber: 1, choice: { noneBecause: 'No fact changes.' } });
  assert.equal('archived' in (await sourceNow()), false);
  const acts = await site.deps.db.read
    .selectFrom('journal')
    .select('act')
    .where('act', 'like', 'source.%')
    .orderBy('seq')
    .execute();
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['source.archived', 'source.archive_removed'],
  );
});

test('only an editor stores a copy, of a source that the revision cites, at a plain https address that is another one', async (t) => {
  const { site, ledger, dana, store } = await openSettled(t);
  assert.equal((await store(ARCHIVED, { person: await site.person('writer') })).status, 403);
  for (const [archived, message] of [
    ['javascript:alert(1)', /The archived copy must start with https:\/\//],
    ['http://archive.example/1', /must start with https:\/\//],
    ['https://a.example/ "><script>', /must be an https address/],
    [SOURCE, /another address than the source/],
  ] as const) {
    const answer = await store(archived);
    assert.equal(answer.status, 422, archived);
    const page = await answer.text();
    assert.match(page, message, archived);
    assert.match(
      page,
      /<details open><summary>Add an archived copy[\s\S]*id="archived" /,
      'the form is open, and the summary of errors leads to its field',
    );
    assert.doesNotMatch(page, /"><script>/);
  }
  assert.equal((await store(ARCHIVED, { source: 'https://elsewhere.example/' })).status, 422);
  assert.deepEqual(await site.deps.db.read.selectFrom('archived_copy').selectAll().execute(), []);
  assert.doesNotMatch(await readPage(site, dana, `${ledger}?view=sources`), /Archived copy:/);
});

test('a source that an agent sends has no archived copy: the field is refused by its name', async (t) => {
  const { site, dana } = await openSettled(t);
  const sources = [{ title: 'Anchors in practice', url: SOURCE, archived: ARCHIVED }];
  const answer = await site.fetch('/api/admin/articles', {
    ...{ method: 'POST', headers: bearer(await site.grantToken(dana)) },
    body: JSON.stringify(draft({ slug: 'another', sources })),
  });
  assert.equal(answer.status, 422);
  assert.match(await answer.text(), /archived/);
});
