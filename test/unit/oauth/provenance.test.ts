import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { ask as callMcp, dataOf } from '../../support/mcp.ts';
import { approve, begin, CALLBACK, open, redeem } from '../../support/oauth/oauth-flow.ts';
import { draft, json } from '../../support/site.ts';

// The app of an agent, from the claim to the line below the published article.

const LOOPBACK = 'http://127.0.0.1/callback';
const flow = await begin({ after }, [CALLBACK, LOOPBACK]);

/** Connects by this redirect URI, files a draft and publishes it. */
async function publishDraft(redirect_uri: string, slug: string): Promise<string> {
  const back = await approve(flow, await open(flow, { redirect_uri }));
  const { access_token } = await json(await redeem(flow, back.searchParams.get('code') ?? '', { redirect_uri }));
  const call = { name: 'create_article', arguments: draft({ slug }) };
  const { body } = await callMcp(flow.site, access_token, 'tools/call', call);
  const { id } = dataOf(body.result);
  await publish(flow.site.deps, CLI, id, { revisionNumber: 0 });
  return id;
}

const LINES = [
  [CALLBACK, 'from-an-app', 'app.example', 'Drafted with an agent from app.example, let in by'],
  [LOOPBACK, 'from-a-computer', '', 'Drafted with an agent in an app on a computer, let in by'],
] as const;

test('claim, revision, newsroom and every form of the article name the verified host of the app', async () => {
  for (const [redirect, slug, host, line] of LINES) {
    const id = await publishDraft(redirect, slug);
    const { read } = flow.site.deps.db;
    const revision = await read
      .selectFrom('revision')
      .selectAll()
      .where('article_id', '=', id)
      .executeTakeFirstOrThrow();
    const claim = await read
      .selectFrom('claim')
      .select('client_host')
      .where('id', '=', revision.claim_id ?? '')
      .executeTakeFirst();
    assert.deepEqual([revision.client_host, claim?.client_host], [host, host]);
    for (const path of [`/robotics/${slug}`, `/robotics/${slug}.md`, '/atom.xml'])
      assert.ok((await (await flow.site.fetch(path)).text()).includes(line), `${path} lacks: ${line}`);
    const published = await json(await flow.site.fetch(`/api/public/articles/robotics/${slug}`));
    assert.doesNotMatch(JSON.stringify(published), /client_?host|let in by/i, 'the published fields stay as they are');
    const headers = { Cookie: flow.editor.cookie };
    const agents = await (await flow.site.fetch('/newsroom/agents', { headers })).text();
    assert.ok(agents.includes(host || 'an app on a computer'));
    const compare = await (await flow.site.fetch(`/newsroom/articles/${id}`, { headers })).text();
    assert.ok(compare.includes(host || 'an app on a computer'), 'the page of the article');
  }
});
