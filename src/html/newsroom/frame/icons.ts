import { html } from 'hono/html';
import type { Html } from '#html/html.ts';

// The icons of the frame: lines in a square of 20, drawn by us.

const LINES: Readonly<Record<string, string>> = {
  today: 'M10 3v3M10 14v3M3 10h3M14 10h3M5 5l2 2M13 13l2 2M5 15l2-2M13 7l2-2',
  articles: 'M4 3h12v14H4zM7 7h6M7 10h6M7 13h4',
  write: 'M4 16l1-4 8-8 3 3-8 8zM11 6l3 3',
  calendar: 'M3 5h14v12H3zM3 9h14M7 3v4M13 3v4',
  pictures: 'M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 5M7 8h.01',
  front: 'M3 4h14v12H3zM3 8h14M10 8v8',
  series: 'M5 5h12v9M3 8h11v9H3z',
  pages: 'M5 3h7l3 3v11H5zM12 3v3h3',
  brief: 'M3 5h14v10H3zM3 6l7 5 7-5',
  subscribers: 'M7 9a3 3 0 100-6 3 3 0 000 6zM2 17c0-4 2-5 5-5s5 1 5 5M13 4a3 3 0 010 5M14 12c3 0 4 2 4 5',
  statistics: 'M3 17h14M5 14V9M10 14V4M15 14v-7',
  orders: 'M4 8v4h3l6 4V4L7 8zM16 8v4',
  invoices: 'M5 3h10v14l-2-1-2 1-2-1-2 1-2-1zM8 7h4M8 10h4',
  suppliers: 'M3 8l1-4h12l1 4M4 8v9h12V8M3 8h14M8 17v-5h4v5',
  agents: 'M5 7h10v9H5zM10 7V3M8 11h.01M12 11h.01M3 10v3M17 10v3',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4',
  more: 'M3 5h14M3 10h14M3 15h14',
  search: 'M9 15A6 6 0 109 3a6 6 0 000 12zM13 13l4 4',
  fold: 'M3 4h14v12H3zM8 4v12M14 8l-2 2 2 2',
  help: 'M7 7c0-4 6-4 6 0 0 2-3 2-3 5M10 15h.01',
};

/** An icon that only repeats its text. */
export function icon(name: string): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${LINES[name] ?? 'M10 10h.01'}"/></svg>`;
}
