import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock, Copy } from '#article/copy.ts';
import { changesOf } from './changes.ts';

const block = (text: string): BodyBlock => ({ id: text, type: 'paragraph', text });
const copy = (over: Partial<Copy>): Copy => ({
  headline: 'A layout robot on a live slab',
  dek: 'What estimators should check.',
  section: 'robotics',
  slug: 'layout-robot',
  bodyBlocks: [block('one'), block('two')],
  ...over,
});

test('equal copies have no changes, whether an empty field is null or missing', () => {
  const { fields, blocks } = changesOf(copy({ correctionNote: null }), copy({}));
  assert.deepEqual([[...fields], [...blocks]], [[], []]);
});

test('a changed field is named', () => {
  assert.deepEqual([...changesOf(copy({}), copy({ dek: 'Another dek.' })).fields], ['dek']);
});

test('new blocks are listed by position', () => {
  const changes = changesOf(copy({}), copy({ bodyBlocks: [block('one'), block('three'), block('four')] }));
  assert.deepEqual([...changes.blocks], [1, 2]);
});

test('a block that only moved is not marked', () => {
  const changes = changesOf(copy({}), copy({ bodyBlocks: [block('two'), block('one')] }));
  assert.deepEqual([...changes.blocks], []);
  assert.deepEqual([...changes.fields], ['bodyBlocks']);
});
