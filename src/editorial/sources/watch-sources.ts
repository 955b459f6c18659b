import type { FoundInSource } from '#article/found-in-source.ts';
import type { Tx } from '#db/database.ts';
import { runInChild } from '#runtime/child-process.ts';
import { type Deps, inSeconds, now } from '#runtime/deps.ts';
import type { FetchOptions, LocalPorts } from '#runtime/fetch-page.ts';
import { userAgentOf } from '#runtime/user-agent.ts';
import type { CheckedSource, CitedSource, SourceCheckJob, SourceResult } from './check-source.ts';
import { storeSourceResults, updateCitedSources } from './source-rows.ts';

// Checks whether the sources of live articles still exist. It never unpublishes anything.

/** The base address of the publication, for the User-Agent. */
export type WatchOptions = { baseUrl: string; rehearsal?: LocalPorts };

const DAY = 24 * 3600;
/** Addresses checked at once, each of another host. */
const AT_ONCE = 4;
/** Addresses read to choose from, so that the hosts differ. */
const LOOKED_THROUGH = 200;
/** Seconds after which another process can take over the check. */
const TURN = 60;

const CHILD = new URL('./check-child.ts', import.meta.url);
const BOUNDS = { memory: 256 * 1024 * 1024, time: 10_000 };

/** One round: updates the list of addresses once a day, and returns a few that were not checked for a day, checked. */
export async function watchSources(deps: Deps, watching: WatchOptions): Promise<CheckedSource[]> {
  const since = inSeconds(deps, -DAY);
  const gathered = await readSetting(deps.db.read, 'sources_gathered');
  const isStale = gathered === null || gathered < since;
  if (!isStale && (await listDue(deps.db.read, since, 1)).length === 0) return [];
  if (!(await acquire(deps))) return [];
  if (isStale) {
    await updateCitedSources(deps);
    await deps.db.write((tx) => putSetting(tx, 'sources_gathered', now(deps)));
  }
  const checked = await askSome(deps, watching, since);
  await deps.db.write((tx) => putSetting(tx, 'sources_turn', now(deps)));
  return checked;
}

async function askSome(deps: Deps, { baseUrl, rehearsal }: WatchOptions, before: string): Promise<CheckedSource[]> {
  const urls = await take(deps, before);
  if (urls.length === 0) return [];
  const manner: FetchOptions = { userAgent: userAgentOf(baseUrl, '/method'), ...(rehearsal && { rehearsal }) };
  const cited = await Promise.all(urls.map((url) => withQuotes(deps.db.read, url)));
  const looks = await runInChild<SourceCheckJob, SourceResult[]>(CHILD, { cited, manner }, BOUNDS);
  return storeSourceResults(
    deps,
    looks ?? cited.map(({ url }) => ({ url, state: 'unknown', status: null, trouble: 'It could not be asked.' })),
  );
}

/** Takes a few addresses of different hosts that were checked longest ago. Of several processes, only one gets each address. */
async function take(deps: Deps, before: string): Promise<string[]> {
  const due = await listDue(deps.db.read, before, LOOKED_THROUGH);
  const byHost = new Map<string, (typeof due)[number]>();
  for (const source of due) {
    const host = URL.parse(source.url)?.host ?? '';
    if (byHost.size < AT_ONCE && !byHost.has(host)) byHost.set(host, source);
  }
  if (byHost.size === 0) return [];
  return deps.db.write(async (tx) => {
    const taken: string[] = [];
    for (const { url, asked_at } of byHost.values()) {
      const { numUpdatedRows } = await tx
        .updateTable('source_look')
        .set({ asked_at: now(deps) })
        .where('url', '=', url)
        .where('asked_at', '=', asked_at)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) taken.push(url);
    }
    return taken;
  });
}

function listDue(tx: Tx, before: string, limit: number): Promise<{ url: string; asked_at: string }[]> {
  return tx
    .selectFrom('source_look')
    .select(['url', 'asked_at'])
    .where('asked_at', '<=', before)
    .orderBy('asked_at')
    .orderBy('url')
    .limit(limit)
    .execute();
}

type SettledBy = { quote?: string; found?: FoundInSource };

/** An address with the quotes from it in settlements, and the passages that were found there. */
async function withQuotes(tx: Tx, url: string): Promise<CitedSource> {
  const rows = await tx
    .selectFrom('settlement')
    .select(['id', 'detail'])
    .where('source_url', '=', url)
    .where('confirmed_at', 'is not', null)
    .where('replaced_at', 'is', null)
    .limit(1000)
    .execute();
  const settled = rows.map(({ id, detail }) => ({ id, ...(JSON.parse(detail) as SettledBy) }));
  const quotes = settled.flatMap(({ quote, found: finding }) => (quote !== undefined && !finding ? [quote] : []));
  const passages = settled.flatMap(({ id, quote, found: finding }) =>
    quote !== undefined && finding?.by === 'address' ? [{ id, says: finding.says, quote }] : [],
  );
  return { url, quotes: [...new Set(quotes)], passages };
}

/** Only one process checks at a time, so that a host gets no parallel requests. */
async function acquire(deps: Deps): Promise<boolean> {
  return deps.db.write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: 'sources_turn', value: '' })
      .onConflict((known) => known.column('name').doNothing())
      .execute();
    const { numUpdatedRows } = await tx
      .updateTable('setting')
      .set({ value: inSeconds(deps, TURN) })
      .where('name', '=', 'sources_turn')
      .where('value', '<=', now(deps))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  });
}

async function readSetting(tx: Tx, name: string): Promise<string | null> {
  const row = await tx.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

async function putSetting(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('setting')
    .values({ name, value })
    .onConflict((known) => known.column('name').doUpdateSet({ value }))
    .execute();
}
