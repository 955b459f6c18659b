// The settings that connect common MCP clients.

/**
 * How one client is connected to the address of an MCP server, where it signs in (OAuth). `where` begins a sentence. In `text`,
 * which is pasted, `{name}` is the name of the server in the client and `{url}` is its address.
 */
export type McpClient = {
  id: string;
  name: string;
  where: string;
  format: 'address' | 'command' | 'json';
  text: string;
  /** The next step in the client. */
  next?: string;
};

const ADDRESS = { format: 'address', text: '{url}\n' } as const;

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    id: 'claude',
    name: 'Claude, on the web and on the desktop',
    ...ADDRESS,
    where: 'In Settings, Connectors, Add custom connector',
    next: 'Then press Connect.',
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    where: 'In a terminal',
    format: 'command',
    text: 'claude mcp add --transport http {name} {url}\n',
    next: 'Then `/mcp` in a session: choose the server, and Authenticate.',
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    ...ADDRESS,
    where: 'In Settings, Connectors, Create (Developer mode has to be on, under Advanced)',
    next: 'Then press Create and Connect.',
  },
  {
    id: 'vscode',
    name: 'VS Code',
    where: 'In `.vscode/mcp.json` in the workspace',
    format: 'json',
    text: `${JSON.stringify({ servers: { '{name}': { type: 'http', url: '{url}' } } }, null, 2)}\n`,
    next: 'Then press Start above the server in this file, and allow it to sign in.',
  },
];

/** The text to paste for one site. @param origin the site @param path that of the MCP server */
export function fillSetting(text: string, origin: string, path = '/api/mcp'): string {
  return text.replaceAll('{name}', serverName(origin)).replaceAll('{url}', `${origin}${path}`);
}

/** The name of the server in the settings of a client. */
function serverName(origin: string): string {
  return `plumbline-${new URL(origin).hostname.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
}
