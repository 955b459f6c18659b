import { parseArgs } from 'node:util';
import { backUp } from '../archive/back-up.ts';
import { copyHouse } from '../archive/copy-house.ts';
import { inspect } from '../archive/inspect.ts';
import { type Progress, tellProgress } from '../archive/progress.ts';
import { restore } from '../archive/restore.ts';
import { readConfig } from '../config.ts';
import { openSnapshot } from '../db/snapshot.ts';
import { timeNow } from '../ground/open-press.ts';
import { onlyArgument } from './arguments.ts';
import type { Environment } from './commands.ts';

/** `backup` */
export async function backUpHouse(args: string[], environment: Environment): Promise<void> {
  const path = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'FILE');
  const { rows, sha256 } = await backUp(readConfig(environment).databaseUrl, path, telling());
  console.log(`Backed up ${rows} rows to ${path}; it opens, it is whole, and its journal is unbroken.`);
  console.log(`sha256 ${sha256}`);
}

/** `restore` */
export async function restoreHouse(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean' } },
  });
  const path = onlyArgument(positionals, 'FILE');
  const url = readConfig(environment).databaseUrl;
  const { rows, kept } = await restore(path, url, timeNow(), values.replace ?? false, telling());
  console.log(`Restored ${rows} rows from ${path}; every table reads back as it was backed up.`);
  if (kept) console.log(`What was there before is kept as ${kept}.`);
}

/** `check` */
export async function checkHouse(args: string[], environment: Environment): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const url =
    positionals.length > 0 ? `file:${onlyArgument(positionals, 'FILE')}` : readConfig(environment).databaseUrl;
  const snapshot = await openSnapshot(url);
  try {
    const { tables, wrong } = await inspect(snapshot, progress('Checking'));
    for (const { table, rows } of tables) console.log(`${table}: ${rows}`);
    for (const one of wrong) console.log(`WRONG: ${one}`);
    if (wrong.length > 0) throw new Error(`${wrong.length} things are wrong.`);
    console.log('Every row was read; the journal is unbroken, and nothing points to nothing.');
  } finally {
    await snapshot.close();
  }
}

/** `copy` */
export async function copyWholeHouse(args: string[], _: Environment): Promise<void> {
  const text = { type: 'string' } as const;
  const { from, to } = parseArgs({ args, options: { from: text, to: text } }).values;
  if (!from || !to) throw new Error('Give both addresses: --from file:PATH --to postgres://…, or the other way round.');
  const at = timeNow();
  const tables = await copyHouse(from, to, telling());
  for (const { table, rows, hash } of tables) console.log(`${table}: ${rows} ${hash.slice(0, 16)}`);
  console.log(`Copied everything as it stood at ${at}; counts and hashes are the same on both sides.`);
  console.log('What a server writes to the old one from now on is not in the new one: set DATABASE_URL and restart.');
}

function telling(): { copying: Progress; comparing: Progress } {
  return { copying: progress('Copying'), comparing: progress('Comparing') };
}

function progress(work: string): Progress {
  return tellProgress(process.stderr, work);
}
