// @ts-check
import { readFileSync } from 'node:fs';

// The fields of an article that an agent writes and reads, from the tools of the server that this program was written with.

/** @typedef {{ type?: string, anyOf?: { type?: string }[], items?: { enum?: string[] } }} Field */
/** @typedef {{ name: string, inputSchema: Schema }} Tool */
/** @typedef {{ properties: Record<string, Field>, required?: string[] }} Schema */

/** The tools as that server lists them. @returns {Tool[]} */
export function knownTools() {
  return JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'));
}

const TOOLS = knownTools();
/** Arguments of the tool that are no fields of the article. */
const OPTIONS = ['dryRun', 'gateEntries'];

const FIELDS = writtenFields(TOOLS);
/** The fields of a stored article that this program knows. */
const READ = inputOf(TOOLS, 'get_article').properties.fields?.items?.enum ?? [];

export const TEXTS = FIELDS.filter(([, field]) => typesOf(field).includes('string')).map(([name]) => name);
/** Fields that a file empties by naming them without a value. */
export const CLEARED = FIELDS.filter(([, field]) => typesOf(field).includes('null')).map(([name]) => name);
/** Fields that stay as they are stored where a file does not have them; a correction note belongs to one publication. */
export const KEPT = keptFields(TOOLS);

/** The same of another server. @param {readonly Tool[]} tools */
export function keptFields(tools) {
  const { required = [] } = inputOf(tools, 'create_article');
  return writtenFields(tools)
    .map(([name]) => name)
    .filter((name) => !required.includes(name) && name !== 'correctionNote');
}

/** @param {readonly Tool[]} tools */
function writtenFields(tools) {
  const { properties } = inputOf(tools, 'create_article');
  return Object.entries(properties).filter(([name]) => !OPTIONS.includes(name));
}

/** Whether a stored article has a field that came after this program. @param {object} stored */
export function hasNewFields(stored) {
  return Object.keys(stored).some((name) => !READ.includes(name));
}

/** @param {Field} field */
function typesOf({ type, anyOf = [] }) {
  return [type, ...anyOf.map((one) => one.type)];
}

/** @param {readonly Tool[]} tools @param {string} name @returns {Schema} */
function inputOf(tools, name) {
  return tools.find((tool) => tool.name === name)?.inputSchema ?? { properties: {} };
}
