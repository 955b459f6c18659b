// @ts-check
import { AgentError } from './errors.mjs';

// The part of YAML that front matter needs: maps and lists by indentation, JSON values, plain text to the end of the line, and
// `|` for text of several lines. Anything else is an error that names the line, never a guess.

/** @typedef {{ number: number, indent: number, text: string }} Line */
/** @typedef {string | number | null | Value[] | { [key: string]: Value }} Value */

/**
 * Splits a file into its front matter and the rest. @throws AgentError usage
 * @param {string} file
 * @returns {{ fields: Record<string, Value>, body: string }}
 */
export function splitFrontMatter(file) {
  const text = file.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const parts = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text);
  if (!parts) return { fields: {}, body: text };
  return { fields: parseFields(parts[1] ?? ''), body: text.slice(parts[0].length) };
}

/** @param {string} text @returns {Record<string, Value>} */
function parseFields(text) {
  const lines = text.split('\n').map((line, at) => ({
    number: at + 2, // the first line of the file is ---
    indent: line.length - line.trimStart().length,
    text: line.trim(),
    whole: line,
  }));
  const raw = lines.map(({ whole }) => whole);
  let at = 0;
  const fields = readMap(0);
  return fields;

  function skipBlank() {
    while (at < lines.length && (lines[at]?.text === '' || lines[at]?.text.startsWith('#'))) at++;
    return lines[at];
  }

  /** @param {number} indent @returns {Record<string, Value>} */
  function readMap(indent) {
    /** @type {Record<string, Value>} */
    const map = {};
    for (let line = skipBlank(); line && line.indent >= indent; line = skipBlank()) {
      if (line.indent > indent) throw wrong(line, 'is indented too far');
      readEntry(map, line, indent, line.text);
    }
    return map;
  }

  /** @param {Record<string, Value>} map @param {Line} line @param {number} indent @param {string} text */
  function readEntry(map, line, indent, text) {
    const [, key = '', given = ''] = /^([A-Za-z][\w-]*):(?:[ \t]+(.*))?$/.exec(text) ?? [];
    if (key === '') throw wrong(line, 'is not `name: value`');
    if (Object.hasOwn(map, key)) throw wrong(line, `has ${key} a second time`);
    at++;
    map[key] = readValue(line, indent, given.trim());
  }

  /** @param {Line} line @param {number} indent @param {string} given @returns {Value} */
  function readValue(line, indent, given) {
    if (given === '|' || given === '|-') return readText(indent);
    if (given !== '') return scalar(line, given);
    const next = skipBlank();
    if (!next) return null;
    if (next.text.startsWith('- ') || next.text === '-') return next.indent >= indent ? readList(next.indent) : null;
    return next.indent > indent ? readMap(next.indent) : null;
  }

  /** @param {number} indent @returns {Value[]} */
  function readList(indent) {
    /** @type {Value[]} */
    const list = [];
    for (let line = skipBlank(); line && line.indent === indent && /^-( |$)/.test(line.text); line = skipBlank()) {
      const text = line.text.slice(1).trim();
      if (!/^[A-Za-z][\w-]*:(?:\s|$)/.test(text)) {
        at++;
        list.push(scalar(line, text));
        continue;
      }
      const inner = indent + line.text.indexOf(text);
      /** @type {Record<string, Value>} */
      const map = {};
      readEntry(map, line, inner, text);
      for (let more = skipBlank(); more && more.indent === inner && !/^-( |$)/.test(more.text); more = skipBlank())
        readEntry(map, more, inner, more.text);
      list.push(map);
    }
    return list;
  }

  /** @param {number} indent @returns {string} */
  function readText(indent) {
    /** @type {string[]} */
    const text = [];
    while (at < lines.length) {
      const line = /** @type {Line} */ (lines[at]);
      if (line.text !== '' && line.indent <= indent) break;
      text.push(raw[at] ?? '');
      at++;
    }
    const margin = Math.min(
      ...text.filter((one) => one.trim() !== '').map((one) => one.length - one.trimStart().length),
    );
    return text
      .map((one) => one.slice(margin))
      .join('\n')
      .replace(/\n+$/, '');
  }
}

/** @param {Line} line @param {string} text @returns {Value} */
function scalar(line, text) {
  if (text === 'null' || text === '~') return null;
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text);
  if (/^["[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      throw wrong(
        line,
        'begins like JSON and is not; put text that begins with a quotation mark or a bracket into "…"',
      );
    }
  }
  const single = /^'((?:[^']|'')*)'$/.exec(text);
  if (single) return (single[1] ?? '').replaceAll("''", "'");
  if (/^[&*!|>%@`']/.test(text))
    throw wrong(line, 'begins with a sign of YAML that is not read here; put the text into "…"');
  const plain = text.replace(/\s+#(?:\s.*)?$/, '');
  if (/\s#/.test(plain)) throw wrong(line, 'has a # that YAML reads as a comment; put the text into "…"');
  return plain;
}

/** @param {Line} line @param {string} what */
function wrong(line, what) {
  return new AgentError('usage', `Line ${line.number} ${what}.`, {
    hint: 'The README of this program defines the format.',
  });
}

/**
 * Front matter of these fields, as `splitFrontMatter` reads it. Fields without a value are left out.
 * @param {Record<string, unknown>} fields
 */
export function printFrontMatter(fields) {
  return `---\n${printMap(fields, '')}---\n`;
}

/** @param {object} fields @param {string} indent @returns {string} */
function printMap(fields, indent) {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0))
    .map(([key, value]) => `${indent}${key}:${printValue(value, indent)}`)
    .join('');
}

/** @param {unknown} value @param {string} indent @returns {string} */
function printValue(value, indent) {
  if (Array.isArray(value) && value.every((one) => typeof one === 'object'))
    return `\n${value.map((one) => `${indent}  - ${printMap(one, `${indent}    `).trimStart()}`).join('')}`;
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return `\n${printMap(value, `${indent}  `)}`;
  if (typeof value === 'string' && value.includes('\n') && !/^\s|\s$|\n\s*\n*$/.test(value))
    return ` |\n${value.replace(/^(?=.)/gm, `${indent}  `)}\n`;
  return ` ${typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)}\n`;
}

/** Whether a text reads the same without quotation marks. @param {string} text */
function isPlain(text) {
  return /^[\p{L}][^\n\r\t]*$/u.test(text) && !/\s#|\s$/.test(text) && text !== 'null';
}
