import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

// The documented stateless use of the MCP SDK: a server and a transport are created for each request.

const result = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));

function newServer(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const inputSchema = { section: z.string().optional(), slug: z.string().optional(), id: z.string().optional() };
  for (const name of ['list_articles', 'get_article', 'create_article', 'save_revision']) {
    server.registerTool(name, { description: name, inputSchema }, () => result);
  }
  return server;
}

createServer(async (request, response) => {
  const server = newServer();
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
  response.on('close', () => {
    void transport.close();
    void server.close();
  });
  // biome-ignore lint/suspicious/noExplicitAny: the library's own types disagree under exactOptionalPropertyTypes
  await server.connect(transport as any);
  await transport.handleRequest(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
