import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readServerConfig } from '../config.ts';
import type { Environment } from '../env.ts';
import { nginxConfFor, startExport } from '../export/start.ts';
import { withDeps } from './command.ts';

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

/** Exports the site once, or prints the nginx configuration that serves the export. */
export async function exportOnce(args: string[], environment: Environment): Promise<void> {
  const { values } = parseArgs({ args, options: { nginx: { type: 'boolean' }, listen: { type: 'string' } } });
  const config = readServerConfig(environment);
  const { exportDir } = config;
  if (!exportDir) throw new Error('Set EXPORT_DIR to the folder for the exported site.');
  if (values.nginx)
    return console.log(nginxConfFor(config, exportDir, values.listen ?? '80', { brotli: knowsBrotli() }));
  await withDeps(environment, async (deps) => {
    const quiet = () => {};
    const error = (fields: Record<string, unknown>, message: string) => console.error(message, fields.error);
    const printer = startExport(deps, config, { info: quiet, warn: quiet, error }, exportDir);
    await printer.settled();
    await printer.stop();
    console.log(`The site is exported to ${exportDir}.`);
  });
}
