import { html } from 'hono/html';
import { WAITING_LABELS, type Waiting, type WaitingArticle } from '#article/waiting.ts';
import type { Html } from '#html/html.ts';

/** The first part of the board: the articles that wait for the person who reads it. */
export function waitingSection({ articles, isCut, agentDrafts }: Waiting, personId: string): Html {
  const isNothing = articles.length === 0 && agentDrafts === 0;
  return html`<section class="waiting" aria-labelledby="waiting-title"><h2 id="waiting-title">Waiting for you</h2>
${isNothing ? html`<p class="hint">Nothing waits for you.</p>` : html`<ul>${articles.map(item)}${agentDraftsItem(agentDrafts, personId)}</ul>`}
${isCut ? html`<p class="hint">More articles wait. The most urgent ones are shown.</p>` : ''}</section>`;
}

function item({ id, headline, dueOn, reasons }: WaitingArticle): Html {
  const isDue = reasons[0] === 'overdue' || reasons[0] === 'due';
  return html`<li><a href="/newsroom/articles/${id}">${headline}</a> <span class="by">${reasons.map((one) => WAITING_LABELS[one]).join(', ')}${isDue ? html`, <time datetime="${dueOn}">${dueOn}</time>` : ''}</span></li>`;
}

function agentDraftsItem(count: number, personId: string): Html | string {
  if (count === 0) return '';
  return html`<li><a href="/newsroom?stage=draft&amp;agent=${personId}">${count} ${count === 1 ? 'draft' : 'drafts'} by agents you approved</a></li>`;
}
