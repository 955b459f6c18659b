import assert from 'node:assert/strict';
import { test } from 'node:test';
import { text, withoutHidden } from './text.ts';

test('text of another program keeps what a language or an emoji needs, and loses only what hides or marks nothing', () => {
  for (const [given, kept] of [
    ['می\u200cشود \u200c', 'می\u200cشود '],
    ['👷🏽\u200d♀️ ⚠️ 1️⃣', '👷🏽\u200d♀️ ⚠️ 1️⃣'],
    ['wo\u200brd so\u00adft 4\u200c2 a\ufe0f', 'word soft 42 a'],
    ['🏴\u{e0067}\u{e0062}\u{e007f} a\u{e0041}b', '🏴\u{e0067}\u{e0062}\u{e007f} ab'],
  ] as const) {
    assert.equal(withoutHidden(given), kept);
    assert.ok(text().safeParse(kept).success, kept);
  }
});
