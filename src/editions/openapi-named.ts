import type { z } from 'zod';
import { availabilitySchemas } from '../advertising/availability-schema.ts';
import { briefSchema } from '../advertising/brief-check.ts';
import { catalogSchema, creativeSchema, unitSchema } from '../advertising/catalog-schema.ts';
import { directorySchema, supplierSchema } from '../advertising/supplier-schema.ts';
import { blockSchema, copySchema, packetSchema, revisionSchema, sourceSchema } from '../article/copy.ts';
import type { Publication } from '../config.ts';
import { adCheckSchemas } from './ad-check-json.ts';
import {
  accessTokenSchema,
  identityRequestSchema,
  identitySchema,
  tokenRefusalSchema,
  tokenRequestSchema,
} from './agent-auth-json.ts';
import { apiCatalogSchema } from './api-json.ts';
import {
  articleIndexSchema,
  deskSchema,
  frontSchema,
  type PublicArticle,
  publicArticleSchema,
} from './article-json.ts';
import * as discovery from './discovery-schemas.ts';
import { filedSchema } from './draft-json.ts';
import { evidenceFigureSchema, evidenceSchema } from './evidence-json.ts';
import { gateSchema } from './gate-json.ts';
import { jsonRpcAnswerSchema, jsonRpcRequestSchema } from './json-rpc.ts';
import { exampleArticle, examples } from './openapi-examples.ts';
import { type Named, nameOf } from './openapi-schemas.ts';
import {
  keyReusedSchema,
  refusalSchema,
  revisionConflictSchema,
  slugTakenSchema,
  validationFailedSchema,
} from './refusal-json.ts';

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
