import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/schema/dialect.ts';
import type { Deps } from '../../runtime/deps.ts';
import type { Source } from '../model/copy.ts';

/** Articles read, and addresses written, at once; others have their turn between. */
const AT_ONCE = 500;

/** Notes every address that live articles cite, and forgets those they cite no more. What was seen of the others is kept. */
export async function gatherCited(deps: Deps): Promise<void> {
  const cited = await listCited(deps.db.read);
  const known = await listKnown(deps.db.read);
  const added = [...cited].filter((url) => !known.has(url));
  const gone = [...known].filter((url) => !cited.has(url));
  for (const some of chunks(added)) {
    const rows = some.map((url) => ({ url, asked_at: '' }));
    await deps.db.write((tx) =>
      tx
        .insertInto('source_look')
        .values(rows)
        .onConflict((same) => same.column('url').doNothing())
        .execute(),
    );
  }
  for (const some of chunks(gone)) {
    await deps.db.write((tx) =>
      tx
        .deleteFrom('source_look')
        .where(isAmong(tx, 'url', some))
        .execute(),
    );
  }
}

async function listCited(tx: Tx): Promise<Set<string>> {
  const urls = new Set<string>();
  for (let after: string | null = ''; after !== null; ) {
    const rows: { id: string; sources: string }[] = await tx
      .selectFrom('article')
      .innerJoin('revision', (on) =>
        on.onRef('revision.article_id', '=', 'article.id').onRef('revision.number', '=', 'article.live_revision'),
      )
      .select(['article.id', 'revision.sources'])
      .where('article.live_revision', 'is not', null)
      .where('article.id', '>', after)
      .orderBy('article.id')
      .limit(AT_ONCE)
      .execute();
    for (const { sources } of rows) for (const { url } of JSON.parse(sources) as Source[]) urls.add(url);
    after = rows.length === AT_ONCE ? (rows.at(-1)?.id ?? null) : null;
    await nextTurn();
  }
  return urls;
}

async function listKnown(tx: Tx): Promise<Set<string>> {
  const rows = await tx.selectFrom('source_look').select('url').execute();
  return new Set(rows.map(({ url }) => url));
}

function* chunks(urls: readonly string[]): Generator<string[]> {
  for (let at = 0; at < urls.length; at += AT_ONCE) yield urls.slice(at, at + AT_ONCE);
}
