import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PublicArticle } from '#article/pages/article-json.ts';
import { listTags } from '#article/tags.ts';
import { renameTag } from '#editorial/tags.ts';
import { indexLive } from '#editorial/write/index-live.ts';
import { json, openSite, type TestSite } from '../../support/site.ts';
import { publishArticles } from './search-articles.ts';

// What readers type, and the first articles that they find, on both databases.

const site = await openSite({ after }, { RATE_LIMITS: 'off' });
await publishArticles(site);

/** What is typed, and the first articles; "nothing" when there are none. */
const QUERIES: readonly [q: string, first: string][] = [
  // The forms of a word.
  ['robot', 'prefab rebar-tying layout-robot glossary year'],
  ['robots', 'prefab rebar-tying layout-robot glossary year'],
  ['robotics', 'prefab rebar-tying layout-robot glossary year'],
  ['bids', 'bid-day glossary'],
  ['bidding', 'bid-day glossary'],
  ['estimators', 'letters bid-day change-orders takeoff'],
  ['estimating', 'letters bid-day change-orders takeoff'],
  ['estimate', 'letters bid-day change-orders takeoff'],
  ['corrected', 'correction-policy year'],
  ['surveying', 'glossary which-foot total-station drone-stockpile'],
  ['measurement', 'drone-stockpile accuracy-table'],
  ['measuring', 'drone-stockpile accuracy-table'],
  ['scheduled', 'schedule-model concrete-sensors'],
  ['takeoffs', 'takeoff'],
  ['unions', 'union-terms'],
  ['tying', 'rebar-tying'],
  ['mason', 'brick-laying letters'],
  // Headline, then dek, then byline and tags, then the text; the newest first among equals.
  ['cranes', 'tower-crane glossary uberpruefung year'],
  ['drone', 'drone-stockpile glossary letters'],
  ['concrete', 'concrete-sensors year'],
  ['machines', 'glossary change-orders union-terms brick-laying letters layout-robot'],
  ['contracts', 'union-terms change-orders rfi-answers'],
  ['welding', 'tokyo prefab'],
  // Several words, in any order; one of them in the headline counts more than none.
  ['robot layout', 'layout-robot glossary'],
  ['robots and rebar', 'rebar-tying'],
  ['contract architect', 'rfi-answers'],
  ['what is a robot', 'prefab rebar-tying layout-robot'],
  ['how do drones measure', 'drone-stockpile'],
  ['3.2 percent', 'drone-stockpile'],
  ['crew tape', 'layout-robot'],
  ['robot corrections', 'year'],
  ['robot zzzz', 'nothing'],
  // Phrases.
  ['"survey foot"', 'which-foot'],
  ['"foot survey"', 'nothing'],
  ['"layout robot"', 'layout-robot glossary'],
  ['"robot layout"', 'nothing'],
  ['“near miss”', 'harness'],
  ['"two union contracts"', 'nothing'],
  ['"ten union contracts" automation', 'union-terms'],
  ['total-station', 'total-station'],
  ['follow-up', 'total-station'],
  ['4.1', 'accuracy-table'],
  // The beginning of the last word.
  ['bric', 'brick-laying'],
  ['exosk', 'exoskeleton'],
  ['concret', 'concrete-sensors year'],
  ['language mod', 'submittals'],
  ['dewat', 'dewatering'],
  ['ki', 'nothing'],
  // One wrong letter.
  ['corection', 'correction-policy year'],
  ['corretcion', 'correction-policy year'],
  ['concrte', 'concrete-sensors year'],
  ['crnae', 'tower-crane glossary uberpruefung year'],
  ['exoskelton', 'exoskeleton'],
  ['labor', 'union-terms'],
  ['obrien', 'rebar-tying'],
  ['роботи', 'moscow'],
  ['crne', 'nothing'],
  ['"concrte"', 'nothing'],
  // Bylines and tags.
  ['calloway', 'union-terms submittals which-foot'],
  ['lindqvist marta', 'accuracy-table concrete-sensors drone-stockpile'],
  ["O'Brien", 'rebar-tying'],
  ['siobhan', 'rebar-tying'],
  ['drywall', 'exoskeleton'],
  ['safety', 'noise harness tower-crane'],
  ['prefabrication', 'prefab'],
  ['standards', 'year correction-policy'],
  // Other languages and scripts.
  ['uberprufung', 'uberpruefung'],
  ['Kräne', 'uberpruefung'],
  ['бетон', 'moscow'],
  ['コンクリート', 'tokyo'],
  ['溶接', 'tokyo'],
  ['床', 'tokyo'],
  ['溶自', 'nothing'],
];

for (const [q, first] of QUERIES) {
  test(`a search for ${q} finds ${first} first`, async () => {
    const expected = first === 'nothing' ? [] : first.split(' ');
    const found = await find(site, q);
    assert.deepEqual(expected.length === 0 ? found : found.slice(0, expected.length), expected);
  });
}

test('pages of ranked results have no gap and no repeat across ranks', async () => {
  const all = await find(site, 'machine');
  const seen: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await json(await site.fetch(`/api/public/articles?q=machine&limit=2${cursor}`));
    seen.push(...page.articles.map(({ slug }: PublicArticle) => slug));
    if (page.nextCursor === null) break;
    cursor = `&cursor=${page.nextCursor}`;
  }
  assert.deepEqual(seen, all);
  const plain = await json(await site.fetch('/api/public/articles?limit=2'));
  assert.equal((await site.fetch(`/api/public/articles?q=machine&cursor=${plain.nextCursor}`)).status, 400);
});

test('the search page says what it searched in place of a misspelled word, marks the words, and suggests other searches', async () => {
  const read = async (path: string) => (await site.fetch(path)).text();
  assert.match(await read('/search?q=corection'), /has <b>corection<\/b>\. Results for <b>correction<\/b>\./);
  assert.match(
    await read('/search?q=welds'),
    /class="passage">[^<]*<mark>Robots<\/mark>|<mark>weld<\/mark> the frames/,
  );
  assert.match(await read('/search?q=calloway'), /By Ines <mark>Calloway<\/mark>/);
  const none = await read('/search?q=robots+zzzz&section=robotics');
  assert.match(none, /<a href="\/search\?q=robots&amp;section=robotics">robots<\/a>/);
  assert.match(
    await read('/search?q=harness&section=robotics'),
    /<a href="\/search\?q=harness">harness in every section/,
  );
  assert.match(await read('/search?q=modle'), /Results for <b>model<\/b>/);
  assert.match(await read('/search.md?q=robots'), /move\. \*\*Robots\*\* weld/);
  assert.doesNotMatch(await read('/search.md?q=robots'), /More results/);
  const accept = { headers: { Accept: 'application/json' } };
  const found = await json(await site.fetch('/search?q=concrte', accept));
  assert.deepEqual(found.corrections, [{ from: 'concrte', to: ['concrete'] }]);
  assert.deepEqual(found.results[0].article.slug, 'concrete-sensors');
  assert.equal((await site.fetch('/search?q=!!', accept)).status, 400);
});

test('a search is narrowed to days and to a month', async () => {
  const first = async (more: string) => (await find(site, 'robots', more)).join(' ');
  assert.equal(await first('&from=2026-09-07'), 'prefab glossary year');
  assert.equal(await first('&to=2026-09-06'), 'rebar-tying layout-robot');
  assert.equal(await first('&from=2026-09-06&to=2026-09-06&section=robotics'), 'rebar-tying layout-robot');
  const page = await (await site.fetch('/search?q=robots&month=2026-08')).text();
  assert.match(page, /No published article from 1 August 2026 to 31 August 2026 has robots/);
  const empty = await (await site.fetch('/search?q=robotic&month=2026-08')).text();
  assert.match(empty, /section with this name: <a href="\/robotics">Robotics<\/a>[\s\S]*href="\/latest"/);
  for (const wrong of ['from=2026-13-01', 'from=2026-09-07&to=2026-09-06', 'to=x']) {
    assert.equal((await site.fetch(`/api/public/articles?q=robots&${wrong}`)).status, 400, wrong);
    assert.match(await (await site.fetch(`/search?q=robots&${wrong}`)).text(), /role="alert"/, wrong);
  }
});

test('a search follows a tag that was renamed, once the articles are indexed again', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  await publishArticles(site);
  const chief = await site.person('chief');
  const tag = (await listTags(site.deps.db.read)).find(({ name }) => name === 'Prefabrication') ?? assert.fail();
  await renameTag(site.deps, chief, tag.id, 'Modular');
  await indexLive(site.deps);
  assert.deepEqual(await find(site, 'modular'), ['prefab']);
  assert.deepEqual(await find(site, 'prefabrication'), []);
});

async function find({ fetch }: TestSite, q: string, more = ''): Promise<string[]> {
  const answer = await fetch(`/api/public/articles?q=${encodeURIComponent(q)}${more}`);
  return (await json(answer)).articles.map(({ slug }: PublicArticle) => slug);
}
