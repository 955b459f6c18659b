// @ts-check
import { AgentError } from './errors.mjs';

// The configuration that makes a client of the Model Context Protocol start `plumbline-agent mcp`.

/** @typedef {{ file: string, print: (name: string, start: Start) => string }} Client */
/** @typedef {{ command: string, args: string[] }} Start */

/** @type {Record<string, Client>} */
export const CLIENTS = {
  'claude-code': {
    file: '.mcp.json in the project',
    print: (name, start) => json('mcpServers', name, { type: 'stdio', ...start }),
  },
  'claude-desktop': {
    file: 'claude_desktop_config.json (Settings, Developer, Edit Config)',
    print: (name, start) => json('mcpServers', name, start),
  },
  cursor: {
    file: '.cursor/mcp.json in the project, or ~/.cursor/mcp.json',
    print: (name, start) => json('mcpServers', name, start),
  },
  vscode: {
    file: '.vscode/mcp.json in the workspace',
    print: (name, start) => json('servers', name, { type: 'stdio', ...start }),
  },
  codex: { file: '~/.codex/config.toml', print: toml },
  'gemini-cli': {
    file: '.gemini/settings.json in the project, or ~/.gemini/settings.json',
    print: (name, start) => json('mcpServers', name, start),
  },
};

/**
 * The configuration of one client, and the file it belongs in. @throws AgentError usage
 * @param {string | undefined} client
 * @param {Start} start
 * @param {string} origin
 * @returns {{ file: string, text: string }}
 */
export function settingsFor(client, start, origin) {
  const known = CLIENTS[client ?? ''];
  if (!known || !Object.hasOwn(CLIENTS, client ?? ''))
    throw new AgentError('usage', `Name a client: ${Object.keys(CLIENTS).join(', ')}.`);
  const host = new URL(origin).hostname.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  return { file: known.file, text: known.print(`plumbline-${host}`, start) };
}

/** @param {string} key @param {string} name @param {object} server */
function json(key, name, server) {
  return `${JSON.stringify({ [key]: { [name]: server } }, null, 2)}\n`;
}

/** TOML: its basic strings read the escapes of JSON. @param {string} name @param {Start} start */
function toml(name, { command, args }) {
  return `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${args.map((one) => JSON.stringify(one)).join(', ')}]\n`;
}
