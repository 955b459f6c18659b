import { html } from 'hono/html';
import { groupsFor, SETTINGS_GROUPS } from '#html/newsroom/frame/navigation.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

/** `GET /newsroom/settings`: the pages of everything that is set up once, for this person. */
export function showSettings(c: Context): Promise<Response> {
  const groups = groupsFor(c.var.session.editor, SETTINGS_GROUPS);
  return newsroomPage(c, {
    title: 'Settings',
    head: { title: 'Settings' },
    main: html`<div class="index">${groups.map(
      ({ name, entries }, at) => html`<section aria-labelledby="settings-${at}"><h2 id="settings-${at}">${name}</h2>
<ul>${entries.map(({ path, text }) => html`<li><a href="${path}">${text}</a></li>`)}</ul></section>`,
    )}</div>`,
  });
}
