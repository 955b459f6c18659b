import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { seedArticles } from '#server/seed/seed.ts';
import { fileNamed } from '../../support/figures/named.ts';
import { form, json, openSite } from '../../support/site.ts';
import { readPage } from '../../support/stocked.ts';

// An editor has all sources of an article opened whose numbers somebody only named: those of the sample articles, and typed ones. The
// editor then confirms each number that was found, by its passage.

async function openNamed(t: TestContext) {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const filed = await fileNamed(t, site, dana);
  const press = () => site.fetch(`${filed.path}/lookups`, form(dana, { revision: '0' }));
  return { site, dana, press, ...filed };
}

/** The fields of each form of a page that settles by a passage. */
function settleForms(page: string): Record<string, string>[] {
  const forms =
    page.match(/<form method="post" action="[^"]+\/settle"[^>]*>(?:(?!<\/form>)[\s\S])*?by this passage/g) ?? [];
  return forms.map((part) =>
    Object.fromEntries(
      [...part.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
        name,
        value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      ]),
    ),
  );
}

test('one button has all named sources opened; each number that is found is confirmed alone, by its passage', async (t) => {
  const { site, dana, asked, id, path, round, press } = await openNamed(t);
  await round();
  assert.equal(asked.length, 0, 'nothing is opened that nobody asked for');
  const before = await readPage(site, dana, `${path}?revision=0`);
  assert.match(before, /<button class="plain">Look up all 4 in their sources<\/button>/);
  assert.match(before, /The server opens 2 sources/);
  assert.doesNotMatch(before, />Looked up</);

  const pressed = await press();
  assert.equal(pressed.status, 303);
  assert.match(pressed.headers.get('location') ?? '', /view=lookups/);
  assert.match(await readPage(site, dana, `${path}?revision=0`), /0 of 4 numbers looked up/);
  assert.match(await readPage(site, dana, `${path}/lookups?revision=0`), /data-state="waiting"/);
  await round();
  assert.equal(asked.filter((request) => request.path === '/pilot').length, 1, 'a source is opened once');

  const progress = await readPage(site, dana, `${path}/lookups?revision=0`);
  assert.match(
    progress,
    /Looked up: 1 found, to be confirmed, 1 with another number in the source, 1 not found, 1 with a source that could not be opened\./,
  );
  const view = await readPage(site, dana, `${path}?revision=0&view=lookups`);
  assert.match(view, /set out <mark>397<\/mark> points within tolerance on the slab &lt;script&gt;/);
  assert.doesNotMatch(view, /<script>alert/);
  assert.match(view, /The source says “31 hours” here/);
  assert.match(view, /Not found, 1/);
  assert.match(view, /could not open this source .*It answers 404\./);
  const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 0);
  assert.ok(
    figures.every(({ settlement }) => settlement?.settling.kind === 'sourced' && !settlement.settling.found),
    'nothing settles itself',
  );

  const forms = settleForms(view);
  assert.equal(forms.length, 2, 'the panel and the list offer the one that was found');
  assert.match(view, /<section id="figure"[\s\S]*<form [^>]*\/settle" data-key="Enter">[\s\S]*by this passage/);
  const settled = await site.fetch(`${path}/settle`, form(dana, forms[0] ?? {}));
  assert.equal(settled.status, 303, await settled.clone().text());
  const after = await readPage(site, dana, `${path}?revision=0`);
  assert.match(after, /Look up all 3 in their sources again/);

  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const evidence = await json(await site.fetch('/api/public/articles/robotics/layout-robot-pilot/evidence'));
  const told = (evidence.figures as { text: string; found?: { says: string }; unfound?: string }[]).map((figure) => [
    figure.text,
    figure.found?.says ?? figure.unfound,
  ]);
  assert.deepEqual(Object.fromEntries(told), {
    ...{ '397': '397', '13 hours': 'not_found', '88': 'not_found', '2,750': 'not_opened' },
  });
});

test('the numbers of a sample article have the button; a writer has not, and cannot ask', async (t) => {
  const site = await openSite(t);
  await seedArticles(site.deps);
  const dana = await site.person('editor');
  const { id } = await site.deps.db.read
    .selectFrom('article')
    .select('id')
    .where('live_slug', '=', 'what-an-arc-second-costs')
    .executeTakeFirstOrThrow();
  const page = await readPage(site, dana, `/newsroom/articles/${id}/figures`);
  assert.match(page, /Look up all 8 in their sources/);
  assert.match(page, /The server opens 3 sources/);
  const will = await site.person('writer');
  const refused = await site.fetch(`/newsroom/articles/${id}/figures/lookups`, form(will, { revision: '0' }));
  assert.equal(refused.status, 403);
});

test('where every sourced number was found, there is no button, and asking is refused in words', async (t) => {
  const { site, dana, id, path, press } = await openNamed(t);
  const { figures } = await readLedgerOf(site.deps.db.read, dana, id, 0);
  for (const { anchor } of figures)
    await settleFigure(
      site.deps,
      dana,
      { articleId: id, revision: 0, anchor },
      { kind: 'signed', reason: 'Counted on the slab, twice.' },
    );
  assert.doesNotMatch(await readPage(site, dana, `${path}?revision=0`), /Look up all/);
  const answer = await press();
  assert.equal(answer.status, 409);
  assert.match(await answer.text(), /Every sourced number was found in its source/);
});
