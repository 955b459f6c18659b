import { html } from 'hono/html';
import { type GrantedAgent, listActiveAgents, listGrantedAgents } from '../../../agents/list-agents.ts';
import { revokeGrant, stopAllAgents } from '../../../agents/revoke.ts';
import { deskName } from '../../../article/model/desk.ts';
import type { Html } from '../../../render/html/html.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage, redirect } from '../kit/page.ts';
import { formatTime } from '../kit/time.ts';

/** Programs on a page of those that were let in. */
const SHOWN = 50;

export const AGENT_STYLES = ['newsroom-agents.css'];

/** `GET /newsroom/agents`: the programs that may act now, and those that were let in before. */
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
<p>Programs that editors let in. They file drafts and save revisions; none can publish. A program that waits shows its person a code: <a href="/agent/claim">enter it to decide</a>.</p>
${stoppedNote(c)}
<section aria-labelledby="acting">
<div class="beside"><h2 id="acting">May act now</h2>
${acting.length === 0 ? '' : html`<p><a class="stop" href="/newsroom/agents/stop">Stop all agents</a></p>`}</div>
${acting.length === 0 ? html`<p>No program may act now. One that asks shows its person a code.</p>` : table(acting, 'Programs that may act now, the last let in first')}
</section>
<section aria-labelledby="before">
<h2 id="before">Let in before</h2>
${past.length === 0 ? html`<p>${acting.length === 0 ? 'No program has been let in yet.' : 'None here yet.'}</p>` : table(past, 'Programs let in before, the last first')}
${nextCursor === null ? '' : html`<p><a href="/newsroom/agents?cursor=${nextCursor}">Earlier programs</a></p>`}
</section>
<p class="hint">When an editor is disabled, the programs they let in stop at their next call. The name and the address are what the program showed; nobody has verified them.</p>`,
  });
}

/** Said after all were stopped, and true of any moment at which none may act. */
function stoppedNote(c: Context): Html | string {
  if (c.req.query('done') !== 'stopped') return '';
  return html`<p class="done" role="status">All agents were asked to stop. Whatever stands under “May act now” was let in after that; the <a href="/newsroom/journal?act=agents.stopped">journal</a> says who stopped them and when.</p>`;
}

function table(programs: GrantedAgent[], caption: string): Html {
  return html`<table class="plan programs">
<caption class="unseen">${caption}</caption>
<thead><tr><th scope="col">Program</th><th scope="col">From</th><th scope="col">Let in (UTC)</th><th scope="col">May</th><th scope="col">State (UTC)</th><th scope="col" class="number">Saved</th><th scope="col" class="number">Calls</th>${programs[0]?.state === 'live' ? html`<th scope="col">Act</th>` : ''}</tr></thead>
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
  return html`<form method="post" action="/newsroom/agents/${one.claimId}/revoke"><button class="plain" aria-label="Revoke ${agentName(one)}, let in by ${one.letInBy}">Revoke</button></form>`;
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
      const withFresh = renewUntil === null ? '' : ', with fresh tokens';
      return html`<strong>May act</strong>${withFresh} until ${formatTime(until)}${one.isFetched ? '' : ', has fetched no token yet'}`;
    }
    case 'revoked':
      return html`Revoked ${one.endedAt ? formatTime(one.endedAt) : ''}`;
    case 'shut out':
      return html`Ended with the rights of ${one.letInBy}`;
    case 'expired':
      return html`Ended ${formatTime(one.expiresAt)}`;
  }
}

/** `POST /newsroom/agents/{claimId}/revoke`. */
export async function postRevoke(c: Context): Promise<Response> {
  await revokeGrant(c.var.deps, c.var.session.editor, c.req.param('claimId') ?? '');
  return redirect('/newsroom/agents');
}

/** `GET /newsroom/agents/stop`: asks before all are stopped. */
export async function showStop(c: Context): Promise<Response> {
  const acting = await listActiveAgents(c.var.deps, c.var.deps.db.read);
  const count = acting.length === 1 ? 'One agent' : `${acting.length} programs`;
  return newsroomPage(c, {
    title: 'Stop all agents',
    main: html`<p class="trail"><a href="/newsroom/agents">Agents</a></p>
<h1>Stop all agents?</h1>
<p>${acting.length === 0 ? 'No program' : count} may act now. Whoever let them in, each fails at its next call and gets no other token; programs that wait for an editor are refused. What they wrote stays.</p>
<p>Afterwards an editor can let each of them in again.</p>
<form method="post" action="/newsroom/agents/stop"><button>Stop all agents</button></form>
<p><a href="/newsroom/agents">Go back, stop nothing</a></p>`,
  });
}

/** `POST /newsroom/agents/stop`. */
export async function postStop(c: Context): Promise<Response> {
  await stopAllAgents(c.var.deps, c.var.session.editor);
  return redirect('/newsroom/agents?done=stopped');
}
