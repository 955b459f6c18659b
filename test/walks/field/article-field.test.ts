import { test } from 'node:test';
import { copyWithField, runIn } from './made-up-field.ts';

// On a copy of the project that has a made-up field by the recipe of CONTRIBUTING.md alone.

test('a field that the recipe adds is in every form, stays through export and restore, and in the client', (t) => {
  runIn(copyWithField(t), process.execPath, '--test', 'test/walks/field/kept.ts');
});
