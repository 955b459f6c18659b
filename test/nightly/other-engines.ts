import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../support/free-port.ts';
import { type After, PASSWORD, type Person } from '../support/site.ts';

// Firefox and WebKit of Debian, driven by what the W3C defines for it: WebDriver BiDi and WebDriver.

/** A page of a browser other than Chromium. */
export type EnginePage = {
  /** Opens another tab and shows it. */
  newTab: () => Promise<EnginePage>;
  /** Shows this tab in place of the one that is shown. */
  show: () => Promise<void>;
  close: () => Promise<void>;
  open: (url: string) => Promise<void>;
  /** The value of an expression in the page, as JSON; promises are waited for. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  resize: (width: number, height: number) => Promise<void>;
  /** Presses keys in turn: a character, or a name such as `Control+k`. */
  press: (...keys: string[]) => Promise<void>;
  /** A picture of the window, as a PNG. */
  shoot: () => Promise<Buffer>;
  setCookie: (url: string, cookie: { name: string; value: string }) => Promise<void>;
  /** Takes the network from the page, or gives it back; null where the driver cannot. */
  setOffline: ((isOffline: boolean) => Promise<void>) | null;
  /** Errors of scripts, where the browser tells them. */
  errors: string[];
};

/** A browser with a profile that outlives it, on a keyboard of its own. */
export type KilledBrowser = {
  page: Pick<EnginePage, 'evaluate' | 'press'>;
  /**
   * Types a text as input methods do: a letter with an accent by a dead key, another character by its code, which is shown while
   * it is typed. `during` runs before the last character is finished.
   */
  compose: (text: string, during?: () => Promise<unknown>) => Promise<void>;
  /** Ends all its processes at once, as a power cut does. */
  kill: () => Promise<void>;
};

export type Engine = {
  name: string;
  skip: false | string;
  start: (t: After) => Promise<EnginePage>;
  withProfile: {
    skip: false | string;
    /** Starts the browser with the profile in this folder on a page of the site, signed in as this person. */
    start: (t: After, opening: { profile: string; url: string; person: Person }) => Promise<KilledBrowser>;
  };
};

/** Milliseconds after which a browser that does not start, or a page that does not load, fails the test. */
const LONGEST = 60_000;
const FIREFOX = '/usr/bin/firefox-esr';
const DRIVER = '/usr/bin/WebKitWebDriver';
const [MINI_BROWSER = ''] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
const XVFB = '/usr/bin/Xvfb';
const XDOTOOL = '/usr/bin/xdotool';
const SETXKBMAP = '/usr/bin/setxkbmap';
const missing = (files: string[]) =>
  files.every((file) => file && existsSync(file))
    ? false
    : 'not installed; apt-get install firefox-esr webkit2gtk-driver xvfb xdotool';

export const OTHER_ENGINES: readonly Engine[] = [
  {
    name: 'Firefox',
    skip: missing([FIREFOX]),
    start: async (t) => (await startFirefox(t)).page,
    withProfile: { skip: missing([FIREFOX]), start: startFirefoxWithProfile },
  },
  {
    name: 'WebKit',
    skip: missing([DRIVER, MINI_BROWSER, XVFB]),
    start: startWebKit,
    withProfile: { skip: missing([MINI_BROWSER, XVFB, XDOTOOL, SETXKBMAP]), start: startWebKitWithProfile },
  },
];

/** Puts a person's session cookie into the browser. */
export async function signInThere(page: EnginePage, baseUrl: string, { cookie }: Person): Promise<void> {
  const [name = '', value = ''] = cookie.split('=');
  await page.setCookie(baseUrl, { name, value });
}

/** Waits until an expression in the page is true. */
export async function untilThere(page: Pick<EnginePage, 'evaluate'>, expression: string): Promise<void> {
  const end = Date.now() + LONGEST;
  while (!(await page.evaluate<boolean>(`Boolean(${expression})`).catch(() => false))) {
    if (Date.now() > end) {
      const shown = await page.evaluate('[location.href, document.body.innerText.slice(0, 300)]').catch(String);
      throw new Error(`It is never true in the page: ${expression}. The page shows ${JSON.stringify(shown)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The code points of keys (WebDriver, 17.4.2). */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
};

/** The actions of a keyboard that presses these keys (WebDriver, 15.4). */
function keyboard(keys: readonly string[]): object[] {
  const actions = keys.flatMap((words) => {
    const parts = words.length === 1 ? [words] : words.split('+');
    const values = parts.map((part) => KEYS[part] ?? part);
    const down = values.map((value) => ({ type: 'keyDown', value }));
    return [...down, ...values.toReversed().map((value) => ({ type: 'keyUp', value }))];
  });
  return [{ type: 'key', id: 'keys', actions }];
}

async function startFirefox(t: After, given?: string) {
  const profile = given ?? mkdtempSync(join(tmpdir(), 'plumbline-firefox-'));
  // The last flag lets a test reach the window around the page, where input methods work.
  const port = ['--remote-debugging-port', '0', '--remote-allow-system-access'];
  const args = ['--headless', '--no-remote', '--profile', profile, ...port, 'about:blank'];
  const child = spawn(FIREFOX, args, { env: { ...process.env, HOME: profile }, stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(async () => {
    await end(child);
    if (!given) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const address = await firstMatch(child, /WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await connect(`${address}/session`);
  t.after(() => bidi.close());
  await bidi.send('session.new', { capabilities: {} });
  const errors: string[] = [];
  bidi.listen('log.entryAdded', ({ level, text }) => {
    if (level === 'error') errors.push(String(text));
  });
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
  return { child, bidi, page: firefoxPage(bidi, await firstContext(bidi, {}), errors) };
}

async function firstContext(bidi: Bidi, scope: object): Promise<string> {
  const { contexts } = (await bidi.send('browsingContext.getTree', scope)) as { contexts: { context: string }[] };
  return contexts[0]?.context ?? '';
}

function firefoxPage(bidi: Bidi, context: string, errors: string[]): EnginePage {
  return {
    errors,
    newTab: async () => {
      const opened = (await bidi.send('browsingContext.create', { type: 'tab' })) as { context: string };
      return firefoxPage(bidi, opened.context, errors);
    },
    show: async () => {
      await bidi.send('browsingContext.activate', { context });
    },
    close: async () => {
      await bidi.send('browsingContext.close', { context });
    },
    open: async (url) => {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    evaluate: (expression) => evaluateIn(bidi, context, expression),
    resize: async (width, height) => {
      await bidi.send('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    press: async (...keys) => {
      await bidi.send('input.performActions', { context, actions: keyboard(keys) });
    },
    setOffline: async (isOffline) => {
      const networkConditions = isOffline ? { type: 'offline' } : null;
      await bidi.send('emulation.setNetworkConditions', { networkConditions, contexts: [context] });
    },
    shoot: async () => {
      const { data } = (await bidi.send('browsingContext.captureScreenshot', { context })) as { data: string };
      return Buffer.from(data, 'base64');
    },
    setCookie: async (url, { name, value }) => {
      const domain = new URL(url).hostname;
      const cookie = { name, value: { type: 'string', value }, domain, path: '/', httpOnly: true, sameSite: 'lax' };
      await bidi.send('storage.setCookie', { cookie });
    },
  };
}

async function evaluateIn<Value>(bidi: Bidi, context: string, expression: string): Promise<Value> {
  const asked = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`;
  const told = (await bidi.send('script.evaluate', {
    expression: asked,
    target: { context },
    awaitPromise: true,
  })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } };
  if (told.type !== 'success') throw new Error(told.exceptionDetails?.text ?? told.type);
  return JSON.parse(told.result?.value ?? 'null') as Value;
}

async function startFirefoxWithProfile(
  t: After,
  { profile, url, person }: { profile: string; url: string; person: Person },
): Promise<KilledBrowser> {
  const { child, bidi, page } = await startFirefox(t, profile);
  await signInThere(page, url, person);
  await page.open(url);
  const frame = await firstContext(bidi, { 'moz:scope': 'chrome' });
  const inFrame = (expression: string) => evaluateIn<unknown>(bidi, frame, expression);
  return {
    page,
    compose: async (text, during) => {
      await inFrame(`gBrowser.selectedBrowser.focus()`);
      await inFrame(
        `(globalThis.method = Cc['@mozilla.org/text-input-processor;1'].createInstance(Ci.nsITextInputProcessor), method.beginInputTransactionForTests(window))`,
      );
      const characters = [...text];
      for (const [at, character] of characters.entries()) {
        for (const shown of shownWhileTyped(character)) {
          const length = [...shown].length;
          await inFrame(
            `(method.setPendingCompositionString(${JSON.stringify(shown)}), method.appendClauseToPendingComposition(${length}, method.ATTR_RAW_CLAUSE), method.setCaretInPendingComposition(${length}), method.flushPendingComposition())`,
          );
        }
        if (at === characters.length - 1) await during?.();
        await inFrame(`method.commitCompositionWith(${JSON.stringify(character)})`);
      }
    },
    kill: () => end(child, 'SIGKILL'),
  };
}

type Bidi = {
  send: (method: string, params: object) => Promise<unknown>;
  listen: (method: string, listener: (params: Record<string, unknown>) => void) => void;
  close: () => void;
};

async function connect(address: string): Promise<Bidi> {
  const socket = new WebSocket(address);
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened, { once: true });
    socket.addEventListener('error', failed, { once: true });
  });
  let last = 0;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners = new Map<string, (params: Record<string, unknown>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data));
    const asked = waiting.get(told.id);
    if (!asked) return listeners.get(told.method)?.(told.params);
    waiting.delete(told.id);
    if (told.type === 'error') asked.reject(new Error(`${told.error}: ${told.message}`));
    else asked.resolve(told.result);
  });
  return {
    send: (method, params) => {
      const asked = Promise.withResolvers<unknown>();
      waiting.set(++last, asked);
      socket.send(JSON.stringify({ id: last, method, params }));
      return asked.promise;
    },
    listen: (method, listener) => void listeners.set(method, listener),
    close: () => socket.close(),
  };
}

/** A screen without a monitor, and the environment of a WebKit that shows its windows there. */
async function openScreen(t: After, home: string): Promise<NodeJS.ProcessEnv> {
  const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '2000x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  t.after(() => end(screen));
  const display = await new Promise<string>((told, failed) => {
    screen.stdio[3]?.once('data', (bytes: Buffer) => told(`:${bytes.toString().trim()}`));
    screen.once('exit', () => failed(new Error('Xvfb does not start')));
  });
  return {
    ...process.env,
    DISPLAY: display,
    HOME: home,
    GTK_IM_MODULE: 'gtk-im-context-simple',
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
}

async function startWebKit(t: After): Promise<EnginePage> {
  const home = mkdtempSync(join(tmpdir(), 'plumbline-webkit-'));
  const env = await openScreen(t, home);
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
  const wire = `http://127.0.0.1:${port}`;
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const signal = AbortSignal.timeout(LONGEST);
    const answer = await fetch(`${wire}${path}`, { method, signal, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } };
  const until = Date.now() + LONGEST;
  let session = '';
  while (session === '') {
    const told = await send('POST', '/session', { capabilities: { alwaysMatch } }).catch((error: Error) => error);
    if (!(told instanceof Error)) session = `/session/${(told as { sessionId: string }).sessionId}`;
    else if (Date.now() > until || !/fetch failed/.test(told.message)) throw told;
  }
  t.after(async () => {
    await send('DELETE', session).catch(() => null);
    await end(driver);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  const inSession = (method: string, path: string, body?: object) => send(method, `${session}${path}`, body);
  return webKitPage(inSession, (await inSession('GET', '/window')) as string, { shown: '' });
}

/** A page in its window. The driver sends each command to the window that it was switched to last. */
function webKitPage(
  send: (method: string, path: string, body?: object) => Promise<unknown>,
  handle: string,
  window: { shown: string },
): EnginePage {
  const show = async () => {
    if (window.shown !== handle) await send('POST', '/window', { handle });
    window.shown = handle;
  };
  const here = async (method: string, path: string, body?: object) => {
    await show();
    return send(method, path, body);
  };
  return {
    errors: [],
    setOffline: null,
    newTab: async () => {
      // A window of its own: the driver switches to another tab, but the window goes on showing the first one.
      const opened = (await here('POST', '/window/new', { type: 'window' })) as { handle: string };
      return webKitPage(send, opened.handle, window);
    },
    show,
    close: async () => {
      await here('DELETE', '/window');
      window.shown = '';
    },
    open: async (url) => {
      await here('POST', '/url', { url });
    },
    evaluate: async <Value>(expression: string) => {
      const script = `const done = arguments[0]; Promise.resolve(${expression}).then((value) => done(JSON.stringify(value ?? null)), (error) => done(JSON.stringify({ thrown: String(error) })))`;
      const told = JSON.parse((await here('POST', '/execute/async', { script, args: [] })) as string);
      if (told?.thrown) throw new Error(told.thrown);
      return told as Value;
    },
    resize: async (width, height) => {
      // The window has a frame of its own; what counts is what the page has.
      await here('POST', '/window/rect', { width, height });
      const read = { script: 'return [innerWidth, innerHeight]', args: [] };
      const [wide = width, high = height] = (await here('POST', '/execute/sync', read)) as number[];
      await here('POST', '/window/rect', { width: 2 * width - wide, height: 2 * height - high });
    },
    press: async (...keys) => {
      await here('POST', '/actions', { actions: keyboard(keys) });
    },
    shoot: async () => Buffer.from((await here('GET', '/screenshot')) as string, 'base64'),
    setCookie: async (url, { name, value }) => {
      await here('POST', '/url', { url: new URL('/robots.txt', url).href });
      await here('POST', '/cookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } });
    },
  };
}

/**
 * WebKit as a person has it: a browser that a driver started keeps nothing on the disk. Keys come from the keyboard of the
 * screen, and the remote inspector reads the page.
 */
async function startWebKitWithProfile(
  t: After,
  { profile, url, person }: { profile: string; url: string; person: Person },
): Promise<KilledBrowser> {
  const port = await freePort();
  const env = { ...(await openScreen(t, profile)), WEBKIT_INSPECTOR_HTTP_SERVER: `127.0.0.1:${port}` };
  const child = spawn(MINI_BROWSER, ['--enable-developer-extras=true', url], { env, stdio: 'ignore', detached: true });
  t.after(() => end(child));
  const evaluate = await inspect(port);
  await promisify(execFile)(SETXKBMAP, ['us', 'intl'], { env }); // a keyboard with dead keys
  const keys = (...args: string[]) => promisify(execFile)(XDOTOOL, args, { env });
  const press = async (...all: string[]) => {
    const isText = all.every((key) => key.length === 1);
    if (isText) await keys('type', '--delay', '20', all.join(''));
    else await keys('key', ...all.map((key) => key.replace('Control', 'ctrl').replace('Enter', 'Return')));
  };
  const page = { evaluate, press };
  await untilThere(page, `document.querySelector('input[type="password"]')`);
  // Without a window manager, the window under the mouse has the keyboard. The click is on the margin of the page.
  await evaluate(`void addEventListener('mouseup', () => setTimeout(() => (window.isClicked = true)))`);
  await keys('mousemove', '5', '400', 'click', '1');
  await untilThere(page, 'window.isClicked');
  for (const [field, value] of [
    ['email', person.email],
    ['password', PASSWORD],
  ]) {
    await evaluate(`document.querySelector('input[type="${field}"]').focus()`);
    await keys('type', '--delay', '20', value ?? '');
    await untilThere(page, `document.activeElement.value === ${JSON.stringify(value)}`); // keys wait for a busy page
  }
  await press('Enter');
  await untilThere(page, `!document.querySelector('input[type="password"]')`);
  return {
    page,
    compose: async (text, during) => {
      const characters = [...text];
      for (const [at, character] of characters.entries()) {
        const isLast = at === characters.length - 1;
        const [letter = '', accent] = character.normalize('NFD');
        if (accent === '\u0301') {
          await keys('key', 'dead_acute');
          if (isLast) await during?.();
          await keys('key', letter);
        } else {
          await keys('key', 'ctrl+shift+u');
          await keys('type', '--delay', '20', codeOf(character));
          if (isLast) await during?.();
          await keys('key', 'Return');
        }
      }
    },
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-(child.pid ?? 0), 'SIGKILL'); // the process group: the browser, its pages, and its storage
      await ended;
    },
  };
}

/** What an input method shows, key by key, before the character is there. */
export function shownWhileTyped(character: string): string[] {
  if ([...character.normalize('NFD')][1] === '\u0301') return ['´'];
  const code = codeOf(character);
  return Array.from({ length: code.length + 1 }, (_, at) => `u${code.slice(0, at)}`);
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16);
}

/** Evaluates expressions through the remote inspector of WebKit, in the first page of the browser. */
async function inspect(port: number): Promise<EnginePage['evaluate']> {
  const until = Date.now() + LONGEST;
  let path: string | undefined;
  while (path === undefined) {
    if (Date.now() > until) throw new Error('WebKit shows no page to its inspector');
    await new Promise((resolve) => setTimeout(resolve, 50));
    const list = await fetch(`http://127.0.0.1:${port}/`).then((answer) => answer.text(), String);
    path = /socket\/\d+\/\d+\/WebPage/.exec(list)?.[0];
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${path}`);
  let target = Promise.withResolvers<string>();
  let last = 0;
  const waiting = new Map<number, (told: { result?: InspectorValue; wasThrown?: boolean }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { method, params } = JSON.parse(String(data));
    if (method === 'Target.targetCreated' && !params.targetInfo.isProvisional)
      target.resolve(params.targetInfo.targetId);
    if (method === 'Target.didCommitProvisionalTarget') {
      target = Promise.withResolvers();
      target.resolve(params.newTargetId);
    }
    if (method !== 'Target.dispatchMessageFromTarget') return;
    const { id, result } = JSON.parse(params.message);
    waiting.get(id)?.(result ?? {});
    waiting.delete(id);
  });
  const ask = async (method: string, params: object) => {
    const targetId = await target.promise;
    const id = ++last;
    const answer = new Promise<{ result?: InspectorValue; wasThrown?: boolean }>((told, failed) => {
      waiting.set(id, told);
      // A page that is left does not answer what was asked before.
      setTimeout(() => failed(new Error('The page does not answer')), LONGEST / 6).unref();
    });
    const message = JSON.stringify({ id, method, params });
    socket.send(JSON.stringify({ id, method: 'Target.sendMessageToTarget', params: { targetId, message } }));
    const { result, wasThrown } = await answer;
    if (!result || wasThrown) throw new Error(result?.description ?? 'The inspector gives no value');
    return result;
  };
  return async <Value>(expression: string) => {
    const promise = await ask('Runtime.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
    });
    const { value } = await ask('Runtime.awaitPromise', { promiseObjectId: promise.objectId, returnByValue: true });
    return JSON.parse(value ?? 'null') as Value;
  };
}

type InspectorValue = { value?: string; objectId?: string; description?: string };

function firstMatch(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((told, failed) => {
    const timer = setTimeout(() => failed(new Error(`No line like ${pattern}`)), LONGEST);
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => {
        const [, found] = pattern.exec(line) ?? [];
        if (!found) return;
        clearTimeout(timer);
        told(found);
      });
    child.once('exit', (code) => failed(new Error(`The browser ended with ${code}`)));
  });
}

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
