import type * as z from 'zod';
import { archiveMarkSchema } from '#article/archive-words.ts';
import { sourceSchema } from '#article/copy.ts';
import { articleIndexSchema, frontSchema, publicArticleSchema, sectionSchema } from '#article/pages/article-json.ts';
import { evidenceFigureSchema, evidenceSchema, numberEvidenceSchema } from '#evidence/pages/evidence-json.ts';
import { type ApiParts, NO_SCHEMAS } from '#http/api-description.ts';
import { archivePaths } from './openapi/archive-paths.ts';
import { articleExamples } from './openapi/article-examples.ts';
import { articlePaths, pagePaths } from './openapi/article-paths.ts';
import { seriesPaths } from './openapi/series-paths.ts';
import { archiveSchema, tagIndexSchema } from './pages/archive-json.ts';
import { relatedSchema } from './pages/related-json.ts';
import { publicSeriesSchema, seriesIndexSchema } from './series/series-json.ts';

export const apiParts: readonly ApiParts[] = [
  {
    place: 10,
    paths: () => ({ ...articlePaths(), ...archivePaths() }),
    schemas: articleSchemas,
    examples: articleExamples,
  },
  { ...NO_SCHEMAS, place: 14, paths: pagePaths },
  { ...NO_SCHEMAS, place: 50, paths: seriesPaths },
];

function articleSchemas(): readonly z.ZodType[] {
  return [
    publicArticleSchema,
    archiveMarkSchema,
    sourceSchema,
    articleIndexSchema,
    frontSchema,
    evidenceSchema,
    evidenceFigureSchema,
    numberEvidenceSchema,
    relatedSchema,
    seriesIndexSchema,
    publicSeriesSchema,
    archiveSchema,
    tagIndexSchema,
    sectionSchema(),
  ];
}
