import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BodyBlock, UnfinishedCopy } from '../../../../../article/model/copy.ts';
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

test('fields changed by one side are merged', () => {
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

test('conflicts of fields come before conflicts of blocks', () => {
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

test('changes of one side are merged', () => {
  const mine = [block('a', 'mine'), block('b'), block('c')];
  const theirs = [block('a'), block('b'), block('c', 'theirs')];
  assert.deepEqual(merge(of('a', 'b', 'c'), mine, theirs), ['mine', 'b', 'theirs']);
  assert.equal(conflicts(of('a', 'b', 'c'), mine, theirs), 0);
});

test('an added block follows the same block as before', () => {
  assert.deepEqual(merge(of('a', 'b'), of('a', 'm', 'b'), of('a', 'b', 't')), ['a', 'm', 'b', 't']);
  assert.deepEqual(merge(of('a', 'b'), of('m', 'a', 'b'), of('a', 't', 'b')), ['m', 'a', 't', 'b']);
});

test('a block that one side removed and the other did not change is removed', () => {
  assert.deepEqual(merge(of('a', 'b', 'c'), of('a', 'c'), of('a', 'b', 'c')), ['a', 'c']);
  assert.deepEqual(merge(of('a', 'b', 'c'), of('a', 'b', 'c'), of('b', 'c')), ['b', 'c']);
});

test('a block that both changed is a conflict, resolved with one side or with both', () => {
  const [base, mine, theirs] = [of('a', 'b'), [block('a', 'mine'), block('b')], [block('a', 'theirs'), block('b')]];
  assert.equal(conflicts(base, mine, theirs), 1);
  assert.deepEqual(merge(base, mine, theirs, ['mine']), ['mine', 'b']);
  assert.deepEqual(merge(base, mine, theirs, ['theirs']), ['theirs', 'b']);
  assert.deepEqual(merge(base, mine, theirs, ['both']), ['mine', 'theirs', 'b']);
});

test('keeping both repeats no sentence and no list item that both have', () => {
  const both = (mine: string, theirs: string, type: BodyBlock['type'] = 'paragraph') =>
    applyChoices(
      mergeBlocks([{ id: 'a', type, text: 'x' }], [{ id: 'a', type, text: mine }], [{ id: 'a', type, text: theirs }]),
      ['both'],
    ).map(({ text }) => text);
  assert.deepEqual(both('It ran. It held 3 mm.', 'It ran. It held 4 mm.'), ['It ran. It held 3 mm.', 'It held 4 mm.']);
  assert.deepEqual(both('It ran. It held.', 'It held.'), ['It ran. It held.']);
  assert.deepEqual(both('1. one\n2. two', '1. one\n2. 2\n3. three', 'list'), ['1. one\n2. two', '1. 2\n2. three']);
  const marked = '**It ran. It** held.';
  assert.deepEqual(both('It ran. New.', marked), ['It ran. New.', marked], 'a mark over two sentences is not cut');
});

test('a block that one side changed and the other removed is a conflict', () => {
  assert.equal(conflicts(of('a', 'b'), of('b'), [block('a', 'changed'), block('b')]), 1);
  assert.deepEqual(merge(of('a', 'b'), of('b'), [block('a', 'changed'), block('b')], ['theirs']), ['changed', 'b']);
  assert.deepEqual(merge(of('a', 'b'), of('b'), [block('a', 'changed'), block('b')], ['mine']), ['b']);
});

test('the same change on both sides is no conflict', () => {
  const changed = [block('a', 'same')];
  assert.equal(conflicts(of('a'), changed, changed), 0);
});

test('the order of the side that changed it wins; if both did, mine wins', () => {
  assert.deepEqual(merge(of('a', 'b', 'c'), of('a', 'b', 'c'), of('c', 'a', 'b')), ['c', 'a', 'b']);
  assert.deepEqual(merge(of('a', 'b', 'c'), of('b', 'a', 'c'), of('a', 'b', 'c')), ['b', 'a', 'c']);
});

test('blocks with the same id are told apart by their order', () => {
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

test('a side without changes gets the whole other side; keeping both sides of a conflict loses no word', () => {
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
