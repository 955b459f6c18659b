import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSmallNumber, looksLikeSmallCount } from './small-count.ts';

const looksSmall = (sentence: string, text: string) =>
  looksLikeSmallCount({ text, sentence, inSentence: sentence.indexOf(text) });

test('a small number in words looks like a small count where nobody would check it', () => {
  for (const [sentence, text] of [
    ['There are two', 'two'],
    ['Five sections, five questions', 'Five'],
    ['Two definitions of the foot differ by 2 parts in a million.', 'Two'],
    ['They differ by 2 parts in a million.', 'a million'],
    ['It names one more reason.', 'one'],
  ] as const)
    assert.equal(looksSmall(sentence, text), true, sentence);
});

test('people, machines, harm, shares and numbers with a unit never look like a small count', () => {
  for (const [sentence, text] of [
    ['Two workers died.', 'Two'],
    ['It cost three young people their jobs.', 'three'],
    ['Two of the robots failed.', 'Two'],
    ['Three died on the site.', 'Three'],
    ['Nine contractors bid.', 'Nine'],
    ['half of the crew', 'half'],
    ['It took two weeks.', 'two weeks'],
    ['a million dollars', 'a million'],
    ['It cut 2 steps.', '2'],
    ['One in five stopped.', 'One in five'],
  ] as const)
    assert.equal(looksSmall(sentence, text), false, sentence);
  assert.equal(isSmallNumber('half'), true);
  for (const text of ['42 percent', '2', 'twelve', 'two weeks', 'dozens'])
    assert.equal(isSmallNumber(text), false, text);
});
