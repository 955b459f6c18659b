import { html } from 'hono/html';
import { DESKS } from '../../article/model/desk.ts';
import { LONGEST_Q } from '../../article/model/search.ts';
import type { Html } from './html.ts';

/** The form that looks published articles up; a plain GET. */
export function searchForm({ q = '', section = '' }: { q?: string; section?: string } = {}): Html {
  return html`<form class="search" action="/search" role="search">
<p><label for="q">Words</label><input id="q" name="q" type="search" value="${q}" maxlength="${LONGEST_Q}" autocomplete="off"></p>
<p><label for="section">Desk</label><select id="section" name="section"><option value="">Every desk</option>${DESKS.map(
    ({ slug, name }) => html`<option value="${slug}"${slug === section ? ' selected' : ''}>${name}</option>`,
  )}</select></p>
<p><button type="submit">Search</button></p>
</form>`;
}
