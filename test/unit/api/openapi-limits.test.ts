import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mcpJson } from '#agents/pages/catalogs.ts';
import { openApi } from '#agents/reference/document.ts';
import { JSON_TEXT_NAMES, SENT_TEXT_NAMES } from '#article/article-fields.ts';
import { sectionSlugs } from '#article/section.ts';
import type { JsonObject } from '#http/api-description.ts';
import { readConfig } from '#runtime/config/config.ts';
import { defaultPublication } from '#site/live-site.ts';
import { BASE } from '../../support/site.ts';

// The specification's tables of fields and limits, row by row, as the OpenAPI document describes them.

const publication = defaultPublication(readConfig({ BASE_URL: BASE }));
const { schemas } = (await openApi(publication, 'plumbline')).components;
const SLUG = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

function member(schema: string, field: string): JsonObject {
  return ((schemas[schema]?.properties ?? {}) as Record<string, JsonObject>)[field] ?? {};
}

/** The schema of a field without its description. */
function told(schema: string, field: string): JsonObject {
  const { description: _, ...rest } = member(schema, field);
  return rest;
}

const ROWS: [row: string, schema: string, field: string, expected: JsonObject][] = [
  ['Source title: length 2 to 240', 'Source', 'title', { type: 'string', minLength: 2, maxLength: 240 }],
  [
    'Source url: URI, must match ^https://, max length 2000',
    'Source',
    'url',
    { type: 'string', format: 'uri', pattern: '^https://', maxLength: 2000 },
  ],
  ['Source publisher: max length 160', 'Source', 'publisher', { type: 'string', maxLength: 160 }],
  ['Source note: max length 500', 'Source', 'note', { type: 'string', maxLength: 500 }],
  [
    'bodyBlocks: at least 1 item',
    'ArticleDraft',
    'bodyBlocks',
    { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/BodyBlock' } },
  ],
  ['dek: length 1 to 240', 'ArticleDraft', 'dek', { type: 'string', minLength: 1, maxLength: 240 }],
  ['headline: length 1 to 110', 'ArticleDraft', 'headline', { type: 'string', minLength: 1, maxLength: 110 }],
  ['section: the pattern', 'ArticleDraft', 'section', { type: 'string', pattern: SLUG }],
  ['slug: the pattern', 'ArticleDraft', 'slug', { type: 'string', pattern: SLUG }],
  ['authorId: uuid', 'ArticleDraft', 'authorId', { type: 'string', format: 'uuid' }],
  [
    'correctionNote: string or null, length 20 to 2000',
    'ArticleDraft',
    'correctionNote',
    { type: ['string', 'null'], minLength: 20, maxLength: 2000 },
  ],
  ['heroAssetId: uuid or null', 'ArticleDraft', 'heroAssetId', { type: ['string', 'null'], format: 'uuid' }],
  [
    'sources: at most 30 items',
    'ArticleDraft',
    'sources',
    { type: 'array', maxItems: 30, items: { $ref: '#/components/schemas/Source' } },
  ],
  [
    'sponsorshipDisclosure: string or null, max length 1000',
    'ArticleDraft',
    'sponsorshipDisclosure',
    { type: ['string', 'null'], maxLength: 1000 },
  ],
  [
    'tagIds: each uuid, at most 20 items',
    'ArticleDraft',
    'tagIds',
    { type: 'array', maxItems: 20, items: { type: 'string', format: 'uuid' } },
  ],
  ['baseRevision: integer, minimum 0', 'ArticleRevision', 'baseRevision', { type: 'integer', minimum: 0 }],
  [
    'BodyBlock type: one of five',
    'BodyBlock',
    'type',
    { type: 'string', enum: ['paragraph', 'heading', 'subheading', 'quote', 'list'] },
  ],
  ['identity type: service_auth', 'IdentityRequest', 'type', { type: 'string', const: 'service_auth' }],
  [
    'grant_type: the claim grant',
    'TokenRequest',
    'grant_type',
    { type: 'string', const: 'urn:example:agent-auth:grant-type:claim' },
  ],
  ['token_type: Bearer', 'AccessToken', 'token_type', { type: 'string', const: 'Bearer' }],
  ['expires_in of a token: 900', 'AccessToken', 'expires_in', { type: 'number', const: 900 }],
];

for (const [row, schema, field, expected] of ROWS) {
  test(row, () => assert.deepEqual(told(schema, field), expected));
}

/** The texts that the specification names, and those that the table of fields got later. */
function withLater(specified: string[]): string[] {
  return [...new Set([...specified, ...SENT_TEXT_NAMES])];
}

const FIELDS: Record<string, { required: string[]; optional?: string[] }> = {
  PublicArticle: {
    required: [
      ...['author', 'correctedAt', 'correctionNote', 'dek', 'headline', 'modifiedAt', 'publishedAt'],
      ...['section', 'slug', 'sources', 'url', ...JSON_TEXT_NAMES],
    ],
    // Only articles of an archive have it: they must carry its mark in every form (portability, section 2).
    optional: ['archive'],
  },
  Source: { required: ['title', 'url'], optional: ['publisher', 'note'] },
  BodyBlock: { required: ['id', 'text', 'type'] },
  ArticleDraft: {
    required: ['bodyBlocks', 'dek', 'headline', 'section', 'slug'],
    optional: withLater([
      ...['authorId', 'correctionNote', 'editorialPacket', 'heroAssetId', 'sources', 'sponsorshipDisclosure', 'tagIds'],
    ]),
  },
  EditorialPacket: {
    required: [],
    optional: [
      ...['claimsReview', 'editorialStatus', 'factCheckNotes', 'heroBrief', 'reportingGaps'],
      ...['seoDescription', 'seoTitle', 'socialExcerpt', 'sourceNotes'],
    ],
  },
  Identity: { required: ['claim_token', 'user_code', 'verification_uri', 'interval', 'expires_in'] },
  IdentityRequest: { required: ['type'], optional: ['login_hint'] },
  AccessToken: { required: ['access_token', 'token_type', 'expires_in', 'scope'] },
  ApiCatalog: {
    required: ['name', 'openapi', 'articles'],
    optional: ['description', 'llms', 'mcp', 'resource_metadata', 'sitemap'],
  },
  Front: { required: ['articles', 'description', 'name', 'openapi'] },
};

for (const [name, { required, optional = [] }] of Object.entries(FIELDS)) {
  test(`${name} has exactly the specified fields and required fields`, () => {
    const schema = schemas[name] ?? {};
    assert.deepEqual(Object.keys(schema.properties as JsonObject).sort(), [...required, ...optional].sort());
    assert.deepEqual([...((schema.required ?? []) as string[])].sort(), required.toSorted());
  });
}

test('/.well-known/mcp.json has exactly the four specified members', () => {
  const { name, description, ...address } = mcpJson(publication);
  assert.ok(name && description);
  assert.deepEqual(address, { endpoint: `${BASE}/api/mcp`, transport: 'streamable-http' });
});

test('the three nullable fields of PublicArticle have null in their type', () => {
  for (const field of ['correctedAt', 'correctionNote', 'publishedAt']) {
    assert.deepEqual(member('PublicArticle', field).type, ['string', 'null'], field);
  }
  assert.equal(JSON.stringify(schemas).includes('"nullable"'), false);
});

test('the schema Desk lists exactly the sections of the magazine', () => {
  assert.deepEqual(schemas.Desk?.enum, sectionSlugs());
});

test('PublicArticle has at most 30 sources, times of format date-time and a url of format uri', () => {
  assert.equal(member('PublicArticle', 'sources').maxItems, 30);
  for (const field of ['correctedAt', 'modifiedAt', 'publishedAt']) {
    assert.equal(member('PublicArticle', field).format, 'date-time', field);
  }
  assert.equal(member('PublicArticle', 'url').format, 'uri');
});
