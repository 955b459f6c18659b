import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

export type ListLine = {
  /** The name of the thing, with a link to its page. */
  title: Html | string;
  href?: string;
  /** One line of facts, each apart. */
  facts?: readonly (Html | string)[];
  /** State, day and face, in this order, and the acts of the line. */
  side?: readonly (Html | string)[];
  /** A box that chooses the line for an act on several. */
  tick?: { name: string; value: string; label: string; form?: string };
  id?: string;
  /** The key by which the script of the list finds the line. */
  key?: string;
  /** What the line opens: `details` with the acts that are rarely needed. */
  more?: Html;
};

/** A list with one line for each thing. */
export function listLines(lines: readonly ListLine[], label?: string): Html {
  return html`<ul class="lines"${label ? html` aria-label="${label}"` : ''}>${lines.map(listLine)}
</ul>`;
}

export function listLine({ title, href, facts = [], side = [], tick, id, key, more }: ListLine): Html {
  return html`
<li${id ? html` id="${id}"` : ''}${key ? html` data-line="${key}"` : ''}>${
    tick
      ? html`<label class="tick"><input type="checkbox" name="${tick.name}" value="${tick.value}"${tick.form ? html` form="${tick.form}"` : ''} autocomplete="off"><span class="unseen">${tick.label}</span></label>`
      : ''
  }<div><p class="what">${href ? html`<a href="${href}">${title}</a>` : title}</p>${facts.length > 0 ? html`<p class="facts">${withDots(facts)}</p>` : ''}</div>${
    side.length > 0 ? html`<div class="side-facts">${side}</div>` : ''
  }${more ?? ''}</li>`;
}

/** Facts with a dot between two. */
export function withDots(facts: readonly (Html | string)[]): Html {
  const shown = facts.filter((fact) => fact !== '');
  return html`${shown.map((fact, at) => html`${at > 0 ? ' · ' : ''}${fact}`)}`;
}
