import { sql } from 'kysely';
import { getArticleRow, mayRead } from '#article/article-rows.ts';
import type { BodyBlock } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { Mentioned } from './mention-words.ts';

/** `byKind` is `guest` when the name was typed by somebody with a preview link. `role` is the present role of a person on the team. */
export type ThreadReply = {
  id: string;
  text: string;
  by: string;
  byKind: string;
  role: string | null;
  at: string;
  /** The people whom the text mentions, with their names at that time. */
  mentions: readonly Mentioned[];
};
/** A comment with its replies, and the place it is about in the revision shown. */
export type Thread = ThreadReply &
  CommentPlace & {
    revision: number;
    blockId: string | null;
    passage: string | null;
    occurrence: number | null;
    resolved: { at: string; by: string; revision: number } | null;
    /** For a suggestion: the text of the block, the suggested text, and the decision. */
    suggestion: { before: string; after: string; verdict: string | null } | null;
    replies: ThreadReply[];
  };

/** Most comments that are read, the latest first. Guests are counted separately, so that they cannot push out the others. */
const MOST = 500;
/** Most characters of body text that are read to follow comments; older comments are placed in the shown revision alone. */
const MOST_TEXT = 8_000_000;

/** The threads of an article, placed in one revision of it, oldest first; an empty list for an actor who may not see its drafts. */
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
      ...followComment(anchor, row.revision, shown, history),
      revision: row.revision,
      suggestion: row.suggestion === null ? null : { ...JSON.parse(row.suggestion), verdict: row.verdict },
      resolved: at === null ? null : { at, by: by ?? '', revision: revision ?? 0 },
      replies: rows.filter((other) => other.reply_to === row.id).map(reply),
    };
  });
}

/** The latest comments by guests (`=`), or by everybody else (`<>`). */
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

function byTime(entry: Timed, other: Timed): number {
  if (entry.at !== other.at) return entry.at < other.at ? -1 : 1;
  return entry.id < other.id ? -1 : 1;
}

type Row = {
  id: string;
  text: string;
  by_name: string;
  by_kind: string;
  role: string | null;
  at: string;
  mentions: string;
};

function reply(row: Row): ThreadReply {
  const { id, text, by_name: by, by_kind: byKind, role, at } = row;
  return { id, text, by, byKind, role, at, mentions: JSON.parse(row.mentions) as Mentioned[] };
}

/** The bodies of a range of revisions; only the latest ones when all together are too long. */
async function readHistory(tx: Tx, articleId: string, from: number, to: number): Promise<BlockHistory> {
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

/** The subject of a comment: the article, a block of it, or the n-th occurrence (from 1) of a passage in a block. */
export type CommentAnchor = { blockId: string | null; passage: string | null; occurrence: number | null };

/** The blocks of each revision that was read, by its number. */
export type BlockHistory = ReadonlyMap<number, readonly BodyBlock[]>;

export type CommentPlace = {
  /** The position of its block in the copy shown; null when the block is not there. */
  position: number | null;
  /** Where the passage begins in the block's text, in UTF-16 units; null when it is not there. */
  start: number | null;
  /** The revision that removed the passage or the whole block; null while it is there. */
  changedIn: number | null;
  /** The first later revision that changed the subject of the comment; null when none did. */
  answeredBy: number | null;
};

/** Follows the subject of a comment on `revision` through the later revisions to the one shown. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: it follows one block from revision to revision; each step needs the previous one
export function followComment(
  anchor: CommentAnchor,
  revision: number,
  shown: number,
  history: BlockHistory,
): CommentPlace {
  if (anchor.blockId === null) {
    return { position: null, start: null, changedIn: null, answeredBy: shown > revision ? revision + 1 : null };
  }
  const first = history.get(revision);
  let position = first ? findBlock(first, anchor) : -1;
  let block = first?.[position];
  let answeredBy: number | null = null;
  let changedIn: number | null = null;
  for (let number = revision + 1; number <= shown; number++) {
    const blocks = history.get(number);
    if (!blocks) continue;
    position = followBlock(blocks, anchor, block);
    const next = blocks[position];
    if (block && (next?.text !== block.text || next.type !== block.type)) answeredBy ??= number;
    if (next && holds(next, anchor)) changedIn = null;
    else changedIn ??= number;
    block = next ?? block;
  }
  const there = history.get(shown)?.[position];
  const start = there && anchor.passage !== null ? findPassage(there.text, anchor.passage, anchor.occurrence ?? 1) : -1;
  return { position: there ? position : null, start: start === -1 ? null : start, changedIn, answeredBy };
}

/** Where the n-th occurrence of a passage begins, in UTF-16 units; -1 when there are fewer. */
export function findPassage(text: string, passage: string, occurrence: number): number {
  let at = -1;
  for (let n = 0; n < occurrence; n++) {
    at = text.indexOf(passage, at + 1);
    if (at === -1) return -1;
  }
  return at;
}

/** The position of the block that an anchor names. When several blocks have this id, the one with the passage counts. */
export function findBlock(blocks: readonly BodyBlock[], anchor: CommentAnchor): number {
  const holding = blocks.findIndex((block) => block.id === anchor.blockId && holds(block, anchor));
  return holding === -1 ? blocks.findIndex((block) => block.id === anchor.blockId) : holding;
}

/** An agent may renumber the blocks: the same words with another id are the same block. */
function followBlock(blocks: readonly BodyBlock[], anchor: CommentAnchor, before: BodyBlock | undefined): number {
  const same = blocks.findIndex((block) => block.id === anchor.blockId && block.text === before?.text);
  if (same !== -1) return same;
  const moved = before ? blocks.findIndex((block) => block.text === before.text) : -1;
  return moved === -1 ? findBlock(blocks, anchor) : moved;
}

function holds(block: BodyBlock, { passage, occurrence }: CommentAnchor): boolean {
  return passage === null || findPassage(block.text, passage, occurrence ?? 1) !== -1;
}
