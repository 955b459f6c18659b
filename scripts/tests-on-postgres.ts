import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Which test files run on PostgreSQL, too: all that open a house, themselves or through what they import, but those listed.

/** Tests that open a house and still run on SQLite alone, and why. */
export const ON_SQLITE_ALONE: Readonly<Record<string, string>> = {
  'ads/ad-screenshot.test.ts': 'starts a browser, and stores what ad-evidence stores on both',
  'public/advertise.test.ts': 'the catalog is no data',
  'api/api-page.test.ts': 'printed from the description alone',
  'data/backup-check.test.ts': 'takes the guards of SQLite away by hand',
  'data/backup-moves.test.ts': 'opens both databases itself',
  'data/command-line-database.test.ts': 'makes SQLite files of its own',
  'process/command-line.test.ts': 'holds the command to its words; the verbs below it are tested on both',
  'public/discovery-catalogs.test.ts': 'printed from the settings alone',
  'rules/docs.test.ts': 'holds pages against the code',
  'agents/oauth-metadata.test.ts': 'printed from the settings alone',
  'api/openapi.test.ts': 'printed from the description alone',
  'browser/pages-access.test.ts': 'starts a browser; the pages it looks at are tested on both',
  'process/exported-site.test.ts': 'holds files against answers',
  'process/exported-nginx.test.ts': 'holds nginx against answers',
  'data/read-cache.test.ts': 'what is remembered until a commit is SQLite’s own',
  'data/shared-commits.test.ts': 'commits are shared on SQLite alone',
};

/** Every test in a browser is left out: what it presses and reads goes through routes that are tested on both. */
const IN_A_BROWSER = /^browser\//;
const WHY_NO_BROWSER = 'starts a browser; the routes behind its pages are tested on both';

const root = dirname(import.meta.dirname);
const OPENS_A_SITE = /\bopen(?:Site|OnPort)\b/;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g;

/** Whether a test file opens a house: in its own text, or in a helper that it imports, however far away. */
export function opensSite(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return OPENS_A_SITE.test(text) || helpersOf(file, text).some((helper) => opensSite(helper, seen));
}

/** Why a file that opens a house runs on SQLite alone; null for one that runs on both. */
export function whyOnSqliteAlone(file: string): string | null {
  const name = file.replace(/^test\//, '');
  return ON_SQLITE_ALONE[name] ?? (IN_A_BROWSER.test(name) ? WHY_NO_BROWSER : null);
}

/** The files of `tests` that run on PostgreSQL, and those that open a house and do not, each with its reason. */
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

/** The files under test/ that a file imports, without the one in which a house is defined and the cluster it may lie in. */
function helpersOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
    .filter((path) => path.startsWith('test/') && !/^test\/support\/(?:site|postgres)\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path)));
}
