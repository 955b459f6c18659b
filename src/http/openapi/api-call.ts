import type { OpenApi } from './openapi.ts';
import { type Listed, lookUp, mediaOf } from './openapi-look-up.ts';
import type { Json } from './openapi-parts.ts';

/** What an example sends and gets, whatever it is written in. */
export type Call = {
  address: string;
  /** The form a program would ask for, where an address has several and the one it gets unasked is another. */
  accept: string | null;
  answer: 'json' | 'text';
  body: { type: string; example: Json } | null;
  needsToken: boolean;
};

/** A call of an operation with the examples its description gives. */
export function callOf(api: OpenApi, { method, path, operation }: Listed): Call {
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

function exampleOf(api: OpenApi, schema: Json): Json {
  const [example] = (lookUp(api, schema).examples ?? []) as Json[];
  return example ?? {};
}
