import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { lastFirst } from '../../support/postgres.ts';

// The code of an earlier release, taken from the history of the project.

const root = dirname(dirname(dirname(import.meta.dirname)));

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/** The commit before the one that added this migration; null where the history does not reach so far. */
export function commitBefore(migration: string): string | null {
  try {
    const path = `src/db/schema/migrations/${migration}.ts`;
    const added = git('log', '--format=%H', '--diff-filter=A', '--', path).split('\n').at(-1);
    return added ? git('rev-parse', '--verify', `${added}^`) : null;
  } catch {
    return null;
  }
}

/** Writes the files of a commit to a folder, with the libraries that are installed here. Returns the folder. */
export function unpackRelease({ after }: ReturnType<typeof lastFirst>, commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-release-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C '${folder}'`], { cwd: root });
  const installed = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  // Not the bundle and the caches of this release, whose names begin with a dot.
  for (const name of readdirSync(installed).filter((one) => !one.startsWith('.')))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name));
  return folder;
}

/** The address of the site, and the headers of its chief. */
export type OldSite = { base: string; headers: Record<string, string> };

const PREPARE = `
const { prepareSite } = await load('test/process/faults/fault-site.ts');
const { stockSite } = await load('scripts/stock.ts');
const { createDeps } = await load('src/runtime/create-deps.ts');
const [databaseUrl, count] = process.argv.slice(2);
const { base, headers, look, remove } = await prepareSite({ databaseUrl });
await look(async (db) => stockSite(await createDeps(db), { count: Number(count) }));
remove();
console.log(JSON.stringify({ base, headers }));
process.exit();

function load(file) {
  return import(new URL(file, import.meta.url));
}
`;

/** Lets the old code make its tables, a chief with a session, and published articles. */
export function prepareOldSite(folder: string, databaseUrl: string, articles: number): OldSite {
  writeFileSync(join(folder, 'prepare.mjs'), PREPARE);
  const words = [join(folder, 'prepare.mjs'), databaseUrl, String(articles)];
  const out = execFileSync(process.execPath, words, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as OldSite;
}
