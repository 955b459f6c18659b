import type { Tx } from '../db/database.ts';

/** An address below the base address, and from when to when it carried an ad; `to` is null while it does. Times are UTC. */
export type Carried = { path: string; from: string; to: string | null };

type Live = { path: string; since: string };

/**
 * The addresses of articles that were published at any time from `from` to `to`, by the publication log: each with the part
 * of that time in which it was live there.
 */
export async function readArticlesLive(tx: Tx, from: string, to: string | null): Promise<Carried[]> {
  const live = new Map<string, Live>();
  const carried: Carried[] = [];
  const leave = (id: string, at: string) => {
    const was = live.get(id);
    if (was && at > from) carried.push({ path: was.path, from: was.since > from ? was.since : from, to: at });
    live.delete(id);
  };
  for (let seq = 0; ; ) {
    const lines = await tx
      .selectFrom('publication_log')
      .select(['seq', 'at', 'act', 'article_id', 'desk', 'slug'])
      .where('seq', '>', seq)
      .$if(to !== null, (query) => query.where('at', '<', to ?? ''))
      .orderBy('seq')
      .limit(AT_ONCE)
      .execute();
    for (const { at, act, article_id: id, desk, slug } of lines) {
      if (act === 'placed') continue;
      const path = `/${desk}/${slug}`;
      if (act === 'withdrawn') leave(id, at);
      else if (live.get(id)?.path !== path) {
        leave(id, at);
        live.set(id, { path, since: at });
      }
    }
    if (lines.length < AT_ONCE) break;
    seq = lines.at(-1)?.seq ?? seq;
  }
  for (const { path, since } of live.values()) carried.push({ path, from: since > from ? since : from, to });
  return carried.sort((one, other) => (one.path + one.from < other.path + other.from ? -1 : 1));
}

/** Lines of the log read at once. */
const AT_ONCE = 2000;
