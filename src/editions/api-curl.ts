import type { OpenApi } from './openapi.ts';
import { type Listed, lookUp, mediaOf } from './openapi-look-up.ts';
import type { Json } from './openapi-parts.ts';

/** A command that calls an operation, to be copied into a shell; a secret is taken from a variable. */
export function curl(api: OpenApi, { method, path, operation }: Listed): string {
  const base = api.servers[0]?.url ?? '';
  const parameters = (operation.parameters ?? []).map((parameter) => lookUp(api, parameter));
  const address = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((filled, parameter) => filled.replace(`{${parameter.name}}`, String(parameter.example)), path);
  const [body] = operation.requestBody ? mediaOf(operation.requestBody) : [];
  const words = [
    `curl ${quote(base + address)}`,
    ...acceptOf(operation.responses['200'] ?? {}),
    ...(operation.security ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body && method === 'POST' ? sent(api, ...body) : []),
  ];
  return words.join(' \\\n  ');
}

/** The form a program would ask for, where an address has several. */
function acceptOf(answer: Json): string[] {
  const types = mediaOf(answer).map(([type]) => type);
  return types.length > 1 && types.includes('text/markdown') ? ["-H 'Accept: text/markdown'"] : [];
}

function sent(api: OpenApi, type: string, schema: Json): string[] {
  const [example] = (lookUp(api, schema).examples ?? []) as Json[];
  if (type === 'application/json') {
    return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(example, null, 2))}`];
  }
  return Object.entries(example ?? {}).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** As one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
