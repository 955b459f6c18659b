import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeclared } from '#http/declared.ts';
import { goLive } from '../../support/live.ts';
import { bearer, draft, json, openSite } from '../../support/site.ts';

test('a write with an unknown parameter is refused by its name, and nothing is stored', async (t) => {
  const site = await openSite(t);
  const token = await site.grantToken(await site.person('editor'));
  const send = (path: string, body: object) =>
    site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
  for (const name of ['dry_run', 'dryrun', 'DryRun', 'publish', 'validate']) {
    const answer = await send(`/api/admin/articles?${name}=true`, draft());
    const { code, error, hint } = await json(answer);
    assert.deepEqual([answer.status, code], [400, 'bad_request'], name);
    assert.match(error, new RegExp(`\`${name}\``));
    assert.match(hint, /dryRun, gateEntries/);
  }
  assert.equal((await json(await site.fetch('/api/agent/articles', { headers: bearer(token) }))).articles.length, 0);
  assert.equal((await send('/api/admin/articles?dryRun=true&gateEntries=first', draft())).status, 200);
  const { id } = await json(await send('/api/admin/articles', draft()));
  const revised = await send(`/api/admin/articles/${id}/revisions?dry_run=true`, { ...draft(), baseRevision: 0 });
  assert.equal(revised.status, 400);
  assert.equal((await send('/api/admin/articles?dry_run=true', {})).status, 400);
  const stranger = await site.fetch('/api/admin/articles?dry_run=true', { method: 'POST' });
  assert.equal(stranger.status, 401, 'who may not write learns no more than before');
});

test('a read of the API with an unknown parameter is refused by its name, also when its answer is cached', async (t) => {
  const site = await openSite(t);
  await goLive(site);
  const article = '/api/public/articles/robotics/layout-robot-pilot';
  const reads = [
    ...['/api/public/articles?search=robot', '/api/v1/public/articles?page=2', '/api/public/articles?since=2026-01-01'],
    ...[`${article}?revision=3`, `${article}/evidence?limit=1`, '/api/v1/public/changes?updatedSince=2026-01-01'],
    ...['/api/public/markdown/robotics/layout-robot-pilot?fields=dek', '/api/v1/advertise?unit=in-article'],
    ...['/api/v1/suppliers?page=2', '/api/v1/public/tags?q=x'],
  ].filter((read) => isDeclared(read.split('?')[0] ?? '') || read.includes('robotics') || read.includes('articles?'));
  for (const read of reads) {
    const plain = await site.fetch(read.split('?')[0] ?? '');
    assert.equal(plain.status, 200, read);
    const answer = await site.fetch(read);
    const [, name] = /\?(\w+)=/.exec(read) ?? [];
    assert.equal(answer.status, 400, read);
    assert.match(await answer.text(), new RegExp(`no parameter \`${name}\``), read);
    assert.equal((await site.fetch(`${read.split('?')[0]}?utm_source=chatgpt.com`)).status, 200, 'tracking is ignored');
  }
  for (const page of ['/', '/robotics/layout-robot-pilot', '/robotics', '/rss.xml', '/api'])
    assert.equal((await site.fetch(`${page}?utm_source=x&fbclid=y&page_view=1`)).status, 200, page);
});
