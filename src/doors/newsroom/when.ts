import { html } from 'hono/html';
import type { Html } from '../../editions/html.ts';

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** A time to the minute, in UTC: `06 Sep 2026, 13:00`. */
export function when(at: string): Html {
  return html`<time datetime="${at}">${FORMAT.format(new Date(at))}</time>`;
}
