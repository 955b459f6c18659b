import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { publish } from '#editorial/publish/publish.ts';
import { schedule } from '#editorial/publish/schedule.ts';
import { addComment } from '#editorial/review/comment.ts';
import { openPreview } from '#editorial/review/preview-link.ts';
import { requestChanges } from '#editorial/review/review.ts';
import { everyPage, fillRest, NO_PAGES } from '../support/browser/newsroom-pages.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, signInAs, watch } from '../support/browser.ts';
import { bearer, draft, json, type Person, type TestSite } from '../support/site.ts';

// A hostile agent sends text that would run as script in an editor's session, in every field it can write.

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

/** As many attacks as fit into `most` characters, after a marker that shows that the page displays the field. */
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

/** Grants access, through the page itself, to an agent whose name and login hint are hostile. */
async function letInHostile(site: TestSite, page: Page): Promise<string> {
  const base = site.config.publication.baseUrl;
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
  await page.getByRole('heading', { name: 'The agent has access' }).waitFor();
  await page.getByText(`${MARK}-program`).first().waitFor();
  const grant_type = 'urn:example:agent-auth:grant-type:claim';
  const body = new URLSearchParams({ grant_type, claim_token });
  return (await json(await fetch(`${base}/api/agent/token`, { method: 'POST', body }))).access_token;
}

async function send(site: TestSite, token: string, path: string, body: Record<string, unknown>): Promise<string> {
  const response = await site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
  const answer = await json(response);
  assert.equal(response.status, 201, JSON.stringify(answer));
  return answer.id;
}

/** The elements of a page that could run script, load a resource or lead to another site, except our own. */
function strange(): string[] {
  const ours = {
    SCRIPT: (src: string) => src.startsWith('/newsroom/script/'),
    IMG: (src: string) =>
      src === '' ||
      /^\/(?:media|ads|newsroom\/help\/pictures)\//.test(src) ||
      /^\/newsroom\/articles\/[0-9a-f-]{36}\/revisions\/\d+\/card\.png$/.test(src),
    IFRAME: (src: string) =>
      /^\/newsroom\/(?:articles\/[0-9a-f-]{36}|briefs\/[0-9-]{10})\/revisions\/\d+\/preview(?:\?[a-z=]+)?$/.test(src),
  } as Record<string, (src: string) => boolean>;
  const never = 'object, embed, base, style, meta[http-equiv], frame, applet, math, foreignObject, animate, set';
  const data = 'script:is(#page, #hero-data)[type="application/json"]'; // data that the editor's own script reads; it is never executed
  const wrong = [...document.querySelectorAll(`:not(${data})`)].filter((element) => {
    const given = (name: string) => element.getAttribute(name) ?? '';
    // Its form, or the editor's own script, fills it.
    const own = 'iframe:is([name^="site-preview"], [name="typed-preview"])[sandbox=""]:not([src])';
    if (element.matches(own)) return false;
    if (element.matches(never) || !(ours[element.tagName]?.(given('src')) ?? true)) return true;
    if (
      element.tagName === 'svg' &&
      !/^(drawing|square|settled-drawing|progress-bar|dates-drawing|preview|sign|bars|icon)\b/.test(given('class'))
    )
      return true;
    if (/^(link|image|use)$/i.test(element.tagName) && !/^\/[^/]/.test(given('href'))) return true;
    if (/^\s*(javascript|data|vbscript):/i.test(given('href')) || /^(https?:)?\/\//i.test(given('action'))) return true;
    const style = given('style'); // our scripts set sizes and places; no text of an agent is in one
    if (!/^(?:(?:--[a-z]+|min-height|top): -?[\d.]+px; ?)*$/.test(style)) return true;
    if (!/^(?:|\/newsroom\/(?:site|briefs\/[0-9-]{10})\/preview)$/.test(given('formaction'))) return true;
    return element.getAttributeNames().some((name) => /^on|^srcdoc$/i.test(name));
  });
  return wrong.map((element) => element.outerHTML.slice(0, 300));
}

/** Other text that an agent can store: names of tools, idempotency keys, the name of its client. */
async function callHostile(site: TestSite, token: string): Promise<void> {
  const call = (body: unknown) =>
    site.fetch('/api/mcp', { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
  const clientInfo = { name: attack('client'), version: attack('version') };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await call({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const args = { id: attack('argument'), section: attack('section'), q: attack('q') };
  for (const name of ['get_article', 'list_articles', attack('tool')])
    await call({ jsonrpc: '2.0', id: attack('call'), method: 'tools/call', params: { name, arguments: args } });
}

test('nothing that an agent can send runs, opens dialogs or loads resources on any newsroom page', async (t) => {
  const site = await serveSite(t, { RATE_LIMITS: 'off', SMTP_URL: 'smtp://127.0.0.1:1' });
  const base = site.config.publication.baseUrl;
  const ruth = await site.person('chief', 'Ruth Okafor');
  const context = await openContext(t);
  await signInAs(context, site, ruth);
  const page = await context.newPage();
  const seen = watch(page, site);
  const token = await letInHostile(site, page);
  const { first, ids, claimId } = await fileHostile(site, token, ruth);
  await callHostile(site, token);
  const rest = await fillRest(site, context, ruth);

  const filled = { ...rest, articleIds: [first], revisedIds: [first], claimIds: [claimId] };
  const paths = [
    // An email has its own styles: test/brief looks for hostile text in it, and the server sandboxes its preview.
    ...everyPage(filled).filter((path) => !/^\/newsroom\/briefs\/.*\/preview$/.test(path)),
    ...ids.map((id) => `/newsroom/articles/${id}`),
    `/newsroom/articles/${first}/revisions/1`,
    `/newsroom/articles/${first}/revisions/1/preview`,
    `/newsroom/journal?agent=${claimId}`,
    `/newsroom/articles?q=${encodeURIComponent(ALL.slice(0, 180))}`,
    `/newsroom/articles?section=${encodeURIComponent(ALL)}&status=${encodeURIComponent(ALL)}`,
    `/newsroom/pictures?q=${encodeURIComponent(ALL)}`,
    `/newsroom/journal?act=${encodeURIComponent(ALL)}&who=${encodeURIComponent(ALL)}`,
    `/newsroom/sign-in?next=${encodeURIComponent(ALL)}`,
  ];
  for (const path of paths) {
    const status = (await page.goto(base + path))?.status() ?? 0;
    if (path.endsWith('/edit')) await page.locator('.body').waitFor();
    const shown = await page.content();
    if (SHOWS.test(path)) assert.ok(shown.includes(MARK), `${path} shows the text of the agent`);
    assert.deepEqual(await page.evaluate(strange), [], path);
    for (const button of await page.getByRole('button', { name: /^Publish/ }).all()) {
      const action = await button.evaluate((element) => (element as HTMLButtonElement).form?.getAttribute('action'));
      assert.match(action ?? '', /^\/newsroom\/articles\/[0-9a-f-]{36}\/publish$/);
    }
    assert.equal(new URL(page.url()).origin, base, path);
    // The browser itself logs an error for a 404 page.
    const told = seen.splice(0).filter((line) => status !== 404 || !line.includes('a status of 404'));
    assert.deepEqual(told, [], path);
  }
  for (const path of NO_PAGES.filter((one) => !one.includes(':'))) {
    const { headers, body } = await site.fetch(path, { headers: { Cookie: ruth.cookie } });
    assert.doesNotMatch(headers.get('content-type') ?? '', /html|xml|svg/, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    await body?.cancel();
  }
  await publish(site.deps, ruth, first, { revisionNumber: 1 });
  for (const path of ['/', '/software', '/software/hostile-moved', '/corrections']) {
    await page.goto(base + path);
    assert.ok((await page.content()).includes(MARK), `${path} shows what was published`);
    assert.deepEqual(seen, [], path);
  }
});

/** Pages that show text from an agent. */
const SHOWS =
  /^\/newsroom(\/lines|\/articles(?:$|\/(?!.*\/edit\/history))|\/agents$|\/agents\/[0-9a-f-]{36}|\/journal$|\/calendar$|\/weeks$)|^\/agent\/claim\//;

/** One article for each attack, and one that was published, revised, commented on and scheduled. */
async function fileHostile(site: TestSite, token: string, ruth: Person) {
  const { deps } = site;
  const ids = [];
  for (const [n, one] of ATTACKS.entries()) {
    const sent = hostile(`hostile-${n}`, `${MARK} ${one}`.slice(0, 110));
    const unknown = n === 1 && {
      authorId: crypto.randomUUID(),
      tagIds: [crypto.randomUUID()],
      section: 'no-such-section',
    };
    ids.push(await send(site, token, '/api/admin/articles', { ...sent, ...unknown }));
  }
  const [first = ''] = ids;
  await publish(deps, ruth, first, { revisionNumber: 0 });
  const again = { ...hostile('hostile-moved', attack('headline', 110)), section: 'software', baseRevision: 0 };
  const correctionNote = attack('later', 1999);
  await send(site, token, `/api/admin/articles/${first}/revisions`, { ...again, correctionNote });
  const about = { revision: 1, blockId: attack('id-quote'), passage: `${MARK}-text-quote`, occurrence: 1 };
  await addComment(deps, ruth, first, { ...about, text: 'Who says so?' });
  await requestChanges(deps, ruth, { id: first, revision: 1, note: 'Once more.' });
  await openPreview(deps, ruth, { articleId: first, previewed: 1, label: 'the superintendent', hours: 4 });
  await schedule(deps, ruth, {
    articleId: first,
    revisionNumber: 1,
    at: new Date(deps.clock() + 3_600_000).toISOString(),
  });
  const { id: claimId } = await deps.db.read.selectFrom('claim').select('id').executeTakeFirstOrThrow();
  return { first, ids, claimId };
}

test('a preview has no origin: it can neither run a script nor see the session', async (t) => {
  const site = await serveSite(t);
  const base = site.config.publication.baseUrl;
  const ruth = await site.person('chief', 'Ruth Okafor');
  const token = await site.grantToken(ruth);
  const id = await send(site, token, '/api/admin/articles', draft());
  const context = await openContext(t);
  await signInAs(context, site, ruth);
  const page = await context.newPage();
  await page.goto(`${base}/newsroom/articles/${id}/preview`);
  const frame = page.frames().find((one) => one.url().endsWith('/revisions/0/preview'));
  assert.equal(await frame?.evaluate(() => self.origin), 'null');
  await page.goto(`${base}/newsroom/articles/${id}/revisions/0/preview`);
  assert.equal(await page.evaluate(() => self.origin), 'null', 'also when it is opened without a frame');
  const framed = await page.evaluate(() => document.body.textContent?.includes('wrote down every stop'));
  assert.equal(framed, true, 'the preview is shown');
});
