import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import { Failure } from '#core/failure.ts';
import {
  MOST_ON_FRONT_PAGE,
  moveOnFrontPage,
  putOnFrontPage,
  takeOffFrontPage,
} from '#editorial/publish/front-page.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { type FrontPageEntry, readFrontPage } from '#reading/front/read-front-page.ts';
import { changeList } from './change-list.ts';
import { findOffered, offeredForms } from './offered-articles.ts';

/** `GET /newsroom/front?q=…`: the articles that lead the home page, and the form that adds one. */
export function showFrontPage(c: Context): Promise<Response> {
  return frontPage(c, null);
}

/** `POST /newsroom/front`: puts an article on the front page, or changes its last day there. */
export function postOnFrontPage(c: Context): Promise<Response> {
  return change(c, 'put', ({ article = '', until = '' }) => {
    if (article === '') throw new Failure('validation_failed', 'No article was chosen.', { hint: 'Choose one.' });
    const { timeZone } = c.var.config.publication;
    return putOnFrontPage(c.var.deps, c.var.actor, article, { until: until || null, timeZone });
  });
}

/** `POST /newsroom/front/move`: one place up or down. */
export function postFrontPageMove(c: Context): Promise<Response> {
  return change(c, 'moved', ({ article = '', direction }) =>
    moveOnFrontPage(c.var.deps, c.var.actor, article, direction === 'up' ? 'up' : 'down'),
  );
}

/** `POST /newsroom/front/remove`. */
export function postFrontPageRemoval(c: Context): Promise<Response> {
  return change(c, 'removed', ({ article = '' }) => takeOffFrontPage(c.var.deps, c.var.actor, article));
}

function change(c: Context, done: string, act: (fields: Record<string, string>) => Promise<void>): Promise<Response> {
  return changeList(c, { path: '/newsroom/front', show: frontPage }, done, act);
}

async function frontPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, config } = c.var;
  const entries = await readFrontPage(deps.db.read);
  const q = (refused?.typed.q ?? c.req.query('q') ?? '').trim();
  const offered =
    entries.length < MOST_ON_FRONT_PAGE
      ? await findOffered(
          c,
          q,
          entries.map(({ article }) => article.id),
        )
      : null;
  const typed = refused?.typed ?? {};
  const form = {
    path: '/newsroom/front',
    act: 'Put it on the front page',
    more: lastDayField(typed),
    chosen: typed.article,
  };
  return newsroomPage(c, {
    title: 'Front page',
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<h1>Front page</h1>
<p class="hint">These articles lead the <a href="/">home page</a>, in this order; the rest follows newest first. Desks, feeds and the API stay newest first. Days end by the clocks of ${config.publication.timeZone}.</p>
${refusalNote(refused?.failure ?? null)}${refused ? '' : doneNote(c, entries)}
${entries.length > 0 ? entryList(c, entries) : html`<p>No article was chosen. The newest article leads the home page.</p>`}
<h2>Add an article</h2>
${offered ? offeredForms(q, offered, form) : html`<p>${MOST_ON_FRONT_PAGE} articles are the most. Take one off to add another.</p>`}`,
  });
}

function doneNote(c: Context, entries: readonly FrontPageEntry[]): Html | string {
  const done = c.req.query('done');
  const place = entries.findIndex(({ article }) => article.id === c.req.query('article'));
  const name = entries[place]?.article.headline;
  if (done === 'removed') return html`<p class="done" role="status">The article was taken off the front page.</p>`;
  if (!done || !name) return '';
  return html`<p class="done" role="status">“${name}” is now number ${place + 1} on the front page.</p>`;
}

function entryList(c: Context, entries: readonly FrontPageEntry[]): Html {
  const moved = c.req.query('article');
  const focus = (id: string, direction: string) =>
    id === moved && c.req.query('direction') === direction ? html` autofocus` : '';
  return html`<ol class="front">${entries.map(({ article, until }, place) => {
    const { id, headline, section, publishedAt } = article;
    const hidden = html`<input type="hidden" name="article" value="${id}">`;
    const move = (direction: 'up' | 'down') =>
      html`<button class="plain" name="direction" value="${direction}"${focus(id, direction)}>Move ${direction}<span class="unseen"> “${headline}”</span></button>`;
    return html`
<li><p><a href="/newsroom/articles/${id}">${headline}</a> <span class="hint">${deskName(section)}, ${publishedAt.slice(0, 10)}</span></p>
<div class="acts"><form method="post" action="/newsroom/front/move">${hidden}${place > 0 ? move('up') : ''} ${place < entries.length - 1 ? move('down') : ''}</form>
<form method="post" action="/newsroom/front">${hidden}<label for="until-${place}">Last day<span class="unseen"> of “${headline}”</span></label> <input type="date" id="until-${place}" name="until" value="${until ?? ''}"> <button class="plain">Set the day<span class="unseen"> of “${headline}”</span></button></form>
<form method="post" action="/newsroom/front/remove">${hidden}<button class="plain">Take off<span class="unseen"> “${headline}”</span></button></form></div></li>`;
  })}
</ol>`;
}

function lastDayField({ until = '' }: Record<string, string>): Html {
  return html`<p class="field"><label for="until">Last day on the front page, if it has one</label> <input type="date" id="until" name="until" value="${until}"></p>`;
}
