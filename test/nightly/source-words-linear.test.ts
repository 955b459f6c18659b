import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfPage } from '#editorial/sources/check-source.ts';
import { assertLinear, assertTook } from './processor-time.ts';

test('hostile pages are read in time linear in their length', () => {
  let took = 0;
  for (const part of ['<script', '<!--', '<', '&#', '</script ', '<style></style ', '.,', '“—'])
    took += assertLinear(part, 65_536, (size) => {
      assert.notEqual(wordsOfPage(Buffer.from(part.repeat(Math.ceil(size / part.length))), 'text/html'), undefined);
    });
  assertTook(took, 3000, `${took} ms`);
});
