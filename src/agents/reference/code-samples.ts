import { type JsonObject, type ListedOperation, lookUp, mediaOf, type OpenApi } from '#http/api-description.ts';

/** A call of an operation with `fetch`, to copy into a TypeScript module. */
export function typescript(api: OpenApi, listed: ListedOperation): string {
  const call = callOf(api, listed);
  const options = optionsOf(listed.method, call);
  const token = call.needsToken ? `const token = '${TOKEN}'; // the access_token you were given\n` : '';
  return `${token}const response = await fetch(${literal(call.address)}${options ? `, ${options}` : ''});
if (!response.ok) throw new Error(await response.text());
const answer = await response.${call.answer}();`;
}

/** The placeholder for a token. */
export const TOKEN = 'pl_at_...';

function optionsOf(method: ListedOperation['method'], { accept, body, needsToken }: ExampleCall): string | null {
  const headers = [
    ...(accept ? [`Accept: ${literal(accept)}`] : []),
    ...(needsToken ? [`Authorization: \`Bearer \${token}\``] : []),
    ...(body?.type === 'application/json' ? [`'Content-Type': ${literal(body.type)}`] : []),
  ];
  const options = [
    ...(method === 'POST' ? [`method: ${literal(method)}`] : []),
    ...(headers.length > 0 ? [`headers: ${between('{', headers, '}')}`] : []),
    ...(body ? [`body: ${fetchBody(body)}`] : []),
  ];
  return options.length > 0 ? between('{', options, '}') : null;
}

function fetchBody({ type, example }: NonNullable<ExampleCall['body']>): string {
  return type === 'application/json'
    ? `JSON.stringify(${literal(example)})`
    : `new URLSearchParams(${literal(example)})`;
}

/** A value as TypeScript source; keys have no quotes where possible. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return between('[', value.map(literal), ']');
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return between('{', members, '}');
}

/** One part per line, each indented. */
function between(open: string, parts: string[], close: string): string {
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${part},`.replace(/^/gm, '  ')).join('\n')}\n${close}`;
}

/** A curl command that calls an operation, to copy into a shell; it reads the token from a variable. */
export function curl(api: OpenApi, listed: ListedOperation): string {
  const { address, accept, body, needsToken } = callOf(api, listed);
  const words = [
    `curl ${quote(address)}`,
    ...(accept ? [`-H 'Accept: ${accept}'`] : []),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? curlBody(body) : []),
  ];
  return words.join(' \\\n  ');
}

function curlBody({ type, example }: NonNullable<ExampleCall['body']>): string[] {
  if (type === 'application/json') {
    return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(example, null, 2))}`];
  }
  return Object.entries(example).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** Quotes a text as one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The request and response of a code sample, in any language. */
type ExampleCall = {
  address: string;
  /** The `Accept` header; null when the default form is the one an agent wants. */
  accept: string | null;
  answer: 'json' | 'text';
  body: { type: string; example: JsonObject } | null;
  needsToken: boolean;
};

/** A call of an operation with the examples of its description. */
export function callOf(api: OpenApi, { method, path, operation }: ListedOperation): ExampleCall {
  const parameters = (operation.parameters ?? []).map((parameter) => lookUp(api, parameter));
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, String(parameter.example)), path);
  const asked = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => [String(parameter.name), String(parameter.example)]);
  const query = asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
  const [answer = {}] = Object.entries(operation.responses).flatMap(([status, response]) =>
    /^2/.test(status) ? [response] : [],
  );
  const types = mediaOf(lookUp(api, answer)).map(([type]) => type);
  const accept = types.length > 1 && types.includes('text/markdown') ? 'text/markdown' : null;
  const [body] = method === 'POST' && operation.requestBody ? mediaOf(operation.requestBody) : [];
  return {
    address: (api.servers[0]?.url ?? '') + address + query,
    accept,
    answer: /[/+]json/.test(accept ?? types[0] ?? '') ? 'json' : 'text',
    body: body ? { type: body[0], example: exampleOf(api, body[1]) } : null,
    needsToken: operation.security !== undefined,
  };
}

function exampleOf(api: OpenApi, schema: JsonObject): JsonObject {
  const [example] = (lookUp(api, schema).examples ?? []) as JsonObject[];
  return example ?? {};
}
