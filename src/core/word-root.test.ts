import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { wordsOf } from './tokenize.ts';
import { rootOf } from './word-root.ts';

for (const [words, root] of [
  ['measure measures measured measuring', 'measur'],
  ['estimate estimating estimator estimators estimation', 'estim'],
  ['tie ties tied tying', 'tie'],
  ['robot robots robotic robotics', 'robot'],
  ['agreed agree', 'agre'],
  ['news', 'new'],
  ['is', 'is'],
  ['3d', '3d'],
  ['бетона', 'бетона'],
] as const) {
  test(`the root of ${words} is ${root}`, () => {
    for (const word of words.split(' ')) assert.equal(rootOf(word), root, word);
  });
}

test("the root of each word of the editors' handbook is the one that SQLite's Porter stemmer finds", () => {
  const handbook = readFileSync(new URL('../../docs/editors.md', import.meta.url), 'utf8');
  const words = [...new Set(wordsOf(handbook))];
  assert.ok(words.length > 500);
  const db = new DatabaseSync(':memory:');
  db.exec("create virtual table roots using fts5 (word, tokenize = 'porter ascii')");
  db.exec("create virtual table tokens using fts5vocab (roots, 'instance')");
  const insert = db.prepare('insert into roots (rowid, word) values (?, ?)');
  for (const [index, word] of words.entries()) insert.run(index, word);
  for (const { doc, term } of db.prepare('select doc, term from tokens').iterate()) {
    const word = words[Number(doc)] ?? assert.fail();
    if (/^[a-z]{3,}$/.test(word) && !/^.(?:ies|ied|ying)$/.test(word)) assert.equal(rootOf(word), term, word);
  }
  db.close();
});
