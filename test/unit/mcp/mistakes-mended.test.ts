import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveClaim, findClaim, openClaim } from '#agents/claims.ts';
import { redeemClaim } from '#agents/redeem-claim.ts';
import { FULL_TERMS } from '#agents/terms.ts';
import { publish } from '#editorial/publish/publish.ts';
import { ask, call } from '../../support/mcp.ts';
import { bearer, draft, json, openSite, type TestSite } from '../../support/site.ts';
import { MENDS } from './mends.ts';
import type { Given, Mend, Told } from './mends-of-saved.ts';

// An agent that makes a typical mistake mends its call by the error alone, over MCP and over REST.

test('each of the typical mistakes is mended by its error alone, over MCP and over REST', async (t) => {
  const site = await openSite(t, { RATE_LIMITS: 'off' });
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const { id } = (await call(site, token, 'create_article', draft())).data;
  await publish(site.deps, editor, id, { revisionNumber: 0 });
  const place = { id, revision: 0 };
  const missed: string[] = [];
  for (const mend of MENDS) {
    for (const send of [sendByMcp, sendByRest]) {
      const first = await send(site, token, mend.tool, mend.given(place));
      const { code, error, hint, issues = [] } = first;
      const words = [`${error} ${hint}`, ...issues.map(({ path, message }) => `${path} ${message}`)].join('\n');
      const label = `${mend.mistake}, ${send.name}`;
      assert.equal(code, mend.code, `${label}: ${JSON.stringify(first)}`);
      for (const saying of mend.says) if (!saying.test(words)) missed.push(`${label}: ${saying} is not in ${words}`);
      const again = await send(site, token, mend.tool, mend.mend(mend.given(place), first, place));
      if (again.code) missed.push(`${label}: the mended call is refused: ${JSON.stringify(again)}`);
    }
  }
  assert.ok(MENDS.length >= 30);
  assert.deepEqual(missed, []);
  assert.equal((await site.deps.db.read.selectFrom('article').select('id').execute()).length, 1, 'nothing was stored');
});

test('mistakes outside the payload are answered with the next step, too', async (t) => {
  const site = await openSite(t);
  const editor = await site.person('editor');
  const token = await site.grantToken(editor);
  const { id } = (await call(site, token, 'create_article', draft())).data;
  const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
    json(await site.fetch(path, { method: 'POST', headers: bearer(token, headers), body }));
  const ARTICLES = '/api/admin/articles';
  const other = JSON.stringify(draft({ slug: 'other' }));

  const quoted = await post(ARTICLES, JSON.stringify(other));
  assert.match(quoted.hint, /a JSON string that holds JSON: send the object itself/);
  const keyed = await post(ARTICLES, other, { 'Idempotency-Key': 'my first draft' });
  assert.match(
    `${keyed.error} ${keyed.hint}`,
    /Idempotency-Key is 1 to 255 visible ASCII characters.*it has 14.*a space.*random UUID/,
  );
  const typed = await post(ARTICLES, other, { 'Content-Type': 'text/plain' });
  assert.match(typed.hint, /Set Content-Type: application\/json/);
  for (const path of [`${ARTICLES}/${id}/publish`, `${ARTICLES}/${id}/approve`]) {
    assert.match(
      (await post(path, '{}')).hint,
      /No address publishes or approves: an editor does that in the newsroom/,
    );
  }
  const flag = await post(`${ARTICLES}?gateEntries=none`, other);
  assert.match(flag.error, /`gateEntries` must be first or all/);

  const tool = await ask(site, token, 'tools/call', { name: 'publish_article', arguments: { id } });
  assert.match(
    tool.body.error.message,
    /The tools are list_articles, .*None publishes or approves: an editor does that/,
  );
  const text = await ask(site, token, 'tools/call', { name: 'list_articles', arguments: '{"limit": 5}' });
  assert.match(text.body.error.message, /`arguments` is a JSON object, not a string/);

  const narrow = await grantDraftsOnly(site, editor);
  for (const send of [sendByMcp, sendByRest]) {
    const refused = await send(site, narrow, 'save_revision', { ...draft(), articleId: id, baseRevision: 0 });
    assert.deepEqual([refused.code, refused.scope], ['insufficient_scope', 'article:edit']);
    assert.match(refused.hint, /Ask an editor to approve a new access request with this scope/);
  }
});

/** A token that may create drafts and nothing else. */
async function grantDraftsOnly(site: TestSite, editor: Parameters<TestSite['grantToken']>[0]): Promise<string> {
  const { deps, config } = site;
  const asker = { loginHint: null, address: '127.0.0.1', program: 'test agent' };
  const { claimToken, userCode } = await openClaim(deps, asker, config.claimExpires);
  const claim = await findClaim(deps, userCode);
  await approveClaim(deps, editor, claim?.id ?? '', { ...FULL_TERMS, isDraftOnly: true });
  const redeemed = await redeemClaim(deps, claimToken, config.publication.baseUrl, config.claimInterval);
  return redeemed.state === 'issued' ? redeemed.accessToken : assert.fail(redeemed.state);
}

/** Calls a tool without storing anything, and returns the error, or an object without `code`. */
async function sendByMcp(site: TestSite, token: string, tool: Mend['tool'], given: Given): Promise<Told> {
  const isWrite = tool === 'create_article' || tool === 'save_revision';
  const { isError, content } = await call(site, token, tool, { ...given, ...(isWrite && { dryRun: true }) });
  return isError ? JSON.parse(content[0].text) : ({} as Told);
}

/** The same over REST. */
async function sendByRest(site: TestSite, token: string, tool: Mend['tool'], given: Given): Promise<Told> {
  const { articleId, id, ...rest } = given;
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  const path = {
    create_article: '/api/admin/articles?dryRun=true',
    save_revision: `/api/admin/articles/${articleId}/revisions?dryRun=true`,
    get_article: `/api/agent/articles/${encodeURIComponent(String(id))}?${query}`,
    list_articles: `/api/agent/articles?${query}`,
  }[tool];
  const isWrite = path.startsWith('/api/admin/');
  const sent = isWrite ? { method: 'POST', body: JSON.stringify(tool === 'create_article' ? given : rest) } : {};
  const response = await site.fetch(path, { headers: bearer(token), ...sent });
  return response.ok ? ({} as Told) : json(response);
}
