// @ts-check
import { readFileSync } from 'node:fs';

// The fields of an article that an agent writes and reads, from the tools of the server that this program was written with.

/** @typedef {{ type?: string, anyOf?: { type?: string }[] }} Field */
/** @typedef {{ name: string, inputSchema: Schema, outputSchema?: Schema }} Tool */
/** @typedef {{ properties: Record<string, Field>, required?: string[] }} Schema */

/** The tools as that server lists them. @returns {Tool[]} */
export function knownTools() {
  return JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'));
}

const TOOLS = knownTools();
/** Arguments of the tool that are no fields of the article. */
const OPTIONS = ['dryRun', 'gateEntries', 'asText'];

const FIELDS = writtenFields(TOOLS);
const READ = Object.keys(schemaOf(TOOLS, 'get_article', 'outputSchema').properties);

export const TEXTS = FIELDS.filter(([, field]) => typesOf(field).includes('string')).map(([name]) => name);
/** Fields that a file empties by naming them without a value. */
export const CLEARED = FIELDS.filter(([, field]) => typesOf(field).includes('null')).map(([name]) => name);
/** Fields that stay as they are stored where a file does not have them; a correction note belongs to one publication. */
export const KEPT = keptFields(TOOLS);

/** The same of another server. @param {readonly Tool[]} tools */
export function keptFields(tools) {
  const { required = [] } = schemaOf(tools, 'create_article', 'inputSchema');
  return writtenFields(tools)
    .map(([name]) => name)
    .filter((name) => !required.includes(name) && name !== 'correctionNote');
}

/** @param {readonly Tool[]} tools */
function writtenFields(tools) {
  const { properties } = schemaOf(tools, 'create_article', 'inputSchema');
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

/** @param {readonly Tool[]} tools @param {string} name @param {'inputSchema' | 'outputSchema'} part @returns {Schema} */
function schemaOf(tools, name, part) {
  return tools.find((tool) => tool.name === name)?.[part] ?? { properties: {} };
}
