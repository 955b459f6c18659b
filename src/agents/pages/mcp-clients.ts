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

/** `where` begins a sentence, `next` is one. `url`: the client connects to the address and signs in (OAuth). `program`: it starts `plumbline-agent mcp`; null if it cannot. */
export type McpClient = { id: string; name: string; url: ClientSetting; program: ClientSetting | null };

const PROGRAM = { command: '{command}', args: '{args}' };
const STDIO = { type: 'stdio', ...PROGRAM };
const ADDRESS = { format: 'address', text: '{url}\n' } as const;

const CURSOR_FILE = 'In `.cursor/mcp.json` in the project, or `~/.cursor/mcp.json`';
const VSCODE_FILE = 'In `.vscode/mcp.json` in the workspace';
const CODEX_FILE = 'In `~/.codex/config.toml`';
const GEMINI_FILE = 'In `.gemini/settings.json` in the project, or `~/.gemini/settings.json`';

export const MCP_CLIENTS: readonly McpClient[] = [
  {
    id: 'claude-desktop',
    name: 'Claude, on the web and on the desktop',
    url: { ...ADDRESS, where: 'In Settings, Connectors, Add custom connector', next: 'Then press Connect.' },
    program: json('In `claude_desktop_config.json` (Settings, Developer, Edit Config)', 'mcpServers', PROGRAM),
  },
  {
    id: 'claude-code',
    name: 'Claude Code',
    url: {
      where: 'In a terminal',
      format: 'command',
      text: 'claude mcp add --transport http {name} {url}\n',
      next: 'Then `/mcp` in a session: choose the server, and Authenticate.',
    },
    program: json('In `.mcp.json` in the project', 'mcpServers', STDIO),
  },
  {
    id: 'chatgpt',
    name: 'ChatGPT',
    url: {
      ...ADDRESS,
      where: 'In Settings, Connectors, Create (Developer mode has to be on, under Advanced)',
      next: 'Then press Create and Connect.',
    },
    program: null,
  },
  {
    id: 'cursor',
    name: 'Cursor',
    url: {
      ...json(CURSOR_FILE, 'mcpServers', { url: '{url}' }),
      next: 'Then press Connect beside the server under Settings, MCP.',
    },
    program: json(CURSOR_FILE, 'mcpServers', PROGRAM),
  },
  {
    id: 'vscode',
    name: 'VS Code',
    url: {
      ...json(VSCODE_FILE, 'servers', { type: 'http', url: '{url}' }),
      next: 'Then press Start above the server in this file, and allow it to sign in.',
    },
    program: json(VSCODE_FILE, 'servers', STDIO),
  },
  {
    id: 'codex',
    name: 'Codex',
    url: {
      where: CODEX_FILE,
      format: 'toml',
      text: '[mcp_servers.{name}]\nurl = "{url}"\n',
      next: 'Then `codex mcp login {name}` in a terminal.',
    },
    program: {
      where: CODEX_FILE,
      format: 'toml',
      text: '[mcp_servers.{name}]\ncommand = "{command}"\nargs = "{args}"\n',
    },
  },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI',
    url: {
      ...json(GEMINI_FILE, 'mcpServers', { httpUrl: '{url}' }),
      next: 'Then `/mcp auth {name}` in a session.',
    },
    program: json(GEMINI_FILE, 'mcpServers', PROGRAM),
  },
];

/** The text to paste for one site. @param origin the site @param path that of the MCP server */
export function fillSetting(text: string, origin: string, path = '/api/mcp'): string {
  const start: Record<string, unknown> = startOf(origin);
  const bare: Record<string, string> = { name: serverName(origin), url: `${origin}${path}` };
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
