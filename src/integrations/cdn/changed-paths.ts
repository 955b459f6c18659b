import { currentSections, readableDeskSlugs } from '#article/desk.ts';
import { listLinkingArticles } from '#article/linking-articles.ts';
import { articlePath } from '#article/own-page.ts';
import { deskFiles, negotiatedPaths, singleForms } from '#article/public-resources.ts';
import type { Tx } from '#db/database.ts';
import { changesSite } from '#http/cache/tags.ts';
import type { PublicationLine } from '#runtime/follow-log.ts';

// The paths to purge where a cache knows no tags: those of the articles that changed, and every page with a fixed address. Pages
// of a month, a tag, an author or an issue, and addresses with a query, are not among them: a cache keeps them for a minute. After a
// change of the site the custom pages and the latest articles are purged too.

/** Up to this many changed articles, the pages that list them are purged too. */
const FEW = 50;
/** So many of the latest articles show a new name of the site at once; older ones follow within the minute. */
const LATEST = 200;

/** The paths of what these lines changed. */
export async function listChangedPaths(tx: Tx, lines: readonly PublicationLine[] | 'all'): Promise<string[]> {
  const fixed = [
    ...negotiatedPaths(),
    ...readableDeskSlugs().flatMap((desk) => [`/${desk}`, `/${desk}.md`]),
    ...[...singleForms(), ...currentSections().retired.flatMap(({ slug }) => deskFiles(slug))].map(({ path }) => path),
  ];
  const articles = lines === 'all' ? [] : [...new Set(lines.flatMap((line) => (line.placed ? [] : line.articleId)))];
  const linking = articles.length > 0 && articles.length <= FEW ? await listLinkingArticles(tx, articles) : [];
  const latest = lines === 'all' || changesSite(lines) ? await listLatest(tx) : [];
  const addresses = await listAddresses(tx, [...new Set([...articles, ...linking, ...latest])]);
  return [...new Set([...fixed, ...addresses.flatMap(formsOf)])];
}

/** The ids of the latest live articles, custom pages among them. */
async function listLatest(tx: Tx): Promise<string[]> {
  const live = tx.selectFrom('article').select('id').where('live_revision', 'is not', null);
  const rows = await live.orderBy('published_at', 'desc').orderBy('id').limit(LATEST).execute();
  return rows.map(({ id }) => id);
}

async function listAddresses(tx: Tx, ids: readonly string[]): Promise<{ section: string; slug: string }[]> {
  if (ids.length === 0) return [];
  const addresses = tx.selectFrom('address').select(['desk', 'slug']).where('was_live', '=', 1);
  const rows = await addresses.where('article_id', 'in', ids).orderBy('desk').orderBy('slug').execute();
  return rows.map(({ desk, slug }) => ({ section: desk, slug }));
}

/** The forms of an article and what belongs to it. */
function formsOf({ section, slug }: { section: string; slug: string }): string[] {
  const address = `${section}/${slug}`;
  const path = articlePath({ section, slug });
  const api = ['/api/public', '/api/v1/public'].flatMap((prefix) => [
    `${prefix}/markdown/${address}`,
    ...['', '/evidence', '/related'].map((part) => `${prefix}/articles/${address}${part}`),
  ]);
  return [path, `${path}.md`, `/cards/${address}.png`, ...api];
}
