import type { z } from 'zod';
import { availabilitySchemas } from '../../ads/catalog/availability-schema.ts';
import { catalogSchema, creativeSchema, unitSchema } from '../../ads/catalog/catalog-schema.ts';
import { briefSchema } from '../../ads/creatives/brief-check.ts';
import { directorySchema, supplierSchema } from '../../ads/suppliers/supplier-schema.ts';
import { blockSchema, copySchema, packetSchema, revisionSchema, sourceSchema } from '../../article/model/copy.ts';
import type { Publication } from '../../config.ts';
import * as discovery from '../../render/discovery/discovery-schemas.ts';
import {
  accessTokenSchema,
  identityRequestSchema,
  identitySchema,
  tokenRefusalSchema,
  tokenRequestSchema,
} from '../../render/discovery/oauth-json.ts';
import { adCheckSchemas } from '../../render/json/ad-check-json.ts';
import {
  articleIndexSchema,
  deskSchema,
  frontSchema,
  type PublicArticle,
  publicArticleSchema,
} from '../../render/json/article-json.ts';
import { filedSchema } from '../../render/json/draft-json.ts';
import {
  keyReusedSchema,
  refusalSchema,
  revisionConflictSchema,
  slugTakenSchema,
  validationFailedSchema,
} from '../../render/json/error-json.ts';
import { evidenceFigureSchema, evidenceSchema } from '../../render/json/evidence-json.ts';
import { jsonRpcAnswerSchema, jsonRpcRequestSchema } from '../../render/json/json-rpc.ts';
import { gateSchema } from '../../render/json/review-json.ts';
import { apiCatalogSchema } from './api-json.ts';
import { exampleArticle, examples } from './openapi-examples.ts';
import { type Named, nameOf } from './openapi-schemas.ts';

/** Every schema the API description names. */
const SCHEMAS: readonly z.ZodType[] = [
  publicArticleSchema,
  sourceSchema,
  articleIndexSchema,
  frontSchema,
  evidenceSchema,
  evidenceFigureSchema,
  deskSchema,
  copySchema,
  revisionSchema,
  blockSchema,
  packetSchema,
  filedSchema,
  gateSchema,
  refusalSchema,
  validationFailedSchema,
  keyReusedSchema,
  revisionConflictSchema,
  slugTakenSchema,
  identityRequestSchema,
  identitySchema,
  tokenRequestSchema,
  accessTokenSchema,
  tokenRefusalSchema,
  jsonRpcRequestSchema,
  jsonRpcAnswerSchema,
  apiCatalogSchema,
  catalogSchema,
  creativeSchema,
  unitSchema,
  briefSchema,
  ...Object.values(adCheckSchemas),
  ...Object.values(availabilitySchemas),
  supplierSchema,
  directorySchema,
  ...Object.values(discovery),
];

/** Every schema of the API description with its example. @throws Error for a schema without one */
export function namedSchemas(publication: Publication, article: PublicArticle = exampleArticle(publication)): Named[] {
  const known = new Map<string, unknown>(Object.entries(examples(publication, article)));
  return SCHEMAS.map((schema) => {
    const name = nameOf(schema);
    if (!known.has(name)) throw new Error(`the schema ${name} of the API description has no example`);
    return { schema, example: known.get(name) };
  });
}
