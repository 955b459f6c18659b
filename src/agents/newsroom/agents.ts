import { html } from 'hono/html';
import { type GrantedAgent, listActiveAgents, listGrantedAgents } from '#agents/list-agents.ts';
import { revokeGrant, stopAllAgents } from '#agents/revoke.ts';
import { deskName } from '#article/desk.ts';
import type { Html } from '#html/html.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';

/** Agents on one page. */
const SHOWN = 50;

export const AGENT_STYLES = ['newsroom-agents.css'];

/** `GET /newsroom/agents`: the agents with access now, and those that had access before. */
export async function showAgents(c: Context): Promise<Response> {
  const { deps } = c.var;
  await deps.callLog.flush();
  const { read } = deps.db;
  const acting = await listActiveAgents(deps, read);
  const cursor = c.req.query('cursor');
  const { programs, nextCursor } = await listGrantedAgents(deps, read, {
    limit: SHOWN,
    ...(cursor !== undefined && { cursor }),
  });
  const past = programs.filter((one) => one.state !== 'live');
  return newsroomPage(c, {
    title: 'Agents',
    styles: AGENT_STYLES,
    main: html`<h1>Agents</h1>
<p>Agents file drafts and save revisions. They cannot publish. An agent that asks for access shows a code: <a href="/agent/claim">enter the code to decide</a>.</p>
${stoppedNote(c)}
<section aria-labelledby="acting">
<div class="beside"><h2 id="acting">Access now</h2>
${acting.length === 0 ? '' : html`<p><a class="stop" href="/newsroom/agents/stop">Stop all agents</a></p>`}</div>
${acting.length === 0 ? html`<p>No agent has access now. An agent that asks for access shows a code.</p>` : table(acting, 'Agents with access, latest first')}
</section>
<section aria-labelledby="before">
<h2 id="before">Access before</h2>
${past.length === 0 ? html`<p>${acting.length === 0 ? 'No agent has had access yet.' : 'None yet.'}</p>` : table(past, 'Agents that had access before, latest first')}
${nextCursor === null ? '' : html`<p><a href="/newsroom/agents?cursor=${nextCursor}">Earlier agents</a></p>`}
</section>
<p class="hint">When an editor is disabled, the agents they approved lose access at their next call. Name and address come from the agent itself and are not verified.</p>`,
  });
}

function stoppedNote(c: Context): Html | string {
  if (c.req.query('done') !== 'stopped') return '';
  return html`<p class="done" role="status">All agents were stopped. Any agent under “Access now” was approved after that. The <a href="/newsroom/journal?act=agents.stopped">journal</a> says who stopped them and when.</p>`;
}

function table(programs: GrantedAgent[], caption: string): Html {
  return html`<table class="plan programs">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Agent</th><th scope="col">From</th><th scope="col">Approved (UTC)</th><th scope="col">May</th><th scope="col">State (UTC)</th><th scope="col" class="number">Saved</th><th scope="col" class="number">Calls</th>${programs[0]?.state === 'live' ? html`<th scope="col">Act</th>` : ''}</tr></thead>
<tbody>${programs.map(row)}</tbody>
</table>`;
}

function row(one: GrantedAgent): Html {
  return html`<tr>
<th scope="row"><a href="/newsroom/agents/${one.claimId}">${agentName(one)}</a>${one.loginHint ? html`<br><span class="hint">asked for ${one.loginHint}</span>` : ''}</th>
<td>${one.address}</td>
<td>${formatTime(one.letInAt)} by ${one.letInBy}</td>
<td>${grantWords(one)}</td>
<td>${stateText(one)}</td>
<td class="number"><span class="label">Saved</span> ${one.saved}</td>
<td class="number"><span class="label">Calls</span> ${one.called}</td>
${one.state === 'live' ? html`<td>${revokeForm(one)}</td>` : ''}
</tr>`;
}

export function revokeForm(one: GrantedAgent): Html {
  return html`<form method="post" action="/newsroom/agents/${one.claimId}/revoke"><button class="plain" aria-label="Revoke ${agentName(one)}, approved by ${one.letInBy}">Revoke</button></form>`;
}

export function agentName({ program }: GrantedAgent): string {
  return program || 'No name given';
}

export function permissionText({ isDraftOnly }: GrantedAgent): string {
  return isDraftOnly ? 'file drafts only' : 'file drafts, save revisions';
}

function grantWords(one: GrantedAgent): Html {
  const { desks } = one;
  return html`${permissionText(one)}${desks ? html`<br><span class="hint">for ${desks.map(deskName).join(', ')}</span>` : ''}`;
}

export function stateText(one: GrantedAgent): Html {
  switch (one.state) {
    case 'live': {
      const { renewUntil, expiresAt } = one;
      const until = renewUntil !== null && renewUntil > expiresAt ? renewUntil : expiresAt;
      const withFresh = renewUntil === null ? '' : ', with renewal,';
      return html`<strong>Has access</strong>${withFresh} until ${formatTime(until)}${one.isFetched ? '' : ', no token fetched yet'}`;
    }
    case 'revoked':
      return html`Revoked ${one.endedAt ? formatTime(one.endedAt) : ''}`;
    case 'shut out':
      return html`Ended because ${one.letInBy} was disabled, changed role or changed the password`;
    case 'expired':
      return html`Ended ${formatTime(one.expiresAt)}`;
  }
}

/** `POST /newsroom/agents/{claimId}/revoke`. */
export async function postRevoke(c: Context): Promise<Response> {
  await revokeGrant(c.var.deps, c.var.session.editor, c.req.param('claimId') ?? '');
  return redirect('/newsroom/agents');
}

/** `GET /newsroom/agents/stop`: asks for confirmation. */
export async function showStop(c: Context): Promise<Response> {
  const acting = await listActiveAgents(c.var.deps, c.var.deps.db.read);
  const count = acting.length === 1 ? 'One agent has' : `${acting.length} agents have`;
  return newsroomPage(c, {
    title: 'Stop all agents',
    main: html`<p class="trail"><a href="/newsroom/agents">Agents</a></p>
<h1>Stop all agents?</h1>
<p>${acting.length === 0 ? 'No agent has' : count} access now. Each agent fails at its next call and gets no new token, whichever editor approved it. Waiting access requests are refused. What the agents wrote stays.</p>
<p>Editors can approve them again later.</p>
<form method="post" action="/newsroom/agents/stop"><button>Stop all agents</button></form>
<p><a href="/newsroom/agents">Cancel</a></p>`,
  });
}

/** `POST /newsroom/agents/stop`. */
export async function postStop(c: Context): Promise<Response> {
  await stopAllAgents(c.var.deps, c.var.session.editor);
  return redirect('/newsroom/agents?done=stopped');
}
