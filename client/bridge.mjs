// @ts-check
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { askEditor, NotLetIn } from './access.mjs';
import { knownTools } from './article-fields.mjs';
import { AgentError } from './errors.mjs';
import { parseObject, refuseRedirect, retryAfter } from './http.mjs';
import { sendAsAgent } from './mcp-call.mjs';

// MCP over standard input and output, bridged to /api/mcp: one message is one line and one request.

/** @typedef {{ jsonrpc: '2.0', id?: string | number, method?: string, params?: any, result?: any, error?: any }} Message */
/** @typedef {import('./access.mjs').Access} Access */

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
/** What the server says about itself, as this version knows it. @type {{ modern: string, legacy: string[], capabilities: object, instructions: string }} */
const SERVER = JSON.parse(readFileSync(new URL('server.json', import.meta.url), 'utf8'));
/** Milliseconds for which a server that does not answer is tried again: for a tool, and for what can be answered without it. */
const [PATIENCE, SHORT_PATIENCE] = [15_000, 2000];
/** Longest `Retry-After` that is waited for, in seconds. */
const LONGEST_WAIT = 5;
/** The server may describe itself otherwise when it answers. */
const UNCACHED = { ttlMs: 0, cacheScope: 'private' };
const SELF = { name: 'plumbline-agent', version: '1.0.0' };
const READS = ['list_articles', 'get_article'];

/**
 * @param {{ origin: string, access: Access, now?: () => number, sleep?: (ms: number) => Promise<unknown> }} options
 * @returns the answer to one message; null where there is none
 */
export function createBridge({ origin, access, now = Date.now, sleep = wait }) {
  /** The protocol revision of the handshake. @type {string | null} */
  let revision = null;
  /** One request for access at a time: tools are called in parallel. @type {Promise<string> | null} */
  let asking = null;

  return async (/** @type {Message} */ message) => {
    if (message.method === undefined) return null; // an answer: the server asks nothing
    try {
      const answer = await forward(message);
      if (message.method === 'initialize') revision = answer?.result?.protocolVersion ?? null;
      return message.id === undefined ? null : answer;
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      return message.id === undefined ? null : answerAlone(message, error);
    }
  };

  /** @param {Message} message @returns {Promise<Message | null>} */
  async function forward(message) {
    const until = now() + (message.method === 'tools/call' ? PATIENCE : SHORT_PATIENCE);
    for (let pause = 250; ; pause = Math.min(pause * 2, 4000)) {
      const sent = await attempt(message);
      const wait = 'error' in sent ? pause : sent.wait;
      if ('answer' in sent && wait === null) return sent.answer;
      if (now() + (wait ?? 0) > until) {
        if ('error' in sent) throw sent.error;
        return sent.answer;
      }
      await sleep(wait ?? 0);
    }
  }

  /**
   * `wait` is how long to wait before the message is sent again, null for its final answer.
   * @param {Message} message
   * @returns {Promise<{ answer: Message | null, wait: number | null } | { error: AgentError }>}
   */
  async function attempt(message) {
    const body = JSON.stringify(message);
    /** @type {import('./http.mjs').Answer} */
    let http;
    try {
      http = await sendAsAgent(origin, access, '/api/mcp', { method: 'POST', headers: headersOf(message), body });
    } catch (error) {
      const mayRepeat =
        error instanceof AgentError && error.outcome === 'away' && (error.detail.isUnsent || isRead(message));
      if (mayRepeat) return { error };
      throw error;
    }
    refuseRedirect(origin, http);
    if (http.status === 202) return { answer: null, wait: null };
    const told = parseObject(http.text);
    if (told?.jsonrpc === '2.0') return { answer: { ...told, jsonrpc: '2.0', ...idOf(message) }, wait: null };
    const seconds = retryAfter(http);
    const isSoon = (http.status === 429 || http.status === 503) && seconds !== undefined && seconds <= LONGEST_WAIT;
    const refusal = {
      ...(told ?? { error: `The server answered ${http.status}.` }),
      ...(seconds && { retryAfter: seconds }),
    };
    return { answer: refuse(message, JSON.stringify(refusal)), wait: isSoon ? seconds * 1000 : null };
  }

  /** Whether sending it twice changes nothing. @param {Message} message */
  function isRead({ method, params }) {
    return method !== 'tools/call' || READS.includes(params?.name);
  }

  /** @param {Message} message @returns {Record<string, string>} */
  function headersOf({ method = '', params }) {
    const modern = params?._meta?.[VERSION_KEY];
    const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    if (typeof modern !== 'string') return { ...headers, ...(revision && { 'MCP-Protocol-Version': revision }) };
    const name = params.name ?? params.uri;
    return {
      ...headers,
      'MCP-Protocol-Version': modern,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': headerText(name) }),
    };
  }

  /** Answers without the server: not let in, or the server is away. @param {Message} message @param {AgentError} error */
  async function answerAlone(message, error) {
    switch (message.method) {
      case 'initialize':
        return result(message, initialized(message.params?.protocolVersion));
      case 'server/discover':
        return result(message, discovered());
      case 'ping':
        return result(message, {});
      case 'tools/list':
        return result(message, { tools: knownTools(), ...(isModern(message) && UNCACHED) });
      case 'tools/call':
        return refuse(message, await explain(error));
      default:
        return {
          jsonrpc: /** @type {const} */ ('2.0'),
          ...idOf(message),
          error: { code: -32601, message: 'Method not found' },
        };
    }
  }

  /** @param {unknown} wanted */
  function initialized(wanted) {
    const { legacy, capabilities } = SERVER;
    const protocolVersion = legacy.find((one) => one === wanted) ?? legacy[0];
    return { protocolVersion, capabilities, serverInfo: SELF, instructions: instructions() };
  }

  function discovered() {
    const { modern, capabilities } = SERVER;
    const about = { supportedVersions: [modern], capabilities, instructions: instructions(), ...UNCACHED };
    return { ...about, _meta: { 'io.modelcontextprotocol/serverInfo': SELF } };
  }

  function instructions() {
    const known = SERVER.instructions.replaceAll('{origin}', origin);
    return `${known} When no editor has let you in, the first call of a tool says which code an editor must enter, and where.`;
  }

  /** @param {AgentError} error @returns {Promise<string>} */
  async function explain(error) {
    if (!(error instanceof NotLetIn)) return `${error.message} ${error.detail.hint ?? ''}`.trim();
    if (error.why === 'denied')
      return `${error.message} Do not ask again unless the person who started you tells you to.`;
    if (error.claim) return invite(error.message);
    asking ??= askAgain(error).finally(() => {
      asking = null;
    });
    return asking;
  }

  /** @param {NotLetIn} error */
  async function askAgain(error) {
    try {
      return invite(`${error.message} ${askEditor(await access.ask())}`);
    } catch (failed) {
      if (!(failed instanceof AgentError)) throw failed;
      return `${error.message} A new request for access failed: ${failed.message} ${failed.detail.hint ?? ''}`.trim();
    }
  }
}

/** @param {string} text */
function invite(text) {
  return `${text} Show this to the person who started you. When an editor has approved, make this call again. Nothing was stored.`;
}

/**
 * Serves messages, one a line, until the input ends.
 * @param {ReturnType<typeof createBridge>} answer
 * @param {NodeJS.ReadableStream} input
 * @param {NodeJS.WritableStream} output
 */
export async function serveLines(answer, input, output) {
  /** @type {Set<Promise<void>>} */
  const open = new Set();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue;
    const message = parseObject(line);
    const work = message ? answer(/** @type {Message} */ (message)) : Promise.resolve(UNREADABLE);
    const done = work.then((one) => {
      if (one) output.write(`${JSON.stringify(one)}\n`);
    });
    open.add(done);
    const forget = () => open.delete(done);
    done.then(forget, forget);
    if (message?.method === 'initialize') await done; // later messages name the revision that it settles
  }
  await Promise.all(open);
}

const UNREADABLE = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32700, message: 'A line must be one JSON-RPC message.' },
};

/** A refusal that a model can read: the result of a tool, or an error. @param {Message} message @param {string} text @returns {Message} */
function refuse(message, text) {
  if (message.method !== 'tools/call')
    return { jsonrpc: '2.0', ...idOf(message), error: { code: -32000, message: parseObject(text)?.error ?? text } };
  return result(message, { content: [{ type: 'text', text }], isError: true });
}

/** @param {Message} message @param {Record<string, unknown>} value @returns {Message} */
function result(message, value) {
  return {
    jsonrpc: '2.0',
    ...idOf(message),
    result: { ...value, ...(isModern(message) && { resultType: 'complete' }) },
  };
}

/** @param {Message} message */
function isModern({ params }) {
  return typeof params?._meta?.[VERSION_KEY] === 'string';
}

/** @param {Message} message */
function idOf({ id }) {
  return id === undefined ? {} : { id };
}

/** The value of a header (MCP 2026-07-28, Streamable HTTP): Base64 where it is more than visible ASCII. @param {string} text */
function headerText(text) {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** @param {number} ms */
function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
