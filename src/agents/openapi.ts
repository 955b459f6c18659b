import {
  accessTokenSchema,
  identityRequestSchema,
  identitySchema,
  tokenRefusalSchema,
  tokenRequestSchema,
} from '#agents/pages/oauth-json.ts';
import type { ApiParts, JsonObject } from '#http/api-description.ts';
import { accessExamples } from './openapi/access-examples.ts';
import { agentPaths } from './openapi/access-paths.ts';
import { mcpPaths } from './openapi/mcp-paths.ts';
import { jsonRpcAnswerSchema, jsonRpcRequestSchema } from './openapi/message-schemas.ts';

const PARAMETERS: Record<string, JsonObject> = {
  McpProtocolVersion: {
    name: 'MCP-Protocol-Version',
    in: 'header',
    required: false,
    description: 'The protocol revision of the client; revision 2026-07-28 requires it.',
    schema: { type: 'string' },
    example: '2025-11-25',
  },
  McpMethod: {
    name: 'Mcp-Method',
    in: 'header',
    required: false,
    description: 'The method of the message, repeated; revision 2026-07-28 requires it.',
    schema: { type: 'string' },
    example: 'tools/list',
  },
  McpName: {
    name: 'Mcp-Name',
    in: 'header',
    required: false,
    description: 'The name of the called tool, repeated; revision 2026-07-28 requires it with tools/call.',
    schema: { type: 'string' },
    example: 'list_articles',
  },
};

export const apiParts: readonly ApiParts[] = [
  {
    place: 92,
    paths: () => ({ ...agentPaths(), ...mcpPaths() }),
    schemas: () => [
      identityRequestSchema,
      identitySchema,
      tokenRequestSchema,
      accessTokenSchema,
      tokenRefusalSchema,
      jsonRpcRequestSchema,
      jsonRpcAnswerSchema,
    ],
    examples: accessExamples,
    parameters: PARAMETERS,
  },
];
