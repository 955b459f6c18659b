import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalPath } from '#article/pages/not-found.ts';

test('a slash at the end and capitals lead to the one address; secrets and right addresses are left alone', () => {
  const rows: [string, string | null][] = [
    ['/about/', '/about'],
    ['/Benchmarks/How-It-Is', '/benchmarks/how-it-is'],
    ['/API/', '/api'],
    ['/robotics/a//', '/robotics/a'],
    ['//robotics///a', '/robotics/a'],
    ['/feed/', '/rss.xml'],
    ['/Index.HTML', '/'],
    ['/', null],
    ['/about', null],
    ['/preview/AbC', null],
    ['/preview/AbC/', '/preview/AbC'],
    ['/.well-known/Security.txt', null],
    ['/.well-known/security.txt/', null],
  ];
  for (const [path, canonical] of rows) {
    assert.equal(canonicalPath(path), canonical, path);
    assert.equal(canonical && canonicalPath(canonical), null, `${path} leads to an address that leads on`);
  }
});
