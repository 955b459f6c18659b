import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOnPort } from '../support/mcp.ts';
import { sameBothWays, send } from '../support/raw.ts';
import { draft } from '../support/site.ts';

test("on the Node server an agent's write gets the same answer with and without the HTTP framework", async (t) => {
  const { site, baseUrl } = await openOnPort(t);
  const token = await site.grantToken(await site.person('editor'));
  const drafts = new URL(`${baseUrl}/api/admin/articles`);
  const bearer = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const first = { ...bearer, 'Idempotency-Key': 'first' };
  const { status, headers, body } = await sameBothWays(drafts, first, JSON.stringify(draft()));
  const { id } = JSON.parse(body);
  assert.deepEqual([status, headers.location], [201, `${baseUrl}/newsroom/articles/${id}`]);
  const revisions = new URL(`${drafts}/${id}/revisions`);
  const second = { ...bearer, 'Idempotency-Key': 'second' };
  const revision = JSON.stringify({ ...draft({ headline: 'Another headline' }), baseRevision: 0 });
  assert.equal((await sameBothWays(revisions, second, revision)).status, 201);
  const others: [URL, Record<string, string>, string | Buffer, number][] = [
    [drafts, bearer, JSON.stringify(draft()), 409],
    [drafts, first, JSON.stringify(draft({ slug: 'another' })), 422],
    [drafts, { ...bearer, 'Idempotency-Key': 'a b' }, JSON.stringify(draft({ slug: 'another' })), 400],
    [drafts, bearer, JSON.stringify({ ...draft(), headline: 5, more: true }), 422],
    [drafts, bearer, '{"a":1,"a":1}', 400],
    [drafts, bearer, '', 400],
    [drafts, bearer, Buffer.from([0x22, 0xff, 0x22]), 400],
    [drafts, bearer, ' '.repeat(1024 * 1024 + 1), 413],
    [drafts, { ...bearer, 'Content-Type': 'text/plain' }, JSON.stringify(draft()), 415],
    [drafts, { ...bearer, Authorization: 'Bearer pl_at_nothing' }, JSON.stringify(draft()), 401],
    [new URL(`${drafts}?dryRun=maybe`), bearer, JSON.stringify(draft({ slug: 'another' })), 400],
    [revisions, bearer, revision, 409],
    [new URL(`${drafts}/${crypto.randomUUID()}/revisions`), bearer, revision, 404],
    [new URL(`${drafts}/none/revisions`), bearer, revision, 404],
  ];
  for (const [address, sent, text, expected] of others)
    assert.equal((await sameBothWays(address, sent, text)).status, expected, text.toString().slice(0, 80));
  const dryRun = new URL(`${drafts}?dryRun=true`);
  const tried = await send(dryRun, bearer, JSON.stringify(draft({ slug: 'another' })), true);
  assert.deepEqual([tried.status, JSON.parse(tried.body).dryRun], [200, true]);
});
