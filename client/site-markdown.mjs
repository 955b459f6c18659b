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
  const [section = '', slug = ''] = new URL(String(fields.url)).pathname.split('/').filter((part) => part !== '');
  if (!slug) throw new AgentError('usage', 'The url of the front matter is not the address of an article.');
  const chunks = body.split(/\n{2,}/).map((chunk) => chunk.trim());
  const headline = chunks.findIndex((chunk) => /^# \S/.test(chunk));
  const end = chunks.findIndex((chunk, at) => at > headline && isAfterText(chunk));
  const text = chunks.slice(headline + 3, end === -1 ? chunks.length : end); // headline, dek, byline
  const [first = ''] = text;
  const sponsorship = /\*\*Sponsorship\.\*\* (.*)$/.exec(first.startsWith('> **') ? first : '')?.[1];
  const isNote = (/** @type {string} */ chunk) =>
    /^> \*\*(?:Correction, \d{4}-\d\d-\d\d|Sponsorship)\.\*\*/.test(chunk);
  const inner = text.filter((chunk, at) => !(at < 2 && (isNote(chunk) || /^Fig\. 1\. \[/.test(chunk))));
  const sources = chunks.indexOf('## Sources');
  return {
    copy: {
      headline: String(fields.title),
      dek: String(fields.description),
      section,
      slug,
      bodyBlocks: readBlocks(inner.join('\n\n').replace(/\[\^n\d+\](\\(?=\())?/g, '')),
      sources: sources === -1 ? [] : (chunks[sources + 1] ?? '').split('\n').map(readSource),
      ...(sponsorship !== undefined && { sponsorshipDisclosure: unescapeMarkdown(sponsorship) }),
    },
  };
}

/** Whether a chunk comes after the body: its sources, numbers and what the server adds below. @param {string} chunk */
function isAfterText(chunk) {
  return /^(?:## (?:Sources|Numbers|Earlier corrections)$|Tags: |Drafted with an agent let in by )/.test(chunk);
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
