import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BodyBlock } from '#article/copy.ts';
import { type CommentAnchor, findPassage, followComment } from './comment-threads.ts';

const block = (id: string, text: string): BodyBlock => ({ id, type: 'paragraph', text });
const on = (
  blockId: string | null,
  passage: string | null = null,
  occurrence: number | null = passage ? 1 : null,
): CommentAnchor => ({ blockId, passage, occurrence });
const history = (...revisions: BodyBlock[][]) => new Map(revisions.entries());

test('the n-th occurrence of a passage is found, and one too many is not', () => {
  assert.equal(findPassage('a tape, a tape', 'tape', 1), 2);
  assert.equal(findPassage('a tape, a tape', 'tape', 2), 10);
  assert.equal(findPassage('a tape, a tape', 'tape', 3), -1);
});

test('a comment on the article is answered by the next save', () => {
  const place = followComment(on(null), 0, 0, history([block('a', 'x')]));
  assert.deepEqual(place, { position: null, start: null, changedIn: null, answeredBy: null });
  assert.equal(followComment(on(null), 0, 2, history([], [], [])).answeredBy, 1);
});

test('a comment on a block is answered by the first revision that changes the block, and moves with it', () => {
  const revisions = history(
    [block('a', 'one'), block('b', 'two')],
    [block('b', 'two'), block('a', 'one')],
    [block('b', 'two'), block('a', 'other')],
  );
  assert.deepEqual(followComment(on('a'), 0, 1, revisions), {
    position: 1,
    start: null,
    changedIn: null,
    answeredBy: null,
  });
  assert.deepEqual(followComment(on('a'), 0, 2, revisions), {
    position: 1,
    start: null,
    changedIn: null,
    answeredBy: 2,
  });
});

test('a removed passage names the revision that changed it', () => {
  const revisions = history(
    [block('a', 'six weeks of work')],
    [block('a', 'six weeks of good work')],
    [block('a', 'seven weeks of good work')],
    [block('a', 'seven weeks')],
  );
  assert.deepEqual(followComment(on('a', 'six weeks'), 0, 1, revisions), {
    position: 0,
    start: 0,
    changedIn: null,
    answeredBy: 1,
  });
  assert.deepEqual(followComment(on('a', 'six weeks'), 0, 3, revisions), {
    position: 0,
    start: null,
    changedIn: 2,
    answeredBy: 1,
  });
});

test('a removed block has no place, and a restored block has its place again', () => {
  const there = [block('a', 'x'), block('b', 'y')];
  assert.deepEqual(followComment(on('b'), 0, 1, history(there, [block('a', 'x')])), {
    position: null,
    start: null,
    changedIn: 1,
    answeredBy: 1,
  });
  assert.deepEqual(followComment(on('b'), 0, 2, history(there, [block('a', 'x')], there)).position, 1);
});

test('renumbered blocks are followed by their words', () => {
  const revisions = history(
    [block('b1', 'one'), block('b2', 'two')],
    [block('b1', 'new'), block('b2', 'one'), block('b3', 'two')],
  );
  assert.deepEqual(followComment(on('b1'), 0, 1, revisions), {
    position: 1,
    start: null,
    changedIn: null,
    answeredBy: null,
  });
});
