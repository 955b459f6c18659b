import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A started server. `environment` has its settings, for commands that use the same data. */
export type RunningServer = {
  baseUrl: string;
  editor: Editor;
  environment: NodeJS.ProcessEnv;
  stop: () => Promise<void>;
};
export type Editor = { email: string; password: string };

/** Milliseconds the server may take to start. */
const LONGEST_START = 300_000;

/** Starts the server with the sample articles, on a free port and in a new data folder. */
export async function startServer(): Promise<RunningServer> {
  const data = mkdtempSync(join(tmpdir(), 'plumbline-validate-'));
  const editor = { email: 'chief@magazine.example', password: 'level and plumb and true' };
  const { NODE_ENV: _, ...inherited } = process.env;
  const environment = {
    ...inherited,
    ...{ HOST: '127.0.0.1', PORT: '0', BASE_URL: '', DATABASE_URL: '', DATA_DIR: data, SAMPLE_EDITION: 'on' },
    ...{ FIRST_EDITOR_EMAIL: editor.email, FIRST_EDITOR_PASSWORD: editor.password },
    ...{ RATE_LIMITS: 'off', CLAIM_INTERVAL_SECONDS: '1', FIGURES_GATE: 'warn' },
  };
  const main = join(dirname(import.meta.dirname), 'src/main.ts');
  const server = spawn(process.execPath, [main], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  try {
    return { baseUrl: await addressOf(server.stdout, ended), editor, environment, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The address that the server prints at its start. */
function addressOf(said: NodeJS.ReadableStream, ended: Promise<void>): Promise<string> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('the server did not start in time')), LONGEST_START);
    let text = '';
    said.on('data', (part) => {
      text += part;
      const address = /Read it +(http[^\s"]+?)\/["\n]/.exec(text)?.[1];
      if (!address) return;
      clearTimeout(late);
      resolve(address);
    });
    void ended.then(() => reject(new Error(`the server ended before it listened:\n${text}`)));
  });
}
