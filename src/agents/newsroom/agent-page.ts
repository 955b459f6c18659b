import { html } from 'hono/html';
import { findGrantedAgent, type GrantedAgent } from '#agents/list-agents.ts';
import { deskName } from '#article/desk.ts';
import { listSavedBy, type SavedRevision } from '#article/linked-articles.ts';
import { Failure } from '#core/failure.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type AgentCall, listCalls } from '#runtime/call-log.ts';
import { AGENT_STYLES, agentName, permissionText, revokeForm, stateText } from './agents.ts';

const SAVED = 100;
const CALLS = 100;

/** `GET /newsroom/agents/{claimId}`: an agent's access, revisions and calls. */
export async function showAgent(c: Context): Promise<Response> {
  const { deps } = c.var;
  const claimId = c.req.param('claimId') ?? '';
  await deps.callLog.flush();
  const agent = await findGrantedAgent(deps, deps.db.read, claimId);
  if (!agent)
    throw new Failure('not_found', 'No agent with this id was approved.', { hint: 'Look at the list of agents.' });
  const saved = await listSavedBy(deps.db.read, claimId, SAVED);
  const calls = await listCalls(deps.db.read, claimId, CALLS);
  const name = agentName(agent);
  return newsroomPage(c, {
    title: name,
    styles: AGENT_STYLES,
    main: html`<p class="trail"><a href="/newsroom/agents">Agents</a></p>
<h1 class="program">${name}</h1>
${facts(agent)}
${agent.state === 'live' ? html`<div class="ending">${revokeForm(agent)}</div>` : ''}
<section aria-labelledby="saved-title">
<h2 id="saved-title">What it wrote</h2>
${saved.length === 0 ? html`<p>It has saved nothing${agent.state === 'live' ? ' yet' : ''}.</p>` : savedTable(saved)}
${agent.saved > saved.length ? html`<p class="hint">The last ${saved.length} of ${agent.saved}; the <a href="/newsroom/journal?agent=${claimId}">journal</a> has all of them.</p>` : ''}
</section>
<section aria-labelledby="calls-title">
<h2 id="calls-title">What it called</h2>
${calls.length === 0 ? html`<p>No calls are logged.</p>` : callTable(calls)}
<p class="hint">The last ${calls.length} of ${agent.called} logged calls. The log keeps 500 calls for each agent. The <a href="/newsroom/journal?agent=${claimId}">journal</a> keeps every change.</p>
</section>`,
  });
}

function facts(one: GrantedAgent): Html {
  return html`<dl class="title-block">
<div><dt>Approved by</dt><dd>${one.letInBy}</dd></div>
<div><dt>Approved (UTC)</dt><dd>${formatTime(one.letInAt)}</dd></div>
<div><dt>From the address</dt><dd>${one.address}</dd></div>
<div><dt>Asked for</dt><dd>${one.loginHint ?? 'nobody'}</dd></div>
<div><dt>May</dt><dd>${permissionText(one)}</dd></div>
<div><dt>Desks</dt><dd>${one.desks ? one.desks.map(deskName).join(', ') : 'Every desk'}</dd></div>
<div><dt>Token renewal (UTC)</dt><dd>${one.renewUntil ? html`until ${formatTime(one.renewUntil)}` : 'none: one token'}</dd></div>
<div><dt>State (UTC)</dt><dd>${stateText(one)}</dd></div>
</dl>`;
}

function savedTable(lines: SavedRevision[]): Html {
  return html`<table class="plan">
<caption class="unseen">Revisions it saved, latest first</caption>
<thead><tr><th scope="col">Headline</th><th scope="col">Revision</th><th scope="col">Saved (UTC)</th><th scope="col">Now</th></tr></thead>
<tbody>${lines.map(
    (one) => html`<tr>
<th scope="row"><a href="/newsroom/articles/${one.articleId}">${one.headline}</a></th>
<td><a href="/newsroom/articles/${one.articleId}/revisions/${one.number}">Revision ${one.number}</a></td>
<td>${formatTime(one.savedAt)}</td>
<td>${one.isLive ? 'Readers see it' : one.isLatest ? 'The latest' : 'Newer revisions exist'}</td>
</tr>`,
  )}</tbody>
</table>`;
}

function callTable(calls: AgentCall[]): Html {
  return html`<table class="plan calls">
<caption class="unseen">Calls, latest first</caption>
<thead><tr><th scope="col">Called</th><th scope="col">At (UTC)</th><th scope="col">Article</th><th scope="col">Outcome</th></tr></thead>
<tbody>${calls.map(
    (one) => html`<tr>
<th scope="row"><code>${one.name}</code></th>
<td><time datetime="${one.at}">${one.at.slice(0, 10)} ${one.at.slice(11, 19)}</time></td>
<td>${one.articleId ? html`<a href="/newsroom/articles/${one.articleId}"><code>${one.articleId.slice(0, 8)}</code></a>` : ''}</td>
<td>${one.outcome === 'done' ? 'done' : html`refused: <code>${one.outcome}</code>`}</td>
</tr>`,
  )}</tbody>
</table>`;
}
