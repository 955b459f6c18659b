// @ts-check
import { AgentError, refusal } from './errors.mjs';
import { readJson, send } from './http.mjs';

/** @typedef {import('./access.mjs').Access} Access */

/**
 * Sends a request with a token. When the server calls the token invalid, sends it once more with a new one.
 * @param {string} origin
 * @param {Access} access
 * @param {string} path
 * @param {import('./http.mjs').Sent} sent
 * @returns {Promise<import('./http.mjs').Answer>}
 */
export async function sendAsAgent(origin, access, path, sent) {
  const token = await access.token();
  const answer = await send(origin, path, { ...sent, token });
  if (answer.status !== 401) return answer;
  return send(origin, path, { ...sent, token: await access.token(token) });
}

/**
 * Calls a tool of the MCP endpoint. @throws AgentError for a refusal
 * @param {string} origin
 * @param {Access} access
 * @param {'list_articles' | 'get_article'} name
 * @param {Record<string, unknown>} given
 * @returns {Promise<any>} the data of the result
 */
export async function callTool(origin, access, name, given) {
  const result = await call(origin, access, 'tools/call', { name, arguments: given });
  const body = JSON.parse(result.content[0].text);
  if (!result.isError) return body;
  throw refusal(0, body, typeof body.retryAfter === 'number' ? body.retryAfter : undefined);
}

/** The tools as the server lists them now. @param {string} origin @param {Access} access @returns {Promise<import('./article-fields.mjs').Tool[]>} */
export async function listTools(origin, access) {
  return (await call(origin, access, 'tools/list', {})).tools;
}

/** @param {string} origin @param {Access} access @param {string} method @param {object} params @returns {Promise<any>} */
async function call(origin, access, method, params) {
  const headers = { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2025-11-25' };
  const answer = await sendAsAgent(origin, access, '/api/mcp', {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = readJson(origin, answer);
  if (!result) throw new AgentError('defect', error?.message ?? 'The server answered without a result.');
  return result;
}
