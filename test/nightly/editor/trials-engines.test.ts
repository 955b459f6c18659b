import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readWorkingCopy } from '#editorial/write/working-copy.ts';
import { CLIPBOARDS } from '../../support/browser/all-clipboards.ts';
import { serveSite } from '../../support/browser.ts';
import { savedBody } from '../../support/editor-page.ts';
import { startServer } from '../../support/faults/server.ts';
import { freePort } from '../../support/free-port.ts';
import { type After, openSite, PASSWORD, type Person, type TestSite } from '../../support/site.ts';
import { file, RICH, revise } from '../../support/stocked.ts';
import { CHROMIUM } from '../chromium-engine.ts';
import { type EnginePage, OTHER_ENGINES, signInThere, untilThere } from '../other-engines.ts';

// No typed text is lost in Chromium, Firefox and WebKit. More tests of the editor in Chromium are in test/browser and beside this file.
// What the drivers cannot do: WebKitWebDriver has no way to take the network away, so there the trial without a network is the one
// with a killed server. Neither driver fills the clipboard of another application: a page of ours copies the same content with the
// browser's own copy and paste. Neither has an input method: Firefox has one for tests, WebKit gets that of GTK.

type Body = Pick<EnginePage, 'evaluate'>;
type Desk = { site: TestSite; editor: Person; token: string; page: EnginePage };

const FIRST = RICH.bodyBlocks[0]?.text ?? '';
const LINE = { ...RICH, bodyBlocks: [{ id: 'b1', type: 'paragraph', text: 'One line.' }] };

for (const { name, skip, start, withProfile } of [CHROMIUM, ...OTHER_ENGINES]) {
  test(`no typed text is lost in ${name}: tabs, reloads, network, paste, session`, { skip }, async (t) => {
    const site = await serveSite(t);
    const editor = await site.person('editor', 'Dana Whitfield');
    const token = await site.grantToken(editor);
    const page = await start(t);
    await signInThere(page, site.config.publication.baseUrl, editor);
    const desk = { site, editor, token, page };
    await t.test('two tabs', () => twoTabs(desk));
    await t.test('a tab closed and a page loaded again after the last key', () => closedTab(desk));
    await t.test('no network', { skip: !page.setOffline && 'the driver cannot take the network away' }, () =>
      offline(desk),
    );
    for (const clipboard of Object.keys(CLIPBOARDS))
      await t.test(`paste from ${clipboard}`, () => pasteFrom(desk, clipboard));
    await t.test('the session ends', () => sessionEnds(desk));
  });

  test(`no typed text is lost in ${name} when the server is killed`, { skip }, async (t) => {
    const port = await freePort();
    const site = await openSite(t, { BASE_URL: `http://127.0.0.1:${port}` });
    const page = await start(t);
    await serverIsKilled(t, port, site, page);
  });

  test(`a killed ${name} has the text when it starts again`, { skip: skip || withProfile.skip }, async (t) => {
    const site = await serveSite(t);
    const editor = await site.person('editor', 'Dana Whitfield');
    const id = await file(site, await site.grantToken(editor), RICH);
    const profile = await mkdtemp(join(tmpdir(), 'plumbline-profile-'));
    t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const opening = { profile, url: editAddress(site, id), person: editor };
    const { page, kill } = await withProfile.start(t, opening);
    await goToEndOf(page, 0);
    await page.press(...' One two three four five six seven eight.');
    await page.evaluate(`new Promise((done) => {
      const look = () => (/eight\\.$/.test(${block(0)}.textContent) ? setTimeout(done, 400) : requestAnimationFrame(look));
      look();
    })`);
    await kill();
    const onServer = await readWorkingCopy(site.deps.db.read, editor, id);
    assert.doesNotMatch(JSON.stringify(onServer), /eight\./, 'only the browser has the last words');
    const again = await withProfile.start(t, opening);
    await untilThere(again.page, editorIsReady);
    assert.equal(await textOf(again.page, 0), `${plain(FIRST)} One two three four five six seven eight.`);
    await untilThere(again.page, standing(/^Saved as draft/));
    await again.kill();
  });

  test(`words of an input method stay whole in ${name}`, { skip: skip || withProfile.skip }, async (t) => {
    const site = await serveSite(t);
    const editor = await site.person('editor', 'Dana Whitfield');
    const token = await site.grantToken(editor);
    const id = await file(site, token, LINE);
    const profile = await mkdtemp(join(tmpdir(), 'plumbline-profile-'));
    t.after(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
    const opening = { profile, url: editAddress(site, id), person: editor };
    const { page, compose, kill } = await withProfile.start(t, opening);
    await goToEndOf(page, 0);
    await page.evaluate(
      `void document.addEventListener('compositionend', () => (window.composed = (window.composed ?? 0) + 1))`,
    );
    const shown = (words: string) => untilThere(page, `${block(0)}.textContent === ${JSON.stringify(words)}`);
    await page.press(...' Caf');
    await shown('One line. Caf');
    await compose('é');
    await shown('One line. Café');
    await page.press(...', ');
    await shown('One line. Café, ');
    await compose('日本');
    await shown('One line. Café, 日本');
    await untilThere(page, standing(/^Saved as draft/));
    // A draft is stored and a colleague saves a revision while a character is composed.
    await compose('語', async () => {
      const bodyBlocks = [...LINE.bodyBlocks, { id: 'b2', type: 'paragraph', text: 'Their line.' }];
      await revise(site, token, id, { ...LINE, bodyBlocks, baseRevision: 0 });
      await page.evaluate('new Promise((done) => setTimeout(done, 3000))');
    });
    await untilThere(page, `/Their line/.test(${BODY}.textContent)`);
    await page.press(...' End.');
    await shown('One line. Café, 日本語 End.');
    await page.press('Control+s');
    await untilThere(page, standing(/^Saved as revision 2\./));
    assert.deepEqual(
      (await savedBody(site, editor, id)).map(({ text }) => text),
      ['One line. Café, 日本語 End.', 'Their line.'],
    );
    assert.ok((await page.evaluate<number>('window.composed')) >= 4, 'the browser composed each character');
    await kill();
  });
}

async function twoTabs({ site, editor, token, page }: Desk): Promise<void> {
  const id = await file(site, token, { ...RICH, slug: 'two-tabs' });
  await open(page, site, id);
  const second = await page.newTab();
  await open(second, site, id);
  await untilThere(second, notice(/open in another window too/));
  await page.show();
  await untilThere(page, notice(/open in another window too/));
  await goToEndOf(page, 0);
  await page.press(...' First tab.');
  await untilThere(page, standing(/^Saved as draft/));
  await second.show();
  await untilThere(second, `${block(0)}.textContent.endsWith(' First tab.')`); // it had nothing unsaved
  await goToEndOf(second, 1);
  await second.press(...', second tab');
  await page.show();
  await goToEndOf(page, 3);
  await page.press(...' Again the first.');
  await untilThere(page, `${standing(/^Saved as draft/)} || ${button('Merge both')}`);
  // One of the two tabs was later than the other: it merges.
  for (const tab of [page, second, page, second]) {
    await tab.show();
    await untilThere(
      tab,
      `${standing(/^(Saved as draft|This is what you typed elsewhere)/)} || ${button('Merge both')}`,
    );
    if (await tab.evaluate(`Boolean(${button('Merge both')})`)) {
      await tab.evaluate(`${button('Merge both')}.click()`);
      await untilThere(tab, `!${button('Merge both')}`);
    }
  }
  await save(second, 1);
  const texts = (await savedBody(site, editor, id)).map(({ text }) => text);
  assert.equal(texts[0], `${FIRST} First tab.`);
  assert.equal(texts[1], 'What stopped it, second tab');
  assert.match(texts.join('\n'), /tape\. Again the first\./);
  await second.close();
  await page.show();
}

async function closedTab({ site, editor, token, page }: Desk): Promise<void> {
  const id = await file(site, token, { ...RICH, slug: 'closed-tab' });
  let typed = '';
  for (const [turn, words] of [' One.', ' Two.', ' Three.'].entries()) {
    const tab = await page.newTab();
    await open(tab, site, id);
    assert.equal(await textOf(tab, 0), plain(FIRST) + typed, `before turn ${turn}`);
    await goToEndOf(tab, 0);
    await tab.press(...words);
    typed += words;
    await tab.close();
    await page.show();
  }
  await open(page, site, id);
  for (const words of [' Four.', ' Five.', ' Six.']) {
    assert.equal(await textOf(page, 0), plain(FIRST) + typed);
    await goToEndOf(page, 0);
    await page.press(...words);
    typed += words;
    await open(page, site, id);
  }
  await goToEndOf(page, 0);
  await page.press(' ', '!');
  await save(page, 1);
  assert.equal((await savedBody(site, editor, id))[0]?.text, `${FIRST}${typed} !`);
}

async function offline({ site, editor, token, page }: Desk): Promise<void> {
  const id = await file(site, token, { ...RICH, slug: 'offline' });
  await open(page, site, id);
  await page.setOffline?.(true);
  await goToEndOf(page, 0);
  await page.press(...' Typed without a network.');
  await untilThere(page, notice(/The server does not answer/));
  await page.press(...' And more.');
  assert.equal(await readWorkingCopy(site.deps.db.read, editor, id), null);
  await page.setOffline?.(false);
  await untilThere(page, standing(/^Saved as draft/));
  await save(page, 1);
  assert.equal((await savedBody(site, editor, id))[0]?.text, `${FIRST} Typed without a network. And more.`);
}

async function pasteFrom({ site, editor, token, page }: Desk, name: string): Promise<void> {
  const { held, blocks, told = [] } = CLIPBOARDS[name] ?? assert.fail();
  const id = await file(site, token, { ...LINE, slug: `paste-${site.deps.newId()}` });
  await open(page, site, id);
  // The page puts the content on the clipboard of the browser when the person copies.
  await page.evaluate(`void document.addEventListener('copy', (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const [type, text] of Object.entries(${JSON.stringify({ ...(held.html !== undefined && { 'text/html': held.html }), 'text/plain': held.text ?? '' })}))
      event.clipboardData.setData(type, text);
  }, { capture: true, once: true })`);
  await goToEndOf(page, 0);
  await page.press('Shift+ArrowLeft', 'Control+c', 'ArrowRight', 'Enter', 'Control+v');
  await save(page, 1);
  const [, ...pasted] = await savedBody(site, editor, id);
  assert.deepEqual(
    pasted.map(({ type, text }) => [type, text]),
    blocks,
  );
  assert.deepEqual(
    await page.evaluate(
      `[...document.querySelectorAll('[data-kind="pasted"] :is(p:not(.acts, :first-child), li)')].map(({ textContent }) => textContent)`,
    ),
    told,
  );
}

async function sessionEnds({ site, editor, token, page }: Desk): Promise<void> {
  const id = await file(site, token, { ...RICH, slug: 'session' });
  await open(page, site, id);
  await goToEndOf(page, 0);
  await page.press(...' Before.');
  await untilThere(page, standing(/^Saved as draft/));
  site.pass(40 * 60);
  await page.press(...' After.');
  await untilThere(page, button('Sign in here'));
  await page.evaluate(`${button('Sign in here')}.click()`);
  await untilThere(page, `document.activeElement?.matches('#sign-in-dialog [type="password"]')`);
  await page.press(...PASSWORD, 'Enter');
  await untilThere(page, `!document.querySelector('#sign-in-dialog') && !${button('Sign in here')}`);
  await untilThere(page, standing(/^Saved as draft/));
  await goToEndOf(page, 0);
  await page.press(...' Again.');
  await save(page, 1);
  assert.equal((await savedBody(site, editor, id))[0]?.text, `${FIRST} Before. After. Again.`);
  assert.equal(await page.evaluate('localStorage.length'), 0);
}

async function serverIsKilled(t: After, port: number, site: TestSite, page: EnginePage): Promise<void> {
  site.pass((Date.now() - site.deps.clock()) / 1000); // the server has the clock of the machine
  const editor = await site.person('editor', 'Dana Whitfield');
  const id = await file(site, await site.grantToken(editor), RICH);
  const { databaseUrl, dataDir, publication } = site.config;
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: join(dataDir, 'server'), BASE_URL: publication.baseUrl };
  let server = await startServer(port, settings);
  t.after(() => server.child.exitCode === null && server.child.signalCode === null && server.end());
  await signInThere(page, publication.baseUrl, editor);
  await open(page, site, id);
  await goToEndOf(page, 0);
  let typed = '';
  const type = async (words: string) => {
    typed += words;
    await page.press(...words);
  };

  await type(' Typed before.');
  await untilThere(page, standing(/^Saved as draft/));
  await type(' Typed just before.');
  await server.end('SIGKILL');
  await type(' Typed without a server.');
  await untilThere(page, notice(/The server does not answer/));
  server = await startServer(port, settings);
  await untilThere(page, `${standing(/^Saved as draft/)} && !${notice(/The server does not answer/)}`);
  assert.match(JSON.stringify((await readWorkingCopy(site.deps.db.read, editor, id))?.copy), new RegExp(typed));

  // Killed while a revision is saved: the text is in the revision or still in the window.
  await type(' Saved.');
  await page.press('Control+s');
  await server.end('SIGKILL');
  await type(' After the save.');
  server = await startServer(port, settings);
  await untilThere(page, standing(/^Saved as draft/));

  // Killed, and the page is loaded again while no server answers: the browser shows its own page.
  await server.end('SIGKILL');
  await type(' Before the page went.');
  await page.open(editAddress(site, id)).catch(() => null);
  server = await startServer(port, settings);
  await open(page, site, id);
  assert.equal(await textOf(page, 0), plain(FIRST) + typed);
  await untilThere(page, standing(/^Saved as draft/));
  await page.press('Control+s');
  await untilThere(page, standing(/^Saved as revision [12]\./));
  assert.equal((await savedBody(site, editor, id))[0]?.text, FIRST + typed);
}

const BODY = `document.querySelector('.body')`;
const editorIsReady = `${BODY} && !document.getElementById('edit-page').hidden`;
const block = (at: number) => `document.querySelectorAll('.body > *')[${at}]`;
const standing = (words: RegExp) => `${words}.test(document.getElementById('standing')?.textContent)`;
const notice = (words: RegExp) => `${words}.test(document.getElementById('notices')?.textContent)`;
const button = (words: string) =>
  `[...document.querySelectorAll('.notice button')].find(({ textContent }) => textContent === ${JSON.stringify(words)})`;

function editAddress(site: TestSite, id: string): string {
  return `${site.config.publication.baseUrl}/newsroom/articles/${id}/edit`;
}

async function open(page: EnginePage, site: TestSite, id: string): Promise<void> {
  // A server that has just started on a busy machine may answer that it cannot reach its database yet: a person tries again.
  const isRefused = `/The database cannot be reached/.test(document.body.textContent)`;
  do {
    await page.open(editAddress(site, id));
    await untilThere(page, `(${editorIsReady}) || ${isRefused}`);
  } while (await page.evaluate<boolean>(isRefused));
}

/** Puts the cursor at the end of the n-th block. The browser reports it in its next frame. */
async function goToEndOf(page: Body, at: number): Promise<void> {
  await untilThere(page, editorIsReady);
  await page.evaluate(`(() => {
    ${BODY}.focus();
    const place = ${block(at)};
    const range = document.createRange();
    range.selectNodeContents(place.lastElementChild?.nodeName === 'LI' ? place.lastElementChild : place);
    range.collapse(false);
    getSelection().removeAllRanges();
    getSelection().addRange(range);
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))));
  })()`);
}

function textOf(page: Body, at: number): Promise<string> {
  return page.evaluate(`${block(at)}.textContent`);
}

async function save(page: EnginePage, revision: number): Promise<void> {
  await page.press('Control+s');
  await untilThere(page, standing(new RegExp(`^Saved as revision ${revision}\\.`)));
}

function plain(text: string): string {
  return text.replaceAll('*', '');
}
