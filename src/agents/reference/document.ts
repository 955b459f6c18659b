import type { PublicArticle } from '#article/pages/article-json.ts';
import { exampleArticle } from '#article/pages/example-article.ts';
import {
  type ApiParts,
  HEADERS,
  type JsonObject,
  listOperations,
  type OpenApi,
  type Paths,
  schemaRef,
} from '#http/api-description.ts';
import { type NamedSchema, nameOf, schemaComponents } from '#http/api-schemas.ts';
import { declared } from '#http/declared.ts';
import { nameWays } from '#http/ways-in.ts';
import type { Publication } from '#runtime/config/config.ts';
import { examples } from './examples.ts';
import { ownPaths } from './own-paths.ts';
import { schemas } from './schemas.ts';
import { codesMarkdown, sharedResponses } from './shared-responses.ts';

/**
 * The OpenAPI 3.1 description of the API, from the same schemas that validate requests and responses. Each address is in it once: what
 * also answers below `/api/v1/public`, pages, feeds and the documents by which programs find the service are not. `cookieName` is
 * the name of the session cookie at this address; `article` is the published article of the examples, so that the
 * addresses in them work.
 */
export async function openApi(
  publication: Publication,
  cookieName: string,
  article: PublicArticle = exampleArticle(publication),
): Promise<OpenApi> {
  const { baseUrl, contact, name } = publication;
  const parts = await loadParts();
  return withUsedComponents({
    openapi: '3.1.0',
    info: {
      title: name,
      version: '0.1.0',
      summary: 'Read the magazine; let an agent draft for it.',
      description: introduction(publication),
      contact: { name, url: `${baseUrl}/api`, ...(contact && { email: contact }) },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl, description: 'This service.' }],
    security: [],
    tags: TAGS,
    paths: withClientErrors(Object.assign({}, ...parts.map(({ paths }) => paths(publication)))),
    webhooks: Object.assign({}, ...parts.map(({ webhooks }) => webhooks?.())),
    components: {
      schemas: schemaComponents(nameSchemas(parts, publication, article)),
      responses: sharedResponses(baseUrl),
      parameters: { ...sharedParameters(article), ...Object.assign({}, ...parts.map(({ parameters }) => parameters)) },
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([header, description]) => [header, { description, schema: { type: 'string' } }]),
      ),
      securitySchemes: securitySchemes(baseUrl, cookieName),
    },
  });
}

/** Adds the errors of the client where an operation names none: linters and generated clients look for one. */
function withClientErrors(paths: Paths): Paths {
  for (const { responses } of listOperations({ paths }).map(({ operation }) => operation))
    if (responses.default && !Object.keys(responses).some((status) => status.startsWith('4')))
      responses['4XX'] = responses.default;
  return paths;
}

/** Without the tags, the shared responses and the headers that no path of this service has. */
function withUsedComponents(api: OpenApi): OpenApi {
  const { responses, headers } = api.components;
  const paths = JSON.stringify([api.paths, api.webhooks]);
  const used = pick(responses, (name) => paths.includes(`"#/components/responses/${name}"`));
  const text = paths + JSON.stringify(used);
  const read = pick(headers, (name) => text.includes(`"#/components/headers/${name}"`));
  const tags = api.tags.filter(({ name }) => paths.includes(`"tags":["${name}"`));
  return { ...api, tags, components: { ...api.components, responses: used, headers: read } };
}

/** The description without the examples of answers, which a program can ask for: the page for people shows them. */
export function withoutAnswerExamples(api: OpenApi): OpenApi {
  const bodies = JSON.stringify(listOperations(api).map(({ operation }) => operation.requestBody));
  const schemas = Object.entries(api.components.schemas).map(([name, schema]) => {
    const { examples, ...rest } = schema;
    return [name, bodies.includes(`"${String(schemaRef(name).$ref)}"`) ? schema : rest];
  });
  return { ...api, components: { ...api.components, schemas: Object.fromEntries(schemas) } };
}

function pick(parts: Record<string, JsonObject>, isUsed: (name: string) => boolean): Record<string, JsonObject> {
  return Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(name)));
}

/** The part of the description itself and those of the capabilities, in the order of their places. */
async function loadParts(): Promise<ApiParts[]> {
  const own = await Promise.all(declared().apiParts.map((load) => load()));
  return [PART, ...own.flatMap(({ apiParts }) => apiParts)].sort((a, b) => a.place - b.place);
}

const PART: ApiParts = { place: 77, paths: ownPaths, schemas: () => schemas, examples };

/** Every schema of the API description with its example. @throws Error for a schema without one */
export async function namedSchemas(
  publication: Publication,
  article: PublicArticle = exampleArticle(publication),
): Promise<NamedSchema[]> {
  return nameSchemas(await loadParts(), publication, article);
}

function nameSchemas(parts: readonly ApiParts[], publication: Publication, article: PublicArticle): NamedSchema[] {
  const known = new Map<string, unknown>();
  for (const part of parts)
    for (const [name, example] of Object.entries(part.examples(publication, article))) known.set(name, example);
  return parts
    .flatMap((part) => part.schemas(publication))
    .map((schema) => {
      const name = nameOf(schema);
      if (!known.has(name)) throw new Error(`the schema ${name} of the API description has no example`);
      return { schema, example: known.get(name) };
    });
}

function securitySchemes(baseUrl: string, cookieName: string): Record<string, JsonObject> {
  return {
    bearerAuth: {
      type: 'http',
      scheme: 'bearer',
      description: `An opaque token, valid for 900 seconds, with the scopes \`article:draft\` and \`article:edit\`. An agent gets one in two ways, which ${baseUrl}/agents explains; ${baseUrl}/auth.md has the steps.`,
    },
    cookieSession: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description: 'The session of somebody signed in to the newsroom. It counts only for requests from our own pages.',
    },
  };
}

/** The introduction of the API description, in CommonMark. */
function introduction(publication: Publication): string {
  const { name, description, baseUrl } = publication;
  return `${name}: ${description}

**Reading** needs no key; MCP clients connect to ${baseUrl}/mcp. Every published article is readable as HTML, Markdown and JSON; drafts are never public. Responses have \`ETag\`, \`Last-Modified\`, \`Cache-Control\`, \`Vary\` and \`Link\`, which names the other forms and the next page. Send the \`ETag\` back as \`If-None-Match\` and get 304 while nothing changed. Every address that supports GET supports HEAD. Every address below \`/api/public\` also answers below \`/api/v1/public\`, with the same bytes. Feeds, sitemaps and pages are in ${baseUrl}/llms.txt, OAuth in ${baseUrl}/auth.md.

**Writing** needs a bearer token, which is valid for 15 minutes. An editor grants an agent one token, or new ones for up to eight hours, in two ways: ${nameWays(publication)}. For a code, send a request to \`/api/agent/identity\`, show the code to an editor, poll \`/api/agent/token\`. ${baseUrl}/auth.md has the steps. An agent drafts and revises; it cannot publish or approve. Send an \`Idempotency-Key\` with a write, so that you can safely repeat it after a lost response.

**Errors** are JSON with \`code\` for programs, \`error\` for people and \`hint\` for the next step. The codes:

${codesMarkdown()}`;
}

export const TAGS = [
  { name: 'Articles', description: 'Published articles, as data.' },
  { name: 'Pages', description: 'Published pages as readers see them, in three forms at one address.' },
  { name: 'Records', description: 'Signed records of what readers saw, and the keys that verify them.' },
  { name: 'Advertising', description: 'What advertisers can book, and the list prices.' },
  { name: 'Agents', description: 'Agent access and the MCP endpoint.' },
  { name: 'Writing', description: 'Drafts and revisions. No operation publishes: only editors do that.' },
  {
    name: 'Webhooks',
    description:
      'What the server posts to the addresses that chiefs add. It signs each message, so that a receiver knows who sent it.',
  },
];

/** The parameters that the parts of several capabilities share, with the address of an article as their example. */
const sharedParameters = ({ section, slug }: { section: string; slug: string }): Record<string, JsonObject> => ({
  Desk: {
    name: 'section',
    in: 'path',
    required: true,
    description: 'The slug of the section.',
    schema: schemaRef('Desk'),
    example: section,
  },
  Slug: {
    name: 'slug',
    in: 'path',
    required: true,
    description: 'The article’s slug.',
    schema: { type: 'string' },
    example: slug,
  },
});
