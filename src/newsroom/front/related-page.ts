import { html } from 'hono/html';
import { deskName } from '#article/desk.ts';
import { findPublished } from '#article/published.ts';
import { MOST_RELATED } from '#article/related.ts';
import { Failure } from '#core/failure.ts';
import { type ArticleRecord, readArticle } from '#editorial/article-record.ts';
import { addRelated, moveRelated, removeRelated } from '#editorial/publish/related.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { type ChosenArticle, listChosen, readRelated } from '#reading/related/read-related.ts';
import { findSeriesPlace } from '#reading/series/read-series.ts';
import { changeList } from './change-list.ts';
import { findOffered, offeredForms } from './offered-articles.ts';

/** `GET /newsroom/articles/{articleId}/related?q=…`: what readers find below an article, and the form that adds an article. */
export function showRelated(c: Context): Promise<Response> {
  return relatedPage(c, null);
}

/** `POST /newsroom/articles/{articleId}/related`: adds an article. */
export function postRelated(c: Context): Promise<Response> {
  return change(c, 'added', ({ article = '' }) => {
    if (article === '') throw new Failure('validation_failed', 'No article was chosen.', { hint: 'Choose one.' });
    return addRelated(c.var.deps, c.var.actor, articleIdOf(c), article);
  });
}

/** `POST /newsroom/articles/{articleId}/related/move`: one place up or down. */
export function postRelatedMove(c: Context): Promise<Response> {
  return change(c, 'moved', ({ article = '', direction }) =>
    moveRelated(c.var.deps, c.var.actor, {
      articleId: articleIdOf(c),
      relatedId: article,
      direction: direction === 'up' ? 'up' : 'down',
    }),
  );
}

/** `POST /newsroom/articles/{articleId}/related/remove`. */
export function postRelatedRemoval(c: Context): Promise<Response> {
  return change(c, 'removed', ({ article = '' }) => removeRelated(c.var.deps, c.var.actor, articleIdOf(c), article));
}

function change(c: Context, done: string, act: (fields: Record<string, string>) => Promise<void>): Promise<Response> {
  return changeList(c, { path: `/newsroom/articles/${articleIdOf(c)}/related`, show: relatedPage }, done, act);
}

async function relatedPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, actor } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const chosen = await listChosen(deps.db.read, file.id);
  const path = `/newsroom/articles/${file.id}/related`;
  const q = (refused?.typed.q ?? c.req.query('q') ?? '').trim();
  const taken = [file.id, ...chosen.map(({ id }) => id)];
  const form = { path, act: 'Add it', chosen: refused?.typed.article };
  return newsroomPage(c, {
    title: `Read next: ${file.copy.headline}`,
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    main: html`<p class="trail"><a href="/newsroom">Board</a> / <a href="/newsroom/articles/${file.id}">Article</a></p>
<h1>Read next</h1>
<p class="hint">Readers find these articles below “${file.copy.headline}”, in this order. While none is chosen, the articles that share its tags follow.</p>
${refusalNote(refused?.failure ?? null)}${refused ? '' : doneNote(c, chosen)}
${chosen.length > 0 ? chosenList(c, path, chosen) : await derivedList(c, file)}
<h2>Add an article</h2>
${chosen.length < MOST_RELATED ? offeredForms(q, await findOffered(c, q, taken), form) : html`<p>${MOST_RELATED} articles are the most. Remove one to add another.</p>`}`,
  });
}

function doneNote(c: Context, chosen: readonly ChosenArticle[]): Html | string {
  const done = c.req.query('done');
  const place = chosen.findIndex(({ id }) => id === c.req.query('article'));
  const name = chosen[place]?.headline;
  if (done === 'removed') return html`<p class="done" role="status">The article was removed from the list.</p>`;
  if (!done || !name) return '';
  return html`<p class="done" role="status">“${name}” is now number ${place + 1}.</p>`;
}

function chosenList(c: Context, path: string, chosen: readonly ChosenArticle[]): Html {
  const moved = c.req.query('article');
  const focus = (id: string, direction: string) =>
    id === moved && c.req.query('direction') === direction ? html` autofocus` : '';
  return html`<ol class="front">${chosen.map(({ id, headline, section, isLive }, place) => {
    const hidden = html`<input type="hidden" name="article" value="${id}">`;
    const move = (direction: 'up' | 'down') =>
      html`<button class="plain" name="direction" value="${direction}"${focus(id, direction)}>Move ${direction}<span class="unseen"> “${headline}”</span></button>`;
    return html`
<li><p><a href="/newsroom/articles/${id}">${headline}</a> <span class="hint">${deskName(section)}${isLive ? '' : '. Not published now: readers do not see it'}</span></p>
<div class="acts"><form method="post" action="${path}/move">${hidden}${place > 0 ? move('up') : ''} ${place < chosen.length - 1 ? move('down') : ''}</form>
<form method="post" action="${path}/remove">${hidden}<button class="plain">Remove<span class="unseen"> “${headline}”</span></button></form></div></li>`;
  })}
</ol>`;
}

/** What readers find while nothing is chosen. */
async function derivedList(c: Context, { liveSection, liveSlug }: ArticleRecord): Promise<Html> {
  const none = html`<p>No article was chosen. What follows is found when the article is published.</p>`;
  if (liveSection === null || liveSlug === null) return none;
  const { db } = c.var.deps;
  const found = await findPublished(db.read, liveSection, liveSlug);
  if (!found || 'movedTo' in found) return none;
  const { articles } = await readRelated(db.read, found, await findSeriesPlace(db.read, found.id));
  if (articles.length === 0) return html`<p>No article was chosen, and no other article is published.</p>`;
  return html`<p>No article was chosen. Readers find these:</p>
<ol class="front">${articles.map(
    ({ id, headline, section }) => html`
<li><p><a href="/newsroom/articles/${id}">${headline}</a> <span class="hint">${deskName(section)}</span></p></li>`,
  )}
</ol>`;
}
