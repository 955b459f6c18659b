import { cached, json, type Operation, type Paths, schemaRef, text } from '#http/api-description.ts';

/** This description, and the catalog at `/api`. */
export function ownPaths(): Paths {
  return { '/openapi.json': { get: readOpenApi }, '/api': { get: readApi } };
}

const OPENAPI_DESCRIPTION = 'Every operation of this service in OpenAPI 3.1.';

const readOpenApi: Operation = {
  operationId: 'readOpenApi',
  summary: 'Read this description',
  description: OPENAPI_DESCRIPTION,
  tags: ['Discovery'],
  responses: cached(OPENAPI_DESCRIPTION, { 'application/json': { schema: schemaRef('OpenApi') } }),
};

const readApi: Operation = {
  operationId: 'readApi',
  summary: 'Read the API catalog or the API reference',
  description:
    'A short catalog in JSON; the API reference for people when `Accept` names `text/html` and does not prefer JSON.',
  tags: ['Discovery'],
  responses: cached('The catalog, or the reference.', { ...json('ApiCatalog'), ...text('text/html') }, 'Link'),
};
