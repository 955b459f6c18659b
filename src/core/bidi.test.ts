import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelsOf, mirrored, visualOrder } from './bidi.ts';

// Logical text and what a reader sees from left to right, by the rules of UAX 9.
for (const [text, shown] of [
  ['Acme Layout (2024)', 'Acme Layout (2024)'],
  ['אבג "דה" 12', '12 "הד" גבא'],
  ['בע"מ', 'מ"עב'],
  ['אב (2024) Acme גד', 'דג Acme (2024) בא'],
  ['Acme (אב) Ltd', 'Acme (בא) Ltd'],
  ['Attn. אב גד, bold', 'Attn. דג בא, bold'],
  ['رقم 12/345-6', '6-12/345 مقر'],
  ['אב 12/345-6', '12/345-6 בא'],
  ['אב 50%', '50% בא'],
  ['אב (גד', 'דג) בא'],
  ['؟Y', 'Y؟'],
] as const)
  test(`“${text}” is shown as “${shown}”`, () => {
    const characters = [...text];
    const levels = levelsOf(characters);
    const items = characters.map((character, at) => ({ character, level: levels[at] ?? 0 }));
    const letters = visualOrder(items).map(({ character, level }) =>
      level % 2 === 1 ? mirrored(character) : character,
    );
    assert.equal(letters.join(''), shown);
  });
