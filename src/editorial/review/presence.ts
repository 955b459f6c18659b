import { getArticleRow, maySee, noSuchArticle } from '#article/article-rows.ts';
import type { Member } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';

// Who has an article open. Each open page has a row, which its process renews; a row of a process that died ends by itself.

/** A row that was not renewed for this many seconds does not count. */
const LASTS = 45;

/** A person who has the article open, in the editor or on its page, since a time (ISO 8601). */
export type PresentMember = { id: string; name: string; isWriting: boolean; since: string };

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
      .values({ ...row, since: at, seen_at: at })
      .execute(),
  );
  return id;
}

/** Renews the pages that are still open, and removes what others left behind. */
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

/** Leaves the page. */
export async function leaveArticle(deps: Deps, id: string): Promise<void> {
  await deps.db.write((tx) => tx.deleteFrom('presence').where('id', '=', id).execute());
}

/** Who has these articles open, by article; each person once, since they came first. */
export async function readPresent(
  deps: Deps,
  tx: Tx,
  articleIds: readonly string[],
): Promise<Map<string, PresentMember[]>> {
  const rows = await tx
    .selectFrom('presence')
    .innerJoin('editor', 'editor.id', 'presence.editor_id')
    .select(['presence.article_id', 'presence.editor_id', 'presence.is_writing', 'presence.since', 'editor.name'])
    .where('presence.article_id', 'in', [...articleIds])
    .where('presence.seen_at', '>=', oldest(deps))
    .orderBy('presence.since')
    .orderBy('presence.id')
    .execute();
  const present = new Map<string, PresentMember[]>();
  for (const row of rows) {
    const there = present.get(row.article_id) ?? [];
    const known = there.find(({ id }) => id === row.editor_id);
    if (known) known.isWriting ||= row.is_writing === 1;
    else there.push({ id: row.editor_id, name: row.name, isWriting: row.is_writing === 1, since: row.since });
    present.set(row.article_id, there);
  }
  return present;
}

function oldest(deps: Deps): string {
  return inSeconds(deps, -LASTS);
}
