import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followFileLinks, indexLinked } from '#exchange/import/read/file-links.ts';

test('a long text full of beginnings of links is read in time', async () => {
  const find = indexLinked(['a.md']);
  for (const part of ['[x](', '{{< ref "', '{% link ', '```', '`', '[x]: ', '](a.m']) {
    const began = performance.now();
    await followFileLinks(part.repeat(20_000), 'b.md', find, async () => null);
    assert.ok(performance.now() - began < 2000, part);
  }
});
