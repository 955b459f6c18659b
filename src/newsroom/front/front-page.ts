import { html } from 'hono/html';
import { sectionName } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { dayIn } from '#core/wall-time.ts';
import {
  MOST_ON_FRONT_PAGE,
  moveOnFrontPage,
  putOnFrontPage,
  SECONDS,
  takeOffFrontPage,
} from '#editorial/publish/front-page.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { wrongOf } from '#html/newsroom/kit/form.ts';
import { newsroomPage, type Toast } from '#html/newsroom/page.ts';
import { dayWords, todayOf, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type FrontPageEntry, readFrontPage } from '#reading/front/read-front-page.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { type Before, changeList, placeIn } from './change-list.ts';
import { findOffered, offeredForms } from './offered-articles.ts';
import { type OrderedLine, orderedList, orderedToast, undoForm } from './ordered-list.ts';

const FRONT = '/newsroom/front';

/** `GET /newsroom/front?q=…&replaces=…`: the articles that lead the home page, and those that can be added, or take the place of one. */
export function showFrontPage(c: Context): Promise<Response> {
  return frontPage(c, null);
}

/** `POST /newsroom/front`: puts an article on the front page, at a place or in place of another, or changes its last day there. */
export function postOnFrontPage(c: Context): Promise<Response> {
  return change(c, 'put', async (fields) => {
    const { article = '', until = '', replaces = '' } = fields;
    if (article === '') throw new Failure('validation_failed', 'No article was chosen.', { hint: 'Choose one.' });
    const { timeZone } = siteSnapshot().publication;
    const left = replaces === '' ? null : await readEntry(c, replaces);
    const term = { until: until || null, timeZone, replaces: replaces || undefined, place: placeIn(fields) };
    await putOnFrontPage(c.var.deps, c.var.actor, article, term);
    if (left) return { replaced: replaces, until: left.until ?? '' };
  });
}

/** `POST /newsroom/front/move`: one place up or down. */
export function postFrontPageMove(c: Context): Promise<Response> {
  return change(c, 'moved', async ({ article = '', direction }) => {
    await moveOnFrontPage(c.var.deps, c.var.actor, article, direction === 'up' ? 'up' : 'down');
  });
}

/** `POST /newsroom/front/remove`. */
export function postFrontPageRemoval(c: Context): Promise<Response> {
  return change(c, 'removed', async ({ article = '' }) => {
    const left = await readEntry(c, article);
    await takeOffFrontPage(c.var.deps, c.var.actor, article);
    return { place: String(left?.place ?? ''), until: left?.until ?? '' };
  });
}

function change(
  c: Context,
  done: string,
  act: (fields: Record<string, string>) => Promise<Before | undefined>,
): Promise<Response> {
  return changeList(c, { path: FRONT, show: frontPage }, done, act);
}

async function readEntry(c: Context, id: string): Promise<{ place: number; until: string | null } | null> {
  const entries = await readFrontPage(c.var.deps.db.read);
  const place = entries.findIndex(({ article }) => article.id === id);
  return place < 0 ? null : { place, until: entries[place]?.until ?? null };
}

async function frontPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const entries = await readFrontPage(c.var.deps.db.read);
  const replaced = entries.find(({ article }) => article.id === (refused?.typed.replaces ?? c.req.query('replaces')));
  return newsroomPage(c, {
    title: 'Front page',
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    head: { title: 'Front page', others: [{ text: 'View home page', href: '/' }] },
    toast: refused ? null : frontToast(c, entries),
    main: html`${refusalNote(refused?.failure ?? null)}
${entries.length > 0 ? orderedList(c, { path: FRONT, removeText: 'Take off', lines: entries.map((entry, place) => lineOf(c, entry, { place, refused })) }) : emptyState({ title: 'Nothing was chosen', text: 'The newest articles are at the top of the home page. The first that you add leads it, the next two come below it, then four in brief.' })}
${await offers(c, entries, { replaced, q: (refused?.typed.q ?? c.req.query('q') ?? '').trim() })}`,
  });
}

async function offers(
  c: Context,
  entries: readonly FrontPageEntry[],
  { replaced, q }: { replaced: FrontPageEntry | undefined; q: string },
): Promise<Html> {
  if (!replaced && entries.length >= MOST_ON_FRONT_PAGE)
    return html`<p class="hint">${MOST_ON_FRONT_PAGE} articles are the most. Replace one, or take one off.</p>`;
  const taken = entries.map(({ article }) => article.id);
  const offered = await findOffered(c, q, taken);
  if (!replaced)
    return html`<h2 id="add">Add an article</h2>${offeredForms(c, q, offered, { path: FRONT, act: 'Add' })}`;
  const kept = { replaces: replaced.article.id };
  return html`<h2 id="add">In place of “${replaced.article.headline}”</h2>
${offeredForms(c, q, offered, { path: FRONT, act: 'Put here', kept })}
<p><a href="${FRONT}">Replace nothing</a></p>`;
}

function frontToast(c: Context, entries: readonly FrontPageEntry[]): Toast | null {
  const { article = '', replaced, until = '' } = c.req.query();
  const lines = entries.map((entry) => entry.article);
  const toast = orderedToast(c, {
    lines,
    listName: 'the front page',
    undo: (place) => undoForm(FRONT, { article, place, until }),
  });
  if (!toast || !replaced || lines.some(({ id }) => id === replaced)) return toast;
  return { ...toast, undo: undoForm(FRONT, { article: replaced, replaces: article, until }) };
}

/** What the home page does with the article at this place, from 0. */
function placeName(place: number): string {
  if (place === 0) return 'Lead';
  return place <= SECONDS ? 'Below the lead' : 'In brief';
}

/** The article, until when it stays, and the acts on it. */
function lineOf(
  c: Context,
  { article, until }: FrontPageEntry,
  { place, refused }: { place: number; refused: RefusedForm | null },
): OrderedLine {
  const isRefused = refused !== null && refused.typed.article === article.id && Boolean(refused.typed.until);
  const wrong = isRefused ? wrongOf(refused.failure, 'until') : undefined;
  const { id, headline, section, publishedAt } = article;
  const today = todayOf(c);
  const day = dayIn(publishedAt, zoneOf(c));
  return {
    id,
    headline,
    facts: [
      placeName(place),
      sectionName(section),
      html`published <time datetime="${day}">${dayWords(day, today)}</time>`,
      until === null ? '' : html`until <time datetime="${until}">${dayWords(until, today)}</time>`,
    ],
    acts: [
      linkButton({
        text: html`Replace …<span class="unseen"> “${headline}”</span>`,
        href: `${FRONT}?replaces=${id}#add`,
        weight: 'quiet',
      }),
    ],
    more: html`<details class="last-day"${isRefused ? html` open` : ''}><summary>${until === null ? 'Set the last day' : 'Change the last day'}<span class="unseen"> of “${headline}”</span></summary>
<form class="search-line" method="post" action="${FRONT}"><input type="hidden" name="article" value="${id}"><label for="until-${id}">Last day<span class="unseen"> of “${headline}”</span></label>
<input type="date" id="until-${id}" name="until" value="${isRefused ? refused.typed.until : (until ?? '')}"${wrong ? html` aria-invalid="true"` : ''} aria-describedby="${wrong ? `until-wrong-${id} ` : ''}until-zone-${id}"> ${button({ text: 'Set', weight: 'plain' })}
${wrong ? html`<span class="wrong" id="until-wrong-${id}">${wrong}</span>` : ''}<span class="hint" id="until-zone-${id}">The day ends by the clocks of ${siteSnapshot().publication.timeZone}.</span></form></details>`,
  };
}
