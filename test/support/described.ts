import assert from 'node:assert/strict';
import type { z } from 'zod';
import { namedSchemas, openApi } from '#agents/reference/document.ts';
import type { JsonObject, OpenApi } from '#http/api-description.ts';
import { listOperations, lookUp } from '#http/api-description.ts';
import { nameOf } from '#http/api-schemas.ts';
import type { TestSite } from './site.ts';

/** Compares responses with the API description. */
export type Described = {
  api: OpenApi;
  /** Fails unless status, type, headers and body of the response match the description of the operation. */
  holds: (operationId: string, response: Response) => Promise<void>;
};

export async function describedBy({ publication }: TestSite): Promise<Described> {
  const api = await openApi(publication, 'plumbline');
  const schemas = new Map((await namedSchemas(publication)).map(({ schema }) => [nameOf(schema), schema]));
  const operations = new Map(listOperations(api).map((one) => [one.operation.operationId, one.operation]));
  return {
    api,
    holds: async (operationId, response) => {
      const { responses = {} } = operations.get(operationId) ?? {};
      const told = responses[response.status] ?? (response.status >= 400 ? responses.default : undefined);
      assert.ok(told, `${operationId} is not said to answer ${response.status}`);
      const answer = lookUp(api, told);
      const at = `${operationId} ${response.status}`;
      for (const header of Object.keys((answer.headers ?? {}) as JsonObject)) {
        assert.ok(response.headers.has(header), `${at} has no ${header}`);
      }
      const content = (answer.content ?? {}) as Record<string, { schema: JsonObject }>;
      const [type = ''] = (response.headers.get('content-type') ?? '').split(';');
      const body = await response.text();
      if (body === '') return assert.deepEqual(content, {}, `${at} has no body`);
      const media = content[type];
      assert.ok(media, `${at} is not said to be ${type}`);
      if (type.endsWith('json')) fits(schemas, media.schema, JSON.parse(body), at);
    },
  };
}

/** Exactly one of the schemas must match. */
function fits(schemas: Map<string, z.ZodType>, schema: JsonObject, value: unknown, at: string): void {
  const names = ((schema.oneOf as JsonObject[] | undefined) ?? [schema]).map(
    (one) => String(one.$ref).split('/').at(-1) ?? '',
  );
  const read = names.map((name) => schemas.get(name)?.safeParse(value));
  const why = read.map((one) => one?.error?.message ?? '').join('\n');
  assert.equal(
    read.filter((one) => one?.success).length,
    1,
    `${at} is no ${names.join(' or ')}: ${why}\n${JSON.stringify(value)}`,
  );
}
