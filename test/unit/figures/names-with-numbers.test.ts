import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { countMissingGates } from '#editorial/gate/gate-count.ts';
import { publish } from '#editorial/publish/publish.ts';
import { readFigures } from '#editorial/settle/read-figures.ts';
import { reopenFigure, settleFigure } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { readEvidence } from '#evidence/figures/evidence.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { saveDeclaredSettings } from '#site/declared-settings.ts';
import { copy, form, openSite, type Person, type TestSite } from '../../support/site.ts';

// Names of standards and laws, and those on the list of the magazine, settle the numbers that are part of them.

const SOURCE = 'https://example.org/source';

/** A draft whose only numbers are in the title of its source. */
const titled = (title: string, slug = 'titled') =>
  copy({ slug, bodyBlocks: [{ id: 'b', type: 'paragraph', text: 'No number.' }], sources: [{ title, url: SOURCE }] });

const figuresOf = async ({ deps }: TestSite, actor: Person, articleId: string) =>
  readFigures(deps.db.read, actor, deps, { articleId, revision: null });

const statesOf = async (site: TestSite, actor: Person, id: string) =>
  (await figuresOf(site, actor, id)).ledger.figures.map(({ text, state }) => [text, state]);

const blocksOf = async (site: TestSite, actor: Person, id: string) =>
  (await figuresOf(site, actor, id)).gate.filter(({ severity }) => severity === 'block').map(({ code }) => code);

const listNames = async ({ deps }: TestSite, names: string) =>
  saveDeclaredSettings(deps, CLI, siteSnapshot().publication, { knownNames: names });

test('the number of a standard in the title of a source does not block, and the evidence calls it a name', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, titled('RFC 8628, ISO 19650-2:2018 and 29 CFR 1926.1400'));
  assert.deepEqual(await blocksOf(site, dana, id), []);
  const page = await site.fetch(`/newsroom/articles/${id}/figures`, { headers: { cookie: dana.cookie } });
  const shown = await page.text();
  assert.match(shown, /Every number is settled/);
  assert.match(shown, /No person settled it/);
  assert.doesNotMatch(shown, /Open it again/);

  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const evidence = await readEvidence(site.deps.db.read, id, 0);
  assert.equal(evidence?.counts.open, 0);
  for (const { settlement, class: exemptClass, settledAt } of evidence?.figures ?? [])
    assert.deepEqual([settlement, exemptClass, settledAt], ['exempt', 'name', null]);
});

test('a quantity blocks whatever precedes it, and so does a name that nobody listed', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  for (const [at, title] of ['ISO 40 million', 'EN 40 %', 'Spot 2'].entries()) {
    const { id } = await createDraft(site.deps, dana, titled(title, `title-${at}`));
    assert.deepEqual(await blocksOf(site, dana, id), ['figure_open'], title);
  }
});

test('the list of the magazine settles its names in every draft, and the board counts again', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const chief = await site.person('chief');
  const { id } = await createDraft(site.deps, chief, titled('Spot 2 and Form 300A at 2 sites'));
  const send = (knownNames: string, person = chief) => site.fetch('/newsroom/names', form(person, { knownNames }));
  for (const wrong of ['42', '#42', 'Spot', '40 %', 'forty-two', '$40 million', `Spot 2 ${'x'.repeat(80)}`]) {
    const response = await send(wrong);
    assert.equal(response.status, 422, wrong);
    assert.ok((await response.text()).includes(`“${wrong.slice(0, 80)}”`), wrong);
  }
  const many = Array.from({ length: 201 }, (_, at) => `Spot ${at}`).join('\r\n');
  assert.match(await (await send(many)).text(), /has 201 names; it can have 200/);
  assert.equal((await send('Spot 2', await site.person('editor'))).status, 403);

  assert.equal((await send('Spot 2\r\nForm 300A\r\n\r\nSpot 2')).status, 303);
  assert.deepEqual(await statesOf(site, chief, id), [
    ['2', 'settled'],
    ['300A', 'settled'],
    ['2', 'open'],
  ]);
  await countMissingGates(site.deps);
  const { open_numbers: open } = await site.deps.db.read
    .selectFrom('article')
    .select('open_numbers')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(open, 1);

  await listNames(site, '');
  assert.deepEqual(
    (await statesOf(site, chief, id)).map(([, state]) => state),
    ['open', 'open', 'open'],
  );
});

test('a person who settles such a number decides instead of the list', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor');
  const { id } = await createDraft(site.deps, dana, titled('RFC 8628'));
  const only = async () => (await figuresOf(site, dana, id)).ledger.figures[0];
  const seen = { articleId: id, revision: 0, anchor: (await only())?.anchor ?? '' };
  const settlement = await settleFigure(site.deps, dana, seen, {
    kind: 'signed',
    reason: 'I counted these with my own eyes.',
  });
  assert.equal((await only())?.settlement?.settling.kind, 'signed');
  await reopenFigure(site.deps, dana, { articleId: id, id: settlement, because: null });
  assert.equal((await only())?.settlement?.settling.kind, 'exempt');
});

test('a chief lists the name of a number where it is settled, once; others cannot', async (t) => {
  const site = await openSite(t, { FIGURES_GATE: 'block' });
  const [chief, dana] = [await site.person('chief'), await site.person('editor')];
  const first = await createDraft(site.deps, chief, titled('The robot Spot 2', 'first'));
  const second = await createDraft(site.deps, dana, titled('Spot 2 again', 'second'));
  const [figure] = (await figuresOf(site, chief, first.id)).ledger.figures;
  const figures = `/newsroom/articles/${first.id}/figures`;
  const show = async (person: Person) => (await site.fetch(figures, { headers: { cookie: person.cookie } })).text();
  assert.match(await show(chief), /name="listedName" value="Spot 2"/);
  assert.doesNotMatch(await show(dana), /everywhere|listedName/);

  const fields = { revision: '0', view: 'copy', figure: figure?.anchor ?? '', kind: 'exempt', class: 'name' };
  const send = (person: Person, more: Record<string, string>) =>
    site.fetch(`${figures}/settle`, form(person, { ...fields, everywhere: 'yes', ...more }));
  assert.equal((await send(dana, { listedName: 'Spot 2' })).status, 403);
  assert.match(
    await (await send(chief, { listedName: '2' })).text(),
    /class="wrong" id="listedName-wrong">“2” is a number alone/,
  );
  assert.match(await (await send(chief, { listedName: 'Form 2' })).text(), /not part of the name “Form 2”/);
  assert.match(
    await (await send(chief, { listedName: 'Spot 2', class: 'date' })).text(),
    /Only a name can go on the list/,
  );
  assert.deepEqual(await statesOf(site, dana, second.id), [['2', 'open']]);

  assert.equal((await send(chief, { listedName: 'Spot 2' })).status, 303);
  assert.equal((await send(chief, { listedName: 'Spot 2' })).status, 303);
  assert.deepEqual(await statesOf(site, dana, second.id), [['2', 'settled']]);
  const changes = await site.deps.db.read
    .selectFrom('journal')
    .select(['subject_id', 'detail'])
    .where('act', '=', 'site.changed')
    .execute();
  assert.deepEqual(
    changes.map(({ subject_id, detail }) => [subject_id, JSON.parse(detail ?? '')]),
    [['knownNames', { from: '', to: 'Spot 2' }]],
  );
});
