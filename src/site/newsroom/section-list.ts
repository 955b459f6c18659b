import { html } from 'hono/html';
import { countByDesk } from '#editorial/publish/move-desk.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { RetiredSection, Section, Sections } from '#runtime/site-snapshot.ts';
import { addSection, MOST_SECTIONS, orderSection, readSections } from '#site/sections.ts';

/** `GET /newsroom/sections`: the sections in their order, and the form that adds one. */
export function showSections(c: Context): Promise<Response> {
  return sectionsPage(c, null);
}

/** `POST /newsroom/sections`: adds a section. */
export async function postNewSection(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  const { name = '', about = '', slug = '' } = typed;
  try {
    const added = await addSection(c.var.deps, c.var.actor, { name, about, slug });
    return redirect(`/newsroom/sections?${new URLSearchParams({ done: 'added', name: added.name })}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => sectionsPage(c, { typed, failure, status }));
  }
}

/** `POST /newsroom/sections/order`: a section one place up or down. */
export async function postSectionOrder(c: Context): Promise<Response> {
  const typed = await parseForm(c);
  const { section = '', direction } = typed;
  try {
    await orderSection(c.var.deps, c.var.actor, section, direction === 'up' ? 'up' : 'down');
    const place = new URLSearchParams({ done: 'ordered', section, direction: direction === 'up' ? 'up' : 'down' });
    return redirect(`/newsroom/sections?${place}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => sectionsPage(c, { typed, failure, status }));
  }
}

async function sectionsPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { read } = c.var.deps.db;
  const sections = await readSections(read);
  const counts = await countByDesk(read);
  const { name, about, slug = '' } = refused?.typed ?? {};
  return newsroomPage(c, {
    title: 'Sections',
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a></p>
<h1>Sections</h1>
<p class="hint">The navigation of every page, the forms of the newsroom and what agents are told follow this list within a second.</p>
${refusalNote(refused?.failure ?? null)}${refused ? '' : doneNote(c, sections)}
${sectionList(c, sections.open, counts)}
${sections.retired.length > 0 ? retiredList(sections.retired, counts) : ''}
<h2>Add a section</h2>
${
  sections.open.length >= MOST_SECTIONS
    ? html`<p>${MOST_SECTIONS} sections are the most.</p>`
    : html`<form class="entry" method="post" action="/newsroom/sections">
${field({ name: 'name', label: 'Name', value: name, autocomplete: 'off' })}
${field({ name: 'about', label: 'What it is about, in a line', value: about, autocomplete: 'off' })}
<p class="field"><label for="slug">Address, if it should not follow the name</label>
<input id="slug" name="slug" value="${slug}" autocomplete="off" pattern="[a-z0-9]+(-[a-z0-9]+)*" aria-describedby="slug-hint">
<span class="hint" id="slug-hint">Letters from a to z, digits and hyphens.</span></p>
<p><button>Add the section</button></p>
</form>`
}`,
  });
}

function doneNote(c: Context, { open }: Sections): Html | string {
  const note = (text: string) => html`<p class="done" role="status">${text}</p>`;
  const place = open.findIndex(({ slug }) => slug === c.req.query('section'));
  switch (c.req.query('done')) {
    case 'added':
      return note(`Readers see the section “${c.req.query('name') ?? ''}”.`);
    case 'ordered':
      return place === -1 ? '' : note(`“${open[place]?.name}” is now number ${place + 1}.`);
    case 'retired':
      return note('The section was retired. Its articles stay where they are.');
    default:
      return '';
  }
}

function sectionList(c: Context, open: readonly Section[], counts: Map<string, number>): Html {
  const focus = (slug: string, direction: string) =>
    slug === c.req.query('section') && c.req.query('direction') === direction ? html` autofocus` : '';
  return html`<ol class="front">${open.map(({ slug, name, about }, place) => {
    const move = (direction: 'up' | 'down') =>
      html`<button class="plain" name="direction" value="${direction}"${focus(slug, direction)}>Move ${direction}<span class="unseen"> “${name}”</span></button>`;
    return html`
<li><p><a href="/newsroom/sections/${slug}">${name}</a> <span class="hint">/${slug}. ${counted(counts.get(slug) ?? 0)}. ${about}</span></p>
<div class="acts"><form method="post" action="/newsroom/sections/order"><input type="hidden" name="section" value="${slug}">${place > 0 ? move('up') : ''} ${place < open.length - 1 ? move('down') : ''}</form></div></li>`;
  })}
</ol>`;
}

function retiredList(retired: readonly RetiredSection[], counts: Map<string, number>): Html {
  return html`<h2>Retired</h2>
<ul class="front">${retired.map(
    ({ slug, name, movedTo }) => html`
<li><p><a href="/newsroom/sections/${slug}">${name}</a> <span class="hint">/${slug} leads to ${movedTo === null ? 'the home page' : `/${movedTo}`}. ${counted(counts.get(slug) ?? 0)}.</span></p></li>`,
  )}
</ul>`;
}

export function counted(articles: number): string {
  return articles === 0 ? 'No article' : articles === 1 ? '1 article' : `${articles} articles`;
}
