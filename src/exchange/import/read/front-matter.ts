import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';

// The fields above a Markdown file: YAML between ---, TOML between +++, or a JSON object. Nothing in them is run.

const LONGEST = 64 * 1024;

export type FrontMatter = { fields: Record<string, unknown>; body: string };

/** Null for a file without front matter. @throws Error, whose message says what is wrong, for one that cannot be read */
export function readFrontMatter(given: string): FrontMatter | null {
  const text = given.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text);
  if (fence) {
    const end = text.indexOf(`\n${fence[1]}`, fence[0].length - 1);
    if (end === -1) throw new Error(`The front matter has no closing ${fence[1]}.`);
    const written = requireShort(text.slice(fence[0].length, end + 1));
    const after = text.indexOf('\n', end + 1);
    const fields = fence[1] === '---' ? readYaml(written) : parseToml(written);
    return { fields: requireFields(fields), body: after === -1 ? '' : text.slice(after + 1) };
  }
  if (!/^\{\s*["}]/.test(text)) return null;
  const end = text.indexOf('\n}');
  if (end === -1) return null;
  return {
    fields: requireFields(JSON.parse(requireShort(text.slice(0, end + 2)))),
    body: text.slice(end + 2).replace(/^\n/, ''),
  };
}

/** Aliases that repeat a value many times are refused by the parser. */
function readYaml(text: string): unknown {
  return (
    parseYaml(text, { schema: 'core', version: '1.2', maxAliasCount: 50, prettyErrors: false, logLevel: 'error' }) ?? {}
  );
}

function requireShort(text: string): string {
  if (text.length > LONGEST) throw new Error(`The front matter has more than ${LONGEST / 1024} KB.`);
  return text;
}

function requireFields(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('The front matter has no fields.');
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

/** The first of these fields that is a text, a number or a date. */
export function textField(fields: Record<string, unknown>, ...names: string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (value instanceof Date) return value.toISOString();
    if ((typeof value === 'string' || typeof value === 'number') && String(value).trim() !== '')
      return String(value).trim();
  }
  return null;
}

/** The texts of these fields: a list, a text with commas, or objects with a name. */
export function listField(fields: Record<string, unknown>, ...names: string[]): string[] {
  return splitField(fields, ',', ...names);
}

/** The same, where another sign separates the parts of a text. */
export function splitField(fields: Record<string, unknown>, sign: string | RegExp, ...names: string[]): string[] {
  const values = names.flatMap((name) => {
    const value = fields[name];
    return Array.isArray(value) ? value : typeof value === 'string' ? value.split(sign) : [value];
  });
  return [...new Set(values.map(nameOf).filter((name) => name !== ''))].slice(0, 200);
}

function nameOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name.trim() : '';
}
