import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TakeScreenshot } from './screenshots.ts';

/** Milliseconds for one screenshot, including the start of the browser. */
const PATIENCE = 60_000;
/** The window, in pixels. The ad is centred vertically. */
const WINDOW = { width: 1440, height: 1200, deviceScaleFactor: 1, mobile: false };

/** Takes screenshots of this site's pages with the Chromium at `program`. Each runs in a new browser with an empty profile. */
export function chromiumScreenshots(program: string, baseUrl: string): TakeScreenshot {
  return async (path, creative) => {
    const profile = await mkdtemp(join(tmpdir(), 'plumbline-shot-'));
    const flags = [
      '--headless',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      // Chromium run as root needs this flag. It opens only this site's pages, which run no script.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ];
    const browser = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    const late = setTimeout(() => browser.kill('SIGKILL'), PATIENCE);
    try {
      return await photograph(await addressOf(browser), baseUrl + path, creative);
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

/** The address of the browser's debugging socket, which Chromium writes to standard error. */
async function addressOf(browser: ChildProcess): Promise<string> {
  const failed = once(browser, 'error').then(([error]) => Promise.reject(error));
  const socketAddress = (async () => {
    let said = '';
    for await (const part of browser.stderr ?? []) {
      said += part;
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (address) return address;
    }
    throw new Error(`the browser ended before its debugging socket was open: ${said.slice(-300)}`);
  })();
  return Promise.race([socketAddress, failed]);
}

type Result = {
  targetId?: string;
  sessionId?: string;
  errorText?: string;
  data?: string;
  result?: { value?: unknown };
};
type Answer = { id?: number; method?: string; result?: Result; error?: { message: string } };

/** Opens a page, scrolls to the ad and takes the screenshot, with the Chrome DevTools Protocol. */
async function photograph(address: string, url: string, creative: string): Promise<Uint8Array> {
  const socket = new WebSocket(address);
  const waiting = new Map<number | string, (answer: Answer) => void>();
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  socket.onclose = () => gone.reject(new Error('the browser closed the connection'));
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id ?? answer.method ?? '')?.(answer);
  };
  const next = (key: number | string) => {
    const answer = Promise.race([new Promise<Answer>((resolve) => waiting.set(key, resolve)), gone.promise]);
    answer.catch(() => {}); // nobody may be waiting when the connection closes
    return answer;
  };
  let asked = 0;
  const ask = async (method: string, params: object, sessionId?: string): Promise<Result> => {
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
  const shown = await ask('Runtime.evaluate', { ...EVALUATED, expression: bringIntoSight(creative) }, sessionId);
  if (shown.result?.value !== true) throw new Error(`${url} does not show the picture ${creative}`);
  const { data = '' } = await ask('Page.captureScreenshot', { format: 'png' }, sessionId);
  socket.close();
  return Buffer.from(data, 'base64');
}

const EVALUATED = { awaitPromise: true, returnByValue: true };

/** A script that scrolls to the image of a creative and returns whether it is loaded and visible. */
function bringIntoSight(creative: string): string {
  return `(async () => {
  const image = document.querySelector('img[src*="/ads/${creative}/"]');
  if (!image) return false;
  image.loading = 'eager';
  image.scrollIntoView({ block: 'center', behavior: 'instant' });
  try { await image.decode(); } catch { return false; }
  await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
  image.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { width, height } = image.getBoundingClientRect();
  return image.naturalWidth > 0 && width > 0 && height > 0;
})()`;
}
