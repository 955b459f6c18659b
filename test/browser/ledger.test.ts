import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { publish } from '#editorial/publish/publish.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { bearer, draft, json, type TestSite } from '../support/site.ts';

// The ledger in a real browser: an editor settles the figures that an agent proposed, by keyboard alone.

const SOURCE = 'https://example.org/pilot-record';
const TEXTS = [
  'The robot marked 412 points on the deck, of which 397 stayed within 3 mm.',
  'The crew spent $900 and 14 hours; the survey said 26 kg of paint.',
  'Stops fell by 5% on 60 holes.',
  'It took 18 trips and 7 batteries.',
];
const FIGURES = TEXTS.flatMap((text, block) =>
  [...text.matchAll(/\$?\d+(?: ?(?:mm|hours|kg|%))?/g)].map(([figure]) => ({
    path: `bodyBlocks.${block}.text`,
    figure,
  })),
);

/** Creates a draft as an agent, and proposes the source for each of its ten figures, with the documented request. */
async function fileProposed(site: TestSite, token: string): Promise<{ id: string; open: string[] }> {
  const bodyBlocks = TEXTS.map((text, at) => ({ id: `b${at}`, type: 'paragraph', text }));
  const send = (body: unknown, path = '/api/admin/articles') =>
    site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
  const figures = FIGURES.map((one) => ({
    ...one,
    settlement: 'sourced',
    source: SOURCE,
    locator: 'Sheet 3',
    quote: `${one.figure}, as counted`,
  }));
  const claimsReview = JSON.stringify({ figures });
  const answer = await json(await send(draft({ bodyBlocks, editorialPacket: { claimsReview } })));
  return { id: answer.id, open: answer.gate.map(({ code }: { code: string }) => code) };
}

async function open(t: Parameters<typeof serveSite>[0], options: BrowserContextOptions = {}) {
  const site = await serveSite(t, { FIGURES_GATE: 'block' });
  const dana = await site.person('chief', 'Dana Whitfield');
  const { id, open: gate } = await fileProposed(site, await site.grantToken(dana));
  const context = await openContext(t, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  await signInAs(context, site, dana);
  const page = await context.newPage();
  const article = `${site.config.publication.baseUrl}/newsroom/articles/${id}`;
  return { site, dana, id, gate, page, article, seen: watch(page, site) };
}

const words = (page: Page) => page.locator('.progress-words strong').textContent();

test('an editor confirms the ten figures an agent proposed, by keyboard alone, and the article can be published', async (t) => {
  const { site, dana, id, gate, page, article, seen } = await open(t);
  assert.deepEqual(
    [...new Set(gate)].filter((code) => code.startsWith('figure_')),
    ['figure_unconfirmed'],
  );
  assert.equal(gate.filter((code) => code === 'figure_unconfirmed').length, 10);
  await assert.rejects(publish(site.deps, dana, id, { revisionNumber: 0 }), /have to be fixed before publication/);
  await page.goto(article);
  await page.getByRole('link', { name: 'Numbers of revision 0' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Number 1 of 10/ }).waitFor();
  assert.equal(await words(page), '0 of 10 settled');
  for (let n = 1; n <= 10; n++) {
    await page.locator('.keys:not([hidden])').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.progress-words strong', { hasText: new RegExp(`^${n} of 10 settled$`) }).waitFor();
  }
  await page.getByText('No number is open.').waitFor();
  await publish(site.deps, dana, id, { revisionNumber: 0 });
  const { counts } = await json(await site.fetch('/api/public/articles/robotics/layout-robot-pilot/evidence'));
  assert.deepEqual([counts.sourced, counts.open], [10, 0]);
  assert.deepEqual(seen, []);
});

test('without script, links and forms settle, refuse and reopen, and nobody lets an open number pass', async (t) => {
  const { page, article } = await open(t, { javaScriptEnabled: false });
  await page.goto(`${article}/figures`);
  await page.getByText('Refuse it …').click();
  await page.getByLabel('Why, for the person or agent who proposed it').fill('It is 411.');
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByRole('link', { name: 'Previous open' }).click();
  await page.getByRole('heading', { name: /Number 1 of 10:\s+Open/ }).waitFor();
  await page.getByText('Calculated from other numbers').click();
  await page.getByLabel('Formula').fill('f2 + 16');
  await page.getByRole('button', { name: 'Settle by this calculation' }).click();
  await page.getByRole('link', { name: 'The formula gives 413; the number says "412".' }).waitFor();
  assert.equal(await page.getByLabel('Formula').inputValue(), 'f2 + 16', 'the typed formula is kept');
  await page.getByText('By your signature').click();
  await page.getByLabel('Why no source has it, and why you vouch for it').fill('I stood beside it with a tape.');
  await page.getByRole('button', { name: 'Settle and sign it' }).click();
  await page.getByText('“412”: settled. 9 to go.').waitFor();
  assert.equal(await words(page), '1 of 10 settled');
  await page.goto(`${article}/figures?view=sources`);
  await page.getByRole('link', { name: /^412/ }).click();
  await page.getByText('Open it again …').click();
  await page.getByRole('button', { name: 'Open “412” again' }).click();
  await page.getByText('“412”: open. 10 to go.').waitFor();
  await page.getByRole('link', { name: 'Previous open' }).click();
  assert.equal(await page.getByText('Let it pass …').count(), 0);
});

test('text from an agent in figures, sources and proposals never runs as script', async (t) => {
  const { site, page, seen } = await open(t);
  const attack = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
  const figures = [
    { path: 'bodyBlocks.0.text', figure: '412', settlement: 'sourced', source: SOURCE, locator: attack, quote: attack },
    { path: 'bodyBlocks.0.text', figure: '397', settlement: 'quoted', who: attack, when: attack },
  ];
  const { id } = await json(
    await site.fetch('/api/admin/articles', {
      method: 'POST',
      headers: bearer(await site.grantToken(await site.person('editor'))),
      body: JSON.stringify(
        draft({
          slug: 'hostile',
          headline: attack,
          bodyBlocks: [{ id: attack, type: 'paragraph', text: `412 ${attack} 397 ${attack}` }],
          sources: [{ title: attack, url: SOURCE }],
          editorialPacket: { claimsReview: JSON.stringify({ figures }), seoTitle: `12 ${attack}` },
        }),
      ),
    }),
  );
  for (const view of ['copy', 'sentences', 'sources', 'exempt']) {
    await page.goto(`${site.config.publication.baseUrl}/newsroom/articles/${id}/figures?view=${view}`);
    assert.ok((await page.content()).includes('onerror=alert(1)'), view);
    assert.equal(await page.locator('main img, main script, [onerror]').count(), 0, view);
  }
  assert.deepEqual(seen, []);
});
