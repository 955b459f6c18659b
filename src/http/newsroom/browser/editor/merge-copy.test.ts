import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BodyBlock, UnfinishedCopy } from '../../../../article/model/copy.ts';
import {
  applyChoices,
  type ConflictChoice,
  countConflicts,
  mergeBlocks,
  mergeCopy,
  resolveCopy,
} from './merge-copy.ts';

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
  assert.equal(countConflicts(merged), 0);
  assert.deepEqual(merged.taken, ['headline', 'editorialPacket.seoTitle']);
  const { headline, dek, editorialPacket } = resolveCopy(merged, []);
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
  assert.equal(countConflicts(merged), 2);
  const settled = resolveCopy(merged, ['theirs', 'mine']);
  assert.equal(settled.dek, 'Theirs');
  assert.equal(settled.bodyBlocks[0]?.text, 'Mine.');
});

const block = (id: string, text = id): BodyBlock => ({ id, type: 'paragraph', text });
const of = (...ids: string[]) => ids.map((id) => block(id));

function merge(base: BodyBlock[], mine: BodyBlock[], theirs: BodyBlock[], choices: ConflictChoice[] = []): string[] {
  return applyChoices(mergeBlocks(base, mine, theirs), choices).map(({ text }) => text);
}

function conflicts(base: BodyBlock[], mine: BodyBlock[], theirs: BodyBlock[]): number {
  return mergeBlocks(base, mine, theirs).filter(({ kind }) => kind === 'conflict').length;
}

test('each side’s own changes are taken over', () => {
  const mine = [block('a', 'mine'), block('b'), block('c')];
  const theirs = [block('a'), block('b'), block('c', 'theirs')];
  assert.deepEqual(merge(of('a', 'b', 'c'), mine, theirs), ['mine', 'b', 'theirs']);
  assert.equal(conflicts(of('a', 'b', 'c'), mine, theirs), 0);
});

test('what either side added stands behind what it was added to', () => {
  assert.deepEqual(merge(of('a', 'b'), of('a', 'm', 'b'), of('a', 'b', 't')), ['a', 'm', 'b', 't']);
  assert.deepEqual(merge(of('a', 'b'), of('m', 'a', 'b'), of('a', 't', 'b')), ['m', 'a', 't', 'b']);
});

test('what one side removed and the other left alone is gone', () => {
  assert.deepEqual(merge(of('a', 'b', 'c'), of('a', 'c'), of('a', 'b', 'c')), ['a', 'c']);
  assert.deepEqual(merge(of('a', 'b', 'c'), of('a', 'b', 'c'), of('b', 'c')), ['b', 'c']);
});

test('what both changed is a conflict that a person settles either way, or both ways', () => {
  const [base, mine, theirs] = [of('a', 'b'), [block('a', 'mine'), block('b')], [block('a', 'theirs'), block('b')]];
  assert.equal(conflicts(base, mine, theirs), 1);
  assert.deepEqual(merge(base, mine, theirs, ['mine']), ['mine', 'b']);
  assert.deepEqual(merge(base, mine, theirs, ['theirs']), ['theirs', 'b']);
  assert.deepEqual(merge(base, mine, theirs, ['both']), ['mine', 'theirs', 'b']);
});

test('what one side changed and the other removed is a conflict', () => {
  assert.equal(conflicts(of('a', 'b'), of('b'), [block('a', 'changed'), block('b')]), 1);
  assert.deepEqual(merge(of('a', 'b'), of('b'), [block('a', 'changed'), block('b')], ['theirs']), ['changed', 'b']);
  assert.deepEqual(merge(of('a', 'b'), of('b'), [block('a', 'changed'), block('b')], ['mine']), ['b']);
});

test('the same change on both sides is no conflict', () => {
  const changed = [block('a', 'same')];
  assert.equal(conflicts(of('a'), changed, changed), 0);
});

test('an order that only they changed is theirs, one that I changed is mine', () => {
  assert.deepEqual(merge(of('a', 'b', 'c'), of('a', 'b', 'c'), of('c', 'a', 'b')), ['c', 'a', 'b']);
  assert.deepEqual(merge(of('a', 'b', 'c'), of('b', 'a', 'c'), of('a', 'b', 'c')), ['b', 'a', 'c']);
});

test('blocks that share an id are told apart by which of them they are', () => {
  assert.deepEqual(merge(of('a', 'a'), [block('a', 'mine'), block('a')], [block('a'), block('a', 'theirs')]), [
    'mine',
    'theirs',
  ]);
});

const body = fc.uniqueArray(
  fc.record(
    {
      id: fc.constantFrom(...'abcdefgh'),
      type: fc.constant('paragraph' as const),
      text: fc.constantFrom('1', '2', '3'),
    },
    { noNullPrototype: true },
  ),
  { selector: ({ id }) => id, maxLength: 8 },
);

test('a side that changed nothing gets the other side whole; no word of a conflict is lost when both are kept', () => {
  fc.assert(
    fc.property(body, body, (base, other) => {
      assert.deepEqual(applyChoices(mergeBlocks(base, base, other), []), other);
      assert.deepEqual(applyChoices(mergeBlocks(base, other, base), []), other);
      assert.deepEqual(applyChoices(mergeBlocks(base, other, other), []), other);
    }),
  );
  fc.assert(
    fc.property(body, body, body, (base, mine, theirs) => {
      const merged = mergeBlocks(base, mine, theirs);
      const both = applyChoices(
        merged,
        merged.map(() => 'both'),
      );
      const has = (block: BodyBlock) => both.some(({ id, text }) => id === block.id && text === block.text);
      const changed = (side: BodyBlock[]) =>
        side.filter((one) => !base.some(({ id, text }) => id === one.id && text === one.text));
      for (const one of [...changed(mine), ...changed(theirs)]) assert.ok(has(one), one.id);
    }),
  );
});
