import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

export type Card = {
  title: Html | string;
  href?: string;
  lines?: readonly (Html | string)[];
  /** A state, then the act. */
  acts?: readonly (Html | string)[];
  /** How much of it is done, from 0 to 1, with its words. */
  done?: { part: number; words: string };
  /** The level of its heading: 2 directly below the head of the page. */
  level?: 2 | 3;
};

/** Things side by side. */
export function cards(list: readonly Card[]): Html {
  return html`<ul class="cards">${list.map((item) => html`<li class="card">${cardInner(item)}</li>`)}</ul>`;
}

/** One thing. */
export function card(item: Card): Html {
  return html`<div class="card">${cardInner(item)}</div>`;
}

function cardInner({ title, href, lines = [], acts = [], done, level = 3 }: Card): Html {
  const name = href ? html`<a href="${href}">${title}</a>` : title;
  return html`${level === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`}${lines.map((line) => html`<p>${line}</p>`)}${done ? meter(done) : ''}${acts.length > 0 ? html`<div class="acts">${acts}</div>` : ''}`;
}

/** A bar that says how much is done, with its words below. */
export function meter({ part, words }: { part: number; words: string }): Html {
  const width = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return html`<div class="meter" aria-hidden="true"><svg class="bars" viewBox="0 0 100 5" preserveAspectRatio="none"><rect width="${width}" height="5" fill="currentColor"/></svg></div><p>${words}</p>`;
}
