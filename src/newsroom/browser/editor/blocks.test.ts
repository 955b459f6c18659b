import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { BLOCK_TYPES, type BodyBlock, blockSchema } from '#article/copy.ts';
import { toBlocks, toDoc } from './blocks.ts';
import { PARTS } from './schema.ts';

const schema = getSchema(PARTS);

const mark = fc.constantFrom(
  '*',
  '**',
  '_',
  '`',
  '[',
  '](https://example.org/)',
  '](http://x)',
  '<b>',
  '\\',
  '- ',
  '1. ',
  '\n',
  '\t',
  '  ',
  'slab',
  'é',
  '\u00a0',
  '&amp;',
);
const text = fc.oneof(
  fc.string(),
  fc.array(mark, { maxLength: 12 }).map((parts) => parts.join('')),
);
const block: fc.Arbitrary<BodyBlock> = fc.record(
  {
    id: fc.oneof(fc.string(), fc.constant('b1')),
    type: fc.constantFrom(...BLOCK_TYPES),
    text,
  },
  { noNullPrototype: true },
);

test('an unedited body keeps every byte, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 8 }), (blocks) => {
      const doc = toDoc(schema, blocks);
      doc.check();
      assert.deepEqual(toBlocks(doc), blocks);
    }),
    { numRuns: 2000 },
  );
});

test('a document that was serialized and parsed again has the same content', () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const again = schema.nodeFromJSON(JSON.parse(JSON.stringify(toDoc(schema, blocks).toJSON())));
      assert.deepEqual(toBlocks(again), blocks);
    }),
    { numRuns: 500 },
  );
});

test('a changed block is rewritten, its neighbours are not', () => {
  const blocks: BodyBlock[] = [
    { id: 'b1', type: 'paragraph', text: 'Left __as__  it was.' },
    { id: 'b2', type: 'list', text: '* one\n* two' },
  ];
  const doc = toDoc(schema, blocks);
  const item = schema.nodes.item?.create(null, [schema.text('two and a half')]);
  const list = doc.child(1);
  const changed = doc.copy(doc.content.replaceChild(1, list.copy(list.content.replaceChild(1, item ?? list.child(1)))));
  assert.deepEqual(toBlocks(changed), [blocks[0], { id: 'b2', type: 'list', text: '- one\n- two and a half' }]);
});

test('the text of a changed block is valid for the API’s schema', () => {
  fc.assert(
    fc.property(block, (sample) => {
      const doc = toDoc(schema, [{ ...sample, text: sample.text.replace(/\p{Cc}|\p{Cs}/gu, ' ') }]);
      const bare = schema.nodeFromJSON({
        ...doc.toJSON(),
        content: doc
          .toJSON()
          .content.map((node: { attrs: object }) => ({ ...node, attrs: { ...node.attrs, raw: null, id: 'n' } })),
      });
      const [written] = toBlocks(bare);
      const clean = blockSchema.safeParse({ ...sample, id: 'n', text: doc.textContent }).success;
      if (clean) assert.equal(blockSchema.safeParse(written).success, true);
    }),
  );
});
