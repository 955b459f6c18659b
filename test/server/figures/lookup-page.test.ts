import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { createSourceOpener } from '#editorial/sources/open-source.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { anchorsOf } from '../../support/figures/ledgers.ts';
import { html, otherSite } from '../../support/other-site.ts';
import { copy, openSite, type Person } from '../../support/site.ts';

// An editor opens a source from the panel of a number, sees the passage, and settles by it.

const SOURCE = 'https://paper.example/anchors';
const PAGE = `<title>Anchors in practice</title><h1>Fall arrest</h1><p>The clearance below the anchor is at least 17.5 feet &amp; more on slopes.</p>`;

async function openArticle(t: TestContext, text: string, sources = [{ title: 'Anchors in practice', url: SOURCE }]) {
  const { asked, rehearsal } = await otherSite(t, ['paper.example'], { '/anchors': html(PAGE) });
  const site = await openSite(
    t,
    { FIGURES_GATE: 'block' },
    { sourceOpener: createSourceOpener('plumbline (test)', rehearsal) },
  );
  const dana = await site.person('editor');
  const { id } = await createDraft(
    site.deps,
    dana,
    copy({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text }], sources }),
  );
  const [anchor = ''] = await anchorsOf(site, id);
  const path = `/newsroom/articles/${id}/figures`;
  const lookUp = async (fields: Record<string, string>, person: Person = dana) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({
      revision: '0',
      view: 'copy',
      figure: anchor,
      source: SOURCE,
      ...fields,
    }))
      body.set(name, value);
    return site.fetch(`${path}/lookup`, {
      method: 'POST',
      body,
      headers: { cookie: person.cookie, origin: 'http://127.0.0.1:3000' },
    });
  };
  const settle = (fields: Record<string, string>) =>
    site.fetch(`${path}/settle`, {
      ...{ method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' },
      headers: { cookie: dana.cookie, origin: 'http://127.0.0.1:3000' },
    });
  return { site, dana, asked, id, path, anchor, lookUp, settle };
}

/** The fields of the form that settles by the passage that was found. */
function settleFields(page: string): Record<string, string> {
  const [form = ''] =
    /<form method="post" action="[^"]+\/figures\/settle" data-key="Enter">[\s\S]*?<\/form>/.exec(page) ?? [];
  return Object.fromEntries(
    [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
}

test('the passage is on screen with its number marked and its place, and one button settles by what is seen', async (t) => {
  const { site, lookUp, settle, anchor } = await openArticle(
    t,
    'A lanyard needs a clearance below its anchor of 17.5 feet.',
  );
  const answer = await lookUp({});
  const page = await answer.text();
  assert.equal(answer.status, 200, JSON.stringify(site.log));
  assert.match(page, /<strong>Found in the source<\/strong>/);
  assert.match(page, /at least <mark>17\.5 feet<\/mark> &amp; more on slopes/);
  assert.match(page, /Section “Fall arrest”/);
  assert.equal((await settle(settleFields(page))).status, 303);
  const row = await site.deps.db.read
    .selectFrom('settlement')
    .selectAll()
    .where('anchor', '=', anchor)
    .executeTakeFirstOrThrow();
  const { found, ...detail } = JSON.parse(row.detail);
  assert.deepEqual(detail, {
    ...{ source: SOURCE, locator: 'Section “Fall arrest”' },
    quote: 'The clearance below the anchor is at least 17.5 feet & more on slopes.',
  });
  const { at, ...said } = found;
  assert.ok(Math.abs(Date.parse(at) - site.deps.clock()) < 60_000, at);
  assert.deepEqual(said, {
    by: 'address',
    digest: hash('sha256', PAGE),
    agreement: 'same',
    says: '17.5 feet',
  });
});

test('a number that the source does not say is named with what it says instead, and is not offered', async (t) => {
  const { lookUp } = await openArticle(t, 'A lanyard needs a clearance below its anchor of 15.7 feet.');
  const page = await (await lookUp({})).text();
  assert.match(page, /Not found as the article says it/);
  assert.match(page, /The source says “17\.5 feet” here/);
  assert.doesNotMatch(page, /by this passage/);
});

test('a source that cannot be opened says so; its passage can be given', async (t) => {
  const { site, lookUp, asked } = await openArticle(t, 'A lanyard needs a clearance below its anchor of 17.5 feet.');
  const other = await lookUp({ source: 'https://elsewhere.example/' });
  assert.equal(other.status, 422);
  assert.match(await other.text(), /does not cite this source/);
  assert.deepEqual(asked, [], 'nothing was asked for');
  const given = await (await lookUp({ passage: 'Clearance below an anchor: at least 17.5 feet.' })).text();
  assert.match(given, /You gave the passage/);
  assert.match(given, /<mark>17\.5 feet<\/mark>/);
  const stranger = await site.person('writer');
  assert.equal((await lookUp({}, stranger)).status, 404, 'an article of somebody else');
});

test('where no source is cited, the panel adds one there, opens it and looks the number up', async (t) => {
  const { site, dana, id, path, lookUp, settle } = await openArticle(t, 'It needs 17.5 feet below its anchor.', []);
  const form = await (await site.fetch(path, { headers: { cookie: dana.cookie } })).text();
  assert.match(form, /Add the source and look the number up/);
  assert.doesNotMatch(form, /Settle by this source/);
  const refused = await lookUp({ source: '', url: 'paper.example', title: '' });
  assert.equal(refused.status, 422);
  const words = await refused.text();
  assert.match(words, /id="url" name="url" value="paper\.example"[^>]* aria-invalid="true"/);
  assert.match(words, /id="title"[^>]* aria-invalid="true"/);
  const page = await (await lookUp({ source: '', url: SOURCE, title: 'Anchors in practice' })).text();
  assert.match(page, /<strong>Found in the source<\/strong>/);
  assert.match(page, /Numbers of revision 1</);
  const again = await lookUp({ revision: '1', source: '', url: SOURCE, title: 'Anchors once more' });
  assert.equal(again.status, 409, 'only an article without a source gets one here');
  assert.match(await again.text(), /This revision cites a source already\./);
  assert.equal((await settle(settleFields(page))).status, 303);
  await publish(site.deps, dana, id, { revisionNumber: 1 });
  const late = await lookUp({ source: '', url: SOURCE, title: 'Once more' });
  assert.equal(late.status, 409, 'a later revision was saved');
  const stranger = await lookUp({ source: '', url: SOURCE, title: 'Not mine' }, await site.person('writer'));
  assert.equal(stranger.status, 404);
});

const ADDRESS = '/api/public/articles/robotics/layout-robot-pilot/evidence';

test('readers see in every form that the number was found, when, and what the source says; a named one does not read so', async (t) => {
  const { site, dana, id, lookUp, settle } = await openArticle(t, 'It needs a clearance below its anchor of 18 feet.');
  const page = await (await lookUp({})).text();
  assert.match(page, /Rounded: the source says “17\.5 feet”/);
  assert.equal((await settle(settleFields(page))).status, 303);
  const panel = await site.fetch(`/newsroom/articles/${id}/figures?revision=0`, { headers: { cookie: dana.cookie } });
  assert.match(await panel.text(), /Found there on [^<]*: it says “17\.5 feet”\./);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const evidence = (await (await site.fetch(ADDRESS)).json()) as {
    counts: Record<string, number>;
    figures: { text: string; found?: Record<string, string> }[];
  };
  assert.deepEqual([evidence.counts.sourced, evidence.counts.found], [1, 1]);
  const [figure] = evidence.figures;
  assert.deepEqual(
    [figure?.text, figure?.found?.by, figure?.found?.agreement, figure?.found?.says, figure?.found?.digest],
    ['18 feet', 'address', 'rounded', '17.5 feet', hash('sha256', PAGE)],
  );
  const words = /found there on \d+ [A-Z][a-z]+ \d{4}: it says “17\.5 feet”/i;
  for (const path of ['/robotics/layout-robot-pilot', '/robotics/layout-robot-pilot.md']) {
    const text = await (await site.fetch(path)).text();
    assert.match(text, words, path);
    assert.match(text, /1 number: 1 sourced and found in the source\.|Each number from a source was found there/, path);
  }
  assert.match(await (await site.fetch('/method.md')).text(), /1 sourced and found in the source/);
});

test('a source and a place that an editor types are named by the editor, and no form reads as if they were found', async (t) => {
  const { site, dana, id, anchor, settle } = await openArticle(
    t,
    'It needs a clearance below its anchor of 17.5 feet.',
  );
  const typed = { revision: '0', figure: anchor, kind: 'sourced', source: SOURCE, locator: 'Page 4' };
  assert.equal((await settle(typed)).status, 303);
  const panel = await site.fetch(`/newsroom/articles/${id}/figures?revision=0`, { headers: { cookie: dana.cookie } });
  assert.match(await panel.text(), /Named by an editor, source not opened\./);
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  type Told = { counts: { found: number }; figures: { unfound?: string }[] };
  const evidence = (await (await site.fetch(ADDRESS)).json()) as Told;
  assert.equal(evidence.counts.found, 0);
  assert.equal('found' in (evidence.figures[0] ?? {}), false);
  assert.equal(evidence.figures[0]?.unfound, 'not_opened');
  for (const path of ['/robotics/layout-robot-pilot', '/robotics/layout-robot-pilot.md']) {
    const text = await (await site.fetch(path)).text();
    assert.doesNotMatch(text, /found there|found in the source/, path);
    assert.match(text, /Page 4[\s\S]{0,80}source not opened/i, path);
    assert.match(text, /1 number: 1 sourced \(named by an editor\)\.|An editor named each source/, path);
  }
});

test('nobody can say that a number was found: the place, the words and the figure are those that the server saw', async (t) => {
  const { site, lookUp, settle } = await openArticle(t, 'It needs a clearance below its anchor of 17.5 feet.');
  const seen = settleFields(await (await lookUp({})).text());
  const [words = '', seal = ''] = (seen.found ?? '').split('.');
  const said = JSON.parse(Buffer.from(words, 'base64url').toString());
  const other = Buffer.from(JSON.stringify({ ...said, says: '99 feet' })).toString('base64url');
  for (const [what, changed] of Object.entries({
    'another place': { ...seen, locator: 'Page 99' },
    'other words': { ...seen, quote: 'The clearance is 17.5 feet, always.' },
    'another finding': { ...seen, found: `${other}.${seal}` },
    'no seal': { ...seen, found: words },
  })) {
    const answer = await settle(changed);
    assert.equal(answer.status, 422, what);
    assert.match(await answer.text(), /This is not the passage that was found in the source/, what);
  }
  assert.deepEqual(await site.deps.db.read.selectFrom('settlement').selectAll().execute(), [], 'nothing was settled');
});
