import { namePublicTools, nameTools } from '#agents/pages/mcp-server-info.ts';
import { json, type Operation, type Paths, parameterRef, refusals, schemaRef } from '#http/api-description.ts';

const METHODS =
  'Model Context Protocol over Streamable HTTP, stateless; every response is JSON. The methods are initialize, notifications/initialized, ping, tools/list and tools/call';

/** The two MCP servers: for agents with a token, and for readers. */
export function mcpPaths(): Paths {
  return {
    '/api/mcp': {
      post: {
        operationId: 'callMcp',
        summary: 'Call the MCP endpoint',
        description: `${METHODS}; the tools are ${nameTools(' and ')}. No tool publishes or approves.`,
        tags: ['Agents'],
        security: [{ bearerAuth: [] }],
        ...MESSAGE,
        responses: { ...ANSWERS, ...refusals(401, 403, 429) },
      },
    },
    '/mcp': {
      post: {
        operationId: 'callPublicMcp',
        summary: 'Call the MCP server for readers',
        description: `${METHODS}; the tools are ${namePublicTools()}. They read what is published. No token is needed.`,
        tags: ['Articles'],
        ...MESSAGE,
        responses: { ...ANSWERS, ...refusals(403, 429) },
      },
    },
  };
}

const MESSAGE: Pick<Operation, 'parameters' | 'requestBody'> = {
  parameters: ['McpProtocolVersion', 'McpMethod', 'McpName'].map(parameterRef),
  requestBody: { required: true, content: { 'application/json': { schema: schemaRef('JsonRpcRequest') } } },
};

const ANSWERS: Operation['responses'] = {
  200: { description: 'The result, or a JSON-RPC error.', content: json('JsonRpcAnswer') },
  202: { description: 'The notification was accepted; there is no response body.' },
  400: {
    description: 'The body is not one JSON-RPC message of a supported revision.',
    content: json('JsonRpcAnswer'),
  },
  404: { description: 'No such method (revision 2026-07-28).', content: json('JsonRpcAnswer') },
};
