import { cached, forms, type Paths, parameterRef, refusals, text } from './parts.ts';

/** Revisions that keep an address for good. */
export function revisionPaths(): Paths {
  const tags = ['Articles'];
  const place = [parameterRef('Desk'), parameterRef('Slug')];
  const absent = { 404: { $ref: '#/components/responses/NotFoundPage' } };
  const moved = { 301: { $ref: '#/components/responses/Moved' } };
  return {
    '/{section}/{slug}/r/{revision}': {
      get: {
        operationId: 'readRevision',
        summary: 'Read a revision that never changes',
        description: `A revision that readers saw, as it was then, at the address that it had then: cite this address. With \`.md\` or \`.json\` added, the bytes never change. The revisions of a withdrawn article answer 410. \`Accept\` chooses the form, as for an article.`,
        tags,
        parameters: [
          ...place,
          {
            name: 'revision',
            in: 'path',
            required: true,
            description: 'The number of the revision, from 0.',
            schema: { type: 'integer', minimum: 0 },
            example: 0,
          },
        ],
        responses: {
          ...cached('The revision.', forms('PermanentRevision'), 'Link', 'Last-Modified', 'Memento-Datetime'),
          ...moved,
          ...absent,
          ...refusals(410),
        },
      },
    },
    '/{section}/{slug}/r/timemap': {
      get: {
        operationId: 'readTimeMap',
        summary: 'List the revisions of an article',
        description:
          'Every revision that readers saw, with its time, as links (RFC 7089, 5). `/r/timegate` beside it redirects to the revision of the time in `Accept-Datetime`.',
        tags,
        parameters: place,
        responses: {
          ...cached('The revisions.', text('application/link-format'), 'Last-Modified'),
          ...absent,
          ...refusals(410),
        },
      },
    },
  };
}
