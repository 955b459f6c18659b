import * as z from 'zod';
import { archiveMarkSchema } from '#article/archive-words.ts';
import { BLOCK_TYPES, sourceSchema } from '#article/copy.ts';
import { figuresSchema } from '#evidence/pages/evidence-json.ts';

// The schemas of signed records and of the keys that verify them.

const hex = () => z.string().regex(/^[0-9a-f]{64}$/);

const signature = z
  .strictObject({
    alg: z.literal('Ed25519'),
    key: z.string().describe('The id of the key: its SHA-256 thumbprint (RFC 7638).'),
    value: z.base64(),
  })
  .describe('Over the bytes of `record`.');

export const signedRecordSchema = z
  .strictObject({
    record: z.strictObject({
      format: z
        .literal(['plumbline-record/1', 'plumbline-record/2'])
        .describe('2 is 1 with `archive`, of a revision from the archive of another site.'),
      number: z.int().min(1).describe('The number of the record in the chain.'),
      previous: hex().describe('`chain` of the record before it; 64 zeros in the first record.'),
      publication: z.string(),
      article: z.strictObject({
        id: z.uuid(),
        url: z.url().describe('Its address when it was published.'),
        section: z.string(),
        slug: z.string(),
        headline: z.string(),
        dek: z.string(),
        author: z.string(),
        firstPublishedAt: z.iso.datetime(),
      }),
      revision: z.int().min(0),
      permalink: z.url(),
      json: hex()
        .nullable()
        .describe('SHA-256 of the bytes at `permalink` with `.json`. Null for a revision of an older release.'),
      publishedAt: z.iso.datetime(),
      blocks: z.array(
        z.strictObject({
          id: z.string(),
          type: z.enum(BLOCK_TYPES),
          sha256: hex().describe('Of the text of the block in UTF-8.'),
        }),
      ),
      sources: z.array(sourceSchema),
      figures: figuresSchema
        .nullable()
        .describe('Null if it was published before numbers were settled one by one, or is of an archive.'),
      corrections: z
        .array(z.strictObject({ at: z.iso.datetime(), revision: z.int().min(0), note: z.string() }))
        .describe('The corrections of the article up to this publication, oldest first.'),
      archive: archiveMarkSchema.optional(),
    }),
    signature,
  })
  .meta({ id: 'SignedRecord', description: 'What readers saw of one published revision, signed.' });

export const recordListSchema = z
  .strictObject({
    records: z
      .array(
        z.strictObject({
          number: z.int().min(1).describe('Records count from 1, in the order of publication.'),
          publishedAt: z.iso.datetime(),
          sha256: hex().describe('SHA-256 of the record, as it is sent.'),
          chain: hex().describe('SHA-256 of `chain` of the record before it, a line end, `sha256` and a line end.'),
          url: z.url().nullable().describe('The record; null when its article was withdrawn.'),
        }),
      )
      .describe('Oldest first. The first `chain` follows 64 zeros.'),
    nextAfter: z.int().min(0).describe('Send it as `after` to go on.'),
  })
  .meta({ id: 'RecordList', description: 'The hashes of all signed records, in one chain.' });

export const recordKeySetSchema = z
  .strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string().describe('Its thumbprint (RFC 7638).'),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
      }),
    ),
  })
  .meta({ id: 'RecordKeySet', description: 'The keys that verify signed records (RFC 7517, RFC 8037).' });

export const recordKeyHistorySchema = z
  .strictObject({
    keys: z
      .array(
        z.strictObject({
          kid: z.string(),
          madeAt: z.iso.datetime(),
          replacedAt: z.iso.datetime().nullable().describe('Null for the key that signs now.'),
          pem: z.string(),
          url: z.url().describe('The same key as a file in PEM.'),
          statement: z.strictObject({
            record: z.strictObject({
              format: z.literal('plumbline-key/1'),
              number: z.int().min(1),
              crv: z.literal('Ed25519'),
              kty: z.literal('OKP'),
              x: z.string(),
              kid: z.string(),
              madeAt: z.iso.datetime(),
              previous: z.string().nullable().describe('The key before it, which signed this statement.'),
            }),
            signature,
          }),
        }),
      )
      .describe('The first key first.'),
  })
  .meta({ id: 'RecordKeyHistory', description: 'Every key of signed records, each signed by the one before it.' });

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
export function recordExamples(
  baseUrl: string,
  article: { url: string; section: string; slug: string; headline: string; dek: string; author: string },
) {
  const { url, section, slug, headline, dek, author } = article;
  const id = '0198f4e2-7c1a-7b3e-9d2f-5a6b7c8d9e0f';
  const key = { crv: 'Ed25519', kty: 'OKP', x: X, kid: KID };
  return {
    SignedRecord: {
      record: {
        format: 'plumbline-record/1',
        number: 1,
        previous: '0'.repeat(64),
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
    RecordList: {
      records: [{ number: 1, publishedAt: AT, sha256: HASH, chain: HASH, url: `${url}/r/0/record.json` }],
      nextAfter: 1,
    },
    RecordKeySet: { keys: [{ ...key, use: 'sig', alg: 'EdDSA' }] },
    RecordKeyHistory: {
      keys: [
        {
          kid: KID,
          madeAt: AT,
          replacedAt: null,
          pem: '-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----\n',
          url: `${baseUrl}/.well-known/record-keys/${KID}.pem`,
          statement: {
            record: { format: 'plumbline-key/1', number: 1, ...key, madeAt: AT, previous: null },
            signature: SIGNATURE,
          },
        },
      ],
    },
  };
}
