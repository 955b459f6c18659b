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
      number: z.int().min(1).optional().describe('Only in older records: a number that counted records.'),
      previous: hex().optional().describe('Only in older records: a hash over the records before it.'),
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
