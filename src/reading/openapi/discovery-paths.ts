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
} from '#http/api-description.ts';

/** Overviews, feeds, sitemaps and pointers. */
export function discoveryPaths(): Paths {
  return {
    ...Object.fromEntries(TEXTS.map(([path, ...words]) => [path, { get: atDesk(path, readText(words)) }])),
    ...Object.fromEntries(
      POINTERS.map(([path, schema, ...words]) => [path, { get: atDesk(path, readPointer(schema, words)) }]),
    ),
  };
}

/** The health of the service. */
export function healthPaths(): Paths {
  return {
    '/healthz': { get: health('readHealth', 'Check that the process responds', '`ok` while the process responds.') },
    '/readyz': { get: readiness() },
  };
}

type Words = [operationId: string, type: string, summary: string, description: string];

/** Resources that are text. */
const TEXTS: [path: string, ...Words][] = [
  [
    '/llms.txt',
    'readLlms',
    'text/markdown',
    'Read the overview for agents',
    'What the magazine offers agents and where, in the llms.txt format.',
  ],
  [
    '/llms-full.txt',
    'readLlmsFull',
    'text/markdown',
    'Read the latest articles in one text',
    'The latest articles as one Markdown text of at most a million bytes; its last lines say which articles it leaves out.',
  ],
  [
    '/{section}/llms.txt',
    'readDeskLlms',
    'text/markdown',
    'Read the overview of a section',
    'The articles of one section, for agents, in the llms.txt format.',
  ],
  [
    '/auth.md',
    'readAuth',
    'text/markdown',
    'Read how an agent gets access',
    'The steps from the access request to the first draft, in Markdown.',
  ],
  [
    '/rss.xml',
    'readRss',
    'application/rss+xml',
    'Follow by RSS',
    'The latest articles as RSS 2.0, each with its full text.',
  ],
  [
    '/{section}/rss.xml',
    'readDeskRss',
    'application/rss+xml',
    'Follow a section by RSS',
    'The latest articles of one section as RSS 2.0, each with its full text.',
  ],
  [
    '/atom.xml',
    'readAtom',
    'application/atom+xml',
    'Follow by Atom',
    'The latest articles as Atom (RFC 4287), each with its full text.',
  ],
  [
    '/{section}/atom.xml',
    'readDeskAtom',
    'application/atom+xml',
    'Follow a section by Atom',
    'The latest articles of one section as Atom (RFC 4287), each with its full text.',
  ],
  [
    '/news-sitemap.xml',
    'readNewsSitemap',
    'application/xml',
    'Read the news sitemap',
    'The articles first published in the last two days, at most a thousand.',
  ],
  ['/humans.txt', 'readHumans', 'text/plain', 'Read who makes the magazine', 'Who makes it, and how to reach them.'],
  ['/ads.txt', 'readAdsTxt', 'text/plain', 'Read who may sell ads automatically', 'Nobody may (IAB ads.txt 1.1).'],
  [
    '/sitemap.xml',
    'readSitemap',
    'application/xml',
    'Read the sitemap',
    'The canonical address of every page and the time of its last change.',
  ],
  ['/robots.txt', 'readRobots', 'text/plain', 'Read the rules for crawlers', 'Who may fetch which paths (RFC 9309).'],
  [
    '/.well-known/security.txt',
    'readSecurityTxt',
    'text/plain',
    'Read where to report a vulnerability',
    'The contact for vulnerabilities of this service (RFC 9116).',
  ],
];

/** Resources that are JSON, with the names of their schemas. */
const POINTERS: [path: string, schema: string, ...Words][] = [
  [
    '/feed.json',
    'JsonFeed',
    'readJsonFeed',
    'application/feed+json',
    'Follow by JSON Feed',
    'The latest articles as JSON Feed 1.1, each with its full text.',
  ],
  [
    '/{section}/feed.json',
    'JsonFeed',
    'readDeskJsonFeed',
    'application/feed+json',
    'Follow a section by JSON Feed',
    'The latest articles of one section as JSON Feed 1.1, each with its full text.',
  ],
  [
    '/manifest.webmanifest',
    'WebManifest',
    'readManifest',
    'application/manifest+json',
    'Read the web manifest',
    'Name, colours and icons for the home screen of a phone.',
  ],
  [
    '/.well-known/mcp.json',
    'McpPointer',
    'readMcpPointer',
    'application/json',
    'Find the MCP endpoint',
    'The address and the transport of the MCP server.',
  ],
  [
    '/.well-known/oauth-protected-resource',
    'ProtectedResource',
    'readProtectedResource',
    'application/json',
    'Read the protected resource metadata',
    'Protected resource metadata (RFC 9728): the scopes and the authorization server.',
  ],
  [
    '/.well-known/oauth-protected-resource/api/mcp',
    'ProtectedResource',
    'readProtectedMcp',
    'application/json',
    'Read the protected resource metadata of the MCP endpoint',
    'The same for the MCP endpoint alone, at the address that clients derive from it.',
  ],
  [
    '/.well-known/oauth-authorization-server',
    'AuthorizationServer',
    'readAuthorizationServer',
    'application/json',
    'Read the authorization server metadata',
    'Authorization server metadata (RFC 8414): the claim grant is the only grant; it names the address for access requests.',
  ],
  [
    '/.well-known/api-catalog',
    'Linkset',
    'readApiCatalogLinks',
    'application/linkset+json',
    'Read the API catalog',
    'The API and its descriptions, as a linkset (RFC 9727).',
  ],
];

/** Adds the parameter and the 404 of a path with a desk. */
function atDesk(path: string, read: Operation): Operation {
  if (!path.startsWith('/{section}/')) return read;
  const absent = { 404: { $ref: '#/components/responses/NotFoundPage' } };
  return { ...read, parameters: [parameterRef('Desk')], responses: { ...read.responses, ...absent } };
}

function readText([operationId, type, summary, description]: Words): Operation {
  return { operationId, summary, description, tags: ['Discovery'], responses: cached(description, text(type)) };
}

function readPointer(schema: string, [operationId, type, summary, description]: Words): Operation {
  const content: JsonObject = { [type]: { schema: schemaRef(schema) } };
  return { operationId, summary, description, tags: ['Discovery'], responses: cached(description, content) };
}

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
    'Check that the service is ready',
    '`ready` while published articles can be read.',
  );
  return { ...ready, responses: { ...ready.responses, ...refusals(503) } };
}
