import {
  type ApiParts,
  cached,
  type ExampleArticle,
  forms,
  type JsonObject,
  json,
  type Paths,
  parameterRef,
  refusals,
} from '#http/api-description.ts';
import type { Publication } from '#runtime/config/config.ts';
import { recordKeySetSchema, signedRecordSchema } from './pages/record-schemas.ts';
import { permanentRevisionSchema } from './revisions/revision-json.ts';

export const apiParts: readonly ApiParts[] = [
  {
    place: 60,
    paths: () => ({ ...revisionPaths(), ...recordPaths() }),
    schemas: () => [permanentRevisionSchema, signedRecordSchema, recordKeySetSchema],
    examples: (publication, article) => ({
      ...recordExamples(article),
      PermanentRevision: permanentRevision(publication, article),
    }),
  },
];

/** Revisions with a permanent address. */
function revisionPaths(): Paths {
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
          ...cached('The revision.', forms('PermanentRevision')),
          ...moved,
          ...absent,
          ...refusals(410),
        },
      },
    },
  };
}

/** Signed records of published revisions, and the keys that verify them. */
function recordPaths(): Paths {
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
          ...cached('The record.', json('SignedRecord')),
          301: { $ref: '#/components/responses/Moved' },
          ...refusals(404, 410),
        },
      },
    },
    '/.well-known/jwks.json': {
      get: {
        operationId: 'readKeySet',
        summary: 'Read the keys of records',
        description:
          'The public keys that verify signed records, as a JSON Web Key Set (RFC 7517, RFC 8037). `/.well-known/record-keys.json` has their history, in PEM.',
        tags,
        responses: cached('The keys.', json('RecordKeySet')),
      },
    },
  };
}

function inPath(name: string, description: string, schema: JsonObject, example: string | number): JsonObject {
  return { name, in: 'path', required: true, description, schema, example };
}

function permanentRevision({ name, language }: Publication, article: ExampleArticle) {
  const { url, headline, dek, author, section, slug, publishedAt, modifiedAt, correctedAt, correctionNote } = article;
  const permalink = `${url}/r/0`;
  const text = 'The crew ran the machine for six weeks.';
  const sha256 = '0'.repeat(64);
  return {
    format: 1,
    permalink,
    url,
    record: `${permalink}/record.json`,
    cite: `${author}. “${headline}.” ${name}, revision 0. ${permalink}`,
    publication: name,
    language,
    id: '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f',
    revision: 0,
    section,
    slug,
    headline,
    dek,
    author,
    publishedAt,
    modifiedAt,
    correctedAt,
    correctionNote,
    sponsorshipDisclosure: null,
    picture: null,
    blocks: [{ id: 'b1', anchor: 'b-b1', type: 'paragraph', text, sha256 }],
    numberTable: null,
    sources: [],
    tags: [],
    figures: [],
  };
}

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const KID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const SIGNATURE = {
  alg: 'Ed25519',
  key: KID,
  value: '5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc+bRr0lv18FlbviRlUUFDjnoQCw==',
};
const AT = '2026-09-06T13:00:00.000Z';

/** The examples of the API description, by the name of the schema. */
function recordExamples(article: ExampleArticle) {
  const { url, section, slug, headline, dek, author } = article;
  const id = '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f';
  const key = { crv: 'Ed25519', kty: 'OKP', x: X, kid: KID };
  return {
    SignedRecord: {
      record: {
        format: 'plumbline-record/1',
        publication: 'The Magazine',
        article: { id, url, section, slug, headline, dek, author, firstPublishedAt: AT },
        revision: 0,
        permalink: `${url}/r/0`,
        json: HASH,
        publishedAt: AT,
        blocks: [{ id: 'b1', type: 'paragraph', sha256: HASH }],
        sources: [],
        figures: [],
        corrections: [],
      },
      signature: SIGNATURE,
    },
    RecordKeySet: { keys: [{ ...key, use: 'sig', alg: 'EdDSA' }] },
  };
}
