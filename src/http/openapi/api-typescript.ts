import { type Call, callOf } from './api-call.ts';
import type { OpenApi } from './openapi.ts';
import type { Listed } from './openapi-look-up.ts';

/** A call of an operation by `fetch`, to be copied into a TypeScript module. */
export function typescript(api: OpenApi, listed: Listed): string {
  const call = callOf(api, listed);
  const options = optionsOf(listed.method, call);
  const token = call.needsToken ? `const token = '${TOKEN}'; // the access_token you were given\n` : '';
  return `${token}const response = await fetch(${literal(call.address)}${options ? `, ${options}` : ''});
if (!response.ok) throw new Error(await response.text());
const answer = await response.${call.answer}();`;
}

/** Stands where a token has to stand. */
export const TOKEN = 'pl_at_...';

function optionsOf(method: Listed['method'], { accept, body, needsToken }: Call): string | null {
  const headers = [
    ...(accept ? [`Accept: ${literal(accept)}`] : []),
    ...(needsToken ? [`Authorization: \`Bearer \${token}\``] : []),
    ...(body?.type === 'application/json' ? [`'Content-Type': ${literal(body.type)}`] : []),
  ];
  const options = [
    ...(method === 'POST' ? [`method: ${literal(method)}`] : []),
    ...(headers.length > 0 ? [`headers: ${between('{', headers, '}')}`] : []),
    ...(body ? [`body: ${sent(body)}`] : []),
  ];
  return options.length > 0 ? between('{', options, '}') : null;
}

function sent({ type, example }: NonNullable<Call['body']>): string {
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
