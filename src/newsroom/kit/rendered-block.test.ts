import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from 'hono/html';
import type { BodyBlock } from '#article/copy.ts';
import type { Html } from '#html/html.ts';
import { type BlockPart, renderBlock } from '#html/newsroom/rendered-block.ts';

const ins = (words: Html) => html`<ins>${words}</ins>`;

async function rendered(type: BodyBlock['type'], parts: BlockPart[]): Promise<string | null> {
  const block = renderBlock(type, parts);
  return block === null ? null : String(await block).trim();
}

test('marked words are rendered between the marks of emphasis and links', async () => {
  const parts = [
    { text: 'It marked **1,240 ' },
    { text: 'good', show: ins },
    { text: ' points** in [the log](https://e.org/a).' },
  ];
  assert.equal(
    await rendered('paragraph', parts),
    '<p>It marked <strong>1,240 <ins>good</ins> points</strong> in <a href="https://e.org/a" rel="noreferrer">the log</a>.</p>',
  );
});

test('a mark across an emphasis is divided, and an inserted part keeps its place', async () => {
  const parts = [
    { text: 'a ' },
    { text: '', inserted: html`<del>x</del>` },
    { text: 'b *c', show: ins },
    { text: ' d*' },
  ];
  assert.equal(await rendered('paragraph', parts), '<p>a <del>x</del><ins>b </ins><em><ins>c</ins> d</em></p>');
  assert.equal(
    await rendered('paragraph', [{ text: '', inserted: html`<del>x</del>` }, { text: 'b' }]),
    '<p><del>x</del>b</p>',
  );
});

test('items of a list keep their marks when a part begins at one', async () => {
  const parts = [{ text: '- one\n' }, { text: '- two', show: ins }, { text: '\n1. three' }];
  assert.equal(await rendered('list', parts), '<ul><li>one</li><li><ins>two</ins></li><li>three</li></ul>');
});

test('what Markdown would hide is left to be shown as typed', async () => {
  assert.equal(
    await rendered('paragraph', [{ text: '**', show: ins }, { text: 'bold' }, { text: '**', show: ins }]),
    null,
  );
  assert.equal(
    await rendered('paragraph', [{ text: '[a](https://e.org/' }, { text: 'b', show: ins }, { text: ')' }]),
    null,
  );
  assert.equal(await rendered('paragraph', [{ text: 'odd \ue000' }]), null);
});

test('text of others is escaped', async () => {
  assert.equal(
    await rendered('paragraph', [{ text: '<img src=x>', show: ins }]),
    '<p><ins>&lt;img src=x&gt;</ins></p>',
  );
});
