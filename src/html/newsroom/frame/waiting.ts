import type { Context } from '#http/context.ts';
import { declared, type WaitingItem } from '#http/declared.ts';
import { todayOf } from '../time.ts';

// The items that wait for the reader of a page, as the capabilities declare them.

/** The items that wait for the person of the session, in the order of their places. */
export async function findWaiting(c: Context): Promise<WaitingItem[]> {
  const session = c.get('session');
  if (!session) return [];
  const today = todayOf(c);
  const lists = await Promise.all(
    declared().waiting.map(async (load) => (await load()).findWaiting(c.var.deps, session.editor, today)),
  );
  const places = declared().navigation.map(({ path }) => path);
  return lists.flat().toSorted((item, other) => places.indexOf(item.at) - places.indexOf(other.at));
}

/** How many things wait, by the path of the entry they belong to; for the start page the sum. */
export async function countWaiting(c: Context): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { at, count = 1, isFailure } of await findWaiting(c)) {
    if (isFailure) continue;
    counts.set(at, (counts.get(at) ?? 0) + count);
  }
  const sum = [...counts.values()].reduce((total, other) => total + other, 0);
  if (sum > 0) counts.set('/newsroom', sum);
  return counts;
}
