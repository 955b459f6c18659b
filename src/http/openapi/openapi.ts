import type { Publication } from '../../config.ts';
import type { PublicArticle } from '../../render/json/article-json.ts';
import { discoveryPaths } from './discovery-paths.ts';
import { exampleArticle } from './examples.ts';
import { introduction, parameters, TAGS } from './introduction.ts';
import { HEADERS, type JsonObject, type OpenApi } from './parts.ts';
import { advertisingPaths, readingPaths } from './read-paths.ts';
import { namedSchemas, schemaComponents } from './schemas.ts';
import { sharedResponses } from './shared-responses.ts';
import { agentPaths, writingPaths } from './write-paths.ts';

/**
 * The OpenAPI 3.1 description of every route, from the same schemas that validate requests and responses. `cookieName` is
 * the name of the session cookie at this address; `article` is the published article of the examples, so that the
 * addresses in them work.
 */
export function openApi(
  publication: Publication,
  cookieName: string,
  article: PublicArticle = exampleArticle(publication),
): OpenApi {
  const { baseUrl, contact, name } = publication;
  return {
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
    paths: { ...readingPaths(), ...discoveryPaths(), ...advertisingPaths(), ...writingPaths(), ...agentPaths() },
    components: {
      schemas: schemaComponents(namedSchemas(publication, article)),
      responses: sharedResponses(baseUrl),
      parameters: parameters(article),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([header, description]) => [header, { description, schema: { type: 'string' } }]),
      ),
      securitySchemes: securitySchemes(baseUrl, cookieName),
    },
  };
}

function securitySchemes(baseUrl: string, cookieName: string): Record<string, JsonObject> {
  return {
    bearerAuth: {
      type: 'http',
      scheme: 'bearer',
      description: `An opaque token, good for 900 seconds, with the scopes \`article:draft\` and \`article:edit\`. ${baseUrl}/auth.md tells how to get one.`,
    },
    cookieSession: {
      type: 'apiKey',
      in: 'cookie',
      name: cookieName,
      description: 'The session of somebody signed in to the newsroom. It counts only for requests from our own pages.',
    },
  };
}
