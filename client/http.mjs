// @ts-check
import { AgentError, refusal } from './errors.mjs';

/**
 * @typedef {object} Sent
 * @property {string} [method]
 * @property {Record<string, string>} [headers]
 * @property {string} [body]
 * @property {string} [token] Sent to this origin only.
 * @property {number} [seconds] Longest time for the whole answer.
 */
/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, text: string }} Answer */

export const USER_AGENT = 'plumbline-agent/1.0.0';
const SECONDS = 60;
/** Most bytes of one answer. */
const LARGEST = 32 * 1024 * 1024;
/** Failures before a connection exists: the request did not reach the server. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']);

/**
 * Sends one request on a connection of its own: no connection of an earlier server process is used again.
 * No redirect is followed. @throws away without an answer
 * @param {string} origin
 * @param {string} path
 * @param {Sent} [sent]
 * @returns {Promise<Answer>}
 */
export async function send(origin, path, { method = 'GET', headers = {}, body, token, seconds = SECONDS } = {}) {
  const url = new URL(path, origin);
  if (url.origin !== origin) throw new AgentError('usage', `${url.origin} is not ${origin}.`);
  const { request: open } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  const all = {
    'User-Agent': USER_AGENT,
    ...headers,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(seconds * 1000);
    /** @param {NodeJS.ErrnoException} error */
    const fail = (error) => reject(away(origin, signal.aborted ? `no answer in ${seconds} s` : error.message, error));
    const request = open(url, { method, headers: all, agent: false, signal }, (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      let size = 0;
      response.on('data', (part) => {
        size += part.length;
        if (size > LARGEST) response.destroy(new Error(`an answer of more than ${LARGEST} bytes`));
        else parts.push(part);
      });
      response.on('error', fail);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      );
    });
    request.on('error', fail);
    request.end(body);
  });
}

/**
 * The same, with its answer as JSON. @throws AgentError for a refusal, a redirect, and an answer that is not JSON
 * @param {string} origin
 * @param {string} path
 * @param {Sent} [sent]
 * @returns {Promise<any>}
 */
export async function sendJson(origin, path, sent) {
  return readJson(origin, await send(origin, path, sent));
}

/**
 * @param {string} origin
 * @param {Answer} answer
 */
export function readJson(origin, answer) {
  refuseRedirect(origin, answer);
  const body = parseObject(answer.text);
  if (answer.status >= 400) throw refusal(answer.status, body ?? {}, retryAfter(answer));
  if (body === null) throw away(origin, `${answer.status} without JSON: this is not such a magazine`);
  return body;
}

/**
 * Where a redirect leads on the same origin, null for any other answer. @throws away for another host
 * @param {string} origin
 * @param {Answer} answer
 * @returns {string | null}
 */
export function redirectOf(origin, { status, headers }) {
  if (status < 300 || status > 399 || !headers.location) return null;
  const to = new URL(headers.location, origin);
  if (to.origin === origin) return to.pathname + to.search;
  throw new AgentError(
    'away',
    `${origin} redirects to ${to.origin}. This program follows no redirect to another host.`,
    {
      hint: `If you trust ${to.origin}, use --site ${to.origin}.`,
    },
  );
}

/** @param {string} origin @param {Answer} answer */
export function refuseRedirect(origin, answer) {
  if (redirectOf(origin, answer) !== null || (answer.status >= 300 && answer.status < 400))
    throw away(origin, `a redirect (${answer.status}) where there should be an answer`);
}

/** Seconds of `Retry-After`. @param {Answer} answer @returns {number | undefined} */
export function retryAfter({ headers }) {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) && headers['retry-after'] !== undefined ? seconds : undefined;
}

/** A JSON object, or null. @param {string} text @returns {Record<string, any> | null} */
export function parseObject(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * @param {string} origin
 * @param {string} why
 * @param {NodeJS.ErrnoException} [error]
 */
function away(origin, why, error) {
  const isUnsent = UNSENT.has(error?.code ?? '');
  return new AgentError('away', `${origin} does not answer as it should: ${why}.`, {
    hint: 'Try again later. A write that you send again with the same content is done once.',
    isUnsent,
  });
}
