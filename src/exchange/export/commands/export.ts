import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CLI } from '#core/actor.ts';
import { openFolderSink } from '#exchange/export/archive/export-sink.ts';
import { noteExport, readExportDay } from '#exchange/export/archive/note-export.ts';
import { runExport } from '#exchange/export/archive/run-export.ts';
import type { ExportProgress } from '#exchange/export/archive/write-export.ts';
import { openZipSink } from '#exchange/export/archive/zip-sink.ts';
import { onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import { printProgress } from '#runtime/command-line/progress.ts';
import type { Environment } from '#runtime/config/env.ts';

const OPTIONS = { since: { type: 'string' }, private: { type: 'boolean' } } as const;

/** `export FOLDER|FILE.zip`. */
export async function runExportCommand(args: string[], environment: Environment): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const path = resolve(onlyArgument(positionals, 'FOLDER or FILE.zip'));
  const order = {
    private: values.private ?? false,
    since: values.since === undefined ? null : readExportDay(values.since),
  };
  await withDeps(
    environment,
    async (deps, { databaseUrl }) => {
      const sink = await (/\.zip$/i.test(path) ? openZipSink(path) : openFolderSink(path));
      const printer = printProgress(process.stderr, 'Exporting');
      const progress = collectNowAndThen((done, whole) => printer(done, whole, 'articles'));
      const result = await runExport(deps, databaseUrl, { order, sink, progress });
      await noteExport(deps, CLI, order, result.counts);
      const { articles = 0, media = 0 } = result.counts;
      console.log(`Exported ${articles} articles, ${media} pictures and ${result.files} files in all to ${path}.`);
      for (const name of result.missing) console.error(`NOT IN THE STORE, so not in the export: ${name}`);
    },
    { writesAddresses: true },
  );
}

/** Articles between two collections of memory. */
const COLLECT_EVERY = 200;

/**
 * Collects what was freed now and then. V8 would let its part for new objects grow, and 64 MB of bytes outside of its heap gather first;
 * the system does not get that memory back, and an export would take 80 MB more.
 */
function collectNowAndThen(progress: ExportProgress): ExportProgress {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return (done, whole) => {
    if (done % COLLECT_EVERY === 0) collect();
    progress(done, whole);
  };
}
