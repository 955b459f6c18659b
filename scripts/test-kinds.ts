import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

// Which command runs a test file, and which files run on PostgreSQL.

const root = dirname(import.meta.dirname);

/**
 * Tests that are held to times, memory or pictures, long walks, and tests of parts that seldom change: `npm run test:nightly` runs
 * them before a release. No change waits for them.
 */
const NIGHTLY = new RegExp(
  `^test/(?:nightly/.*|walks/.*|${[
    'browser/editor-speed',
    'data/(?:engine-check|postgres-replica)',
    'process/(?:bundle|cluster|exported-nginx|faults|slow-callers)',
    'rules/(?:handbook|mutations)',
  ].join('|')})\\.test\\.ts$`,
);
/** Nightly tests that are held to times run alone. */
const MEASURED =
  /nightly\/|faults|editor-speed|measured|newsroom-sizes|ghost-move|webhooks-hold|pgbouncer|replica|sending\/stop|worst-inputs|caches\/(?:nginx|varnish|site-changes)/;

const IN_A_BROWSER = /^test\/browser\/|\/(?:shared-browser|support\/browser)\.ts'/m;
const STARTS_PROCESSES =
  /^test\/process\/|\b(?:startServers?|startCluster|shareCluster|plumbline|spawn|spawnSync|fork)\(|(?:agent-client|fault-site|support\/postgres|raced-site|releases)\.ts'/m;

/** Tests whose subject differs on PostgreSQL: locks, races, unique keys, dialect, and the contract of the API. */
const ON_POSTGRES =
  /^test\/(?:data\/(?:backup|job-leases|kept-no-longer|last-state|one-after-another|schedule-trouble|fallback-names)|api\/(?:editorial-write|idempotency|stored-articles|unknown-parameters)|agents\/(?:agent-grants|agent-identity|claim-polls)|ads\/ad-races|brief\/(?:unique-keys|subscribe|unsubscribe)|board\/(?:bin|board-search|calendar)|exchange\/(?:restore|import-leases|export-leases)|integrations\/unique-keys|newsroom\/(?:articles|revisions|schedule|journal|publication-acts)|oauth\/tokens|process\/schedule-processes|public\/(?:changes|lists|reading-index)|records\/revisions|search\/.*|stats\/.*)\.test\.ts$/;

export type Kinds = {
  /** No process and no browser: `npm test`. */
  inProcess: string[];
  /** Real processes, PostgreSQL or a browser. */
  processes: string[];
  browser: string[];
  /** Also run with their sites on PostgreSQL. */
  postgres: string[];
  nightly: string[];
  measured: string[];
};

/** Sorts test files by what they need. */
export function sortTests(tests: readonly string[]): Kinds {
  const kinds: Kinds = { inProcess: [], processes: [], browser: [], postgres: [], nightly: [], measured: [] };
  for (const file of tests) {
    const text = `${file}\n${readFileSync(join(root, file), 'utf8')}`;
    if (ON_POSTGRES.test(file)) kinds.postgres.push(file);
    if (NIGHTLY.test(file)) kinds[MEASURED.test(file) ? 'measured' : 'nightly'].push(file);
    else if (IN_A_BROWSER.test(text)) kinds.browser.push(file);
    else if (STARTS_PROCESSES.test(text)) kinds.processes.push(file);
    else kinds.inProcess.push(file);
  }
  return kinds;
}

/** Tests that open a site, and test nothing on PostgreSQL: each with the reason. */
const ON_SQLITE_ALONE: readonly [files: RegExp, why: string][] = [
  [/^test\/browser\/|^test\/ads\/(?:ad-screenshot|suppliers-shown)\./, 'starts a browser'],
  [/^test\/(?:walks|nightly)\//, 'runs once, with the databases that it names'],
  [/^test\/data\/(?:backup-check|command-line-database|read-cache|shared-commits)\./, 'tests SQLite files'],
  [/^test\/records\/backup-check\./, 'damages SQLite files by hand'],
  [/-races\.|\/races\.|^test\/data\/backup-moves\./, 'opens its databases itself'],
  [/^test\/process\/(?:command-line|settings-effect|exported-)/, 'starts its servers on SQLite'],
];

/** The test files that open a site, and so can run on PostgreSQL. */
export function opensSites(tests: readonly string[]): string[] {
  return tests.filter((file) => !ON_SQLITE_ALONE.some(([files]) => files.test(file)) && hasInside(file, OPENS_A_SITE));
}

const OPENS_A_SITE = /\bopen(?:Site|OnPort)\b/;
const IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g;

function hasInside(file: string, pattern: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  return pattern.test(text) || helpersOf(file, text).some((helper) => hasInside(helper, pattern, seen));
}

/** The files under test/ that a file imports, without the ones that define the site and the PostgreSQL cluster. */
function helpersOf(file: string, text: string): string[] {
  return [...text.matchAll(IMPORT)]
    .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
    .filter((path) => path.startsWith('test/') && !/^test\/support\/(?:site|postgres)\.ts$/.test(path))
    .filter((path) => existsSync(join(root, path)));
}
