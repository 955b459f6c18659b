import { html } from 'hono/html';
import type { GateEntry } from '../../article/gate.ts';
import type { Html } from '../../editions/html.ts';

/** What stands between a revision and publication, what stops it first. */
export function gateList(entries: GateEntry[]): Html {
  if (entries.length === 0) return html`<p>Nothing stands in the way of publication.</p>`;
  const sorted = entries.toSorted((a, b) => Number(b.severity === 'block') - Number(a.severity === 'block'));
  return html`<ul class="gate">${sorted.map(
    ({ severity, message, path }) => html`
<li class="${severity}"><strong>${severity === 'block' ? 'Stops it' : 'Look at'}</strong> <span>${message}</span> <code>${path}</code></li>`,
  )}
</ul>`;
}
