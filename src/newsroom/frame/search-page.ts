import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { groupsFor, OTHER_GROUPS, SETTINGS_GROUPS, SIDE_GROUPS } from '#html/newsroom/frame/navigation.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { FoundThing } from '#http/declared.ts';
import { findEverything } from './find.ts';

/** `GET /newsroom/find?q=`: what the search of the newsroom found, for its script. */
export const findNow = jsonHandler(async (c) => ({
  found: await findEverything(c.var.deps, c.var.session.editor, wordsOf(c)),
}));

/** `GET /newsroom/search?q=`: the same as a page; without words, all pages of the newsroom. */
export async function showSearch(c: Context): Promise<Response> {
  const words = wordsOf(c);
  const finds = words === '' ? [] : await findEverything(c.var.deps, c.var.session.editor, words);
  return newsroomPage(c, {
    title: words === '' ? 'Search' : `Search: ${words}`,
    head: { title: 'Search' },
    main: html`<form class="entry inline" method="get" action="/newsroom/search" role="search" aria-label="Newsroom">
<p class="field"><label for="search-words">Article, page, person, order or act</label>
<input id="search-words" name="q" type="search" value="${words}" maxlength="200" autocomplete="off"${words === '' ? html` autofocus` : ''}></p>
<p><button>Search</button></p>
</form>
${words === '' ? allPages(c) : results(words, finds)}`,
  });
}

function wordsOf(c: Context): string {
  return (c.req.query('q') ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function results(words: string, finds: readonly FoundThing[]): Html {
  if (finds.length === 0) return html`<p role="status">Nothing has the words “${words}”.</p>`;
  const kinds = [...Map.groupBy(finds, ({ kind }) => kind)];
  return html`<p class="hint" role="status">${finds.length} found.</p>
<div class="index">${kinds.map(
    ([kind, things], at) => html`<section aria-labelledby="kind-${at}"><h2 id="kind-${at}">${kind}</h2>
<ul>${things.map(({ text, detail, path }) => html`<li><a href="${path}">${text}</a>${detail ? html` <span class="about">${detail}</span>` : ''}</li>`)}</ul></section>`,
  )}</div>`;
}

function allPages(c: Context): Html {
  const groups = groupsFor(c.var.session.editor, { ...SIDE_GROUPS, ...SETTINGS_GROUPS, ...OTHER_GROUPS });
  return html`<div class="index">${groups.map(
    (
      { name, entries },
      at,
    ) => html`<section aria-labelledby="group-${at}"><h2 id="group-${at}">${name ?? 'Every day'}</h2>
<ul>${entries.map(({ path, text }) => html`<li><a href="${path}">${text}</a></li>`)}</ul></section>`,
  )}</div>`;
}
