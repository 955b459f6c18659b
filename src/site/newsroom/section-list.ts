import { html } from 'hono/html';
import { countBySection } from '#editorial/publish/move-section.ts';
import type { Html } from '#html/html.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { button } from '#html/newsroom/kit/button.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
} from '#html/newsroom/kit/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { sign } from '#html/newsroom/kit/sign.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { RetiredSection, Section, Sections } from '#runtime/site-snapshot.ts';
import {
  addSection,
  MOST_SECTIONS,
  orderSection,
  readSections,
  sectionSchema,
  sectionSlugSchema,
} from '#site/sections.ts';

const ADDRESS = '[a-z0-9]+(-[a-z0-9]+)*';

/** The words of a section. */
export const SECTION_FIELDS = formFields({
  name: { label: 'Name', subject: 'The name', schema: sectionSchema.shape.name, most: 40 },
  about: {
    label: 'What it is about, in a line',
    subject: 'The line about it',
    schema: sectionSchema.shape.about,
    most: 200,
  },
});

export const SECTION_ADDRESS = formFields({
  slug: {
    label: 'New address',
    subject: 'The address',
    schema: sectionSlugSchema,
    pattern: ADDRESS,
    hint: 'Letters from a to z, digits and hyphens.',
  },
});

const NEW_SECTION = formFields({
  ...SECTION_FIELDS,
  slug: { ...SECTION_ADDRESS.slug, label: 'Address, if it should not follow the name', optional: true },
});

const EMPTY: ShownForm = { typed: new URLSearchParams() };

/** `GET /newsroom/sections`: the sections in their order, and the form that adds one. */
export function showSections(c: Context): Promise<Response> {
  return sectionsPage(c, EMPTY);
}

/** `POST /newsroom/sections`: adds a section. */
export async function postNewSection(c: Context): Promise<Response> {
  const typed = await readTyped(c);
  try {
    const { name, about, slug } = readFields(NEW_SECTION, typed);
    const added = await addSection(c.var.deps, c.var.actor, { name, about, slug: slug ?? '' });
    return redirect(`/newsroom/sections?${new URLSearchParams({ done: 'added', name: added.name })}`);
  } catch (error) {
    return renderFormError(error, (failure, status) => sectionsPage(c, { typed, failure }, status));
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
    return renderFormError(error, (failure, status) => sectionsPage(c, { ...EMPTY, failure }, status));
  }
}

async function sectionsPage(c: Context, form: ShownForm, status = 200): Promise<Response> {
  const { read } = c.var.deps.db;
  const sections = await readSections(read);
  const counts = await countBySection(read);
  return newsroomPage(c, {
    title: 'Sections',
    status,
    main: html`<h1>Sections</h1>
<p class="hint">The navigation of every page, the forms of the newsroom and the documents for agents follow this list within a second.</p>
${refusalSummary(form.failure)}${form.failure ? '' : doneNote(c, sections)}
${sectionList(c, sections.open, counts)}
${sections.retired.length > 0 ? retiredList(sections.retired, counts) : ''}
<h2>Add a section</h2>
${
  sections.open.length >= MOST_SECTIONS
    ? html`<p>${MOST_SECTIONS} sections are the most.</p>`
    : html`<form class="entry" method="post" action="/newsroom/sections">
${drawFields(NEW_SECTION, form)}<p><button>Add the section</button></p>
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
  const isMoved = (slug: string, direction: string) =>
    slug === c.req.query('section') && c.req.query('direction') === direction;
  return listLines(
    open.map(({ slug, name, about }, place) => {
      const move = (direction: 'up' | 'down') =>
        button({
          text: sign(direction),
          label: `Move ${direction} “${name}”`,
          weight: 'quiet',
          name: 'direction',
          value: direction,
          autofocus: isMoved(slug, direction),
        });
      return {
        title: name,
        href: `/newsroom/sections/${slug}`,
        facts: [`/${slug}`, counted(counts.get(slug) ?? 0), about],
        side: [
          html`<form method="post" action="/newsroom/sections/order"><input type="hidden" name="section" value="${slug}">${place > 0 ? move('up') : ''} ${place < open.length - 1 ? move('down') : ''}</form>`,
        ],
      };
    }),
    'Sections in their order',
  );
}

function retiredList(retired: readonly RetiredSection[], counts: Map<string, number>): Html {
  return html`<h2>Retired</h2>
${listLines(
  retired.map(({ slug, name, movedTo }) => ({
    title: name,
    href: `/newsroom/sections/${slug}`,
    facts: [`/${slug} leads to ${movedTo === null ? 'the home page' : `/${movedTo}`}`, counted(counts.get(slug) ?? 0)],
  })),
)}`;
}

export function counted(articles: number): string {
  return articles === 0 ? 'No article' : articles === 1 ? '1 article' : `${articles} articles`;
}
