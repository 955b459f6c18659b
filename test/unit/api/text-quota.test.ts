import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { refused } from '../../support/mcp.ts';
import { bearer, draft, fromPage, json, openSite } from '../../support/site.ts';

// Revisions are never deleted, so one grant may store at most 20 MB of text per UTC day.

/** A text of about 1 MB, the most that one request may hold: three bytes per character. */
const long = { bodyBlocks: [{ id: 'b1', type: 'paragraph', text: '字'.repeat(333_000) }] };
const FITS = 20;

/** A site ten minutes before midnight UTC, where the quota of a grant has no room for another long article. */
async function nearlyFull(t: TestContext) {
  const site = await openSite(t);
  const dana = await site.person('editor');
  site.pass(85_800 - ((site.deps.clock() / 1000) % 86_400));
  const token = await site.grantToken(dana);
  const send = (body: Record<string, unknown>, more: { token?: string; query?: string; key?: string } = {}) =>
    site.fetch(`/api/admin/articles${more.query ?? ''}`, {
      method: 'POST',
      headers: bearer(more.token ?? token, more.key === undefined ? {} : { 'Idempotency-Key': more.key }),
      body: JSON.stringify(body),
    });
  for (let turn = 0; turn < FITS; turn++) {
    assert.equal((await send(draft({ ...long, slug: `dry-${turn}` }), { query: '?dryRun=true' })).status, 200);
    assert.equal((await send(draft({ ...long, slug: `long-${turn}` }), { key: `key-${turn}` })).status, 201, `${turn}`);
    if (turn % 6 === 5) site.pass(60);
  }
  return { site, dana, token, send };
}

test('a grant that stored 20 MB of text today is refused until midnight, over REST and MCP', async (t) => {
  const { site, dana, token, send } = await nearlyFull(t);
  const answer = await send(draft({ ...long, slug: 'one-more' }));
  assert.equal(answer.status, 429);
  const left = Math.ceil(86_400 - ((site.deps.clock() / 1000) % 86_400));
  assert.equal(answer.headers.get('retry-after'), String(left));
  const { code, error, hint } = await json(answer);
  assert.equal(code, 'rate_limited');
  assert.match(
    error,
    /^One grant may store 20000000 bytes of text a day\. Today it stored 199\d{5}; .* has 99\d{4}\.$/,
  );
  assert.match(hint, /midnight UTC/);

  const overMcp = await refused(site, token, 'create_article', draft({ ...long, slug: 'over-mcp' }));
  assert.equal(overMcp.code, 'rate_limited');
  assert.ok(overMcp.retryAfter <= left);

  const again = await send(draft({ ...long, slug: 'long-0' }), { key: 'key-0' });
  assert.equal(again.status, 201, 'a retry stores nothing and gets the first response');
  assert.equal((await send(draft({ slug: 'short' }))).status, 201, 'a text that still fits is accepted');
  const other = await site.grantToken(dana);
  assert.equal((await send(draft({ ...long, slug: 'of-another' }), { token: other })).status, 201, 'another grant');
  const stored = await site.deps.db.read.selectFrom('article').select('id').execute();
  assert.equal(stored.length, FITS + 2);
  site.pass(left);
  assert.equal((await send(draft({ ...long, slug: 'tomorrow' }), { token: await site.grantToken(dana) })).status, 201);
});

test('a small revision counts as 2,000 bytes, and a dry run counts nothing', async (t) => {
  const site = await openSite(t);
  site.deps.policy = { ...site.deps.policy, textPerDay: 5000 };
  const token = await site.grantToken(await site.person('editor'));
  const send = (slug: string, query = '') =>
    site.fetch(`/api/admin/articles${query}`, {
      method: 'POST',
      headers: bearer(token),
      body: JSON.stringify(draft({ slug })),
    });
  assert.equal((await send('one')).status, 201);
  for (const slug of ['dry', 'dry', 'dry']) assert.equal((await send(slug, '?dryRun=true')).status, 200);
  assert.equal((await send('two')).status, 201);
  assert.equal((await send('three')).status, 429);
});

test('with RATE_LIMITS=off a grant has no quota, and people never have one', async (t) => {
  assert.equal((await openSite(t, { RATE_LIMITS: 'off' })).config.policy.textPerDay, Number.POSITIVE_INFINITY);
  const site = await openSite(t);
  site.deps.policy = { ...site.deps.policy, textPerDay: 1 };
  const dana = await site.person('editor');
  const headers = fromPage(dana, { 'Content-Type': 'application/json' });
  const init = { method: 'POST', headers, body: JSON.stringify(draft()) };
  assert.equal((await site.fetch('/api/admin/articles', init)).status, 201);
});
