import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Service } from '#capability.ts';
import { type Config, readConfig } from '#config/config.ts';
import type { Environment } from '#config/env.ts';
import { CLI } from '#core/actor.ts';
import { openFolderSink } from '#export/archive/export-sink.ts';
import { noteExport, readExportDay } from '#export/archive/note-export.ts';
import { runExport, spoolFolderOf } from '#export/archive/run-export.ts';
import type { ExportProgress } from '#export/archive/write-export.ts';
import { openZipSink } from '#export/archive/zip-sink.ts';
import { nginxConfFor, startExport } from '#export/site/start.ts';
import { onlyArgument, withDeps } from '#runtime/command-line/command.ts';
import { printProgress } from '#runtime/command-line/progress.ts';
import type { Deps } from '#runtime/deps.ts';

/** Whether nginx on this machine, with the modules that Debian enables, supports `brotli_static`. */
function knowsBrotli(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-nginx-'));
  const file = join(folder, 'nginx.conf');
  const modules = 'include /etc/nginx/modules-enabled/*.conf;';
  writeFileSync(file, `pid ${folder}/pid; ${modules} events { } http { access_log off; brotli_static on; }`);
  const { status } = spawnSync('nginx', ['-t', '-q', '-c', file, '-e', 'stderr'], { stdio: 'ignore' });
  rmSync(folder, { recursive: true });
  return status === 0;
}

const OPTIONS = {
  nginx: { type: 'boolean' },
  listen: { type: 'string' },
  site: { type: 'boolean' },
  since: { type: 'string' },
  private: { type: 'boolean' },
} as const;

/** `export FOLDER|FILE.zip`; without a place, the files for nginx in EXPORT_DIR, or the configuration that serves them. */
export async function runExportCommand(
  args: string[],
  environment: Environment,
  loadService: () => Promise<Pick<Service, 'createApp'>>,
): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  if (positionals.length === 0) return exportOnce(values, environment, loadService);
  if (values.nginx || values.listen) throw new Error('--nginx and --listen go without FOLDER or FILE.zip.');
  const path = resolve(onlyArgument(positionals, 'FOLDER or FILE.zip'));
  const order = {
    site: values.site ?? false,
    private: values.private ?? false,
    since: values.since === undefined ? null : readExportDay(values.since),
  };
  const { createApp } = await loadService();
  await withDeps(
    environment,
    async (deps, config) => {
      const sink = await (/\.zip$/i.test(path) ? openZipSink(path) : openFolderSink(path));
      const progress = collectNowAndThen(printProgress(process.stderr, 'Exporting'));
      const spoolFolder = spoolFolderOf(path);
      const result = await runExport(deps, { config, log: QUIET, createApp }, { order, sink, spoolFolder, progress });
      await noteExport(deps, CLI, order, result.counts);
      const { articles = 0, media = 0, site_files = 0 } = result.counts;
      console.log(`Exported ${articles} articles, ${media} pictures and ${result.files} files in all to ${path}.`);
      if (order.site) console.log(`The static site in it has ${site_files} files.`);
      for (const name of result.missing) console.error(`NOT IN THE STORE, so not in the export: ${name}`);
    },
    { writesAddresses: true },
  );
}

/** Addresses between two collections of memory. */
const COLLECT_EVERY = 200;

/**
 * Collects what was freed now and then. V8 would let its part for new objects grow, and 64 MB of bytes outside of its heap gather first;
 * the system does not get that memory back, and an export would take 80 MB more.
 */
function collectNowAndThen(progress: ExportProgress): ExportProgress {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  return (done, whole, of) => {
    if (done % COLLECT_EVERY === 0) collect();
    progress(done, whole, of);
  };
}

const QUIET = {
  info: () => {},
  warn: () => {},
  error: (fields: Record<string, unknown>, message: string) => console.error(message, fields.error ?? ''),
};

/** Exports the site once, or prints the nginx configuration that serves the export. */
async function exportOnce(
  values: { nginx?: boolean; listen?: string },
  environment: Environment,
  loadService: () => Promise<Pick<Service, 'createApp'>>,
): Promise<void> {
  const { exportDir } = readConfig(environment);
  if (!exportDir) {
    throw new Error(
      'Name a FOLDER or a FILE.zip to take everything out; or set EXPORT_DIR to the folder of the site for nginx.',
    );
  }
  if (values.nginx) {
    const print = async (_: Deps, config: Config) =>
      console.log(nginxConfFor(config, exportDir, values.listen ?? '80', { brotli: knowsBrotli() }));
    return withDeps(environment, print, { writesAddresses: true });
  }
  const { createApp } = await loadService();
  const exportAll = async (deps: Deps, config: Config) => {
    const printer = startExport(deps, { config, log: QUIET, createApp }, exportDir);
    await printer.settled();
    await printer.stop();
    console.log(`The site is exported to ${exportDir}.`);
  };
  await withDeps(environment, exportAll, { writesAddresses: true });
}
