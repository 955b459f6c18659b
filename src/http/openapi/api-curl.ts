import { type Call, callOf } from './api-call.ts';
import type { OpenApi } from './openapi.ts';
import type { Listed } from './openapi-look-up.ts';

/** A command that calls an operation, to be copied into a shell; a secret is taken from a variable. */
export function curl(api: OpenApi, listed: Listed): string {
  const { address, accept, body, needsToken } = callOf(api, listed);
  const words = [
    `curl ${quote(address)}`,
    ...(accept ? [`-H 'Accept: ${accept}'`] : []),
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? sent(body) : []),
  ];
  return words.join(' \\\n  ');
}

function sent({ type, example }: NonNullable<Call['body']>): string[] {
  if (type === 'application/json') {
    return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(example, null, 2))}`];
  }
  return Object.entries(example).map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** As one word of a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
