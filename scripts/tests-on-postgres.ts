import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Which test files also run on PostgreSQL: all that open a site, directly or through their imports, except those listed here.

/** Tests that open a site but run on SQLite only, each with the reason. */
export const ON_SQLITE_ALONE: Readonly<Record<string, string>> = {
  'ads/ad-screenshot.test.ts': 'starts a browser; ad-evidence tests the same writes on both databases',
  'public/citation.test.ts': 'made from an article that other tests read on both databases',
  'ads/suppliers-shown.test.ts': 'starts a browser; ad-pages and suppliers test the same pages on both databases',
  'ads/advertise.test.ts': 'the catalog is not in the database',
  'agents/client-package.test.ts': 'compares files with the API description',
  'agents/agents-page.test.ts': 'made from the settings only',
  'walks/agents-page.test.ts': 'runs programs; other tests run the same statements on both databases',
  'agents/client-served.test.ts': 'the served files are not in the database',
  'walks/front-page.test.ts': 'starts a browser; test/public/pages tests the same page on both databases',
  'walks/brief-composing.test.ts': 'starts a browser; test/brief tests the same acts on both databases',
  'walks/board/board-acts.test.ts': 'starts a browser; test/board tests the same acts on both databases',
  'walks/newsroom-keys.test.ts': 'starts a browser; other tests run the same acts on both databases',
  'walks/ads/ad-keys.test.ts': 'starts a browser; test/ads tests the same acts on both databases',
  'walks/editor/trials-engines.test.ts': 'starts browsers; working-copy tests the same writes on both databases',
  'walks/oauth.test.ts': 'starts a browser; test/oauth tests the same routes on both databases',
  'walks/client-npx.test.ts': 'starts npm; the drafts of test/api do the same writes on both databases',
  'api/api-page.test.ts': 'made from the API description only',
  'data/backup-check.test.ts': 'removes triggers of SQLite by hand',
  'data/backup-moves.test.ts': 'opens both databases itself',
  'brief/brief-races.test.ts': 'opens its database on PostgreSQL itself',
  'data/races.test.ts': 'opens its database on PostgreSQL itself',
  'records/record-races.test.ts': 'opens its database on PostgreSQL itself',
  'records/backup-check.test.ts': 'damages SQLite files by hand',
  'data/command-line-database.test.ts': 'creates SQLite files',
  'process/settings-effect.test.ts': 'starts its servers on SQLite',
  'process/command-line.test.ts':
    'tests the output of the command; the functions behind it are tested on both databases',
  'public/discovery-catalogs.test.ts': 'made from the settings only',
  'rules/docs.test.ts': 'compares documents with the code',
  'agents/oauth-metadata.test.ts': 'made from the settings only',
  'api/openapi.test.ts': 'made from the API description only',
  'browser/pages-access.test.ts': 'starts a browser; its pages are tested on both databases',
  'process/exported-site.test.ts': 'compares files with responses',
  'process/exported-nginx.test.ts': 'compares nginx with responses',
  'data/read-cache.test.ts': 'only SQLite has the read cache',
  'data/shared-commits.test.ts': 'only SQLite shares commits',
};

/** Tests in a browser are left out: the routes behind its pages are tested on both databases. */
const IN_A_BROWSER = /^browser\//;
const WHY_NO_BROWSER = 'starts a browser; the routes behind its pages are tested on both databases';

/**
 * Tests that run on PostgreSQL before a release only, by `npm run test:walks`: with them a check of a change would take too
 * long. Other tests run nearly all of their statements there after each change.
 */
export const BEFORE_A_RELEASE: readonly string[] = [
  ...inFolder('ads', 'ad-availability ad-charts ad-check ad-routes creative-copies sponsored-links'),
  ...inFolder('agents', 'agent-clock agent-dead-ends agent-figures agent-membership agent-messages agent-mistakes'),
  ...inFolder('agents', 'answer-sizes claim-page client-access client-changes client-drafts password-ends-agents'),
  ...inFolder('api', 'editorial-errors editorial-fast-path long-articles openapi-live openapi-true payload'),
  ...inFolder('api', 'text-quota'),
  ...inFolder('board', 'time-zones waiting'),
  ...inFolder('brief', 'brief-archive dkim mail-domain sending'),
  ...inFolder('figures', 'evidence-kept figures-agents figures-alike figures-earlier figures-hidden number-table'),
  ...inFolder('http', 'assets change-streams hosts lean-headers mistyped-addresses refused-methods'),
  ...inFolder('mcp', 'mcp-clients mcp-fast-path mcp-hostile mcp-protocol mcp-wire mistakes-mended'),
  ...inFolder('media', 'media media-refused media-store'),
  ...inFolder('newsroom', 'articles charts compare corrections-both-ways second-person sessions sign-in'),
  ...inFolder('newsroom', 'sign-in-dialog working-copy'),
  ...inFolder('oauth', 'client-profiles provenance redirect-uris requests'),
  ...inFolder('public', 'cache discovery evidence feeds feeds-forms feeds-whole finding-the-way inside-article'),
  ...inFolder('public', 'reading reading-forms search-words seed structured-data'),
  ...inFolder('rules', 'handbook hostile-text one-request statements trouble'),
];

/** The test files of these names, which are separated by spaces. */
function inFolder(folder: string, names: string): string[] {
  return names.split(' ').map((name) => `${folder}/${name}.test.ts`);
}

const root = dirname(import.meta.dirname);
const OPENS_A_SITE = /\bopen(?:Site|OnPort)\b/;
const SHARES_CLUSTER = /\bshareCluster\(/;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g;

/** Whether a test file opens a site, itself or through a helper that it imports directly or indirectly. */
export function opensSite(file: string): boolean {
  return hasInside(file, OPENS_A_SITE);
}

/** Whether a test file uses the PostgreSQL of the run, itself or through a helper. */
export function usesCluster(file: string): boolean {
  return hasInside(file, SHARES_CLUSTER);
}

function hasInside(file: string, pattern: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return pattern.test(text) || helpersOf(file, text).some((helper) => hasInside(helper, pattern, seen));
}

/** Why a file that opens a site runs on SQLite only; null for a file that runs on both databases. */
function whyOnSqliteAlone(file: string): string | null {
  const name = file.replace(/^test\//, '');
  return ON_SQLITE_ALONE[name] ?? (IN_A_BROWSER.test(name) ? WHY_NO_BROWSER : null);
}

/**
 * The files of `tests` that run on PostgreSQL after each change, those that run there before a release, and those that open a
 * site but are left out, each with its reason.
 */
export function onPostgres(tests: readonly string[]): { run: string[]; later: string[]; left: [string, string][] } {
  const run: string[] = [];
  const later: string[] = [];
  const left: [file: string, why: string][] = [];
  for (const file of tests.filter((one) => opensSite(one))) {
    const why = whyOnSqliteAlone(file);
    if (BEFORE_A_RELEASE.includes(file.replace(/^test\//, ''))) later.push(file);
    else if (why === null) run.push(file);
    else left.push([file, why]);
  }
  return { run, later, left };
}

/** The files under test/ that a file imports, without the ones that define the site and the PostgreSQL cluster. */
function helpersOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
    .filter((path) => path.startsWith('test/') && !/^test\/support\/(?:site|postgres)\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path)));
}
