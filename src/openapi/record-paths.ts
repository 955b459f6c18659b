import { recordsQuerySchema } from '#records/pages/record-json.ts';
import { cached, type JsonObject, json, type Paths, parameterRef, refusals, text } from './parts.ts';
import { queryParameters } from './schemas.ts';

/** Signed records of published revisions, and the keys that verify them. */
export function recordPaths(): Paths {
  const tags = ['Records'];
  return {
    '/{section}/{slug}/r/{revision}/record.json': {
      get: {
        operationId: 'readRecord',
        summary: 'Read the signed record of a revision',
        description:
          'What readers saw of one published revision, in one line of canonical JSON (RFC 8785) with an Ed25519 signature over the bytes of `record`. The bytes never change. `/method` says how to verify it with OpenSSL. The record of a withdrawn article answers 410.',
        tags,
        parameters: [
          parameterRef('Desk'),
          parameterRef('Slug'),
          inPath('revision', 'The number of the revision, from 0.', { type: 'integer', minimum: 0 }, 0),
        ],
        responses: {
          ...cached('The record.', json('SignedRecord'), 'Link', 'Last-Modified'),
          301: { $ref: '#/components/responses/Moved' },
          ...refusals(404, 410),
        },
      },
    },
    '/api/v1/public/records': {
      get: {
        operationId: 'listRecords',
        summary: 'List the hashes of all signed records',
        description:
          'One chain over the signed records of all published revisions, oldest first, those of withdrawn articles included. A full page has a `Link` to the next one.',
        tags,
        parameters: queryParameters(recordsQuerySchema),
        responses: { ...cached('A page of hashes.', json('RecordList')), ...refusals(400) },
      },
    },
    '/.well-known/jwks.json': {
      get: {
        operationId: 'readKeySet',
        summary: 'Read the keys of records',
        description: 'The public keys that verify signed records, as a JSON Web Key Set (RFC 7517, RFC 8037).',
        tags,
        responses: cached('The keys.', json('RecordKeySet')),
      },
    },
    '/.well-known/record-keys.json': {
      get: {
        operationId: 'readKeyHistory',
        summary: 'Read the history of the keys of records',
        description:
          'Every key in order, in PEM, with a signed statement. Each statement but the first is signed by the key before it.',
        tags,
        responses: cached('The keys.', json('RecordKeyHistory')),
      },
    },
    '/.well-known/record-keys/{file}': {
      get: {
        operationId: 'readRecordKey',
        summary: 'Read one key of records',
        description: 'A public key in PEM, as OpenSSL reads it.',
        tags,
        parameters: [
          inPath(
            'file',
            'The id of the key and `.pem`.',
            { type: 'string' },
            'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k.pem',
          ),
        ],
        responses: { ...cached('The key.', text('application/x-pem-file')), ...refusals(404) },
      },
    },
  };
}

function inPath(name: string, description: string, schema: JsonObject, example: string | number): JsonObject {
  return { name, in: 'path', required: true, description, schema, example };
}
