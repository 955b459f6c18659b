import { html } from 'hono/html';
import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { countBySection, moveSectionArticles } from '#editorial/publish/move-section.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { field } from '#html/newsroom/kit/field.ts';
import {
  drawFields,
  formFields,
  readFields,
  readTyped,
  refusalSummary,
  typedOf,
  wrongOf,
} from '#html/newsroom/kit/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { RetiredSection, Section, Sections } from '#runtime/site-snapshot.ts';
import {
  changeChecklist,
  changeSection,
  checklistSchema,
  readdressSection,
  readSections,
  reopenSection,
  retireSection,
} from '#site/sections.ts';
import { counted, SECTION_ADDRESS, SECTION_FIELDS } from './section-list.ts';

/** `GET /newsroom/sections/{section}`: the forms that change a section. */
export function showSection(c: Context): Promise<Response> {
  return sectionPage(c, null);
}

/** `POST /newsroom/sections/{section}`: changes its words. */
export function postSectionWords(c: Context): Promise<Response> {
  return change(c, async (typed) => {
    await changeSection(c.var.deps, c.var.actor, slugIn(c), readFields(SECTION_FIELDS, typed));
    return `/newsroom/sections/${slugIn(c)}?done=changed`;
  });
}

/** `POST /newsroom/sections/{section}/checklist`: what people tick before an article of it is published. */
export function postSectionChecklist(c: Context): Promise<Response> {
  return change(c, async (typed) => {
    const { checklist } = readFields(CHECKLIST_FIELDS, typed);
    await changeChecklist(c.var.deps, c.var.actor, slugIn(c), pointsIn(checklist));
    return `/newsroom/sections/${slugIn(c)}?done=checklist`;
  });
}

/** `POST /newsroom/sections/{section}/address`: moves it; its old addresses redirect. */
export function postSectionAddress(c: Context): Promise<Response> {
  return change(c, async (typed) => {
    await readdressSection(c.var.deps, c.var.actor, slugIn(c), readFields(SECTION_ADDRESS, typed).slug);
    return `/newsroom/sections/${slugIn(c)}?done=readdressed`;
  });
}

/** `POST /newsroom/sections/{section}/retire`. */
export function postSectionRetirement(c: Context): Promise<Response> {
  return change(c, async (typed) => {
    await retireSection(c.var.deps, c.var.actor, slugIn(c), typed.get('movedTo') || null);
    return '/newsroom/sections?done=retired';
  });
}

/** `POST /newsroom/sections/{section}/reopen`. */
export function postSectionReopening(c: Context): Promise<Response> {
  return change(c, async () => {
    await reopenSection(c.var.deps, c.var.actor, slugIn(c));
    return `/newsroom/sections/${slugIn(c)}?done=reopened`;
  });
}

/** `POST /newsroom/sections/{section}/articles`: moves articles of a retired section. */
export function postSectionArticles(c: Context): Promise<Response> {
  return change(c, async (typed) => {
    const to = typed.get('to') ?? '';
    const { moved, held, left } = await moveSectionArticles(c.var.deps, c.var.actor, slugIn(c), to);
    const counts = { done: 'moved', moved: String(moved), held: String(held), left: String(left) };
    return `/newsroom/sections/${slugIn(c)}?${new URLSearchParams(counts)}`;
  });
}

const CHECKLIST_FIELDS = formFields({
  checklist: {
    label: 'Checklist',
    subject: 'The checklist',
    kind: 'area',
    schema: z.string().refine((lines) => checklistSchema.safeParse(pointsIn(lines)).success, {
      error: 'must have at most 12 different lines of 1 to 120 characters',
    }),
    optional: true,
    hint: 'A line for each point, such as “The rights to every picture are cleared”. People tick the points in *Checks* of the editor and where they publish. An open point is named there; it does not stop the publication.',
  },
});

function pointsIn(lines: string | null): string[] {
  return (lines ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function slugIn(c: Context): string {
  return c.req.param('section') ?? '';
}

async function change(c: Context, act: (typed: URLSearchParams) => Promise<string>): Promise<Response> {
  const typed = await readTyped(c);
  try {
    return redirect(await act(typed));
  } catch (error) {
    return renderFormError(error, (failure, status) => sectionPage(c, { typed, failure, status }));
  }
}

type Refused = { typed: URLSearchParams; failure: Failure; status: number };

async function sectionPage(c: Context, refused: Refused | null): Promise<Response> {
  const { read } = c.var.deps.db;
  const sections = await readSections(read);
  const open = sections.open.find(({ slug }) => slug === slugIn(c));
  const retired = sections.retired.find(({ slug }) => slug === slugIn(c));
  const section = open ?? retired;
  if (!section) throw new Failure('not_found', 'There is no such section.', { hint: 'Look at the list of sections.' });
  const count = (await countBySection(read)).get(section.slug) ?? 0;
  return newsroomPage(c, {
    title: `Section: ${section.name}`,
    status: refused?.status ?? 200,
    main: html`<p class="trail"><a href="/newsroom/sections">Sections</a></p>
<h1>${section.name}</h1>
${refusalSummary(refused?.failure)}${refused ? '' : doneNote(c)}
${open ? openForms(sections, open, count, refused) : ''}${retired ? retiredForms(sections, retired, count) : ''}`,
  });
}

function doneNote(c: Context): Html | string {
  const note = (text: string) => html`<p class="done" role="status">${text}</p>`;
  const { done, moved = '0', held = '0', left = '0' } = c.req.query();
  switch (done) {
    case 'changed':
      return note('Readers see the new words.');
    case 'checklist':
      return note('The checklist is saved. Articles of the section have it now.');
    case 'readdressed':
      return note('The section has a new address, and the old one leads there. Now move its articles.');
    case 'reopened':
      return note('The section is open again, as the last one.');
    case 'moved':
      return note(
        `${counted(Number(moved))} moved; the old addresses lead to the new ones.${held === '0' ? '' : ` ${counted(Number(held))} stayed: newer copy waits to be published, or there are things to fix.`}${left === '0' ? '' : ` ${counted(Number(left))} left: press the button again.`}`,
      );
    default:
      return '';
  }
}

function openForms(sections: Sections, section: Section, count: number, refused: Refused | null): Html {
  const at = `/newsroom/sections/${section.slug}`;
  const { typed = new URLSearchParams(), failure } = refused ?? {};
  const words = typed.has('name') ? typed : typedOf(SECTION_FIELDS, section);
  const others = sections.open.filter(({ slug }) => slug !== section.slug);
  return html`<p class="hint">Readers find it at <a href="/${section.slug}">/${section.slug}</a>. ${counted(count)}.</p>
<form class="entry" method="post" action="${at}">
${drawFields(SECTION_FIELDS, { typed: words, failure })}<p><button>Change the words</button></p>
</form>
<h2>Before an article is published</h2>
<form class="entry" method="post" action="${at}/checklist">
${drawFields(CHECKLIST_FIELDS, { typed: typed.has('checklist') ? typed : new URLSearchParams({ checklist: (section.checklist ?? []).join('\n') }), failure })}<p><button class="plain">Save the checklist</button></p>
</form>
<h2>Move it to another address</h2>
<p>Its page and its feeds redirect. Then you can move its articles.</p>
<form class="entry" method="post" action="${at}/address">
${drawFields(SECTION_ADDRESS, { typed, failure })}<p><button class="plain">Move the section</button></p>
</form>
${
  others.length === 0
    ? ''
    : html`<h2>Retire it</h2>
<p>Nobody can file here any more. Its articles stay live where they are; its page and its feeds redirect.</p>
<form class="entry" method="post" action="${at}/retire">
${field({ label: 'Redirect its page to', kind: 'select', none: 'The home page', options: others.map(({ slug, name }) => ({ value: slug, text: name })), optional: true }, { name: 'movedTo', typed, wrong: wrongOf(failure, 'movedTo') })}
<p><button class="plain">Retire the section</button></p>
</form>`
}`;
}

function retiredForms({ open }: Sections, { slug, movedTo }: RetiredSection, count: number): Html {
  const at = `/newsroom/sections/${slug}`;
  return html`<p>This section is retired: /${slug} leads to ${movedTo === null ? 'the home page' : html`<a href="/${movedTo}">/${movedTo}</a>`}. ${counted(count)} there.</p>
${
  count === 0
    ? ''
    : html`<form class="entry" method="post" action="${at}/articles">
${field({ label: 'Move its articles to', kind: 'select', options: open.map((section) => ({ value: section.slug, text: section.name })), hint: 'Up to fifty at once. Each old address leads to the new one.' }, { name: 'to', typed: new URLSearchParams({ to: movedTo ?? '' }) })}
<p><button class="plain">Move articles</button></p>
</form>`
}
<form method="post" action="${at}/reopen"><p><button class="plain">Open the section again</button></p></form>`;
}
