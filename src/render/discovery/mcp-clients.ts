// How common MCP clients are connected: what is pasted where. `/agents` shows this table, and `scripts/client-types.ts` writes it
// to `client/clients.json` for `plumbline-agent settings`.

/**
 * One text to paste. In `text`, `{name}` stands for the name of the server in the client and `{url}` for the address of the MCP
 * endpoint; `"{command}"` and `"{args}"`, with their quotation marks, for JSON of the command that starts the program.
 */
export type ClientSetting = {
  where: string;
  format: 'address' | 'command' | 'json' | 'toml';
  text: string;
  /** The next step in the client. */
  next?: string;
};

/** `url`: the client connects to the address and signs in (OAuth). `program`: it starts `plumbline-agent mcp`; null if it cannot. */
export type McpClient = { id: string; name: string; url: ClientSetting; program: ClientSetting | null };

const PROGRAM = { command: '{command}', args: '{args}' };
const STDIO = { type: 'stdio', ...PROGRAM };
const ADDRESS = { format: 'address', text: '{url}\n' } as const;

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    id: 'claude-desktop',
    name: 'Claude, on the web and on the desktop',
    url: { ...ADDRESS, where: 'Settings, Connectors, Add custom connector', next: 'Press Connect.' },
    program: json('claude_desktop_config.json (Settings, Developer, Edit Config)', 'mcpServers', PROGRAM),
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    url: {
      where: 'a terminal',
      format: 'command',
      text: 'claude mcp add --transport http {name} {url}\n',
      next: 'Then `/mcp` in a session: choose the server, and Authenticate.',
    },
    program: json('.mcp.json in the project', 'mcpServers', STDIO),
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    url: {
      ...ADDRESS,
      where: 'Settings, Connectors, Create, with OAuth; Developer mode under Advanced has to be on',
      next: 'Press Create, then Connect.',
    },
    program: null,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    url: {
      ...json('.cursor/mcp.json in the project, or ~/.cursor/mcp.json', 'mcpServers', { url: '{url}' }),
      next: 'Then press Connect beside the server under Settings, MCP.',
    },
    program: json('.cursor/mcp.json in the project, or ~/.cursor/mcp.json', 'mcpServers', PROGRAM),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    url: {
      ...json('.vscode/mcp.json in the workspace', 'servers', { type: 'http', url: '{url}' }),
      next: 'Then press Start above the server in this file, and allow it to sign in.',
    },
    program: json('.vscode/mcp.json in the workspace', 'servers', STDIO),
  },
  {
    id: 'codex',
    name: 'Codex',
    url: {
      where: '~/.codex/config.toml',
      format: 'toml',
      text: '[mcp_servers.{name}]\nurl = "{url}"\n',
      next: 'Then `codex mcp login {name}` in a terminal.',
    },
    program: {
      where: '~/.codex/config.toml',
      format: 'toml',
      text: '[mcp_servers.{name}]\ncommand = "{command}"\nargs = "{args}"\n',
    },
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    url: {
      ...json('.gemini/settings.json in the project, or ~/.gemini/settings.json', 'mcpServers', { httpUrl: '{url}' }),
      next: 'Then `/mcp auth {name}` in a session.',
    },
    program: json('.gemini/settings.json in the project, or ~/.gemini/settings.json', 'mcpServers', PROGRAM),
  },
];

/** The text to paste for one site. @param origin the site */
export function fillSetting(text: string, origin: string): string {
  const start: Record<string, unknown> = startOf(origin);
  const bare: Record<string, string> = { name: serverName(origin), url: `${origin}/api/mcp` };
  return text.replace(/"\{(command|args)\}"|\{(name|url)\}/g, (_, quoted?: string, name?: string) =>
    quoted ? JSON.stringify(start[quoted]) : (bare[name ?? ''] ?? ''),
  );
}

/** The command that starts the program which the site serves. */
function startOf(origin: string): { command: string; args: string[] } {
  return { command: 'npx', args: ['-y', `${origin}/clients/plumbline-agent.tgz`, 'mcp', '--site', origin] };
}

/** The name of the server in the settings of a client, as `plumbline-agent settings` forms it. */
function serverName(origin: string): string {
  return `plumbline-${new URL(origin).hostname.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')}`;
}

function json(where: string, key: string, server: object): ClientSetting {
  return { where, format: 'json', text: `${JSON.stringify({ [key]: { '{name}': server } }, null, 2)}\n` };
}
