import {
  cached,
  headers,
  type JsonObject,
  json,
  type Operation,
  type Paths,
  parameterRef,
  refusals,
  schemaRef,
  text,
} from './parts.ts';

/** Overviews, feeds, maps, pointers, the price list, and whether the service answers. */
export function discoveryPaths(): Paths {
  return {
    ...Object.fromEntries(TEXTS.map(([path, ...told]) => [path, { get: atDesk(path, readText(...told)) }])),
    ...Object.fromEntries(POINTERS.map(([path, ...told]) => [path, { get: atDesk(path, readPointer(...told)) }])),
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
    '/llms-full.txt',
    'readLlmsFull',
    'text/markdown',
    'Read the latest articles in one text',
    'The latest articles as one Markdown text of at most a million bytes; its end tells where it stops.',
  ],
  [
    '/{section}/llms.txt',
    'readDeskLlms',
    'text/markdown',
    'Read the overview of a desk',
    'What is at one desk, for agents, in the llms.txt form.',
  ],
  [
    '/.well-known/agent-skills/read/SKILL.md',
    'readReadSkill',
    'text/markdown',
    'Learn to read here',
    'The steps of finding, reading, following and citing articles.',
  ],
  [
    '/.well-known/agent-skills/draft/SKILL.md',
    'readDraftSkill',
    'text/markdown',
    'Learn to draft here',
    'The steps from being let in to a draft that an editor can publish.',
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
    '/{section}/rss.xml',
    'readDeskRss',
    'application/rss+xml',
    'Follow a desk by RSS',
    'The latest articles of one desk as RSS 2.0, each with its whole text.',
  ],
  [
    '/atom.xml',
    'readAtom',
    'application/atom+xml',
    'Follow by Atom',
    'The latest articles as Atom (RFC 4287), each with its whole text.',
  ],
  [
    '/{section}/atom.xml',
    'readDeskAtom',
    'application/atom+xml',
    'Follow a desk by Atom',
    'The latest articles of one desk as Atom (RFC 4287), each with its whole text.',
  ],
  [
    '/news-sitemap.xml',
    'readNewsSitemap',
    'application/xml',
    'Read the map of recent articles',
    'The articles first published in the last two days, at most a thousand.',
  ],
  [
    '/humans.txt',
    'readHumans',
    'text/plain',
    'Read who makes this',
    'Who makes the magazine and how they are reached.',
  ],
  ['/ads.txt', 'readAdsTxt', 'text/plain', 'Read who may sell space by machine', 'That nobody may (IAB ads.txt 1.1).'],
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
    '/feed.json',
    'JsonFeed',
    'readJsonFeed',
    'application/feed+json',
    'Follow by JSON Feed',
    'The latest articles as JSON Feed 1.1, each with its whole text.',
  ],
  [
    '/{section}/feed.json',
    'JsonFeed',
    'readDeskJsonFeed',
    'application/feed+json',
    'Follow a desk by JSON Feed',
    'The latest articles of one desk as JSON Feed 1.1, each with its whole text.',
  ],
  [
    '/.well-known/mcp.json',
    'McpPointer',
    'readMcpPointer',
    'application/json',
    'Find the MCP endpoint',
    'Where the MCP server is and how to speak to it.',
  ],
  [
    '/.well-known/mcp/server-card.json',
    'ServerCard',
    'readServerCard',
    'application/mcp-server-card+json',
    'Read the card of the MCP server',
    'What the MCP server is, which revisions of the protocol it speaks and what it needs.',
  ],
  [
    '/api/mcp/server-card',
    'ServerCard',
    'readServerCardBeside',
    'application/mcp-server-card+json',
    'Read the card of the MCP server, beside it',
    'The same card at the address clients derive from that of the endpoint.',
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
    '/.well-known/api-catalog',
    'Linkset',
    'readApiCatalogLinks',
    'application/linkset+json',
    'Find the API by its links',
    'The API and what describes it, as a linkset (RFC 9727).',
  ],
  [
    '/.well-known/ai-catalog.json',
    'AiCatalog',
    'readAiCatalog',
    'application/ai-catalog+json',
    'Find what an agent can use here',
    'The MCP server, with questions it answers.',
  ],
  [
    '/.well-known/agent-skills/index.json',
    'AgentSkills',
    'readAgentSkills',
    'application/json',
    'Find skills for agents',
    'Skills an agent can fetch, each with the digest of its bytes.',
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

/** What a read has besides where its path names a desk. */
function atDesk(path: string, read: Operation): Operation {
  if (!path.startsWith('/{section}/')) return read;
  const absent = { 404: { $ref: '#/components/responses/NotFoundPage' } };
  return { ...read, parameters: [parameterRef('Desk')], responses: { ...read.responses, ...absent } };
}

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
  const content: JsonObject = { [type]: { schema: schemaRef(schema) } };
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
