import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery, withFacet, wordsIn } from './article-query.ts';

function read(text: string) {
  const { words, facets, hasOpenNumbers, wrong } = parseQuery(text);
  return { words, facets: Object.fromEntries(facets), hasOpenNumbers, wrong };
}

test('a query has words, facets with or without quotes, and open numbers', () => {
  assert.deepEqual(read('crane section:robotics  by:"Nora Plummet" schedule Open Numbers'), {
    words: 'crane schedule',
    facets: { section: ['robotics'], by: ['Nora Plummet'] },
    hasOpenNumbers: true,
    wrong: [],
  });
  assert.deepEqual(read('by:“Sol Kerf” DUE:2026-09-05 section:people desk:software').facets, {
    by: ['Sol Kerf'],
    due: ['2026-09-05'],
    section: ['people', 'software'],
  });
  assert.deepEqual(read('by:"Nora Plum').facets, { by: ['Nora Plum'] }, 'a quote that is not closed yet');
});

test('times, addresses, headlines with a colon and passages in quotes are words', () => {
  for (const text of ['15:30', 'https://example.org/a', 'Correction: the crane', 'numbers open', 'open', '100%'])
    assert.deepEqual(read(text), { words: text, facets: {}, hasOpenNumbers: false, wrong: [] }, text);
  assert.deepEqual(read('"open numbers" "desk:robotics"'), {
    words: 'open numbers desk:robotics',
    facets: {},
    hasOpenNumbers: false,
    wrong: [],
  });
});

test('an unknown facet and a facet without a value are told, and are not searched for', () => {
  const { words, wrong } = read('colour:red crane due:');
  assert.equal(words, 'crane');
  assert.deepEqual(wrong, [
    'There is no filter “colour:”. The filters are section:, by:, due:, ready:, agent: and open numbers. To search for these words, put them in quotes.',
    '“due:” needs a word after it, without a space.',
  ]);
});

test('the words of a query and a facet make the same query again', () => {
  for (const [text, words] of [
    ['crane by:me open numbers', 'crane'],
    ['"desk:robotics"', '"desk:robotics"'],
    ['"open numbers"', '"open numbers"'],
    ['Correction: the crane', 'Correction: the crane'],
  ] as const) {
    assert.equal(wordsIn(text), words);
    assert.equal(parseQuery(wordsIn(text)).words, parseQuery(text).words);
  }
  assert.equal(withFacet('crane', 'by', 'Nora "Plumb" Plummet'), 'crane by:"Nora Plumb Plummet"');
  assert.equal(withFacet('', 'section', 'robotics'), 'section:robotics');
});
