import { html } from 'hono/html';
import { listActing } from '../../../agents/list-agents.ts';
import { stopAll } from '../../../agents/revoke.ts';
import type { Context } from '../../kit/context.ts';
import { newsroomPage, redirect } from '../kit/page.ts';

/** `GET /newsroom/agents/stop`: asks before all are stopped. */
export async function showStop(c: Context): Promise<Response> {
  const acting = await listActing(c.var.deps, c.var.deps.db.read);
  const count = acting.length === 1 ? 'One program' : `${acting.length} programs`;
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
  await stopAll(c.var.deps, c.var.session.editor);
  return redirect('/newsroom/agents?done=stopped');
}
