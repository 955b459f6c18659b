import { cached, json, type Paths } from '#http/api-description.ts';

/** Series of articles. */
export function seriesPaths(): Paths {
  const tags = ['Articles'];
  const name = {
    name: 'series',
    in: 'path',
    required: true,
    description: 'The slug of the series.',
    schema: { type: 'string' },
    example: 'six-weeks-with-a-robot',
  };
  const list = 'Every series with a published part, by name.';
  return {
    '/api/v1/public/series': {
      get: {
        operationId: 'listSeries',
        summary: 'List the series',
        description: `${list} People read it at \`/series\`, which is also Markdown and JSON.`,
        tags,
        responses: cached('The list.', json('SeriesIndex')),
      },
    },
    '/api/v1/public/series/{series}': {
      get: {
        operationId: 'getSeries',
        summary: 'Read a series as JSON',
        description:
          'A series with its published parts, in order. People read it at `/series/{series}`, which is also Markdown and JSON.',
        tags,
        parameters: [name],
        responses: {
          ...cached('The series.', json('Series')),
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  };
}
