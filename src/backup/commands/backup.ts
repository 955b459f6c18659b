import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { backUp } from '#backup/back-up.ts';
import { type ChangeCopy, copyDatabase } from '#backup/copy-database.ts';
import { inspectData } from '#backup/inspect.ts';
import { missingFiles, openBackupFiles } from '#backup/media-files.ts';
import { restore } from '#backup/restore.ts';
import { tryRestore } from '#backup/try-restore.ts';
import { CLI } from '#core/actor.ts';
import { databaseFile } from '#db/connection/open.ts';
import { openSnapshot, type Snapshot } from '#db/connection/snapshot.ts';
import { readWatermark } from '#db/connection/watermark.ts';
import { declared } from '#http/declared.ts';
import { onlyArgument, printDatabase, requireDatabase } from '#runtime/command-line/command.ts';
import { type Progress, printProgress } from '#runtime/command-line/progress.ts';
import { type Config, readConfig } from '#runtime/config/config.ts';
import type { Environment } from '#runtime/config/env.ts';
import { openFiles, timeNow } from '#runtime/create-deps.ts';

/** `backup` */
export async function runBackup(args: string[], environment: Environment): Promise<void> {
  const path = onlyArgument(parseArgs({ args, allowPositionals: true }).positionals, 'FILE');
  const config = readConfig(environment);
  printDatabase(config.databaseUrl);
  await requireDatabase(config);
  const { rows, files, missing, sha256 } = await backUp(
    config.directUrl ?? config.databaseUrl,
    openFiles(config),
    path,
    telling(),
  );
  console.log(
    `Backed up ${count(rows, 'row')} and ${count(files, 'file')} to ${path}. It was read back and is complete.`,
  );
  for (const name of missing) console.error(`NOT IN THE STORE, so not in the backup: ${name}`);
  console.log(`sha256 ${sha256}`);
  if (missing.length > 0)
    throw new Error(
      `The backup is written, but ${count(missing.length, 'file')} of its pictures and documents ${missing.length === 1 ? 'is' : 'are'} not in it. Put ${missing.length === 1 ? 'it' : 'them'} back into the store and make another backup.`,
    );
}

/** `restore` */
export async function runRestore(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, try: { type: 'boolean' } },
  });
  const path = onlyArgument(positionals, 'FILE');
  const config = readConfig(environment);
  if (values.try) return runDrill(path, config);
  printDatabase(config.databaseUrl);
  const held = holdCopies(
    'The data was restored from a backup: some of it may have been published, sent or cancelled since.',
  );
  const how = {
    at: timeNow(),
    replace: values.replace ?? false,
    telling: telling(),
    changeCopy: held.changeCopy,
  };
  const { rows, files, kept } = await restore(path, config.directUrl ?? config.databaseUrl, openFiles(config), how);
  console.log(`Restored ${count(rows, 'row')} from ${path}; every table reads back as it was backed up.`);
  if (files > 0) console.log(`Put ${count(files, 'file')} back into the store.`);
  if (kept) console.log(`What was there before is kept as ${kept}.`);
  held.print();
}

/** `restore FILE --try`: does not change the site. */
async function runDrill(path: string, { dataDir }: Config): Promise<void> {
  const began = performance.now();
  const { rows, files, live, lastChange, journalEnd, wrong } = await tryRestore(path, dataDir, {
    at: timeNow(),
    telling: telling(),
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${path} restores: ${count(rows, 'row')} and ${count(files, 'file')} in ${seconds} s.`);
  console.log(
    `It has ${count(live, 'published article')}; ${lastChange ? `the last publication is of ${lastChange}` : 'nothing was ever published'}.`,
  );
  if (journalEnd) console.log(`The journal ends with line ${journalEnd.seq}:${journalEnd.hash}`);
  for (const fault of wrong) console.log(`WRONG: ${fault}`);
  console.log('The restored copy is deleted again; the site was not changed.');
  if (wrong.length > 0) throw new Error(`${count(wrong.length, 'thing')} ${wrong.length === 1 ? 'is' : 'are'} wrong.`);
}

/** `check` */
export async function runCheck(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { 'journal-at': { type: 'string' } },
  });
  const file = positionals.length > 0 ? onlyArgument(positionals, 'FILE') : null;
  const config = readConfig(environment);
  printDatabase(file === null ? config.databaseUrl : `file:${file}`);
  if (file === null) await requireDatabase(config);
  const snapshot = await openSnapshot(file === null ? (config.directUrl ?? config.databaseUrl) : `file:${file}`);
  try {
    const { tables, wrong, journalEnd } = await inspectData(snapshot, progress('Checking'));
    for (const { table, rows } of tables) console.log(`${table}: ${rows}`);
    wrong.push(...(await lostFiles(snapshot, file, config)));
    wrong.push(...(await missingLine(snapshot, values['journal-at'] ?? promisedLine(file, config))));
    for (const fault of wrong) console.log(`WRONG: ${fault}`);
    if (wrong.length > 0)
      throw new Error(`${count(wrong.length, 'thing')} ${wrong.length === 1 ? 'is' : 'are'} wrong.`);
    if (journalEnd) console.log(`The journal ends with line ${journalEnd.seq}:${journalEnd.hash}`);
    console.log('Every row was read; the journal is unbroken, and every reference has its row.');
  } finally {
    await snapshot.close();
  }
}

/** The last acknowledged journal line, from the watermark file beside the database. */
function promisedLine(file: string | null, config: Config): string | undefined {
  const path = file === null ? databaseFile(config.databaseUrl) : null;
  const promised = path === null ? 0 : (readWatermark(path)?.journal ?? 0);
  return promised > 0 ? String(promised) : undefined;
}

/** The problem, if the journal lacks a line that was recorded elsewhere (its number, or `SEQ:HASH`). */
async function missingLine({ tx }: Snapshot, noted: string | undefined): Promise<string[]> {
  if (noted === undefined) return [];
  const [, seq = '', hash] = /^([1-9]\d{0,14})(?::(.+))?$/.exec(noted) ?? [];
  if (seq === '') throw new Error('Give --journal-at as SEQ:HASH, as an earlier check or the log has it.');
  const row = await tx.selectFrom('journal').select('hash').where('seq', '=', Number(seq)).executeTakeFirst();
  if (row && (hash === undefined || row.hash === hash)) return [];
  return [`the journal does not hold line ${noted}, which was noted earlier: its end was cut off or changed`];
}

/** The files that the database refers to and that the site's file store, or the backup, lacks. A database file alone has no files. */
async function lostFiles(snapshot: Snapshot, file: string | null, config: Config): Promise<string[]> {
  const own = file === null || resolve(file) === resolve(databaseFile(config.databaseUrl) ?? '');
  const kept = own ? openFiles(config) : openBackupFiles(file);
  if (!kept) return [];
  const missing = await missingFiles(snapshot, kept.has);
  if ('close' in kept) kept.close();
  return missing.map((name) => `the file ${name} of a picture is not ${own ? 'in the store' : 'in the backup'}`);
}

/** `copy`: a side that is not given is the database of the settings. */
export async function runCopy(args: string[], environment: Environment): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { from: text, to: text } });
  if (!values.from && !values.to)
    throw new Error(
      'Give --from or --to, as file:PATH or postgres://…. The other side is the database of the settings.',
    );
  for (const name of ['from', 'to'] as const)
    if (holdsPassword(values[name]))
      console.error(
        `The password in --${name} is in the list of processes of this machine. Set DATABASE_URL or DATABASE_URL_FILE to that address and leave --${name} out.`,
      );
  const { databaseUrl, directUrl } = readConfig(environment);
  const { from = databaseUrl, to = databaseUrl } = values;
  const direct = (url: string) => (url === databaseUrl ? (directUrl ?? url) : url);
  printDatabase(from, 'From');
  printDatabase(to, 'To');
  const at = timeNow();
  const held = holdCopies('The data was copied: the original may have published, sent or cancelled it.');
  const tables = await copyDatabase(direct(from), direct(to), telling(), held.changeCopy);
  for (const { table, rows, hash } of tables) console.log(`${table}: ${rows} ${hash.slice(0, 16)}`);
  console.log(`Copied everything as it was at ${at}; counts and hashes are the same on both sides.`);
  held.print();
  console.log('From now on, writes to the old database do not reach the new one: set DATABASE_URL and restart.');
}

function holdsPassword(url: string | undefined): boolean {
  const parsed = URL.parse(url ?? '');
  return parsed !== null && (parsed.password !== '' || parsed.searchParams.has('password'));
}

/** Stops acts that the new data would repeat, in the transaction that writes it, and prints them afterwards. */
function holdCopies(because: string): { changeCopy: ChangeCopy; print: () => void } {
  let held: string[] = [];
  return {
    changeCopy: async ({ kind, tx }) => {
      held = [];
      const deps = { db: { kind }, clock: () => Date.parse(timeNow()) };
      for (const load of declared().copyHolds)
        held.push(...(await (await load()).holdCopy(deps, tx, { actor: CLI, because })));
    },
    print: () => {
      for (const sentence of held) console.log(sentence);
    },
  };
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

function telling(): { copying: Progress; comparing: Progress } {
  return { copying: progress('Copying'), comparing: progress('Comparing') };
}

function progress(work: string): Progress {
  return printProgress(process.stderr, work);
}
