import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TakeShot } from './shots.ts';

/** Milliseconds a browser has for a page, from its start on. */
const PATIENCE = 60_000;
/** Pixels of the window; of a longer page its beginning is taken. */
const WINDOW = { width: 1440, height: 4000, deviceScaleFactor: 1, mobile: false };

/** Takes screenshots of our own pages with the Chromium at `program`, each in a browser of its own with nothing kept. */
export function takeShots(program: string, baseUrl: string): TakeShot {
  return async (path) => {
    const profile = await mkdtemp(join(tmpdir(), 'plumbline-shot-'));
    const flags = [
      '--headless',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      // A browser that runs as root has no sandbox; it opens our own pages only, which run no script.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
    const browser = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    const late = setTimeout(() => browser.kill('SIGKILL'), PATIENCE);
    try {
      return await photograph(await addressOf(browser), baseUrl + path);
    } finally {
      clearTimeout(late);
      if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null) {
        browser.kill('SIGKILL');
        await once(browser, 'exit');
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}

/** Where a browser that starts lets itself be driven; it says so on its standard error. */
async function addressOf(browser: ChildProcess): Promise<string> {
  const failed = once(browser, 'error').then(([error]) => Promise.reject(error));
  const told = (async () => {
    let said = '';
    for await (const part of browser.stderr ?? []) {
      said += part;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) return address;
    }
    throw new Error(`the browser ended before it could be driven: ${said.slice(-300)}`);
  })();
  return Promise.race([told, failed]);
}

type Answer = { id?: number; method?: string; result?: Record<string, string>; error?: { message: string } };

/** Opens a page and takes its picture, by the protocol of Chromium's developer tools. */
async function photograph(address: string, url: string): Promise<Uint8Array> {
  const socket = new WebSocket(address);
  const waiting = new Map<number | string, (answer: Answer) => void>();
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  socket.onclose = () => gone.reject(new Error('the browser went away'));
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id ?? answer.method ?? '')?.(answer);
  };
  const next = (key: number | string) =>
    Promise.race([new Promise<Answer>((resolve) => waiting.set(key, resolve)), gone.promise]);
  let asked = 0;
  const ask = async (method: string, params: object, sessionId?: string): Promise<Record<string, string>> => {
    const id = ++asked;
    const answered = next(id);
    socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  };
  await Promise.race([new Promise((resolve) => socket.addEventListener('open', resolve)), gone.promise]);
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
  await ask('Page.enable', {}, sessionId);
  await ask('Emulation.setDeviceMetricsOverride', WINDOW, sessionId);
  const loaded = next('Page.loadEventFired');
  const { errorText } = await ask('Page.navigate', { url }, sessionId);
  if (errorText) throw new Error(`${url}: ${errorText}`);
  await loaded;
  const { data = '' } = await ask('Page.captureScreenshot', { format: 'png' }, sessionId);
  socket.close();
  return Buffer.from(data, 'base64');
}
