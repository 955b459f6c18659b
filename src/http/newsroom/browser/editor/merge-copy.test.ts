import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnfinishedCopy } from '../../../../article/model/copy.ts';
import { mergeCopy, openQuestions, settleCopy } from './merge-copy.ts';

const base: UnfinishedCopy = {
  headline: 'A headline',
  dek: 'A dek',
  slug: 'a-slug',
  section: 'robotics',
  bodyBlocks: [{ id: 'a', type: 'paragraph', text: 'First.' }],
  correctionNote: null,
  editorialPacket: { seoTitle: 'Title' },
};

test('fields only one side changed come together', () => {
  const merged = mergeCopy(
    base,
    { ...base, dek: 'My dek' },
    { ...base, headline: 'Their headline', editorialPacket: { seoTitle: 'Theirs' } },
  );
  assert.equal(openQuestions(merged), 0);
  assert.deepEqual(merged.taken, ['headline', 'editorialPacket.seoTitle']);
  const { headline, dek, editorialPacket } = settleCopy(merged, []);
  assert.deepEqual(
    { headline, dek, editorialPacket },
    { headline: 'Their headline', dek: 'My dek', editorialPacket: { seoTitle: 'Theirs' } },
  );
});

test('a field both changed is asked about before the blocks both changed', () => {
  const text = (text: string) => [{ id: 'a', type: 'paragraph' as const, text }];
  const merged = mergeCopy(
    base,
    { ...base, dek: 'Mine', bodyBlocks: text('Mine.') },
    { ...base, dek: 'Theirs', bodyBlocks: text('Theirs.') },
  );
  assert.equal(openQuestions(merged), 2);
  const settled = settleCopy(merged, ['theirs', 'mine']);
  assert.equal(settled.dek, 'Theirs');
  assert.equal(settled.bodyBlocks[0]?.text, 'Mine.');
});
