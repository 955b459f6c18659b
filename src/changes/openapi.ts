import { type ApiParts, cached, type ExampleArticle, json, type Paths, refusals } from '#http/api-description.ts';
import { queryParameters } from '#http/api-schemas.ts';
import { changeSchema, changesQuerySchema, changesSchema } from './pages/changes-json.ts';

export const apiParts: readonly ApiParts[] = [
  {
    place: 12,
    paths: changesPaths,
    schemas: () => [changesSchema, changeSchema],
    examples: (_publication, article) => changeExamples(article),
  },
];

/** What changed, as data. */
function changesPaths(): Paths {
  return {
    '/api/v1/public/changes': {
      get: {
        operationId: 'listChanges',
        summary: 'Follow what changes',
        description:
          'Every publication, correction, move and withdrawal, oldest first. Send `nextAfter` as `after` to go on. A page with `limit` changes never changes. With `wait` an empty page waits for a change. With `Accept: text/event-stream` each change is an event whose id is its `seq`; `Last-Event-ID` continues. People read it at `/changes`.',
        tags: ['Articles'],
        parameters: queryParameters(changesQuerySchema()),
        responses: {
          ...cached('A page of changes.', json('Changes')),
          ...refusals(400, 429),
        },
      },
    },
  };
}

function changeExamples({ section, slug, url }: ExampleArticle) {
  const at = '2026-09-08T14:30:00.000Z';
  const Change = {
    seq: 412,
    at,
    type: 'article.corrected',
    id: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
    url,
    previousUrl: null,
    section,
    slug,
    revision: 3,
    modifiedAt: at,
    correctionNote: 'The pilot ran for four weeks. The article said five.',
  };
  return { Change, Changes: { changes: [Change], nextAfter: 412 } };
}
