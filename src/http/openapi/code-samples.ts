import { type JsonObject, type ListedOperation, lookUp, mediaOf, type OpenApi } from './parts.ts';

/** A call of an operation by `fetch`, to be copied into a TypeScript module. */
export function typescript(api: OpenApi, listed: ListedOperation): string {
  const call = callOf(api, listed);
  const options = optionsOf(listed.method, call);
  const token = call.needsToken ? `const token = '${TOKEN}'; // the access_token you were given\n` : '';
  return `${token}const response = await fetch(${literal(call.address)}${options ? `, ${options}` : ''});
if (!response.ok) throw new Error(await response.text());
const answer = await response.${call.answer}();`;
}

/** Stands where a token has to stand. */
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

/** A value as a module has it: names stand without quotes where they may. */
function literal(value: unknown): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return between('[', value.map(literal), ']');
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(
    ([name, one]) => `${/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name)}: ${literal(one)}`,
  );
  return between('{', members, '}');
}

/** Parts one a line, each a step further in. */
function between(open: string, parts: string[], close: string): string {
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${part},`.replace(/^/gm, '  ')).join('\n')}\n${close}`;
}

/** A command that calls an operation, to be copied into a shell; a secret is taken from a variable. */
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

/** As one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What an example sends and gets, whatever it is written in. */
type ExampleCall = {
  address: string;
  /** The form a program would ask for, where an address has several and the one it gets unasked is another. */
  accept: string | null;
  answer: 'json' | 'text';
  body: { type: string; example: JsonObject } | null;
  needsToken: boolean;
};

/** A call of an operation with the examples its description gives. */
export function callOf(api: OpenApi, { method, path, operation }: ListedOperation): ExampleCall {
  const parameters = (operation.parameters ?? []).map((parameter) => lookUp(api, parameter));
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, String(parameter.example)), path);
  const asked = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => [String(parameter.name), String(parameter.example)]);
  const query = asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
  const [answer = {}] = Object.entries(operation.responses).flatMap(([status, one]) =>
    /^2/.test(status) ? [one] : [],
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
