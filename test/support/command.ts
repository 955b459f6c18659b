import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestSite } from './site.ts';

const CLI_SCRIPT = join(import.meta.dirname, '..', '..', 'src/cli/cli.ts');

export type Said = { code: number | null; out: string; error: string };

/** Runs the plumbline command on the data of a site. `settings` override the site's settings; `input` goes to standard input. */
export function plumbline(
  { config }: TestSite,
  args: string[],
  settings: Record<string, string> = {},
  input = '',
): Promise<Said> {
  const child = spawn(process.execPath, [CLI_SCRIPT, ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: config.dataDir,
      DATABASE_URL: config.databaseUrl,
      BASE_URL: config.publication.baseUrl,
      FIGURES_GATE: config.policy.gateLevels.figure_open ?? 'block',
      ...settings,
    },
  });
  const said: Said = { code: null, out: '', error: '' };
  child.stdout.on('data', (part) => {
    said.out += part;
  });
  child.stderr.on('data', (part) => {
    said.error += part;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...said, code })));
}
