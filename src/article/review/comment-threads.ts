import { sql } from 'kysely';
import type { Actor } from '../../core/actor.ts';
import type { Tx } from '../../db/database.ts';
import { getArticleRow, mayRead } from '../model/article-rows.ts';
import type { BodyBlock } from '../model/copy.ts';
import { type History, type Place, placeOf } from './comment-place.ts';

/** `byKind` is `guest` where somebody without an account gave the name, by a preview link. `role` is what somebody of the masthead is now. */
export type Reply = { id: string; text: string; by: string; byKind: string; role: string | null; at: string };
/** A comment with its replies, and where what it is about stands in the revision shown. */
export type Thread = Reply &
  Place & {
    revision: number;
    blockId: string | null;
    passage: string | null;
    occurrence: number | null;
    resolved: { at: string; by: string; revision: number } | null;
    replies: Reply[];
  };

/** Most comments read at once, the latest ones: of the masthead, and of guests, who cannot push those out. */
const MOST = 500;
/** Most characters of body text that are followed; comments from before are placed by what is shown alone. */
const MOST_TEXT = 8_000_000;

/** The threads of an article as they stand on one revision of it, oldest first; none for whoever may not see its drafts. */
export async function listThreads(tx: Tx, actor: Actor, articleId: string, shown: number): Promise<Thread[]> {
  const article = await getArticleRow(tx, articleId);
  if (!(await mayRead(tx, actor, article))) return [];
  const rows = [...(await readLatest(tx, article.id, '<>')), ...(await readLatest(tx, article.id, '='))].sort(byTime);
  const begun = rows.filter((row) => row.reply_to === null && row.revision <= shown);
  const anchored = begun.filter((row) => row.block_id !== null);
  const from = Math.min(...anchored.map((row) => row.revision));
  const history = anchored.length === 0 ? new Map() : await readHistory(tx, article.id, from, shown);
  return begun.map((row) => {
    const anchor = { blockId: row.block_id, passage: row.passage, occurrence: row.occurrence };
    const { resolved_at: at, resolved_by: by, resolved_revision: revision } = row;
    return {
      ...reply(row),
      ...anchor,
      ...placeOf(anchor, row.revision, shown, history),
      revision: row.revision,
      resolved: at === null ? null : { at, by: by ?? '', revision: revision ?? 0 },
      replies: rows.filter((one) => one.reply_to === row.id).map(reply),
    };
  });
}

/** The latest comments of guests (`=`), or of everybody else. */
function readLatest(tx: Tx, articleId: string, guests: '=' | '<>') {
  return tx
    .selectFrom('comment')
    .leftJoin('editor', 'editor.id', 'comment.by_id')
    .selectAll('comment')
    .select('editor.role')
    .where('article_id', '=', articleId)
    .where('by_kind', guests, 'guest')
    .orderBy('at', 'desc')
    .orderBy('comment.id', 'desc')
    .limit(MOST)
    .execute();
}

type Timed = { at: string; id: string };

function byTime(one: Timed, other: Timed): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

type Row = { id: string; text: string; by_name: string; by_kind: string; role: string | null; at: string };

function reply(row: Row): Reply {
  return { id: row.id, text: row.text, by: row.by_name, byKind: row.by_kind, role: row.role, at: row.at };
}

/** The bodies of the revisions from one to another, the latest ones where they are too long together. */
async function readHistory(tx: Tx, articleId: string, from: number, to: number): Promise<History> {
  const sizes = await tx
    .selectFrom('revision')
    .select(['number', sql<number>`length(body_blocks)`.as('size')])
    .where('article_id', '=', articleId)
    .where('number', '>=', from)
    .where('number', '<=', to)
    .orderBy('number', 'desc')
    .execute();
  let room = MOST_TEXT;
  const wanted = sizes.filter(({ number, size }) => {
    room -= size;
    return room > 0 || number === to;
  });
  const rows = await tx
    .selectFrom('revision')
    .select(['number', 'body_blocks'])
    .where('article_id', '=', articleId)
    .where('number', '>=', wanted.at(-1)?.number ?? to)
    .where('number', '<=', to)
    .execute();
  return new Map(rows.map((row) => [row.number, JSON.parse(row.body_blocks) as BodyBlock[]]));
}
