import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#editorial/publish/publish.ts';
import { withoutOwnScripts } from '../../support/own-scripts.ts';
import { openSite } from '../../support/site.ts';
import { readPage, stock } from '../../support/stocked.ts';

test('a revision’s page shows its text, sources and editors’ notes', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  const page = await readPage(site, editor, `/newsroom/articles/${changed}/revisions/1`);
  assert.match(page, /The crew ran the machine on a <em>live<\/em> slab/, 'as readers see it');
  assert.match(page, /The crew ran the machine on a \*live\* slab/, 'as it is stored');
  assert.match(page, /<ins title="Added in revision 1 by [^"]+">/);
  assert.doesNotMatch(page, /<iframe/);
  assert.match(
    page,
    /<a href="https:\/\/example.org\/pilot-record" rel="noreferrer">https:\/\/example.org\/pilot-record<\/a>/,
  );
  assert.match(page, /Nobody measured the second pour/);
  assert.match(page, /Marked: the differences from revision 0, which readers see\./);
  const before = await readPage(site, editor, `/newsroom/articles/${changed}/revisions/0`);
  assert.match(before, /Readers see this revision/);
  const missing = await site.fetch(`/newsroom/articles/${changed}/revisions/2`, {
    headers: { Cookie: editor.cookie },
  });
  assert.equal(missing.status, 404);
});

test('a preview shows the article’s page in a sandbox, and only pages of this site may frame it', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  const response = await site.fetch(`/newsroom/articles/${changed}/revisions/1/preview`, {
    headers: { Cookie: editor.cookie },
  });
  assert.equal(
    response.headers.get('content-security-policy'),
    "sandbox; default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  );
  assert.equal(response.headers.get('x-frame-options'), 'SAMEORIGIN');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('x-robots-tag'), 'noindex');
  const page = await response.text();
  assert.match(page, /By <b><a[^>]*>Ines Calloway/);
  assert.match(page, /Corrected at publication/);
  assert.doesNotMatch(withoutOwnScripts(page), /<script|Nobody measured/);
});

test('a preview and the public page contain the same article element', async (t) => {
  const site = await openSite(t);
  const { editor, changed } = await stock(site);
  const article = (page: string) => /<article[\s\S]*<\/article>/.exec(page)?.[0];
  await publish(site.deps, editor, changed, { revisionNumber: 1 });
  const preview = await readPage(site, editor, `/newsroom/articles/${changed}/revisions/1/preview`);
  const page = await (await site.fetch('/benchmarks/takeoff-benchmark-drawings')).text();
  assert.ok(article(page));
  assert.equal(article(preview), article(page));
});
