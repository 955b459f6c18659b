// @ts-check
import { CLEARED, TEXTS } from './article-fields.mjs';
import { AgentError } from './errors.mjs';
import { printFrontMatter, splitFrontMatter } from './front-matter.mjs';
import { readSiteMarkdown, unescapeMarkdown } from './site-markdown.mjs';

// A Markdown file as the write payload of an article, and a stored article as such a file. README.md defines the format.

/** @typedef {import('./api.d.ts').ArticleDraft} Copy */
/** @typedef {import('./api.d.ts').BodyBlock} Block */
/** @typedef {import('./reading.mjs').StoredArticle} StoredArticle */
/**
 * A file as it was read: `copy` has the fields that the file has. `isOfSite` when the site printed the file for readers.
 * @typedef {{ id?: string, baseRevision?: number, copy: Partial<Copy>, isOfSite: boolean }} ArticleFile
 */

const OTHERS = ['sources', 'tagIds', 'id', 'baseRevision', 'editorialPacket'];
/** The texts that a file begins with, in this order. */
const FIRST = ['headline', 'dek', 'section', 'slug', 'authorId', 'heroAssetId'];

/** @param {string} text @returns {ArticleFile} @throws AgentError usage */
export function readArticleFile(text) {
  const { fields, body } = splitFrontMatter(text);
  if ('title' in fields && 'description' in fields && 'url' in fields && !('headline' in fields))
    return { ...readSiteMarkdown(fields, body, readBlocks), isOfSite: true };
  const unknown = Object.keys(fields).find((name) => ![...TEXTS, ...OTHERS].includes(name));
  if (unknown) throw usage(`There is no field ${unknown}. The fields are ${[...TEXTS, ...OTHERS].join(', ')}.`);
  const { id, baseRevision, ...given } = fields;
  if (baseRevision !== undefined && !Number.isInteger(baseRevision)) throw usage('baseRevision must be an integer.');
  const [heading, rest] = takeTitle(body);
  const { headline = heading, ...others } = given;
  if (heading !== undefined && headline !== heading) throw usage('The headline and the heading with one # differ.');
  const copy = { ...texts(others), ...(headline !== undefined && { headline: String(headline) }) };
  return {
    ...(typeof id === 'string' && { id }),
    ...(typeof baseRevision === 'number' && { baseRevision }),
    copy: /** @type {Partial<Copy>} */ ({ ...copy, bodyBlocks: readBlocks(rest) }),
    isOfSite: false,
  };
}

/**
 * The whole payload of a new article. @throws AgentError usage where a required field is missing
 * @param {ArticleFile} file
 * @returns {Copy}
 */
export function wholeCopy({ copy }) {
  for (const name of /** @type {const} */ (['headline', 'dek', 'section', 'slug']))
    if (!copy[name]) throw usage(`The file has no ${name}.`);
  if (!copy.bodyBlocks || copy.bodyBlocks.length === 0) throw usage('The file has no text below its front matter.');
  return /** @type {Copy} */ (copy);
}

/**
 * A stored article as a file, ready to be changed and saved as its next revision.
 * @param {StoredArticle} article
 */
export function printArticleFile(article) {
  const { id, revision: baseRevision, tagIds, sources, editorialPacket } = article;
  const texts = Object.fromEntries(Object.entries(article).filter(([name]) => TEXTS.includes(name)));
  const first = Object.fromEntries(FIRST.map((name) => [name, texts[name]]));
  const front = printFrontMatter({ id, baseRevision, ...first, tagIds, ...texts, sources, editorialPacket });
  return `${front}\n${printBlocks(article.bodyBlocks)}\n`;
}

/** @param {Record<string, import('./front-matter.mjs').Value>} fields */
function texts(fields) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== null || CLEARED.includes(name))
      .map(([name, value]) => [name, TEXTS.includes(name) && typeof value === 'number' ? String(value) : value]),
  );
}

/** The text of a first heading with one #, and what follows it. @param {string} body @returns {[string | undefined, string]} */
function takeTitle(body) {
  const found = /^\s*# +(\S.*?)(?: +#+)? *(?:\n|$)/.exec(body);
  return found ? [unescapeMarkdown(found[1] ?? ''), body.slice(found[0].length)] : [undefined, body];
}

const BULLET = /^[-*+] +(?=\S)/;

/**
 * The blocks of a Markdown text: paragraphs, ## headings, ### subheadings, > quotes and lists of one level.
 * @param {string} body
 * @returns {Block[]}
 * @throws AgentError usage for Markdown that has no block here
 */
export function readBlocks(body) {
  const chunks = body.split(/\n[ \t]*(?:\n[ \t]*)*\n/).flatMap(splitChunk);
  return joinLists(chunks).map((block, at) => ({ id: `b${at + 1}`, ...block }));
}

/** @typedef {{ type: Block['type'], text: string, mark?: string }} Chunk The mark of a list: - * + . or ) */

/** The blocks of lines without a blank line between them. @param {string} chunk @returns {Chunk[]} */
function splitChunk(chunk) {
  /** @type {Chunk[]} */
  const blocks = [];
  for (const line of chunk.split('\n').filter((one) => one.trim() !== '')) {
    refuseOther(line);
    const text = line.trim();
    const last = blocks.at(-1);
    const heading = /^(#{1,6})(?: +(.*?))?(?: +#+)?$/.exec(text);
    const quote = /^> ?(.*)$/.exec(text)?.[1];
    const mark = listMark(text);
    if (heading) blocks.push(headingBlock(heading[1] ?? '', heading[2] ?? ''));
    else if (quote !== undefined && last?.type === 'quote') last.text = `${last.text} ${quote.trim()}`.trim();
    else if (quote !== undefined) blocks.push({ type: 'quote', text: quote.trim() });
    else if (mark !== undefined) {
      if (line.startsWith(' ') && last?.type === 'list') throw usage(`A list inside a list has no block here: ${text}`);
      const item = text.replace(/^(\d+)\)/, '$1.').replace(BULLET, '- ');
      if (last?.type === 'list' && last.mark === mark) last.text += `\n${item}`;
      else blocks.push({ type: 'list', text: item, mark });
    } else if (last && !/^(?:sub)?heading$/.test(last.type)) last.text += ` ${text}`;
    else blocks.push({ type: 'paragraph', text });
  }
  return blocks;
}

/** The mark of a list item; undefined for another line. @param {string} text */
function listMark(text) {
  if (BULLET.test(text)) return text[0];
  return /^\d{1,9}([.)]) +(?=\S)/.exec(text)?.[1];
}

/** @param {string} marks @param {string} text @returns {Chunk} */
function headingBlock(marks, text) {
  if (marks.length === 2) return { type: 'heading', text };
  if (marks.length === 3) return { type: 'subheading', text };
  throw usage(`Use ## for a heading and ### for a subheading: ${marks} ${text}`);
}

/** Joins list items with blank lines between them: Markdown reads one list. @param {Chunk[]} chunks @returns {Omit<Block, 'id'>[]} */
function joinLists(chunks) {
  /** @type {Chunk[]} */
  const joined = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    const goesOn = chunk.type === 'list' && last?.type === 'list' && last.mark === chunk.mark;
    if (goesOn && continues(last.text, chunk.text)) last.text += `\n${chunk.text}`;
    else joined.push(chunk);
  }
  return joined.map(({ type, text }) => ({ type, text }));
}

/** A list that starts again at 1 is another list. @param {string} before @param {string} after */
function continues(before, after) {
  const last = /(?:^|\n)(\d+)\.[^\n]*$/.exec(before)?.[1];
  const next = /^(\d+)\./.exec(after)?.[1];
  return last === undefined || Number(next) === Number(last) + 1;
}

/** @param {string} line */
function refuseOther(line) {
  if (/^\s{0,3}(?:```|~~~)/.test(line))
    throw usage('A block of code has no block here: use `code` within a paragraph.');
  if (/^\s{0,3}(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/.test(line)) throw usage(`A rule has no block here: ${line.trim()}`);
  if (/^\s{0,3}!\[/.test(line)) throw usage(`Editors add pictures in the newsroom: ${line.trim()}`);
  if (/^\s{0,3}\|.*\|\s*$/.test(line)) throw usage(`A table has no block here; use a list: ${line.trim()}`);
}

/** @param {Block[]} blocks */
function printBlocks(blocks) {
  /** @type {string[]} */
  const printed = [];
  for (const { type, text } of blocks.filter((block) => block.text.trim() !== '')) {
    const line = text.replace(/\s*\n\s*/g, ' ').trim();
    if (type === 'heading') printed.push(`## ${line}`);
    else if (type === 'subheading') printed.push(`### ${line}`);
    else if (type === 'quote') printed.push(`> ${line}`);
    else if (type === 'paragraph')
      printed.push(line.replace(/^(?=#|>|[-+*] |-{3}|`{3}|~{3}|\|)/, '\\').replace(/^(\d{1,9})([.)] )/, '$1\\$2'));
    else printed.push(listLines(text).join('\n'));
  }
  return printed.join('\n\n');
}

/** The items of a list, each with its mark. @param {string} text */
export function listLines(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isOrdered = lines.every((line) => /^\s*\d{1,9}\.\s/.test(line));
  return lines
    .map((line) => line.replace(/^\s*(?:[-*]|\d{1,9}\.)\s/, '').trim())
    .map((item, at) => `${isOrdered ? `${at + 1}.` : '-'} ${item}`);
}

/** @param {string} message */
function usage(message) {
  return new AgentError('usage', message, { hint: 'The README of this program defines the format of the file.' });
}
