// Writes the files of `client` that repeat what the server says: types, tools, server info and settings of MCP clients. A test
// holds them equal.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TOOLS } from '#agents/mcp/editorial/tools.ts';
import { MCP_CLIENTS } from '#agents/pages/mcp-clients.ts';
import { CAPABILITIES, instructions, LEGACY, MODERN } from '#agents/pages/mcp-server-info.ts';
import { readConfig } from '#config/config.ts';
import { defaultPublication } from '#site/live-site.ts';
import '#app.ts';
import { openApi } from '#openapi/document.ts';

type Schema = { [keyword: string]: unknown };

/** The schemas of the API description that the client uses, by their names there. */
const USED = [
  'ArticleDraft',
  'ArticleRevision',
  'BodyBlock',
  'EditorialPacket',
  'Source',
  'FiledArticle',
  'Gate',
  'EvidenceFigure',
  'Review',
  'Comments',
  'Outside',
  'PublicArticle',
  'ArticleIndex',
  'IdentityRequest',
  'Identity',
  'TokenRequest',
  'AccessToken',
  'TokenRefusal',
  'Refusal',
  'ValidationFailed',
  'IdempotencyKeyReused',
  'RevisionConflict',
  'SlugTaken',
  'StoredArticle',
  'ListedArticle',
  'StoredArticleList',
] as const;

/** The text of `client/api.d.ts`. */
export function clientTypes(schemas: Record<string, Schema>): string {
  const named = USED.map((name) => declare(name, schemas[name] ?? {}));
  const head = '// Written by scripts/client-types.ts from /openapi.json: do not edit.\n';
  return [head, ...named].join('\n');
}

/** The text of `client/tools.json`: the tools as `tools/list` lists them. */
export function clientTools(): string {
  return `${JSON.stringify(TOOLS.map(({ text }) => text))}\n`;
}

/** The text of `client/clients.json`: how MCP clients are connected. */
export function clientSettings(): string {
  return `${JSON.stringify(MCP_CLIENTS, null, 2)}\n`;
}

/** The text of `client/server.json`: what the MCP endpoint says about itself to a client that connects. */
export function clientServer(): string {
  const publication = defaultPublication(readConfig({}));
  const about = instructions({ ...publication, baseUrl: '{origin}' });
  const known = { modern: MODERN, legacy: LEGACY, capabilities: CAPABILITIES, instructions: about };
  return `${JSON.stringify(known, null, 2)}\n`;
}

function declare(name: string, schema: Schema): string {
  return `export type ${name} = ${typeOf(schema)};\n`;
}

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.replace(/.*\//, '');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choice = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choice)) return choice.map((one) => typeOf(one as Schema)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return String(schema.type);
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${typeOf((schema.items ?? {}) as Schema)})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType({ properties, required, additionalProperties: more }: Schema): string {
  if (!properties) return `Record<string, ${typeof more === 'object' ? typeOf(more as Schema) : 'unknown'}>`;
  const needed = new Set(required as string[] | undefined);
  const members = Object.entries(properties as Record<string, Schema>).map(
    ([name, member]) => `${name}${needed.has(name) ? '' : '?'}: ${typeOf(member)}`,
  );
  return `{ ${members.join('; ')} }`;
}

if (process.argv[1] === import.meta.filename) {
  const publication = defaultPublication(readConfig({}));
  const schemas = (await openApi(publication, 'plumbline')).components?.schemas as Record<string, Schema>;
  const folder = join(dirname(import.meta.dirname), 'client');
  writeFileSync(join(folder, 'api.d.ts'), clientTypes(schemas));
  writeFileSync(join(folder, 'tools.json'), clientTools());
  writeFileSync(join(folder, 'server.json'), clientServer());
  writeFileSync(join(folder, 'clients.json'), clientSettings());
}
