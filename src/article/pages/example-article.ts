import { JSON_TEXT_NAMES, valuesOf } from '#article/article-fields.ts';
import type { Publication } from '#runtime/config/config.ts';
import type { PublicArticle } from './article-json.ts';

// The data that examples of the API description share.

export const EXAMPLE_TIME = '2026-09-06T13:00:00.000Z';

export const exampleSource = {
  title: 'Site record of the pilot',
  url: 'https://example.org/pilot-record',
  publisher: 'Example Builders',
};

/** The article in examples when nothing is published yet. */
export function exampleArticle({ baseUrl }: Publication): PublicArticle {
  return {
    author: 'Dana Whitfield',
    correctedAt: '2026-09-16T15:30:00.000Z',
    correctionNote: 'An earlier version gave the crew size as twelve; the crew was nine people.',
    dek: 'What estimators should check before they rely on a layout robot.',
    headline: 'A layout robot on a live slab',
    modifiedAt: '2026-09-16T15:30:00.000Z',
    publishedAt: EXAMPLE_TIME,
    section: 'robotics',
    slug: 'layout-robot-pilot',
    sources: [exampleSource],
    url: `${baseUrl}/robotics/layout-robot-pilot`,
    ...valuesOf(JSON_TEXT_NAMES, () => null),
  };
}
