import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import { findFigures } from '#evidence/figures/find-figures.ts';
import { CLIPBOARDS } from '../support/browser/all-clipboards.ts';
import { openContext } from '../support/browser/shared-browser.ts';
import { serveSite, watch } from '../support/browser.ts';
import { goToEditor, goToEndOf, paste, save, savedBody, sitDown } from '../support/editor-page.ts';
import { file, RICH } from '../support/stocked.ts';
import { randomHtml } from './random-html.ts';

// Pasting into the newsroom's editor, in a real browser: every visible word is in the body or named in a notice.

const site = await serveSite({ after });
const editor = await site.person('editor', 'Dana Whitfield');
const token = await site.grantToken(editor);
const page = await (await sitDown({ after }, site, editor)).newPage();
const seen = watch(page, site);
const reader = await (await openContext({ after }, { offline: true })).newPage();

/** Opens a new article of one line in the editor. Returns a function that reads its saved body. */
async function openLine(): Promise<() => Promise<BodyBlock[]>> {
  const bodyBlocks = [{ id: 'b1', type: 'paragraph', text: 'One line.' }];
  const id = await file(site, token, { ...RICH, slug: `article-${site.deps.newId()}`, bodyBlocks });
  await goToEditor(page, site, id);
  seen.length = 0;
  return () => savedBody(site, editor, id);
}

const notice = () => page.locator('[data-kind="pasted"]');
/** The lines of the notice under its title. */
const told = () => notice().locator('p:not(.acts, :first-child), li').allTextContents();

/** The visible words of the copied HTML, as the browser renders it; superscript digits count as digits. */
async function visibleWords(html: string): Promise<string[]> {
  await reader.setContent(html);
  const words = await reader.evaluate(() => {
    const isOfSymbols = '[style*="mso-symbol-font-family:Symbol"]'; // in this font, m looks like μ
    for (const sign of document.querySelectorAll(`${isOfSymbols} ${isOfSymbols}`)) sign.textContent = 'μ';
    // biome-ignore lint/performance/useDomNodeTextContent: only visible text counts
    return document.body.innerText;
  });
  return wordsIn(words);
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')

      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

for (const [name, { held, blocks, told: expected }] of Object.entries(CLIPBOARDS)) {
  test(`content pasted from ${name} becomes clean blocks, and a notice names the rest`, async () => {
    const body = await openLine();
    await goToEndOf(page, 0);
    await page.keyboard.press('Enter');
    await paste(page, held);
    const said = await told();
    assert.deepEqual(said, expected ?? []);
    await save(page, 1);
    const [, ...pasted] = await body();
    assert.deepEqual(
      pasted.map(({ type, text }) => [type, text]),
      blocks,
    );
    const kept = new Set(wordsIn(`${pasted.map(({ text }) => text).join(' ')} ${said.join(' ')}`));
    const visible = await visibleWords(held.html ?? `<pre>${held.text}</pre>`);
    assert.deepEqual(
      [...new Set(visible)].filter((word) => !isKept(word, kept)),
      [],
    );
    assert.deepEqual(seen, []);
  });
}

/** Whether the words contain `word`, or its parts: the browser joins a deletion and its replacement, such as `1,4201,240`. */
function isKept(word: string, kept: Set<string>): boolean {
  if (kept.has(word)) return true;
  return [...word].some((_, at) => at > 0 && kept.has(word.slice(0, at)) && isKept(word.slice(at), kept));
}

test('after pasting a random page, every visible word is in the body or in the notice', async () => {
  await openLine();
  for (let seed = 1; seed <= 30; seed++) {
    const html = randomHtml(seed);
    await page.locator('.body').click();
    await page.keyboard.press('Control+a');
    await paste(page, { html });
    const shown = wordsIn(`${await page.locator('.body').textContent()} ${(await told()).join(' ')}`);
    const visible = (await visibleWords(html)).flatMap((words) => words.toLowerCase().match(/w\d+x/g) ?? []);
    const gone = visible.filter((word) => !shown.some((one) => one.toLowerCase().includes(word)));
    assert.deepEqual(gone, [], `seed ${seed}: ${html}`);
  }
  assert.deepEqual(seen, []);
});

test('pasted superscript digits are found as figures, with all digits', async () => {
  const body = await openLine();
  await goToEndOf(page, 0);
  await page.keyboard.press('Enter');
  await paste(page, {
    html: '<p>10<sup>6</sup> kg on 5 m<sup>2</sup>, 2<sup>1</sup>/<sub>2</sub> inches, 412<sup>1</sup> CO<sub>2</sub></p>',
  });
  await save(page, 1);
  const text = (await body())[1]?.text ?? '';
  assert.equal(text, '10⁶ kg on 5 m², 2 1⁄2 inches, 412¹ CO₂');
  assert.deepEqual(
    findFigures(text).map((figure) => figure.text),
    ['10⁶ kg', '5 m²', '2 1⁄2 inches', '412¹', 'CO₂'],
  );
});

test('a paste says which signs of plain text it read, and one button keeps them', async () => {
  const body = await openLine();
  await goToEndOf(page, 0);
  await page.keyboard.press('Enter');
  await paste(page, { text: '## A heading\n> 50 workers\n> Quoted.' });
  assert.match((await told())[0] ?? '', /^Changed: 2 lines with a sign, now headings, quotations or list items\.$/);
  await notice().getByRole('button', { name: 'Keep the signs' }).click();
  await save(page, 1);
  assert.deepEqual(
    (await body()).slice(1).map(({ type, text }) => [type, text]),
    [
      ['paragraph', '## A heading'],
      ['paragraph', '> 50 workers'],
      ['paragraph', '> Quoted.'],
    ],
  );
});

test('a pasted or dropped picture changes nothing, keeps the page open, and a notice says where to add it', async () => {
  const body = await openLine();
  await goToEndOf(page, 0);
  await page.keyboard.press('Control+a');
  const give = (kind: 'paste' | 'drop', where: string, html = '') =>
    page.evaluate(
      ([name = '', place = '', words = '']) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([137, 80, 78, 71])], 'site.png', { type: 'image/png' }));
        if (words) data.setData('text/html', words);
        const options = { bubbles: true, cancelable: true, clientX: 200, clientY: 400 };
        const event =
          name === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data });
        document.querySelector(place)?.dispatchEvent(event);
        return event.defaultPrevented;
      },
      [kind, where, html],
    );
  for (const [kind, where, html] of [
    ['paste', '.body'],
    ['drop', '.body'],
    ['drop', '.edit-panel'],
    ['paste', '.body', '<img src="https://evil.example/pixel.png" alt="A slab">'],
    ['drop', '.body', '<img src="https://evil.example/pixel.png">'],
  ] as const) {
    assert.equal(await give(kind, where, html), true, `${kind} ${where} ${html}`);
    assert.match((await notice().textContent()) ?? '', /one picture, above the headline/);
    assert.equal(await notice().getByRole('button', { name: 'Use it as the picture of the article' }).count(), 1);
    await notice().getByRole('button', { name: 'Close' }).click();
  }
  await page.locator('#f-dek').fill('Another dek.');
  await save(page, 1);
  assert.deepEqual(
    (await body()).map(({ text }) => text),
    ['One line.'],
  );
  assert.deepEqual(seen, []);
});

test('text that is missing in the clipboard’s HTML is pasted from its plain text', async () => {
  const body = await openLine();
  await goToEndOf(page, 0);
  await page.keyboard.press('Enter');
  await paste(page, { html: '<meta charset="utf-8"><div></div>', text: 'Plain words.' });
  await save(page, 1);
  assert.equal((await body())[1]?.text, 'Plain words.');
});

test('superscript digits and deletions keep their meaning when they are pasted into a field', async () => {
  await openLine();
  await page.locator('#f-dek').fill('');
  await paste(page, { html: '<p>10<sup>6</sup> kg, <del>1,420</del> 1,240</p>', text: '106 kg, 1,4201,240' }, '#f-dek');
  assert.equal(await page.locator('#f-dek').inputValue(), '10⁶ kg, 1,240');
  assert.deepEqual(await told(), ['Left out: 1 deleted passage.', 'Deleted passage: 1,420']);
});
