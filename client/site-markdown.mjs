// @ts-check
import { AgentError } from './errors.mjs';

// The Markdown that the site prints for readers, read back: the text, the sources and what the front matter has. What readers
// do not see (block ids, byline id, tags, notes for the editors) stays as it is stored: see merge-copy.mjs.

/** @typedef {import('./front-matter.mjs').Value} Value */
/** @typedef {import('./api.d.ts').BodyBlock} Block */
/** @typedef {import('./api.d.ts').Source} Source */

const LINK = /^\[((?:\\.|[^\]\\])*)\]\(((?:\\.|[^\\\s])*)\)(?:, ((?:(?!\. ).)*))?(?:\. (.*))?$/;

/**
 * @param {Record<string, Value>} fields
 * @param {string} body
 * @param {(text: string) => Block[]} readBlocks
 */
export function readSiteMarkdown(fields, body, readBlocks) {
  const path = URL.canParse(String(fields.url)) ? new URL(String(fields.url)).pathname : '';
  const [section = '', slug = ''] = path.split('/').filter((part) => part !== '');
  if (!slug) throw new AgentError('usage', 'The url of the front matter is not the address of an article.');
  const chunks = body.split(/\n{2,}/).map((chunk) => chunk.trim());
  const headline = chunks.findIndex((chunk) => /^# \S/.test(chunk));
  const { text, sources } = cutEnd(chunks.slice(headline + 1));
  const [first = ''] = text;
  const sponsorship = /\*\*Sponsorship\.\*\* (.*)$/.exec(first.startsWith('> **') ? first : '')?.[1];
  const isNote = (/** @type {string} */ chunk) =>
    /^> \*\*(?:Correction, \d{4}-\d\d-\d\d|Sponsorship)\.\*\*/.test(chunk);
  // Tables, and the captions before them; a paragraph of the body never begins with an unescaped bar.
  const isTable = (/** @type {string} */ chunk = '') => /^\|.*\|\n\|(?: --- \|)+\n/.test(chunk);
  const isCaption = (/** @type {number} */ at) => /^\*\*Fig\. \d+\.\*\* /.test(text[at] ?? '') && isTable(text[at + 1]);
  const inner = text.filter(
    (chunk, at) => !isTable(chunk) && !isCaption(at) && !(at < 2 && (isNote(chunk) || /^!\[/.test(chunk))),
  );
  return {
    copy: {
      headline: String(fields.title),
      dek: String(fields.description),
      section,
      slug,
      bodyBlocks: readBlocks(inner.join('\n\n').replace(/\[\^n\d+\](\\(?=\())?/g, '')),
      ...(sources !== undefined && { sources: sources.split('\n').map(readSource) }),
      ...(sponsorship !== undefined && { sponsorshipDisclosure: unescapeMarkdown(sponsorship) }),
    },
  };
}

/**
 * Cuts off what the site prints below the body, from the end: a paragraph of the body may begin like it.
 * @param {string[]} chunks
 * @returns {{ text: string[], sources?: string | undefined }}
 */
function cutEnd(chunks) {
  const text = chunks.filter((chunk) => chunk !== '');
  const last = () => text.at(-1) ?? '';
  if (/^Drafted with an agent let in by .*\[What agents may do\]\(\S+\)$/.test(last())) text.pop();
  if (text.at(-2) === '## Earlier corrections') text.splice(-2);
  const numbers = text.lastIndexOf('## Numbers');
  if (numbers !== -1 && (text[numbers + 1] ?? '').includes('[As data](')) text.splice(numbers);
  const hasSources =
    text.at(-2) === '## Sources' &&
    last()
      .split('\n')
      .every((line) => /^\d+\. \[/.test(line));
  return { text, sources: hasSources ? text.splice(-2)[1] : undefined };
}

/** @param {string} line @returns {Source} */
function readSource(line) {
  const [, title = '', url = '', publisher, note] = LINK.exec(line.replace(/^\d+\. /, '')) ?? [];
  if (url === '') throw new AgentError('usage', `This line of the sources cannot be read: ${line}`);
  return {
    title: unescapeMarkdown(title),
    url: unescapeMarkdown(url),
    ...(publisher && { publisher: unescapeMarkdown(publisher) }),
    ...(note && { note: unescapeMarkdown(note) }),
  };
}

/** Text without its backslash escapes (CommonMark 2.4). @param {string} text */
export function unescapeMarkdown(text) {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
