import { bearer, json, type TestSite } from './site.ts';

// Helpers for tests of /api/mcp: send one message through the app.

/** A message, a result or an error of any shape. */
export type Told = Awaited<ReturnType<typeof json>>;
export type Sent = { status: number; headers: Headers; body: Told };

/** Sends a body unchanged to `/api/mcp`. */
export async function post(
  site: TestSite,
  token: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const answer = await site.fetch('/api/mcp', { method: 'POST', headers: bearer(token, headers), body });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Sends a request of the protocol revisions with `initialize`. */
export function ask(
  site: TestSite,
  token: string,
  method: string,
  params?: unknown,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const message = { jsonrpc: '2.0', id: 7, method, ...(params !== undefined && { params }) };
  return post(site, token, JSON.stringify(message), headers);
}

/** Sends a request of the protocol revision without `initialize`. `headers` replaces headers, `meta` keys of `_meta`. */
export function askModern(
  site: TestSite,
  token: string,
  method: string,
  params: Record<string, unknown> = {},
  { headers = {}, meta = {} }: { headers?: Record<string, string>; meta?: Record<string, unknown> } = {},
): Promise<Sent> {
  const named = typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {};
  const sent = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...named, ...headers };
  return ask(site, token, method, { ...params, _meta: { ...META, ...meta } }, sent);
}

export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The data of the result of a tool: its one text, which is JSON. */
export function dataOf({ content, structuredContent }: Told): Told {
  if (content.length !== 1 || structuredContent !== undefined) throw new Error('the data of a result is in one text');
  return JSON.parse(content[0].text);
}

/** Calls a tool and returns its result, and its data. */
export async function call(site: TestSite, token: string, name: string, given?: unknown): Promise<Told> {
  const { status, body } = await ask(site, token, 'tools/call', {
    name,
    ...(given !== undefined && { arguments: given }),
  });
  if (status !== 200 || !body.result)
    throw new Error(`${name} was not answered with a result: ${JSON.stringify(body)}`);
  return { ...body.result, data: dataOf(body.result) };
}

/** Calls a tool that must refuse, and returns the error. */
export async function refused(site: TestSite, token: string, name: string, given?: unknown): Promise<Told> {
  const result = await call(site, token, name, given);
  if (!result.isError) throw new Error(`${name} did not refuse: ${JSON.stringify(result)}`);
  return result.data;
}

/** Sends a body to `/mcp`, without a token. */
export function postPublic(site: TestSite, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return site.fetch('/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text,
  });
}

/** Calls a public tool; its data, or `{code, error, hint}` when it refused. */
export async function callPublic(site: TestSite, name: string, given: object = {}): Promise<Told> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const { result } = await json(await postPublic(site, message));
  return dataOf(result);
}
