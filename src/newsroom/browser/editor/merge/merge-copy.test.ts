import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BodyBlock, UnfinishedCopy } from '#article/copy.ts';
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

test('words of one paragraph that both changed at the same place are a conflict; by default both stay', () => {
  const [base, mine, theirs] = [of('a', 'b'), [block('a', 'mine'), block('b')], [block('a', 'theirs'), block('b')]];
  assert.equal(conflicts(base, mine, theirs), 1);
  assert.deepEqual(merge(base, mine, theirs, ['mine']), ['mine', 'b']);
  assert.deepEqual(merge(base, mine, theirs, ['theirs']), ['theirs', 'b']);
  assert.deepEqual(merge(base, mine, theirs, ['both']), ['mine theirs', 'b']);
  assert.deepEqual(merge(base, mine, theirs), ['mine theirs', 'b']);
});

/** What becomes of one block: its text without a question, or the text of each choice. */
function mergeOne(base: string, mine: string, theirs: string, type: BodyBlock['type'] = 'paragraph') {
  const [from, my, their] = [base, mine, theirs].map((text) => [{ id: 'a', type, text }]) as [
    BodyBlock[],
    BodyBlock[],
    BodyBlock[],
  ];
  const merged = mergeBlocks(from, my, their);
  const [text, other, joined] = (['mine', 'theirs', 'both'] as const).map((choice) =>
    applyChoices(merged, [choice]).map((bodyBlock) => bodyBlock.text),
  );
  return conflicts(from, my, their) === 0 ? text?.[0] : { mine: text?.[0], theirs: other?.[0], both: joined };
}

test('two people change one paragraph: their sentences and words are merged, without a question', () => {
  assert.equal(
    mergeOne('One. Two. Three.', 'One, new. Two. Three.', 'One. Two. Three, too.'),
    'One, new. Two. Three, too.',
  );
  assert.equal(mergeOne('One. Two.', 'Zero. One. Two.', 'One. Two. Three.'), 'Zero. One. Two. Three.');
  assert.equal(
    mergeOne('The crane has a red arm now.', 'The tall crane has a red arm now.', 'The crane has a blue arm now.'),
    'The tall crane has a blue arm now.',
  );
  assert.equal(
    mergeOne('- one thing here\n- two', '- one new thing here\n- two', '- one thing there\n- two\n- three', 'list'),
    '- one new thing there\n- two\n- three',
  );
});

test('a question shows the other changes of both in each text, and keeping both has each sentence once', () => {
  assert.deepEqual(
    mergeOne(
      'Beta one. Beta two.',
      'Beta one (E3) (A2). Beta two. CHIEF-BETA',
      'Beta one (A2). Beta two. CHIEF-BETA (A3)',
    ),
    {
      mine: 'Beta one (E3) (A2). Beta two. CHIEF-BETA',
      theirs: 'Beta one (A2). Beta two. CHIEF-BETA (A3)',
      both: ['Beta one (E3) (A2). Beta one (A2). Beta two. CHIEF-BETA CHIEF-BETA (A3)'],
    },
  );
  assert.deepEqual(
    mergeOne(
      'It held. It ran 3 mm off. End.',
      'It held. It ran 4 mm off. End.',
      'It still held. It ran 5 mm off. End.',
    ),
    {
      mine: 'It still held. It ran 4 mm off. End.',
      theirs: 'It still held. It ran 5 mm off. End.',
      both: ['It still held. It ran 4 mm off. It ran 5 mm off. End.'],
    },
  );
});

test('words typed in the second half of a paragraph stay in it when a colleague split or joined it', () => {
  const whole = [block('a', 'One is here. Two is here.'), block('z')];
  const split = [block('a', 'One is here.'), block('n', 'Two is here.'), block('z')];
  const typed = [block('a', 'One is here. Two is over here. Three.'), block('z')];
  for (const [mine, theirs] of [
    [split, typed],
    [typed, split],
  ] as const) {
    const merged = mergeBlocks(whole, mine, theirs);
    assert.equal(conflicts(whole, mine, theirs), 0);
    assert.deepEqual(applyChoices(merged, []), [
      block('a', 'One is here.'),
      block('n', 'Two is over here. Three.'),
      block('z'),
    ]);
  }
  const after = [block('a', 'One is here.'), block('n', 'Two is over here.'), block('z')];
  assert.deepEqual(merge(split, whole, after), ['One is here. Two is over here.', 'z']);
  assert.deepEqual(merge(split, after, whole), ['One is here. Two is over here.', 'z']);
});

test('a sentence that one side moved to another block is not brought back', () => {
  const base = [block('a', 'One is here. Two is here.'), block('b', 'Last.'), block('c', 'Tail.')];
  const moved = [block('a', 'One is here.'), block('b', 'Last.'), block('c', 'Tail. Two is here.')];
  const typed = [block('a', 'One is here. Two is here. Three is new.'), block('b', 'Last.'), block('c', 'Tail.')];
  assert.deepEqual(merge(base, moved, typed), ['One is here. Three is new.', 'Last.', 'Tail. Two is here.']);
});

test('words are never merged into formatting, and a mark over two sentences is not cut', () => {
  assert.deepEqual(mergeOne('A red arm is up.', 'A **red** arm is up.', 'A red arm is really up.'), {
    mine: 'A **red** arm is up.',
    theirs: 'A red arm is really up.',
    both: ['A **red** arm is up. A red arm is really up.'],
  });
  assert.deepEqual(mergeOne('x', 'It ran. New.', '**It ran. It** held.'), {
    mine: 'It ran. New.',
    theirs: '**It ran. It** held.',
    both: ['It ran. New. **It ran. It** held.'],
  });
});

test('keeping both keeps two headings apart, and repeats no list item', () => {
  assert.deepEqual(mergeOne('x', 'What stopped it', 'What held it', 'heading'), {
    mine: 'What stopped it',
    theirs: 'What held it',
    both: ['What stopped it', 'What held it'],
  });
  const lists = mergeOne('1. x', '1. one\n2. two', '1. one\n2. 2\n3. three', 'list');
  assert.deepEqual(typeof lists === 'object' && lists.both, ['1. one\n2. two\n3. 2\n4. three']);
});

test('sources and tags that both added are merged; a source that both changed is a question', () => {
  const source = (title: string, url = 'https://a.example/') => ({ title, url });
  const more = (url: string) => ({ ...base, tagIds: [url], sources: [source('A'), source(url, url)] });
  const merged = mergeCopy({ ...base, sources: [source('A')] }, more('https://m.example/'), more('https://t.example/'));
  assert.equal(countConflicts(merged), 0);
  const { sources = [], tagIds } = resolveCopy(merged, []);
  assert.deepEqual(
    sources.map(({ url }) => url),
    ['https://a.example/', 'https://m.example/', 'https://t.example/'],
  );
  assert.deepEqual(tagIds, ['https://m.example/', 'https://t.example/']);
  const renamed = (title: string) => ({ ...base, sources: [source(title)] });
  assert.equal(countConflicts(mergeCopy(renamed('A'), renamed('B'), renamed('C'))), 1);
});

/** Sentences of random words, some of them known to both, with random edits by sentence and by word. */
const sentence = fc
  .array(fc.constantFrom(...'alpha beta gamma delta epsilon zeta eta theta'.split(' ')), { minLength: 1, maxLength: 6 })
  .map((words) => `${words.join(' ')}.`.replace(/^./, (first) => first.toUpperCase()));
const paragraph = fc.uniqueArray(sentence, { minLength: 1, maxLength: 6 });
const edit = fc.array(
  fc.record({ at: fc.nat(5), word: fc.nat(5), act: fc.constantFrom('add', 'drop', 'move', 'reword') }),
  { minLength: 1, maxLength: 3 },
);

type Edit = { at: number; word: number; act: string };

/** Edits a paragraph; each word that an edit adds is like no other. */
function editAs(name: string, sentences: readonly string[], edits: readonly Edit[]): string[] {
  const now = [...sentences];
  edits.forEach(({ at, word, act }, turn) => {
    const place = at % Math.max(now.length, 1);
    const added = `${name}${turn}`;
    if (act === 'add') now.splice(place, 0, `Said ${added} here.`);
    else if (act === 'drop') now.splice(place, 1);
    else if (act === 'move') now.push(...now.splice(place, 1));
    else if (now[place]) {
      const words = now[place].split(' ');
      words.splice(word % words.length, 1, added);
      now[place] = `${words.join(' ').replace(/\.$/, '')}.`;
    }
  });
  return now;
}

test('of two people’s edits of a paragraph no word is lost and no sentence is there twice', () => {
  fc.assert(
    // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one property: two edits, their merge, and what it may not lose
    fc.property(paragraph, edit, edit, (sentences, my, their) => {
      const [mine, theirs] = [editAs('Mine', sentences, my), editAs('Theirs', sentences, their)];
      const [from, m, t] = [sentences, mine, theirs].map((list) => [block('a', list.join(' '))]) as [
        BodyBlock[],
        BodyBlock[],
        BodyBlock[],
      ];
      const merged = mergeBlocks(from, m, t);
      const [before, result] = [
        sentences.join(' '),
        applyChoices(merged, [])
          .map(({ text }) => text)
          .join(' '),
      ];
      for (const word of [...mine, ...theirs].join(' ').match(/\w+/g) ?? [])
        if (/\d$/.test(word)) assert.ok(result.includes(word), `${word} of “${before}” is not in “${result}”`);
      const statements = result.match(/[^.]+\./g)?.map((statement) => statement.trim()) ?? [];
      assert.deepEqual(
        statements.filter(
          (statement, at) =>
            statements.indexOf(statement) !== at &&
            mine.filter((own) => own === statement).length < 2 &&
            theirs.filter((own) => own === statement).length < 2,
        ),
        [],
        result,
      );
      const conflict = merged.find((part) => part.kind === 'conflict');
      if (!conflict) return;
      const [own, other] = [conflict.mine?.text ?? '', conflict.theirs?.text ?? ''];
      for (const word of mine.join(' ').match(/Mine\d/g) ?? []) assert.ok(own.includes(word), `my choice has ${word}`);
      for (const word of theirs.join(' ').match(/Theirs\d/g) ?? [])
        assert.ok(other.includes(word), `their choice has ${word}`);
    }),
    { numRuns: 400 },
  );
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
      const blocks = applyChoices(
        merged,
        merged.map(() => 'both'),
      );
      const has = (block: BodyBlock) =>
        blocks.some(({ id, text }) => id === block.id && text.split(' ').includes(block.text));
      const changed = (side: BodyBlock[]) =>
        side.filter((bodyBlock) => !base.some(({ id, text }) => id === bodyBlock.id && text === bodyBlock.text));
      for (const bodyBlock of [...changed(mine), ...changed(theirs)]) assert.ok(has(bodyBlock), bodyBlock.id);
    }),
  );
});
