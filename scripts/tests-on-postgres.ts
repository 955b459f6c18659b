import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Which test files also run on PostgreSQL: all that open a site, directly or through their imports, except those listed here.

/** Tests that open a site but run on SQLite only, each with the reason. */
export const ON_SQLITE_ALONE: Readonly<Record<string, string>> = {
  'ads/ad-screenshot.test.ts': 'starts a browser; ad-evidence tests the same writes on both databases',
  'public/advertise.test.ts': 'the catalog is not in the database',
  'agents/client-package.test.ts': 'compares files with the API description',
  'api/api-page.test.ts': 'made from the API description only',
  'data/backup-check.test.ts': 'removes triggers of SQLite by hand',
  'data/backup-moves.test.ts': 'opens both databases itself',
  'data/command-line-database.test.ts': 'creates SQLite files',
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

const root = dirname(import.meta.dirname);
const OPENS_A_SITE = /\bopen(?:Site|OnPort)\b/;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g;

/** Whether a test file opens a site, itself or through a helper that it imports directly or indirectly. */
export function opensSite(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return OPENS_A_SITE.test(text) || helpersOf(file, text).some((helper) => opensSite(helper, seen));
}

/** Why a file that opens a site runs on SQLite only; null for a file that runs on both databases. */
export function whyOnSqliteAlone(file: string): string | null {
  const name = file.replace(/^test\//, '');
  return ON_SQLITE_ALONE[name] ?? (IN_A_BROWSER.test(name) ? WHY_NO_BROWSER : null);
}

/** The files of `tests` that run on PostgreSQL, and those that open a site but do not, each with its reason. */
export function onPostgres(tests: readonly string[]): { run: string[]; left: [file: string, why: string][] } {
  const run: string[] = [];
  const left: [string, string][] = [];
  for (const file of tests.filter((one) => opensSite(one))) {
    const why = whyOnSqliteAlone(file);
    if (why === null) run.push(file);
    else left.push([file, why]);
  }
  return { run, left };
}

/** The files under test/ that a file imports, without the ones that define the site and the PostgreSQL cluster. */
function helpersOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
    .filter((path) => path.startsWith('test/') && !/^test\/support\/(?:site|postgres)\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path)));
}
