import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BodyBlock } from '#article/copy.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { type Draw, drawFrom, drawSentence } from '../../../scripts/stock-words.ts';
import { serveSite } from '../../support/browser.ts';
import { openEditor, paste, savedBody, seenByEditor, sitDown, standing } from '../../support/editor-page.ts';
import { copy } from '../../support/site.ts';

// Random edits in the real editor: a block that no edit removes keeps its id. EDITS sets how many, SEED repeats a run.

const EDITS = Number(process.env.EDITS ?? 1000);
const SEED = Number(process.env.SEED ?? 1);
/** Blocks that no edit removes; the edits between two saves; the most blocks beside them. */
const [KEPT, BETWEEN, MOST_OTHERS] = [12, 100, 30];
const TYPES = ['Control+Alt+0', 'Control+Alt+2', 'Control+Alt+3', 'Control+Alt+4'];

type Block = { isKept: boolean; nextIsKept: boolean };
type Edit = { name: string; isFor?: (block: Block) => boolean; run: (page: Page, draw: Draw) => Promise<void> };

const EDITS_OF_A_BLOCK: Edit[] = [
  { name: 'type', run: (page, draw) => page.keyboard.type(`${drawSentence(draw, 12)} `) },
  { name: 'split', run: (page) => page.keyboard.press('Enter') },
  { name: 'change the type', run: (page, draw) => page.keyboard.press(pick(TYPES, draw)) },
  { name: 'mark', run: (page) => pressAll(page, ['Shift+Control+ArrowLeft', 'Control+b']) },
  {
    name: 'paste',
    run: (page, draw) => paste(page, { html: `<p>${drawSentence(draw, 40)}</p><p>${drawSentence(draw, 40)}</p>` }),
  },
  { name: 'undo', run: (page) => page.keyboard.press('Control+z') },
  { name: 'redo', run: (page) => page.keyboard.press('Control+Shift+z') },
  {
    name: 'remove',
    isFor: ({ isKept }) => !isKept,
    run: (page) => pressAll(page, ['Shift+Home', 'Backspace', 'Backspace']),
  },
  {
    name: 'join',
    isFor: ({ isKept, nextIsKept }) => !isKept && !nextIsKept,
    run: (page) => pressAll(page, ['End', 'Delete']),
  },
];

test(`${KEPT} blocks keep their ids through ${EDITS} random edits in the editor`, async (t) => {
  const site = await serveSite(t);
  const editor = await site.person('editor');
  const draw = drawFrom(SEED);
  const bodyBlocks = Array.from({ length: 2 * KEPT }, (_, at): BodyBlock => {
    const id = at % 2 === 0 ? `kept-${at / 2}` : `other-${at}`;
    return { id, type: 'paragraph', text: `${id} ${drawSentence(draw, 60)}` };
  });
  const { id } = await createDraft(site.deps, editor, copy({ bodyBlocks }));
  const page = await openEditor(await sitDown(t, site, editor), site, id);
  const counts = new Map<string, number>();
  let revision = 0;
  for (let nth = 1; nth <= EDITS; nth++) {
    const name = await editOnce(page, draw);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (nth % BETWEEN > 0 && nth < EDITS) continue;
    await page.keyboard.press('Control+s');
    await standing(page, new RegExp(`Saved as revision ${++revision}\\.`));
    const body = await savedBody(site, editor, id);
    const kept = body.filter((block) => /^kept-\d+$/.test(block.id));
    assert.deepEqual(
      kept.map((block) => block.id),
      Array.from({ length: KEPT }, (_, at) => `kept-${at}`),
      `after ${nth} edits`,
    );
    for (const block of kept) assert.ok(block.text.includes(block.id), `${block.id} has its text: ${block.text}`);
    assert.equal(new Set(body.map((block) => block.id)).size, body.length, 'no id is there twice');
    console.log(`${nth} edits, revision ${revision}: ${body.length} blocks, ${kept.length} of ${KEPT} ids kept`);
  }
  t.diagnostic(
    `seed ${SEED}, ${EDITS} edits, ${revision} revisions, ${KEPT} of ${KEPT} ids kept; ${JSON.stringify(Object.fromEntries(counts))}`,
  );
});

/** Puts the cursor to the end of a random block and edits there. Returns what it did. */
async function editOnce(page: Page, draw: Draw): Promise<string> {
  const isKept = await page
    .locator('.body > *')
    .evaluateAll((all) => all.map((one) => /kept-\d/.test(one.textContent ?? '')));
  const others = isKept.flatMap((kept, at) => (kept ? [] : [at]));
  const isFull = others.length > MOST_OTHERS;
  const at = isFull ? pick(others, draw) : Math.floor(draw() * isKept.length);
  const block = { isKept: isKept[at] ?? false, nextIsKept: isKept[at + 1] ?? true };
  const fitting = EDITS_OF_A_BLOCK.filter(({ name, isFor }) => (isFull ? name === 'remove' : (isFor?.(block) ?? true)));
  const { name, run } = pick(fitting, draw);
  await putCursor(page, at);
  await run(page, draw);
  await seenByEditor(page);
  return name;
}

/** Puts the cursor to the end of a block, without the mouse: a thousand clicks take longer than the edits. */
function putCursor(page: Page, block: number): Promise<void> {
  return page.evaluate(async (at) => {
    document.querySelector<HTMLElement>('.body')?.focus({ preventScroll: true });
    const place = document.querySelectorAll('.body > *')[at] as HTMLElement;
    place.scrollIntoView({ block: 'nearest' });
    const range = document.createRange();
    range.selectNodeContents(place.lastElementChild?.nodeName === 'LI' ? place.lastElementChild : place);
    range.collapse(false);
    getSelection()?.removeAllRanges();
    getSelection()?.addRange(range);
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  }, block);
}

async function pressAll(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

function pick<One>(all: readonly One[], draw: Draw): One {
  return all[Math.floor(draw() * all.length)] as One;
}
