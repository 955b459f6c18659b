import { html } from 'hono/html';
import { Failure } from '#core/failure.ts';
import { countByDesk, moveDeskArticles } from '#editorial/publish/move-desk.ts';
import type { Html } from '#html/html.ts';
import { field, parseForm, type RefusedForm, refusalNote, renderFormError } from '#html/newsroom/form.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import type { RetiredSection, Section, Sections } from '#runtime/site-snapshot.ts';
import { changeSection, readdressSection, readSections, reopenSection, retireSection } from '#site/sections.ts';
import { counted } from './section-list.ts';

/** `GET /newsroom/sections/{section}`: the forms that change a section. */
export function showSection(c: Context): Promise<Response> {
  return sectionPage(c, null);
}

/** `POST /newsroom/sections/{section}`: changes its words. */
export function postSectionWords(c: Context): Promise<Response> {
  return change(c, async ({ name = '', about = '' }) => {
    await changeSection(c.var.deps, c.var.actor, slugIn(c), { name, about });
    return `/newsroom/sections/${slugIn(c)}?done=changed`;
  });
}

/** `POST /newsroom/sections/{section}/address`: moves it; its old addresses redirect. */
export function postSectionAddress(c: Context): Promise<Response> {
  return change(c, async ({ slug = '' }) => {
    await readdressSection(c.var.deps, c.var.actor, slugIn(c), slug);
    return `/newsroom/sections/${slugIn(c)}?done=readdressed`;
  });
}

/** `POST /newsroom/sections/{section}/retire`. */
export function postSectionRetirement(c: Context): Promise<Response> {
  return change(c, async ({ movedTo = '' }) => {
    await retireSection(c.var.deps, c.var.actor, slugIn(c), movedTo || null);
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
  return change(c, async ({ to = '' }) => {
    const { moved, held, left } = await moveDeskArticles(c.var.deps, c.var.actor, slugIn(c), to);
    const counts = { done: 'moved', moved: String(moved), held: String(held), left: String(left) };
    return `/newsroom/sections/${slugIn(c)}?${new URLSearchParams(counts)}`;
  });
}

function slugIn(c: Context): string {
  return c.req.param('section') ?? '';
}

async function change(c: Context, act: (typed: Record<string, string>) => Promise<string>): Promise<Response> {
  const typed = await parseForm(c);
  try {
    return redirect(await act(typed));
  } catch (error) {
    return renderFormError(error, (failure, status) => sectionPage(c, { typed, failure, status }));
  }
}

async function sectionPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { read } = c.var.deps.db;
  const sections = await readSections(read);
  const open = sections.open.find(({ slug }) => slug === slugIn(c));
  const retired = sections.retired.find(({ slug }) => slug === slugIn(c));
  const section = open ?? retired;
  if (!section) throw new Failure('not_found', 'There is no such section.', { hint: 'Look at the list of sections.' });
  const count = (await countByDesk(read)).get(section.slug) ?? 0;
  return newsroomPage(c, {
    title: `Section: ${section.name}`,
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/sections">Sections</a></p>
<h1>${section.name}</h1>
${refusalNote(refused?.failure ?? null)}${refused ? '' : doneNote(c)}
${open ? openForms(sections, open, count, refused?.typed ?? {}) : ''}${retired ? retiredForms(sections, retired, count) : ''}`,
  });
}

function doneNote(c: Context): Html | string {
  const note = (text: string) => html`<p class="done" role="status">${text}</p>`;
  const { done, moved = '0', held = '0', left = '0' } = c.req.query();
  switch (done) {
    case 'changed':
      return note('Readers see the new words.');
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

function openForms(sections: Sections, section: Section, count: number, typed: Record<string, string>): Html {
  const at = `/newsroom/sections/${section.slug}`;
  const others = sections.open.filter(({ slug }) => slug !== section.slug);
  return html`<p class="hint">Readers find it at <a href="/${section.slug}">/${section.slug}</a>. ${counted(count)}.</p>
<form class="entry" method="post" action="${at}">
${field({ name: 'name', label: 'Name', value: typed.name ?? section.name, autocomplete: 'off' })}
${field({ name: 'about', label: 'What it is about, in a line', value: typed.about ?? section.about, autocomplete: 'off' })}
<p><button>Change the words</button></p>
</form>
<h2>Move it to another address</h2>
<p>Its page and its feeds redirect. Then you can move its articles.</p>
<form class="entry" method="post" action="${at}/address">
<p class="field"><label for="slug">New address</label>
<input id="slug" name="slug" value="${typed.slug ?? ''}" required autocomplete="off" pattern="[a-z0-9]+(-[a-z0-9]+)*" aria-describedby="slug-hint">
<span class="hint" id="slug-hint">Letters from a to z, digits and hyphens.</span></p>
<p><button class="plain">Move the section</button></p>
</form>
${
  others.length === 0
    ? ''
    : html`<h2>Retire it</h2>
<p>Nobody can file here any more. Its articles stay live where they are; its page and its feeds redirect.</p>
<form class="entry" method="post" action="${at}/retire">
<p class="field"><label for="movedTo">Redirect its page to</label>
<select id="movedTo" name="movedTo"><option value="">The home page</option>${others.map(({ slug, name }) => html`<option value="${slug}"${slug === typed.movedTo ? html` selected` : ''}>${name}</option>`)}</select></p>
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
<p class="field"><label for="to">Move its articles to</label>
<select id="to" name="to" required>${open.map((one) => html`<option value="${one.slug}"${one.slug === movedTo ? html` selected` : ''}>${one.name}</option>`)}</select>
<span class="hint">Up to fifty at once. Each old address leads to the new one.</span></p>
<p><button class="plain">Move articles</button></p>
</form>`
}
<form method="post" action="${at}/reopen"><p><button class="plain">Open the section again</button></p></form>`;
}
