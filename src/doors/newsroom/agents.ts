import { html } from 'hono/html';
import { type LetIn, listLetIn } from '../../agent/let-in.ts';
import type { Html } from '../../editions/html.ts';
import type { Ctx } from '../env.ts';
import { newsroomPage } from './page.ts';
import { when } from './when.ts';

/** How many of the last programs let in are shown. */
const SHOWN = 100;

const SCOPE_WORDS: Record<string, string> = { 'article:draft': 'file drafts', 'article:edit': 'save revisions' };

/** `GET /newsroom/agents`: the programs let in. */
export async function showAgents(c: Ctx): Promise<Response> {
  const programs = await listLetIn(c.var.press, c.var.press.db.read, SHOWN);
  return newsroomPage(c, {
    title: 'Agents',
    main: html`<h1>Agents</h1>
<p>Programs that editors let in. Each may file drafts and save revisions for fifteen minutes; none can publish. A program that waits shows its person a code: <a href="/agent/claim">enter it to decide</a>.</p>
${programs.length === 0 ? html`<p>No program has been let in yet.</p>` : programTable(programs)}
<p class="hint">When an editor is disabled, the programs they let in stop at their next call. The name and the address are what the program showed; nobody has verified them.</p>`,
  });
}

function programTable(programs: LetIn[]): Html {
  return html`<table class="plan programs">
<caption class="unseen">Programs let in, latest first</caption>
<thead><tr><th scope="col">Program</th><th scope="col">From</th><th scope="col">Let in (UTC)</th><th scope="col">May</th><th scope="col">State</th><th scope="col" class="number">Saved</th><th scope="col">Act</th></tr></thead>
<tbody>${programs.map(row)}</tbody>
</table>`;
}

function row(one: LetIn): Html {
  return html`<tr>
<th scope="row">${one.program || 'Gave no name'}${one.loginHint ? html`<br><span class="hint">asked for ${one.loginHint}</span>` : ''}</th>
<td>${one.address}</td>
<td>${when(one.createdAt)} by ${one.letInBy}</td>
<td>${one.scopes.map((scope) => SCOPE_WORDS[scope] ?? scope).join(', ')}</td>
<td>${state(one)}</td>
<td class="number"><span class="label">Saved</span> ${one.saved}</td>
<td>${one.state === 'live' ? html`<form method="post" action="/newsroom/agents/${one.tokenId}/revoke"><button class="plain" aria-label="Revoke the token of ${one.program || 'the program without a name'}, let in by ${one.letInBy}">Revoke</button></form>` : ''}</td>
</tr>`;
}

function state(one: LetIn): Html {
  if (one.state === 'live') return html`<strong>May act</strong> until ${when(one.expiresAt)}`;
  return one.revokedAt ? html`Revoked ${when(one.revokedAt)}` : html`Ended ${when(one.expiresAt)}`;
}
