import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const agentPages = () => import('./pages/agent-pages.ts');
const mcp = () => import('./mcp/editorial/mcp.ts');

export const publicResources: PublicResources = {
  pages: [
    {
      path: '/agents',
      title: 'Connect an agent',
      handler: lazy(agentPages, 'readAgentsPage'),
    },
    {
      path: '/mcp',
      title: 'Read by MCP',
      handler: lazy(agentPages, 'readMcpPage'),
    },
  ],
  files: [{ path: '/.well-known/mcp.json', type: 'application/json', handler: lazy(mcp, 'readMcpJson') }],
};
