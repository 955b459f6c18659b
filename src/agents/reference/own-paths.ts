import { cached, json, type Operation, type Paths, text } from '#http/api-description.ts';

/** The catalog at `/api`. */
export function ownPaths(): Paths {
  return { '/api': { get: readApi } };
}

const readApi: Operation = {
  operationId: 'readApi',
  summary: 'Read the API catalog or the API reference',
  description:
    'A short catalog in JSON; the API reference for people when `Accept` names `text/html` and does not prefer JSON.',
  tags: ['Articles'],
  responses: cached('The catalog, or the reference.', { ...json('ApiCatalog'), ...text('text/html') }),
};
