import { getArticleRow, isVisibleTo, maySee, noSuchArticle } from '#article/article-rows.ts';
import { isEditorial, type Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';

// Who has an article open. Each open page has a row, which its process renews; a row of a process that died expires.

/** A row that was not renewed for this many seconds does not count. */
const LASTS = 45;

/** Where the cursor of a person is in the text: its block, and the last characters before it in that block. */
export type CursorPlace = { blockId: string; before: string };
/** A person who has the article open, in the editor or on its page, since a time (ISO 8601). */
export type PresentMember = { id: string; name: string; isWriting: boolean; since: string; cursor: CursorPlace | null };

/** Enters a page of an article; returns the id with which it is renewed and left. @throws not_found */
export async function enterArticle(deps: Deps, member: Member, articleId: string, isWriting: boolean): Promise<string> {
  const article = await getArticleRow(deps.db.read, articleId);
  if (!maySee(member, article)) throw noSuchArticle();
  const id = deps.newId();
  const at = now(deps);
  const row = { id, article_id: article.id, editor_id: member.id, is_writing: isWriting ? 1 : 0 };
  await deps.db.write((tx) =>
    tx
      .insertInto('presence')
      .values({ ...row, since: at, seen_at: at, block_id: null, before_cursor: null })
      .execute(),
  );
  return id;
}

/** Renews the pages that are still open, and removes expired rows of other processes. */
export async function renewPresence(deps: Deps, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deps.db.write(async (tx) => {
    await tx
      .updateTable('presence')
      .set({ seen_at: now(deps) })
      .where('id', 'in', [...ids])
      .execute();
    await tx.deleteFrom('presence').where('seen_at', '<', oldest(deps)).execute();
  });
}

/** Says where a person is in the text, on each of their open pages of the article. @throws not_found */
export async function moveCursor(deps: Deps, member: Member, articleId: string, place: CursorPlace): Promise<void> {
  const article = await getArticleRow(deps.db.read, articleId);
  if (!maySee(member, article)) throw noSuchArticle();
  await deps.db.write((tx) =>
    tx
      .updateTable('presence')
      .set({ block_id: place.blockId, before_cursor: place.before })
      .where('article_id', '=', article.id)
      .where('editor_id', '=', member.id)
      .where('is_writing', '=', 1)
      .execute(),
  );
}

/** Leaves the page. */
export async function leaveArticle(deps: Deps, id: string): Promise<void> {
  await deps.db.write((tx) => tx.deleteFrom('presence').where('id', '=', id).execute());
}

/** Who has these articles open, by article; each person once, with their earliest open page. */
export async function readPresent(
  deps: Deps,
  tx: Tx,
  articleIds: readonly string[],
): Promise<Map<string, PresentMember[]>> {
  const rows = await tx
    .selectFrom('presence')
    .innerJoin('editor', 'editor.id', 'presence.editor_id')
    .select(['presence.article_id', 'presence.editor_id', 'presence.is_writing', 'presence.since', 'editor.name'])
    .select(['presence.block_id', 'presence.before_cursor'])
    .where('presence.article_id', 'in', [...articleIds])
    .where('presence.seen_at', '>=', oldest(deps))
    .orderBy('presence.since')
    .orderBy('presence.id')
    .execute();
  const present = new Map<string, PresentMember[]>();
  for (const row of rows) {
    const there = present.get(row.article_id) ?? [];
    const known = there.find(({ id }) => id === row.editor_id);
    const cursor = row.block_id === null ? null : { blockId: row.block_id, before: row.before_cursor ?? '' };
    if (known) {
      known.isWriting ||= row.is_writing === 1;
      known.cursor ??= cursor;
    } else there.push({ id: row.editor_id, name: row.name, isWriting: row.is_writing === 1, since: row.since, cursor });
    present.set(row.article_id, there);
  }
  return present;
}

/** A colleague with an article open. */
export type Colleague = { name: string; isWriting: boolean; articleId: string; headline: string };

/** Most colleagues that are listed. */
const MOST = 12;

/** The colleagues of a member who have an article open that the member may see, each with the article that they opened last. */
export async function listColleagues(deps: Deps, tx: Tx, member: Member): Promise<Colleague[]> {
  const rows = await tx
    .selectFrom('presence')
    .innerJoin('editor', 'editor.id', 'presence.editor_id')
    .innerJoin('article', 'article.id', 'presence.article_id')
    .innerJoin('revision', (on) =>
      on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.latest_revision'),
    )
    .$if(!isEditorial(member), (query) => query.where(isVisibleTo(member)))
    .select(['presence.editor_id', 'presence.is_writing', 'editor.name', 'article.id', 'revision.headline'])
    .where('presence.seen_at', '>=', oldest(deps))
    .where('presence.editor_id', '<>', member.id)
    .orderBy('presence.since', 'desc')
    .orderBy('presence.id')
    .execute();
  const latest = new Map<string, Colleague>();
  for (const { editor_id, name, is_writing, id, headline } of rows)
    if (!latest.has(editor_id)) latest.set(editor_id, { name, isWriting: is_writing === 1, articleId: id, headline });
  return [...latest.values()].slice(0, MOST);
}

function oldest(deps: Deps): string {
  return inSeconds(deps, -LASTS);
}
