import { sql } from 'kysely';
import { OPTIONAL_TEXT_NAMES, PACKET_TEXT_NAMES, REQUIRED_TEXT_NAMES } from '#article/article-fields.ts';
import {
  copyOf,
  getArticleRow,
  getRevisionRow,
  maySee,
  noSuchArticle,
  pauseIfLong,
  type RevisionRow,
} from '#article/article-rows.ts';
import type { Copy, Source } from '#article/copy.ts';
import type { Actor } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import { type BlockChange, compareBlocks } from './compare-blocks.ts';
import { type Differ, type Hand, openDiffer, openLane, type Piece, piecesOf, writeLane } from './compare-lane.ts';

/** A field of running text that differs. */
export type TextChange = { name: string; pieces: Piece[] };
/** A value that was added or removed; for a field with one value both can be set. */
export type ValueChange = { name: string; before: string | null; after: string | null; hand: Hand | null };
export type SourceChange = { before: Source | null; after: Source | null; hand: Hand | null };

export type Comparison = {
  texts: TextChange[];
  values: ValueChange[];
  sources: SourceChange[];
  blocks: BlockChange[];
};

/** A copy, and the hand that saved it. */
export type CompareStep = { copy: Copy; hand: Hand };

/** Most revisions compared one by one, and most characters of their bodies; earlier ones count as one step. */
const MOST_STEPS = 60;
const MOST_TEXT = 2_000_000;

/**
 * The differences between two revisions of an article, each with the hand that made it.
 * @throws not_found also for an article the actor may not see
 */
export async function compareRevisions(
  tx: Tx,
  actor: Actor,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<Comparison> {
  const article = await getArticleRow(tx, id);
  if (!maySee(actor, article)) throw noSuchArticle();
  const first = await getRevisionRow(tx, article.id, from);
  await getRevisionRow(tx, article.id, to);
  const sizes = await tx
    .selectFrom('revision')
    .select(['number', sql<number>`length(body_blocks)`.as('size')])
    .where('article_id', '=', article.id)
    .where('number', '>', from)
    .where('number', '<=', to)
    .orderBy('number', 'desc')
    .limit(MOST_STEPS)
    .execute();
  let room = MOST_TEXT;
  const walked = sizes.filter(({ number, size }) => {
    room -= size;
    return room > 0 || number === to;
  });
  const rows = await tx
    .selectFrom('revision')
    .selectAll()
    .where('article_id', '=', article.id)
    .where('number', '>', from)
    .where('number', '>=', walked.at(-1)?.number ?? to)
    .where('number', '<=', to)
    .orderBy('number')
    .execute();
  await pauseIfLong(first);
  const before = copyOf(first);
  const steps: CompareStep[] = [];
  for (const [at, row] of rows.entries()) {
    steps.push({ copy: copyOf(row), hand: handOf(row, at === 0 ? from : row.number - 1) });
    await pauseIfLong(row);
  }
  return compareCopies(before, steps);
}

function handOf(row: RevisionRow, before: number): Hand {
  if (row.number > before + 1) return { revision: row.number, by: 'several hands', kind: 'several' };
  return { revision: row.number, by: row.saved_by_name, kind: row.saved_by_kind };
}

type ReadField = { name: string; read: (copy: Copy) => string | null | undefined };

const TEXTS: ReadField[] = [
  ...[...REQUIRED_TEXT_NAMES, ...OPTIONAL_TEXT_NAMES].map((name) => ({ name, read: (copy: Copy) => copy[name] })),
  ...PACKET_TEXT_NAMES.map((name) => ({ name, read: (copy: Copy) => copy.editorialPacket?.[name] })),
];

/** A field of running text by the name that a comparison gives it; empty where the copy has none. */
export function textOf(copy: Copy, name: string): string {
  return TEXTS.find((field) => field.name === name)?.read(copy) ?? '';
}

const VALUES: ReadField[] = (['section', 'slug', 'authorId', 'heroAssetId'] as const).map((name) => ({
  name,
  read: (copy) => copy[name],
}));

/** The differences between a copy and the last step, each with the hand that made it. */
export function compareCopies(first: Copy, steps: readonly CompareStep[]): Comparison {
  const differ = openDiffer();
  return {
    texts: TEXTS.flatMap(({ name, read }) => compareText(read, { name, first, steps, differ })),
    values: [
      ...VALUES.flatMap(({ name, read }) => compareValue(name, read, first, steps)),
      ...compareTags(first, steps),
    ],
    sources: compareSources(first, steps),
    blocks: compareBlocks(
      first.bodyBlocks,
      steps.map(({ copy, hand }) => ({ blocks: copy.bodyBlocks, hand })),
      differ,
    ),
  };
}

function compareText(
  read: (copy: Copy) => string | null | undefined,
  { name, first, steps, differ }: { name: string; first: Copy; steps: readonly CompareStep[]; differ: Differ },
): TextChange[] {
  const lane = openLane(read(first) ?? '');
  for (const { copy, hand } of steps) writeLane(lane, read(copy) ?? '', hand, differ);
  return lane.text === lane.before ? [] : [{ name, pieces: piecesOf(lane, differ) }];
}

function compareValue(
  name: string,
  read: (copy: Copy) => string | null | undefined,
  first: Copy,
  steps: readonly CompareStep[],
): ValueChange[] {
  const before = read(first) ?? null;
  const after = read(steps.at(-1)?.copy ?? first) ?? null;
  if (before === after) return [];
  return [{ name, before, after, hand: lastHand(first, steps, (copy) => (read(copy) ?? null) === after) }];
}

function compareTags(first: Copy, steps: readonly CompareStep[]): ValueChange[] {
  const before = first.tagIds ?? [];
  const after = steps.at(-1)?.copy.tagIds ?? [];
  const has = (tag: string) => (copy: Copy) => (copy.tagIds ?? []).includes(tag);
  const lacks = (tag: string) => (copy: Copy) => !has(tag)(copy);
  if (steps.length === 0) return [];
  return [
    ...before
      .filter((tag) => !after.includes(tag))
      .map((tag) => ({ name: 'tagIds', before: tag, after: null, hand: lastHand(first, steps, lacks(tag)) })),
    ...after
      .filter((tag) => !before.includes(tag))
      .map((tag) => ({ name: 'tagIds', before: null, after: tag, hand: lastHand(first, steps, has(tag)) })),
  ];
}

/** Compares sources by their address, which identifies them. */
function compareSources(first: Copy, steps: readonly CompareStep[]): SourceChange[] {
  const before = first.sources ?? [];
  const last = steps.at(-1);
  if (!last) return [];
  const after = last.copy.sources ?? [];
  const same = (a: Source, b: Source) => JSON.stringify(a) === JSON.stringify(b);
  const taken = new Set<Source>();
  const matched = after.map((source) => {
    const free = before.filter((cited) => !taken.has(cited));
    const other = free.find((cited) => same(cited, source)) ?? free.find((cited) => cited.url === source.url) ?? null;
    if (other) taken.add(other);
    return { before: other, after: source };
  });
  const holds = (source: Source) => (copy: Copy) => (copy.sources ?? []).some((cited) => same(cited, source));
  return [
    ...matched
      .filter((pair) => pair.before === null || !same(pair.before, pair.after))
      .map((pair) => ({ ...pair, hand: lastHand(first, steps, holds(pair.after)) })),
    ...before
      .filter((source) => !taken.has(source))
      .map((source) => ({
        before: source,
        after: null,
        hand: lastHand(first, steps, (copy) => !holds(source)(copy)),
      })),
  ];
}

/** The hand of the last step that made `isSo` true. */
function lastHand(first: Copy, steps: readonly CompareStep[], isSo: (copy: Copy) => boolean): Hand | null {
  const copies = [first, ...steps.map(({ copy }) => copy)];
  const at = copies.findLastIndex((copy) => !isSo(copy));
  return steps[at]?.hand ?? null;
}
