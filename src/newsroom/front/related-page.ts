import { html } from 'hono/html';
import { findPublished } from '#article/published.ts';
import { MOST_RELATED } from '#article/related.ts';
import { sectionName } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { type ArticleRecord, readArticle } from '#editorial/article-record.ts';
import { addRelated, moveRelated, removeRelated } from '#editorial/publish/related.ts';
import type { Html } from '#html/html.ts';
import { type RefusedForm, refusalNote } from '#html/newsroom/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { type ChosenArticle, listChosen, readRelated } from '#reading/related/read-related.ts';
import { findSeriesPlace } from '#reading/series/read-series.ts';
import { type Before, changeList, placeIn } from './change-list.ts';
import { findOffered, offeredForms } from './offered-articles.ts';
import { type OrderedLine, orderedList, orderedToast, undoForm } from './ordered-list.ts';

/** `GET /newsroom/articles/{articleId}/related?q=…`: what readers find below an article, and the form that adds an article. */
export function showRelated(c: Context): Promise<Response> {
  return relatedPage(c, null);
}

/** `POST /newsroom/articles/{articleId}/related`: adds an article. */
export function postRelated(c: Context): Promise<Response> {
  return change(c, 'added', async (fields) => {
    const { article = '' } = fields;
    if (article === '') throw new Failure('validation_failed', 'No article was chosen.', { hint: 'Choose one.' });
    await addRelated(c.var.deps, c.var.actor, articleIdOf(c), article);
    const place = placeIn(fields);
    const { length } = await listChosen(c.var.deps.db.read, articleIdOf(c));
    if (place !== undefined && place < length - 1)
      await moveRelated(c.var.deps, c.var.actor, {
        articleId: articleIdOf(c),
        relatedId: article,
        direction: place,
      });
  });
}

/** `POST /newsroom/articles/{articleId}/related/move`: one place up or down. */
export function postRelatedMove(c: Context): Promise<Response> {
  return change(c, 'moved', async ({ article = '', direction }) => {
    await moveRelated(c.var.deps, c.var.actor, {
      articleId: articleIdOf(c),
      relatedId: article,
      direction: direction === 'up' ? 'up' : 'down',
    });
  });
}

/** `POST /newsroom/articles/{articleId}/related/remove`. */
export function postRelatedRemoval(c: Context): Promise<Response> {
  return change(c, 'removed', async ({ article = '' }) => {
    const chosen = await listChosen(c.var.deps.db.read, articleIdOf(c));
    await removeRelated(c.var.deps, c.var.actor, articleIdOf(c), article);
    return { place: String(chosen.findIndex(({ id }) => id === article)) };
  });
}

function change(
  c: Context,
  done: string,
  act: (fields: Record<string, string>) => Promise<Before | undefined>,
): Promise<Response> {
  return changeList(c, { path: `/newsroom/articles/${articleIdOf(c)}/related`, show: relatedPage }, done, act);
}

async function relatedPage(c: Context, refused: RefusedForm | null): Promise<Response> {
  const { deps, actor } = c.var;
  const file = await readArticle(deps.db.read, actor, articleIdOf(c), deps);
  const chosen = await listChosen(deps.db.read, file.id);
  const path = `/newsroom/articles/${file.id}/related`;
  const q = (refused?.typed.q ?? c.req.query('q') ?? '').trim();
  const taken = [file.id, ...chosen.map(({ id }) => id)];
  return newsroomPage(c, {
    title: `Read next: ${file.copy.headline}`,
    status: refused?.status ?? 200,
    styles: ['newsroom-front.css'],
    head: {
      title: 'Read next',
      trail: [
        { text: 'Articles', href: '/newsroom/articles' },
        { text: file.copy.headline, href: `/newsroom/articles/${file.id}` },
      ],
    },
    toast: refused
      ? null
      : orderedToast(c, {
          lines: chosen,
          listName: 'the list',
          undo: (place) => undoForm(path, { article: c.req.query('article') ?? '', place }),
        }),
    main: html`${refusalNote(refused?.failure ?? null)}
${chosen.length > 0 ? orderedList(c, { path, removeText: 'Remove', lines: chosen.map(lineOf) }) : await derivedList(c, file)}
${chosen.length < MOST_RELATED ? html`<h2>Add an article</h2>${offeredForms(c, q, await findOffered(c, q, taken), { path, act: 'Add' })}` : html`<p class="hint">${MOST_RELATED} articles are the most. Remove one to add another.</p>`}`,
  });
}

function lineOf({ id, headline, section, isLive }: ChosenArticle): OrderedLine {
  return { id, headline, facts: [sectionName(section), isLive ? '' : 'not published: readers do not see it'] };
}

/** What readers find while nothing is chosen. */
async function derivedList(c: Context, { liveSection, liveSlug }: ArticleRecord): Promise<Html> {
  const none = html`<p>No article was chosen. What follows is found when the article is published.</p>`;
  if (liveSection === null || liveSlug === null) return none;
  const { db } = c.var.deps;
  const published = await findPublished(db.read, liveSection, liveSlug);
  if (!published || 'movedTo' in published) return none;
  const { articles } = await readRelated(db.read, published, await findSeriesPlace(db.read, published.id));
  if (articles.length === 0) return html`<p>No article was chosen, and no other article is published.</p>`;
  return html`<p class="hint">No article was chosen. Readers find these, which share its tags:</p>
${listLines(articles.map(({ id, headline, section }) => ({ title: headline, href: `/newsroom/articles/${id}`, facts: [sectionName(section)] })))}`;
}
