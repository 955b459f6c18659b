import {
  cached,
  headers,
  type Json,
  json,
  type Operation,
  type Paths,
  refusals,
  schemaRef,
  text,
} from './openapi-parts.ts';

/** Overviews, feeds, maps, pointers, the price list, and whether the service answers. */
export function discoveryPaths(): Paths {
  return {
    ...Object.fromEntries(TEXTS.map(([path, ...told]) => [path, { get: readText(...told) }])),
    ...Object.fromEntries(POINTERS.map(([path, ...told]) => [path, { get: readPointer(...told) }])),
    '/api': { get: readApi },
    '/api/v1/advertise': { get: readAdvertise },
    '/healthz': { get: health('readHealth', 'Ask whether the process answers', 'Says ok while the process answers.') },
    '/readyz': { get: readiness() },
  };
}

type Told = [operationId: string, type: string, summary: string, description: string];

/** What is text. */
const TEXTS: [path: string, ...Told][] = [
  [
    '/llms.txt',
    'readLlms',
    'text/markdown',
    'Read the overview for agents',
    'What is here and where, for agents, in the llms.txt form.',
  ],
  [
    '/auth.md',
    'readAuth',
    'text/markdown',
    'Read how an agent is let in',
    'The steps from asking to the first draft, in Markdown.',
  ],
  [
    '/rss.xml',
    'readRss',
    'application/rss+xml',
    'Follow by RSS',
    'The latest articles as RSS 2.0, each with its whole text.',
  ],
  [
    '/sitemap.xml',
    'readSitemap',
    'application/xml',
    'Read the map of every page',
    'The canonical address of every page and when it last changed.',
  ],
  ['/robots.txt', 'readRobots', 'text/plain', 'Read the rules for crawlers', 'Who may fetch what (RFC 9309).'],
  [
    '/.well-known/security.txt',
    'readSecurityTxt',
    'text/plain',
    'Read where to report a weakness',
    'Whom to write to about a weakness of this service (RFC 9116).',
  ],
];

/** What is JSON, by the name of its schema. */
const POINTERS: [path: string, schema: string, ...Told][] = [
  [
    '/.well-known/mcp.json',
    'McpPointer',
    'readMcpPointer',
    'application/json',
    'Find the MCP endpoint',
    'Where the MCP server is and how to speak to it.',
  ],
  [
    '/.well-known/oauth-protected-resource',
    'ProtectedResource',
    'readProtectedResource',
    'application/json',
    'Find out what the tokens are for',
    'Protected resource metadata (RFC 9728): scopes, and who issues tokens.',
  ],
  [
    '/.well-known/oauth-protected-resource/api/mcp',
    'ProtectedResource',
    'readProtectedMcp',
    'application/json',
    'Find out what the tokens are for, at the MCP endpoint',
    'The same of the MCP endpoint alone, at the address clients derive from it.',
  ],
  [
    '/.well-known/oauth-authorization-server',
    'AuthorizationServer',
    'readAuthorizationServer',
    'application/json',
    'Find out how tokens are issued',
    'Authorization server metadata (RFC 8414): the claim grant only, and where to ask for a claim.',
  ],
  [
    '/openapi.json',
    'OpenApi',
    'readOpenApi',
    'application/json',
    'Read this description',
    'Every operation of this service in OpenAPI 3.1.',
  ],
];

function readText(operationId: string, type: string, summary: string, description: string): Operation {
  return { operationId, summary, description, tags: ['Discovery'], responses: cached(description, text(type)) };
}

function readPointer(
  schema: string,
  operationId: string,
  type: string,
  summary: string,
  description: string,
): Operation {
  const content: Json = { [type]: { schema: schemaRef(schema) } };
  return { operationId, summary, description, tags: ['Discovery'], responses: cached(description, content) };
}

const readApi: Operation = {
  operationId: 'readApi',
  summary: 'Read where everything is',
  description:
    'A short catalog in JSON; the reference for people where `Accept` names `text/html` and does not prefer JSON.',
  tags: ['Discovery'],
  responses: cached('The catalog, or the reference.', { ...json('ApiCatalog'), ...text('text/html') }, 'Link'),
};

const readAdvertise: Operation = {
  operationId: 'readAdvertisingCatalog',
  summary: 'Read the advertising catalog',
  description:
    'List prices in US cents, creative sizes and terms. Buying is manual: an editor has to accept the ad, and payment is by invoice.',
  tags: ['Advertising'],
  responses: cached('The catalog.', json('AdvertisingCatalog')),
};

function health(operationId: string, summary: string, description: string): Operation {
  return {
    operationId,
    summary,
    description,
    tags: ['Health'],
    responses: {
      200: { description, headers: headers('Cache-Control'), content: json('Health') },
      ...refusals(405),
    },
  };
}

function readiness(): Operation {
  const ready = health(
    'readReadiness',
    'Ask whether it is ready',
    'Says ready while the published edition can be read.',
  );
  return { ...ready, responses: { ...ready.responses, ...refusals(503) } };
}
