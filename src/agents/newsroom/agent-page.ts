import { html } from 'hono/html';
import { findGrantedAgent, type GrantedAgent } from '#agents/list-agents.ts';
import { listSavedBy, type SavedRevision } from '#article/linked-articles.ts';
import { sectionName } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { nameSubjects } from '#editorial/name-subjects.ts';
import { countLookups, type LookupCounts } from '#evidence/figures/count-lookups.ts';
import type { Html } from '#html/html.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { pill } from '#html/newsroom/kit/pill.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { formatSecond, formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type AgentCall, listCalls } from '#runtime/call-log.ts';
import { AGENTS_TRAIL, agentName, permissionText, revokeForm, stateText } from './agents.ts';

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
  const lookups = await countLookups(deps.db.read, [claimId]);
  const calls = await listCalls(deps.db.read, claimId, CALLS);
  const articleIds = new Set(calls.flatMap(({ articleId }) => articleId ?? []));
  const articles = articleIds.size > 0 ? await nameSubjects.article?.(deps.db.read, [...articleIds]) : [];
  const names = new Map(articles?.map((article) => [article.id, article.name] as const));
  const name = agentName(agent);
  const log = html`<a href="/newsroom/journal?agent=${claimId}">activity log</a>`;
  return newsroomPage(c, {
    title: name,
    head: {
      title: name,
      trail: AGENTS_TRAIL,
      others: agent.state === 'live' ? [{ form: revokeForm(agent) }] : [],
    },
    main: html`${facts(agent, lookups.get(claimId))}
<section aria-labelledby="saved-title">
<h2 id="saved-title">What it wrote</h2>
${saved.length === 0 ? html`<p>It has saved nothing${agent.state === 'live' ? ' yet' : ''}.</p>` : savedLines(saved)}
${agent.saved > saved.length ? html`<p class="hint">The last ${saved.length} of ${agent.saved}; the ${log} has all of them.</p>` : ''}
</section>
<section aria-labelledby="calls-title">
<h2 id="calls-title">What it called</h2>
${calls.length === 0 ? html`<p>No calls are logged.</p>` : callTable(calls, names)}
<p class="hint">The last ${calls.length} of ${agent.called} logged calls. The log keeps 500 calls for each agent. The ${log} keeps every change.</p>
</section>`,
  });
}

function facts(agent: GrantedAgent, lookups: LookupCounts | undefined): Html {
  return html`<dl class="copy">
<div><dt>State (UTC)</dt><dd>${stateText(agent)}</dd></div>
<div><dt>Approved (UTC)</dt><dd>${formatTime(agent.letInAt)} by ${agent.letInBy}</dd></div>
<div><dt>May</dt><dd>${permissionText(agent)}</dd></div>
<div><dt>Sections</dt><dd>${agent.sections ? agent.sections.map(sectionName).join(', ') : 'Every section'}</dd></div>
<div><dt>Token renewal (UTC)</dt><dd>${agent.renewUntil ? html`until ${formatTime(agent.renewUntil)}` : 'none: one token'}</dd></div>
<div><dt>From the address</dt><dd>${agent.address}</dd></div>
<div><dt>Asked for</dt><dd>${agent.loginHint ?? 'nobody'}</dd></div>
${lookups ? html`<div><dt>Its numbers, looked up in the sources it named</dt><dd>${lookupWords(lookups)}</dd></div>` : ''}
</dl>
<p class="hint">Name and address come from the agent itself and are not verified. When ${agent.letInBy} is disabled, the agent loses its access at its next call.</p>`;
}

/** Each state that occurs, with its number. */
function lookupWords({ found: hits, near, not_found, unreachable }: LookupCounts): string {
  const parts: [number, string][] = [
    [hits, 'found'],
    [near, 'with another number in the source'],
    [not_found, 'not found'],
    [unreachable, 'with a source that could not be opened'],
  ];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ');
}

function savedLines(lines: SavedRevision[]): Html {
  return listLines(
    lines.map((revision) => ({
      title: revision.headline,
      href: `/newsroom/articles/${revision.articleId}`,
      facts: [
        html`<a href="/newsroom/articles/${revision.articleId}/revisions/${revision.number}">Revision ${revision.number}</a>`,
        formatTime(revision.savedAt),
      ],
      side: [
        revision.isLive
          ? pill('Readers see it', 'ready')
          : pill(revision.isLatest ? 'The latest' : 'Newer revisions exist'),
      ],
    })),
    'Revisions it saved, latest first',
  );
}

function callTable(calls: AgentCall[], names: ReadonlyMap<string, string>): Html {
  return table({
    caption: 'Calls, latest first',
    hasUnseenCaption: true,
    columns: [{ text: 'Called' }, { text: 'At (UTC)' }, { text: 'Article' }, { text: 'Outcome' }],
    rows: calls.map((call) => [
      html`<code>${call.name}</code>`,
      formatSecond(call.at),
      call.articleId
        ? html`<a href="/newsroom/articles/${call.articleId}">${names.get(call.articleId) ?? 'A former article'}</a>`
        : '',
      call.outcome === 'done' ? 'done' : html`refused: ${call.outcome.replaceAll('_', ' ')}`,
    ]),
  });
}
