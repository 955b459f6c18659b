import { changesQuerySchema } from '#changes/pages/changes-json.ts';
import { cached, forms, json, type Paths, refusals } from '#http/api-description.ts';
import { queryParameters } from '#http/api-schemas.ts';

/** What changed, as data and as a page; `chosen` says how the form of a page is chosen. */
export function changesPaths(chosen: string): Paths {
  return {
    '/api/v1/public/changes': {
      get: {
        operationId: 'listChanges',
        summary: 'Follow what changes',
        description:
          'Every publication, correction, move and withdrawal, oldest first. Send `nextAfter` as `after` to go on. A page with `limit` changes never changes. With `wait` an empty page waits for a change. With `Accept: text/event-stream` each change is an event whose id is its `seq`; `Last-Event-ID` continues.',
        tags: ['Articles'],
        parameters: queryParameters(changesQuerySchema()),
        responses: {
          ...cached('A page of changes.', json('Changes'), 'Link', 'Last-Modified'),
          ...refusals(400, 429, 503),
        },
      },
    },
    '/changes': {
      get: {
        operationId: 'readChanges',
        summary: 'Read what changed',
        description: `The latest publications, corrections, moves and withdrawals. ${chosen}`,
        tags: ['Pages'],
        responses: cached('What changed.', forms('Changes'), 'Link', 'Last-Modified'),
      },
    },
  };
}
