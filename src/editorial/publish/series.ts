import { getArticleRow, refusePage } from '#article/article-rows.ts';
import { MOST_PARTS } from '#article/series.ts';
import { type Actor, requireEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { slugOf } from '#core/text.ts';
import type { Tx } from '#db/database.ts';
import { isAmong, lockPublications } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { JournalAct } from '#runtime/journal-acts.ts';
import { renewPage } from './renew-page.ts';

// Series of articles. Every change locks the publication log first, so that concurrent changes run one after the other. An article is in
// one series at most; readers see only its live parts.

/** Name and description fit `seriesSchema`, the slug fits `seriesSlugSchema`. */
export type SeriesWords = { name: string; description: string };

/**
 * Adds a series without articles: readers see it once it has a live part. An empty slug is made from the name; it never changes.
 * @throws forbidden, already_exists, validation_failed when the name has no letter or digit for a slug, busy
 */
export async function addSeries(
  deps: Deps,
  actor: Actor,
  { name, description, slug = '' }: SeriesWords & { slug?: string },
): Promise<{ id: string; slug: string }> {
  requireEditorial(actor, 'make a series');
  const added = { id: deps.newId(), slug: slug || slugOf(name) };
  if (added.slug === '') throw noSlug();
  await deps.db.write(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('series')
      .values({ ...added, name, description, created_at: now(deps) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw slugTaken(added.slug);
    await note(deps, tx, actor, { act: 'series.added', id: added.id, detail: { name } });
  });
  return added;
}

/** Changes name and description of a series; its address stays. @throws forbidden, not_found, already_done, busy */
export async function changeSeries(
  deps: Deps,
  actor: Actor,
  id: string,
  { name, description }: SeriesWords,
): Promise<void> {
  requireEditorial(actor, 'change a series');
  await deps.db.write(async (tx) => {
    const series = await lockSeries(deps, tx, id);
    if (series.name === name && series.description === description) throw nothingNew();
    await tx.updateTable('series').set({ name, description }).where('id', '=', id).execute();
    await renewPages(deps, tx, await listParts(tx, id));
    await note(deps, tx, actor, { act: 'series.changed', id, detail: { name: series.name, to: name } });
  });
}

/** Deletes a series. Its articles stay. @throws forbidden, not_found, busy */
export async function deleteSeries(deps: Deps, actor: Actor, id: string): Promise<void> {
  requireEditorial(actor, 'delete a series');
  await deps.db.write(async (tx) => {
    const { name } = await lockSeries(deps, tx, id);
    const parts = await listParts(tx, id);
    await tx.deleteFrom('series_part').where('series_id', '=', id).execute();
    await tx.deleteFrom('series').where('id', '=', id).execute();
    await renewPages(deps, tx, parts);
    await note(deps, tx, actor, { act: 'series.deleted', id, detail: { name } });
  });
}

/**
 * Makes an article, live or not, the last part of a series.
 * @throws forbidden, not_found, already_done, already_exists when it is in another series, validation_failed (in the bin, no place left), busy
 */
export async function addToSeries(deps: Deps, actor: Actor, id: string, articleId: string): Promise<void> {
  requireEditorial(actor, 'add to a series');
  await deps.db.write(async (tx) => {
    const { name } = await lockSeries(deps, tx, id);
    const article = await getArticleRow(tx, articleId);
    if (article.binned_at !== null) throw binned();
    refusePage(article);
    await requireFree(tx, id, article.id);
    const parts = await listParts(tx, id);
    if (parts.length >= MOST_PARTS) throw full();
    await store(deps, tx, id, [...parts, article.id]);
    await notePart(deps, tx, actor, { act: 'series.part_added', id: article.id, detail: { name } });
  });
}

/** Moves a part one place up or down, or to a place. @throws forbidden, not_found, already_done at the end of the list, busy */
export async function moveInSeries(
  deps: Deps,
  actor: Actor,
  { id, articleId, direction }: { id: string; articleId: string; direction: 'up' | 'down' | number },
): Promise<void> {
  requireEditorial(actor, 'order a series');
  await deps.db.write(async (tx) => {
    const { name } = await lockSeries(deps, tx, id);
    const parts = await listParts(tx, id);
    const from = placeOf(parts, articleId);
    const to = typeof direction === 'number' ? direction : direction === 'up' ? from - 1 : from + 1;
    if (to < 0 || to >= parts.length || to === from) throw nothingNew();
    await store(deps, tx, id, parts.toSpliced(from, 1).toSpliced(to, 0, articleId));
    await notePart(deps, tx, actor, {
      act: 'series.part_moved',
      id: articleId,
      detail: { name, from: from + 1, to: to + 1 },
    });
  });
}

/** Takes an article out of a series. @throws forbidden, not_found, busy */
export async function removeFromSeries(deps: Deps, actor: Actor, id: string, articleId: string): Promise<void> {
  requireEditorial(actor, 'remove from a series');
  await deps.db.write(async (tx) => {
    const { name } = await lockSeries(deps, tx, id);
    const parts = await listParts(tx, id);
    await store(deps, tx, id, parts.toSpliced(placeOf(parts, articleId), 1));
    await renewPages(deps, tx, [articleId]);
    await notePart(deps, tx, actor, { act: 'series.part_removed', id: articleId, detail: { name } });
  });
}

async function lockSeries(deps: Deps, tx: Tx, id: string): Promise<SeriesWords> {
  await lockPublications(deps.db.kind, tx);
  const series = await tx.selectFrom('series').select(['name', 'description']).where('id', '=', id).executeTakeFirst();
  if (series) return series;
  throw new Failure('not_found', 'There is no such series.', { hint: 'Choose one of the list of series.' });
}

/** The ids of the articles of a series, live or not, in order. */
async function listParts(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('series_part')
    .select('article_id')
    .where('series_id', '=', id)
    .orderBy('place')
    .execute();
  return rows.map(({ article_id }) => article_id);
}

/** Replaces the parts, and has the pages of all of them rendered again. */
async function store(deps: Deps, tx: Tx, id: string, parts: readonly string[]): Promise<void> {
  await tx.deleteFrom('series_part').where('series_id', '=', id).execute();
  const rows = parts.map((article_id, place) => ({ article_id, series_id: id, place }));
  if (rows.length > 0) await tx.insertInto('series_part').values(rows).execute();
  await renewPages(deps, tx, parts);
}

async function renewPages(deps: Deps, tx: Tx, ids: readonly string[]): Promise<void> {
  const articles = await tx
    .selectFrom('article')
    .selectAll()
    .where(isAmong(tx, 'id', ids))
    .where('live_revision', 'is not', null)
    .orderBy('id')
    .execute();
  for (const article of articles) await renewPage(deps, tx, article);
}

async function requireFree(tx: Tx, id: string, articleId: string): Promise<void> {
  const known = await tx
    .selectFrom('series_part')
    .innerJoin('series', 'series.id', 'series_part.series_id')
    .select(['series.id', 'series.name'])
    .where('article_id', '=', articleId)
    .executeTakeFirst();
  if (known?.id === id) throw nothingNew();
  if (known)
    throw new Failure('already_exists', `This article is part of “${known.name}”.`, {
      hint: 'Remove it there first: an article is in one series at most.',
    });
}

type Detail = Record<string, string | number>;

function note(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { act, id, detail }: { act: JournalAct; id: string; detail: Detail },
): Promise<void> {
  return writeJournal(deps, tx, actor, { act, subject: { kind: 'series', id }, detail });
}

function notePart(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { act, id, detail }: { act: JournalAct; id: string; detail: Detail },
): Promise<void> {
  return writeJournal(deps, tx, actor, { act, subject: { kind: 'article', id }, detail });
}

function placeOf(parts: readonly string[], articleId: string): number {
  const place = parts.indexOf(articleId);
  if (place >= 0) return place;
  throw new Failure('not_found', 'This article is not in the series.', { hint: 'Look at the list again.' });
}

function noSlug(): Failure {
  return new Failure('validation_failed', 'The name needs a letter or digit from a to z.', {
    hint: 'Write an address of your own, such as “the-tower”.',
  });
}

function slugTaken(slug: string): Failure {
  return new Failure('already_exists', `Another series has the address /series/${slug}.`, {
    hint: 'Choose another name, or write another address.',
  });
}

function binned(): Failure {
  return new Failure('validation_failed', 'This draft is in the bin.', { hint: 'Restore it first.' });
}

function full(): Failure {
  return new Failure('validation_failed', `The series has ${MOST_PARTS} parts already.`, {
    hint: 'Begin another series.',
  });
}

function nothingNew(): Failure {
  return new Failure('already_done', 'The series is like this already.', { hint: 'No action is needed.' });
}
