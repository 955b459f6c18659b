import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Page } from 'playwright-core';
import { runSchedules } from '#editorial/publish/run-schedules.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, watch } from '../support/browser.ts';
import { openEditor, save, sitDown, standing } from '../support/editor-page.ts';
import { dataOf, type Told } from '../support/mcp.ts';
import { draft, json, PASSWORD, type Person, type TestSite } from '../support/site.ts';

// One article from draft to unpublishing, with one agent and two editors, on a site where publication needs two people.

const ADDRESS = '/robotics/layout-robot-pilot';
const FIRST = 'The crew ran the machine on a *live* slab and wrote down every stop.';
const ANSWERED = 'The crew ran the machine on a *live* slab and wrote down every stop it made before the pour.';
const RIGHT = 'The crew ran the machine on a *cured* slab and wrote down every stop it made after the pour.';
const NOTE = 'An earlier version said that the slab was live. It had cured when the machine ran.';

test('an article goes from an agent’s first draft to unpublishing, with two people responsible', async (t) => {
  const site = await serveSite(t, { REVIEW_BY: 'two' });
  const base = site.config.publication.baseUrl;
  const dana = await site.person('editor', 'Dana Whitfield');
  const ruth = await site.person('editor', 'Ruth Okafor');
  const context = await openContext(t, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  const seen = watch(page, site);
  const read = async (path = ADDRESS) => (await fetch(base + path, { headers: { Accept: 'text/markdown' } })).status;

  const agent = await connect(t, base, await grantToken(page, site, dana));
  const { id } = await agent('create_article', draft({ bodyBlocks: [{ id: 'b1', type: 'paragraph', text: FIRST }] }));
  const path = `${base}/newsroom/articles/${id}`;
  assert.equal(await read(), 404);

  await page.getByRole('link', { name: 'Articles', exact: true }).first().click();
  await page.getByRole('link', { name: 'A layout robot on a live slab' }).click();
  await page.waitForURL(path);
  await select(page, 'every stop');
  await page.locator('.beside details.begin summary').first().click();
  await page.locator('#text-1:focus').waitFor();
  assert.equal(await page.locator('#passage-1').inputValue(), 'every stop');
  await page.locator('#text-1').fill('Before the pour, or after it?');
  await page.getByRole('button', { name: 'Send the comment' }).first().click();
  await page.getByText('Before the pour, or after it?').waitFor();
  await page.getByText('Request changes …').click();
  await page.getByLabel('What has to change').fill('Say when the stops were.');
  await page.getByRole('button', { name: 'Request changes to revision 0' }).click();
  await page.getByRole('status').getByText('Changes to revision 0 are requested.').waitFor();

  const onFile = await agent('get_article', { id });
  assert.equal(onFile.review.note, 'Say when the stops were.');
  const [comment] = onFile.comments;
  assert.deepEqual([comment.blockId, comment.passage, comment.by], ['b1', 'every stop', 'Dana Whitfield']);
  const revised = [{ ...onFile.bodyBlocks[0], text: ANSWERED }];
  const saved = await agent('save_revision', {
    ...draft({ bodyBlocks: revised }),
    articleId: id,
    baseRevision: onFile.revision,
  });
  assert.equal(saved.revision, 1);

  await page.goto(path);
  await page.getByText('Answered by revision 1.').waitFor();
  await page.getByRole('button', { name: 'Resolve' }).click();
  await page.getByText('Resolved by Dana Whitfield').waitFor();
  await page.getByRole('link', { name: 'Compare the two' }).click();
  assert.equal(page.url(), `${path}/compare/0/1`);
  assert.equal((await page.locator('ins').allTextContents()).join(''), ' it made before the pour');
  await page.locator('.hand').filter({ hasText: 'Agent let in by Dana Whitfield' }).first().waitFor();
  await page.goto(path);
  await page.getByRole('button', { name: 'Approve revision 1' }).click();
  await page.getByRole('status').getByText('Revision 1 is approved.').waitFor();
  await page.getByText('you approved this revision, so another editor has to publish it').waitFor();
  await page.getByRole('link', { name: 'Publish …' }).click();
  await page.getByRole('dialog').getByText('you approved this revision, so another editor has to publish it').waitFor();
  assert.equal(
    await page.getByRole('button', { name: /^Publish/ }).count(),
    0,
    'the editor who approved the revision cannot publish it',
  );

  const second = await sitDown(t, site, ruth);
  const other = await second.newPage();
  const seenByOther = watch(other, site);
  await other.goto(path);
  await other.getByRole('link', { name: 'Publish …' }).click();
  await other.getByText('At a time').click();
  await other.getByLabel('Day and time').fill('2026-09-06T13:20');
  await other.getByRole('button', { name: 'Schedule revision 1' }).click();
  await other.getByRole('status').getByText('Revision 1 will be published on 2026-09-06 13:20 UTC').waitFor();
  await runSchedules(site.deps, base);
  assert.equal(await read(), 404, 'the article is not published before its scheduled time');
  site.pass(20 * 60);
  await runSchedules(site.deps, base);
  await other.goto(base + ADDRESS);
  await other.getByText('before the pour').waitFor();
  assert.equal(await read(), 200);

  const editing = await openEditor(second, site, id);
  const seenWhileEditing = watch(editing, site);
  await editing.locator('.body > *').first().click();
  await editing.keyboard.press('Control+a');
  await editing.keyboard.type(RIGHT.replaceAll('*', ''));
  await editing.locator('#f-correctionNote').fill(NOTE);
  await save(editing, 2);
  await standing(editing, /Saved as revision 2/);
  assert.equal(await read(), 200);
  await other.goto(path);
  await other
    .getByText(/Two people publish here/)
    .first()
    .waitFor();
  await page.goto(path);
  await page.locator('.changed-fields').getByText(NOTE).waitFor();
  await page.getByRole('button', { name: 'Approve revision 2' }).click();
  await page.getByRole('status').getByText('Revision 2 is approved.').waitFor();
  await other.goto(path);
  await other.getByRole('link', { name: 'Publish …' }).click();
  await other.getByRole('button', { name: 'Publish revision 2' }).click();
  await other.getByRole('status').getByText('Readers see revision 2').waitFor();
  for (const corrected of [ADDRESS, '/corrections']) {
    await other.goto(base + corrected);
    await other.reload(); // a browser caches a public page for a minute
    await other.getByText(NOTE).first().waitFor();
  }

  await other.goto(path);
  await other.getByRole('link', { name: 'Publication …' }).click();
  await other.getByText('Unpublish …').click();
  await other.getByLabel('Reason').fill('The site withdrew its consent.');
  await other.getByRole('button', { name: 'Unpublish revision 2' }).click();
  await other.getByRole('status').getByText('Nobody can read it').waitFor();
  await other.getByRole('button', { name: 'Close' }).click();
  await other.getByText('Unpublished because: “The site withdrew its consent.”').waitFor();
  assert.equal(await read(), 404);
  assert.deepEqual([...seen, ...seenByOther, ...seenWhileEditing], []);
});

/** Requests access, approves it as an editor who types the code, and fetches the token. */
async function grantToken(page: Page, site: TestSite, editor: Person): Promise<string> {
  const base = site.config.publication.baseUrl;
  const asked = await fetch(`${base}/api/agent/identity`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'life test/1.0' },
    body: JSON.stringify({ type: 'service_auth', login_hint: editor.email }),
  });
  const { user_code, claim_token, verification_uri } = await json(asked);
  await page.goto(verification_uri);
  await page.getByLabel('Email address').fill(editor.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code').fill(user_code);
  await page.getByRole('button', { name: 'See the request' }).click();
  await page.getByText('life test/1.0').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'The agent has access' }).waitFor();
  const body = new URLSearchParams({ grant_type: 'urn:example:agent-auth:grant-type:claim', claim_token });
  return (await json(await fetch(`${base}/api/agent/token`, { method: 'POST', body }))).access_token;
}

/** Calls a tool with the client of the MCP SDK and returns its result. Fails when the tool returns an error. */
async function connect(t: TestContext, base: string, token: string) {
  const client = new Client({ name: 'life', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/api/mcp`), { requestInit: { headers } }));
  t.after(() => client.close());
  return async (name: string, given: Record<string, unknown>): Promise<Told> => {
    const result: Told = await client.callTool({ name, arguments: given });
    assert.ok(!result.isError, JSON.stringify(result.content));
    return dataOf(result);
  };
}

/** Selects words of the first block, as with a mouse. */
async function select(page: Page, words: string): Promise<void> {
  await page.evaluate((text) => {
    const node = document.querySelector('[data-block="1"] p')?.lastChild;
    const at = node?.textContent?.indexOf(text) ?? -1;
    if (!node || at < 0) throw new Error('there are no such words');
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + text.length);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
  }, words);
}
