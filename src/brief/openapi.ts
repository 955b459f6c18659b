import { type ApiParts, cached, type ExampleArticle, json, type Paths } from '#http/api-description.ts';
import { briefIndexSchema, publicBriefSchema } from './pages/brief-json.ts';

export const apiParts: readonly ApiParts[] = [
  {
    place: 20,
    paths: briefPaths,
    schemas: () => [briefIndexSchema, publicBriefSchema],
    examples: ({ baseUrl }, article) => briefExamples(baseUrl, article),
  },
];

const ABSENT = { 404: { $ref: '#/components/responses/NotFound' } };

/** The Field Brief: every issue that was sent. */
function briefPaths(): Paths {
  const tags = ['Articles'];
  const day = {
    name: 'day',
    in: 'path',
    required: true,
    description: 'The day of the brief, a Tuesday.',
    schema: { type: 'string', format: 'date' },
    example: '2026-09-08',
  };
  const list = 'Every brief that was sent, latest first.';
  const issue = 'A brief in the revision that was sent. Stories that were taken back since then are left out.';
  return {
    '/api/v1/public/briefs': {
      get: {
        operationId: 'listBriefs',
        summary: 'List the briefs that were sent',
        description: `${list} People read it at \`/brief\`, which is also Markdown and JSON.`,
        tags,
        responses: cached('The list.', json('BriefIndex')),
      },
    },
    '/api/v1/public/briefs/{day}': {
      get: {
        operationId: 'getBrief',
        summary: 'Read a Field Brief as JSON',
        description: `${issue} It names its sponsor and labels it as an ad. People read it at \`/brief/{day}\`, which is also Markdown and JSON.`,
        tags,
        parameters: [day],
        responses: { ...cached('The brief.', json('PublicBrief')), ...ABSENT },
      },
    },
  };
}

function briefExamples(baseUrl: string, { headline, dek, section, slug, url }: ExampleArticle) {
  const day = '2026-09-08';
  const brief = {
    day,
    number: 1,
    subject: 'A robot, a slab, and who checks',
    sentAt: '2026-09-08T11:30:00.000Z',
    url: `${baseUrl}/brief/${day}`,
  };
  const story = { headline, section, slug, url, dek, sentence: null, disclosure: null };
  return {
    BriefIndex: { briefs: [brief] },
    PublicBrief: {
      ...brief,
      intro: [],
      corrections: [],
      stories: [story],
      withdrawn: 0,
      sponsor: { name: 'Example Layout Tools', label: 'Advertisement' },
    },
  };
}
