import type { Publication } from '../../config.ts';
import type { PublicArticle } from '../../render/json/article-json.ts';
import { advertisingPaths } from './openapi-advertising.ts';
import { agentPaths } from './openapi-agents.ts';
import { sharedResponses } from './openapi-answers.ts';
import { discoveryPaths } from './openapi-discovery.ts';
import { exampleArticle } from './openapi-examples.ts';
import { namedSchemas } from './openapi-named.ts';
import { HEADERS, type Json, type Paths } from './openapi-parts.ts';
import { readingPaths } from './openapi-reading.ts';
import { schemaComponents } from './openapi-schemas.ts';
import { introduction, parameters, TAGS } from './openapi-texts.ts';
import { writingPaths } from './openapi-writing.ts';

export type OpenApi = {
  openapi: '3.1.0';
  info: Json & { title: string; version: string; description: string };
  servers: { url: string; description: string }[];
  security: never[];
  tags: { name: string; description: string }[];
  paths: Paths;
  components: Record<'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes', Record<string, Json>>;
};

/**
 * The description of every route in OpenAPI 3.1, from the same schemas that hold requests and answers.
 * `cookieName` is what the session cookie is called at this address; `article` is the published article that examples
 * name, so that their addresses answer.
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

function securitySchemes(baseUrl: string, cookieName: string): Record<string, Json> {
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
