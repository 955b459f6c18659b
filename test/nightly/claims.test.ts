import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { readFigures } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createProposalLookups } from '#editorial/sources/look-up-proposals.ts';
import { createSourceOpener } from '#editorial/sources/open-source.ts';
import { checkSources } from '#editorial/sources/watch-sources.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { serveSite, shoot, watch } from '../support/browser.ts';
import { goToEditor, sitDown } from '../support/editor-page.ts';
import { html, otherSite, type Pages } from '../support/other-site.ts';
import { bearer, draft, json } from '../support/site.ts';
import { readPage } from '../support/stocked.ts';

// An agent names one source for sixteen numbers. Three of the numbers are not in the source. The API tells the agent which ones. The agent
// corrects two of them and keeps one. An editor reads the passages and settles the numbers. The page shows readers which numbers were
// found. Then the source changes, the newsroom shows the editor which number is different now, and the editor corrects the article.

const RECORD = 'https://record.example/pilot';

/** A sentence of the article, its number, and what the source says where that is another number. */
const CLAIMS: readonly [text: string, figure: string, inSource?: string | null][] = [
  ['The crew set out 412 points on the slab.', '412'],
  ['The robot held 397 points within tolerance.', '397'],
  ['The robot ran for 13 hours on the slab.', '13 hours', '31 hours'],
  ['The longest line was 25 feet from the prism.', '25 feet', '25 metres'],
  ['The client paid 88 kroner for coffee.', '88', null],
  ['The slab covers 1,240 square metres of the level.', '1,240 square metres'],
  ['The invoice for the week was 18,500 dollars.', '18,500 dollars'],
  ['The maker promises a share of 99 percent in tolerance.', '99 percent'],
  ['The pilot ended in 2025 on the same level.', '2025'],
  ['The battery lasted 7.5 hours on one charge.', '7.5 hours'],
  ['The crew of 6 people checked the slab.', '6'],
  ['The prism was moved 44 times in the week.', '44 times'],
  ['The software stopped 19 times in the pilot.', '19 times'],
  ['The drawings name 530 anchors on this level.', '530'],
  ['The tape of the crew is 30 metres long.', '30 metres'],
  ['The wind reached 48 km/h at the edge.', '48 km/h'],
];
const [MENDED, INSISTED] = [['13 hours', '25 feet'], '88'];

const pageOf = (count: string) =>
  `<title>Pilot record</title><h1>Record of the pilot</h1>${CLAIMS.filter(([, , says]) => says !== null)
    .map(([text, figure, says = figure]) => `<p>${text.replace(figure, says ?? '').replace('412', count)}</p>`)
    .join('')}`;

test('16 numbers of an agent, 3 of them wrong, from the first draft to the correction', {
  timeout: 600_000,
}, async (t) => {
  let source = pageOf('412');
  const pages: Pages = { '/pilot': (response) => html(source)(response) };
  const { rehearsal } = await otherSite({ after }, ['record.example'], pages);
  const site = await serveSite({ after }, { FIGURES_GATE: 'block' });
  const dana = await site.person('editor', 'Dana Whitfield');
  const token = await site.grantToken(dana);
  const lookUp = createProposalLookups(site.deps, createSourceOpener('plumbline (test)', rehearsal));
  const save = async (path: string, claims: typeof CLAIMS, more: object = {}) => {
    const figures = claims.map(([text, figure], at) => ({
      ...{ path: `bodyBlocks.${at}.text`, figure, settlement: 'sourced', source: RECORD },
      ...{ locator: 'Record of the pilot', quote: text },
    }));
    const body = {
      ...draft({
        ...{ headline: 'A robot on one slab', dek: 'What the crew saw.', slug: 'one-slab' },
        bodyBlocks: claims.map(([text], at) => ({ id: `b${at}`, type: 'paragraph', text })),
        sources: [{ title: 'Pilot record', url: RECORD }],
      }),
      ...more,
      editorialPacket: { claimsReview: JSON.stringify({ figures }) },
    };
    return json(await site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) }));
  };

  // The agent files a draft. The API names the three numbers that the source does not have.
  const { id } = await save('/api/admin/articles', CLAIMS);
  await lookUp();
  type Entry = { figure?: string; lookup?: { state: string; says?: string } };
  const told = async () => {
    const path = `/api/agent/articles/${id}?gateEntries=all`;
    const { gate } = await json(await site.fetch(path, { headers: bearer(token) }));
    return new Map((gate as Entry[]).flatMap(({ figure, lookup }) => (figure && lookup ? [[figure, lookup]] : [])));
  };
  const first = await told();

  assert.equal(first.size, CLAIMS.length);
  const wrong = [...first].filter(([, { state }]) => state !== 'found').map(([figure, one]) => [figure, one.says]);
  assert.deepEqual(
    wrong.toSorted(),
    [
      ['13 hours', '31 hours'],
      ['25 feet', '25 metres'],
      ['88', undefined],
    ].toSorted(),
  );

  // The agent corrects two numbers and keeps one.
  const mended = CLAIMS.map<(typeof CLAIMS)[number]>(([text, figure, says]) =>
    MENDED.includes(figure) && says ? [text.replace(figure, says), says] : [text, figure],
  );
  await save(`/api/admin/articles/${id}/revisions`, mended, { baseRevision: 0 });
  await lookUp();
  const second = await told();
  assert.deepEqual(
    [...second].filter(([, { state }]) => state !== 'found').map(([figure]) => figure),
    [INSISTED],
  );
  assert.match(await readPage(site, dana, '/newsroom/agents'), /15 of 18 numbers found at first in their sources/);

  // The editor settles in the card: each passage is on screen before Enter takes it.
  const page = await (await sitDown({ after }, site, dana)).newPage();
  const seen = watch(page, site);
  await goToEditor(page, site, id);
  const card = page.locator('#number-panel');
  await page.keyboard.press('Alt+Enter');
  let keys = 1;
  for (const [at, [, figure]] of mended.entries()) {
    await card.locator('.stated', { hasText: figure }).waitFor();
    if (figure === INSISTED) {
      assert.equal(await card.locator('form[data-key="Enter"]').count(), 0, 'no key confirms what is not there');
      await page.keyboard.press('Alt+ArrowDown');
    } else {
      assert.ok((await card.locator('mark').allTextContents()).includes(figure), `the passage of ${figure} is seen`);
      if (at === 3) await shoot(page, 'claims-card');
      await page.keyboard.press('Enter');
    }
    keys++;
  }
  t.diagnostic(`15 numbers in ${keys} keys`);
  await card.locator('.stated', { hasText: INSISTED }).waitFor();
  assert.match((await card.textContent()) ?? '', /Not found in this source/);
  await card.getByText('Confirm it all the same').click();
  await card.getByLabel('Why it holds').fill('Dana saw the receipt in the site office.');
  await card.getByRole('button', { name: 'Confirm this' }).click();
  await page.locator('#standing', { hasText: 'Every number is settled.' }).waitFor();
  assert.deepEqual(seen, []);

  // The page, the Markdown and the evidence show which numbers were found.
  await publish(site.deps, dana, id, { revisionNumber: 1 });
  const evidence = await json(await site.fetch('/api/public/articles/robotics/one-slab/evidence'));
  type Told = { text: string; found?: { says: string } | null };
  const notFound = (evidence.figures as Told[]).filter(({ found }) => !found).map(({ text }) => text);
  assert.deepEqual(notFound, [INSISTED]);
  assert.deepEqual([evidence.counts.sourced, evidence.counts.found], [16, 15]);
  const article = await (await site.fetch('/robotics/one-slab')).text();
  assert.equal(article.match(/found there on/g)?.length, 15, 'the page');
  const markdown = await (await site.fetch('/robotics/one-slab.md')).text();
  assert.equal(markdown.match(/found there on/g)?.length, 15, 'the Markdown');

  // The source changes. The newsroom shows which number is different, and the new passage.
  source = pageOf('421');
  site.pass(60);
  const { baseUrl } = site.config.publication;
  for await (const { again } of checkSources(site.deps, { baseUrl, rehearsal }, 1)) assert.equal(again, 2);
  assert.match(await readPage(site, dana, '/newsroom/articles'), /2 numbers to check again/);
  assert.match(await readPage(site, dana, `/newsroom/articles/${id}/figures`), /set out 421 points on the slab/);

  // The editor corrects the number, with a note for readers.
  const { copy } = await readArticle(site.deps.db.read, dana, id, site.deps);
  const [block, ...blocks] = copy.bodyBlocks;
  assert.ok(block);
  const correctionNote = 'The record was corrected by its maker after publication: it counts 421 points now.';
  const corrected = { ...copy, bodyBlocks: [{ ...block, text: block.text.replace('412', '421') }, ...blocks] };
  await saveRevision(site.deps, dana, id, { copy: { ...corrected, correctionNote, baseRevision: 1 } });
  const place = { source: RECORD, locator: 'Record of the pilot', quote: 'The crew set out 421 points on the slab.' };
  const { ledger } = await readFigures(site.deps.db.read, dana, site.deps, { articleId: id, revision: 2 });
  for (const { anchor, state } of ledger.figures)
    if (state !== 'settled')
      await settleFigure(site.deps, dana, { articleId: id, revision: 2, anchor }, { kind: 'sourced', ...place });
  await publish(site.deps, dana, id, { revisionNumber: 2 });
  const now = await (await site.fetch('/robotics/one-slab')).text();
  assert.match(now, /set out .*421.* points on the slab/);
  assert.ok(now.includes('corrected by its maker'), 'readers see why');
  const { counts } = await json(await site.fetch('/api/public/articles/robotics/one-slab/evidence'));
  assert.deepEqual([counts.open, counts.found], [0, 14], 'what an editor typed never reads like what was found');
});
