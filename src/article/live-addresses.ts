import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '#db/database.ts';
import { isAmong } from '#db/schema/dialect.ts';
import { PAGES_SECTION } from './own-page.ts';

// The addresses of all live articles for sitemaps, first published first, read from an index alone.

export type LiveAddress = { section: string; slug: string; modifiedAt: string };
/** A range of live articles in that order. */
export type AddressRange = { offset: number; limit: number };

/** Addresses read in one query; other work runs between two queries. */
const AT_ONCE = 2000;

/** Without custom pages. */
export async function countLiveArticles(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('article')
    .select((is) => is.fn.countAll().as('count'))
    .where('live_revision', 'is not', null)
    .where('live_section', '<>', PAGES_SECTION)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** With custom pages, which sitemaps list too. */
export async function countLive(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('article')
    .select((is) => is.fn.countAll().as('count'))
    .where('live_revision', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The addresses of a range, in batches. */
export async function* listAddresses(tx: Tx, { offset, limit }: AddressRange): AsyncGenerator<LiveAddress[]> {
  let last = offset === 0 ? { at: '', id: '' } : await placeOf(tx, offset - 1);
  for (let left = limit; left > 0 && last !== null; left -= AT_ONCE) {
    const rows = await inOrder(tx)
      .select(['published_at', 'id', 'modified_at', 'live_section', 'live_slug'])
      .where((where) => where(where.refTuple('published_at', 'id'), '>', where.tuple(last?.at ?? '', last?.id ?? '')))
      .limit(Math.min(left, AT_ONCE))
      .execute();
    yield rows.map((row) => ({
      section: row.live_section ?? '',
      slug: row.live_slug ?? '',
      modifiedAt: row.modified_at ?? '',
    }));
    const end = rows.at(-1);
    last = end && rows.length === AT_ONCE ? { at: end.published_at ?? '', id: end.id } : null;
    await nextTurn();
  }
}

/** When an article of a range last changed. */
export async function lastChangeIn(tx: Tx, { offset, limit }: AddressRange): Promise<string | null> {
  const { at } = await tx
    .selectFrom(inOrder(tx).select('modified_at').offset(offset).limit(limit).as('run'))
    .select((is) => is.fn.max('modified_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** When an article of each section last changed; sections without a live article are left out. */
export async function lastChangeBySection(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('article')
    .select(['live_section', (is) => is.fn.max('modified_at').as('at')])
    .where('live_revision', 'is not', null)
    .groupBy('live_section')
    .execute();
  return new Map(rows.map(({ live_section, at }) => [live_section ?? '', at ?? '']));
}

/** The bylines of live articles, and when an article of each last changed; read in batches. */
export async function listBylines(tx: Tx): Promise<Map<string, string>> {
  const changes = new Map<string, string>();
  const bylines = await tx.selectFrom('author').select(['id', 'slug']).orderBy('slug').execute();
  for (const { id, slug } of bylines) {
    const at = await lastChangeUnder(tx, id);
    if (at !== null) changes.set(slug, at);
  }
  return changes;
}

/** The bylines of live articles, by name; at most `limit`. */
export async function listWriters(tx: Tx, limit: number): Promise<{ slug: string; name: string }[]> {
  const slugs = [...(await listBylines(tx)).keys()];
  if (slugs.length === 0) return [];
  const writers = tx
    .selectFrom('author')
    .select(['slug', 'name'])
    .where(isAmong(tx, 'slug', slugs));
  return writers.orderBy('name').orderBy('slug').limit(limit).execute();
}

/** When a live article with a byline last changed, read from the index of bylines alone. */
async function lastChangeUnder(tx: Tx, authorId: string): Promise<string | null> {
  let latest: string | null = null;
  for (let after: string | null = ''; after !== null; await nextTurn()) {
    const some: { id: string; at: string | null }[] = await tx
      .selectFrom('revision')
      .innerJoin('article', (on) =>
        on.onRef('article.id', '=', 'revision.article_id').onRef('article.live_revision', '=', 'revision.number'),
      )
      .select(['revision.article_id as id', 'article.modified_at as at'])
      .where('revision.author_id', '=', authorId)
      .where('article.live_section', '<>', PAGES_SECTION)
      .where('revision.article_id', '>', after)
      .orderBy('revision.article_id')
      .limit(AT_ONCE)
      .execute();
    for (const { at } of some) if (at !== null && at > (latest ?? '')) latest = at;
    after = some.length === AT_ONCE ? (some.at(-1)?.id ?? null) : null;
  }
  return latest;
}

async function placeOf(tx: Tx, offset: number): Promise<{ at: string; id: string } | null> {
  const row = await inOrder(tx).select(['published_at', 'id']).offset(offset).limit(1).executeTakeFirst();
  return row ? { at: row.published_at ?? '', id: row.id } : null;
}

function inOrder(tx: Tx) {
  return tx.selectFrom('article').where('live_revision', 'is not', null).orderBy('published_at').orderBy('id');
}
