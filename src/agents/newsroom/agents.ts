import { html } from 'hono/html';
import { findGrantedAgent, type GrantedAgent, listActiveAgents, listGrantedAgents } from '#agents/list-agents.ts';
import { revokeGrant, stopAllAgents } from '#agents/revoke.ts';
import { sectionName } from '#article/section.ts';
import { countLookups, type LookupCounts } from '#evidence/figures/count-lookups.ts';
import type { Html } from '#html/html.ts';
import { acts, button, linkButton } from '#html/newsroom/kit/button.ts';
import { type Control, field } from '#html/newsroom/kit/field.ts';
import { listLines, withDots } from '#html/newsroom/kit/list-line.ts';
import { newsroomPage, redirect, type Toast } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { listWaitingRequests, type WaitingRequest, waitingWords } from './waiting.ts';

/** Agents on one page. */
const SHOWN = 50;

export const AGENTS_TRAIL = [{ text: 'Agents', href: '/newsroom/agents' }];

/** `GET /newsroom/agents`: what waits, the agents with access now, and those that had access before. */
export async function showAgents(c: Context): Promise<Response> {
  const { deps, session } = c.var;
  await deps.callLog.flush();
  const { read } = deps.db;
  const waiting = await listWaitingRequests(deps, session.editor);
  const acting = await listActiveAgents(deps, read);
  const cursor = c.req.query('cursor');
  const { programs, nextCursor } = await listGrantedAgents(deps, read, {
    limit: SHOWN,
    ...(cursor !== undefined && { cursor }),
  });
  const past = programs.filter((agent) => agent.state !== 'live');
  const claimIds = [...acting, ...past].map(({ claimId }) => claimId);
  const lookups = await countLookups(read, claimIds);
  return newsroomPage(c, {
    title: 'Agents',
    toast: await doneToast(c),
    head: {
      title: 'Agents',
      ...(waiting.length === 0 && { primary: { text: 'Approve agent', href: '/agent/claim' } }),
      others: acting.length === 0 ? [] : [{ text: 'Stop all agents', href: '/newsroom/agents/stop' }],
    },
    main: html`${waiting.length === 0 ? '' : waitingPart(waiting)}
<section aria-labelledby="acting">
<h2 id="acting">Access now</h2>
${acting.length === 0 ? html`<p>No agent has access now. An agent that asks for access shows a code.</p>` : lines(acting, lookups, 'Agents with access, latest first')}
</section>
<section aria-labelledby="before">
<h2 id="before">Access before</h2>
${past.length === 0 ? html`<p>${acting.length === 0 ? 'No agent has had access yet.' : 'None yet.'}</p>` : lines(past, lookups, 'Agents that had access before, latest first')}
${nextCursor === null ? '' : html`<p><a href="/newsroom/agents?cursor=${nextCursor}">Earlier agents</a></p>`}
</section>`,
  });
}

const CODE: Control = {
  label: 'Code',
  hint: 'Eight letters, such as WDJB-MJHT. Enter only a code shown by an agent that you started.',
};

/** What waits, with the one act about it. What the agents say of themselves follows after the code. */
function waitingPart(waiting: readonly WaitingRequest[]): Html {
  const [latest] = waiting;
  const facts = latest
    ? withDots([
        html`asked ${formatTime(latest.askedAt)}`,
        html`its code ends ${formatTime(latest.expiresAt)}`,
        latest.isForReader ? 'it asks for you' : '',
      ])
    : '';
  return html`<section class="card" aria-labelledby="waiting">
<h2 id="waiting">${waitingWords(waiting.length)}</h2>
<p>${waiting.length > 1 ? 'The latest: ' : ''}${facts}</p>
<form class="entry inline" method="post" action="/agent/claim">
${field(CODE, { name: 'user_code', typed: new URLSearchParams() })}
<p>${button({ text: 'See the request' })}</p>
</form>
</section>`;
}

async function doneToast(c: Context): Promise<Toast | null> {
  switch (c.req.query('done')) {
    case 'stopped':
      return {
        text: html`All agents were stopped. Any agent under “Access now” was approved after that. <a href="/newsroom/journal?act=agents.stopped">Who stopped them</a>`,
      };
    case 'revoked': {
      const agent = await findGrantedAgent(c.var.deps, c.var.deps.db.read, c.req.query('agent') ?? '');
      return agent ? { text: `The access of ${agentName(agent)} was revoked. Its next call fails.` } : null;
    }
    default:
      return null;
  }
}

function lines(programs: readonly GrantedAgent[], lookups: ReadonlyMap<string, LookupCounts>, label: string): Html {
  return listLines(
    programs.map((agent) => ({
      title: agentName(agent),
      href: `/newsroom/agents/${agent.claimId}`,
      facts: [
        stateText(agent),
        html`approved ${formatTime(agent.letInAt)} by ${agent.letInBy}`,
        grantWords(agent),
        `from ${agent.address}`,
        agent.loginHint ? `asked for ${agent.loginHint}` : '',
        foundShare(lookups.get(agent.claimId)),
      ],
      side: [
        `${agent.saved} saved, ${agent.called} ${agent.called === 1 ? 'call' : 'calls'}`,
        agent.state === 'live' ? revokeForm(agent) : '',
      ],
    })),
    label,
  );
}

/** How many of an agent's numbers its sources had, of those whose source could be opened; empty where nothing was looked up. */
function foundShare(counts: LookupCounts | undefined): string {
  if (!counts) return '';
  const opened = counts.found + counts.near + counts.not_found;
  return opened === 0 ? '' : `${counts.found} of ${opened} numbers found at first in their sources`;
}

export function revokeForm(agent: GrantedAgent): Html {
  return html`<form method="post" action="/newsroom/agents/${agent.claimId}/revoke">${button({ text: html`Revoke<span class="unseen"> ${agentName(agent)}, approved by ${agent.letInBy}</span>`, weight: 'plain' })}</form>`;
}

export function agentName({ program }: GrantedAgent): string {
  return program || 'No name given';
}

export function permissionText({ isDraftOnly }: GrantedAgent): string {
  return isDraftOnly ? 'file drafts only' : 'file drafts, save revisions';
}

function grantWords(agent: GrantedAgent): string {
  const { sections } = agent;
  return `${permissionText(agent)}${sections ? `, for ${sections.map(sectionName).join(', ')}` : ''}`;
}

export function stateText(agent: GrantedAgent): Html {
  switch (agent.state) {
    case 'live': {
      const { renewUntil, expiresAt } = agent;
      const until = renewUntil !== null && renewUntil > expiresAt ? renewUntil : expiresAt;
      const withFresh = renewUntil === null ? '' : ', with renewal,';
      return html`<strong>Has access</strong>${withFresh} until ${formatTime(until)}${agent.isFetched ? '' : ', no token fetched yet'}`;
    }
    case 'revoked':
      return html`Revoked ${agent.endedAt ? formatTime(agent.endedAt) : ''}`;
    case 'shut out':
      return html`Ended because ${agent.letInBy} was disabled, changed role or changed the password`;
    case 'expired':
      return html`Ended ${formatTime(agent.expiresAt)}`;
  }
}

/** `POST /newsroom/agents/{claimId}/revoke`. */
export async function postRevoke(c: Context): Promise<Response> {
  const claimId = c.req.param('claimId') ?? '';
  await revokeGrant(c.var.deps, c.var.session.editor, claimId);
  return redirect(`/newsroom/agents?${new URLSearchParams({ done: 'revoked', agent: claimId })}`);
}

/** `GET /newsroom/agents/stop`: asks for confirmation. */
export async function showStop(c: Context): Promise<Response> {
  const acting = await listActiveAgents(c.var.deps, c.var.deps.db.read);
  const count = acting.length === 1 ? 'One agent has' : `${acting.length} agents have`;
  return newsroomPage(c, {
    title: 'Stop all agents',
    head: { title: 'Stop all agents?', trail: AGENTS_TRAIL },
    main: html`<p>${acting.length === 0 ? 'No agent has' : count} access now. Each agent fails at its next call and gets no new token, whichever editor approved it. Waiting access requests are refused. What the agents wrote stays.</p>
<p>Editors can approve them again later.</p>
<form method="post" action="/newsroom/agents/stop">${acts(button({ text: 'Stop all agents' }), linkButton({ text: 'Cancel', href: '/newsroom/agents' }))}</form>`,
  });
}

/** `POST /newsroom/agents/stop`. */
export async function postStop(c: Context): Promise<Response> {
  await stopAllAgents(c.var.deps, c.var.session.editor);
  return redirect('/newsroom/agents?done=stopped');
}
