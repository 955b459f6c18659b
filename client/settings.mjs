// @ts-check
import { readFileSync } from 'node:fs';
import { AgentError } from './errors.mjs';

// The configuration that makes a client of the Model Context Protocol connect to a site, or start `plumbline-agent mcp`.

/** @typedef {{ where: string, format: 'address' | 'command' | 'json' | 'toml', text: string, next?: string }} Setting */
/** @typedef {{ id: string, name: string, url: Setting, program: Setting | null }} Client */
/** @typedef {{ command: string, args: string[] }} Start */

/** @type {Client[]} */
export const CLIENTS = JSON.parse(readFileSync(new URL('clients.json', import.meta.url), 'utf8'));

/**
 * The configuration of one client: with `start`, of those that start a program, else of its sign-in. @throws AgentError usage
 * @param {string | undefined} id
 * @param {string} origin
 * @param {Start | null} start
 * @returns {Setting}
 */
export function settingsFor(id, origin, start) {
  const client = CLIENTS.find((one) => one.id === id);
  if (!client) throw new AgentError('usage', `Name a client: ${CLIENTS.map((one) => one.id).join(', ')}.`);
  const setting = start ? client.program : client.url;
  if (!setting)
    throw new AgentError('usage', `${client.name} starts no programs.`, {
      hint: `plumbline-agent settings ${id} --url connects it to the address of the site.`,
    });
  const host = new URL(origin).hostname.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  const bare = /** @type {Record<string, string>} */ ({ name: `plumbline-${host}`, url: `${origin}/api/mcp` });
  const quoted = /** @type {Record<string, unknown>} */ ({ ...start });
  const fill = (/** @type {string} */ text) =>
    text.replace(/"\{(command|args)\}"|\{(name|url)\}/g, (_, one, other) =>
      one ? JSON.stringify(quoted[one]) : (bare[other] ?? ''),
    );
  return { ...setting, text: fill(setting.text), ...(setting.next && { next: fill(setting.next) }) };
}
