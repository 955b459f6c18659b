import type { ArticleHistory } from '#article/history-format.ts';
import { articlePath } from '#article/own-page.ts';
import { listSectionRedirects } from '#article/section-redirects.ts';
import { IMPORT } from '#core/actor.ts';
import type { Tx } from '#db/database.ts';
import type { IsRoute } from '#editorial/write/old-addresses.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import type { ExportToRestore } from './open-export.ts';
import { addRedirects } from './redirects.ts';

// What leads from one article to another, when all of them are back. Each part can be repeated.

/** Restores the series with the places of their parts. A series that is here already stays as it is. */
export async function restoreSeries(deps: Deps, source: ExportToRestore): Promise<void> {
  for (const { slug, name, description, parts } of await source.readList('series'))
    await deps.db.write(async (tx) => {
      const known = await tx.selectFrom('series').select('id').where('slug', '=', slug).executeTakeFirst();
      if (known) return;
      const id = deps.newId();
      await tx
        .insertInto('series')
        .values({ id, slug, name, description, created_at: now(deps) })
        .execute();
      for (const { path, place } of parts) {
        const article = await liveAt(tx, path);
        if (article !== null)
          await tx.insertInto('series_part').values({ article_id: article, series_id: id, place }).execute();
      }
      await writeJournal(deps, tx, IMPORT, { act: 'series.added', subject: { kind: 'series', id }, detail: { name } });
    });
}

/** Restores what editors chose to follow an article. */
export async function restoreRelated(tx: Tx, { id, related }: ArticleHistory): Promise<void> {
  for (const [place, address] of related.entries()) {
    const other = await liveAt(tx, articlePath(address));
    if (other !== null)
      await tx
        .insertInto('related_article')
        .values({ article_id: id, place, related_id: other })
        .onConflict((known) => known.doNothing())
        .execute();
  }
}

/** Restores the redirects that no article, tag or section makes by itself. Returns those that are refused here. */
export async function restoreRedirects(deps: Deps, source: ExportToRestore, isRoute: IsRoute): Promise<string[]> {
  const own = new Set(listSectionRedirects().map(({ from }) => from));
  const all = await source.readList('redirects');
  return deps.db.write(async (tx) => {
    const rest: { line: number; from: string; to: string }[] = [];
    for (const { from, to } of all)
      if (!own.has(from) && !from.startsWith('/tags/') && (await ownerOf(tx, from)) === null)
        rest.push({ line: rest.length + 1, from, to });
    const { refused } = await addRedirects(deps, tx, rest, { isRoute });
    return refused.map(({ line, why }) => `The redirect from ${rest[line - 1]?.from}: ${why}`);
  });
}

/** The article that is or was live at a path; null without one. */
async function ownerOf(tx: Tx, path: string): Promise<string | null> {
  const [section = '', slug] = path.slice(1).split('/');
  const address = slug === undefined ? { desk: 'pages', slug: section } : { desk: section, slug };
  const row = await tx
    .selectFrom('address')
    .select('article_id')
    .where('desk', '=', address.desk)
    .where('slug', '=', address.slug)
    .where('was_live', '=', 1)
    .executeTakeFirst();
  return row?.article_id ?? null;
}

async function liveAt(tx: Tx, path: string): Promise<string | null> {
  const id = await ownerOf(tx, path);
  const row = id && (await tx.selectFrom('article').select('live_revision').where('id', '=', id).executeTakeFirst());
  return row && row.live_revision !== null ? id : null;
}
