import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { Failure } from '#core/failure.ts';
import { LONGEST_BODY, shortenData } from './html-tokens.ts';
import { readNotes, renderWithNotes } from './markdown-notes.ts';

// Markdown of other systems as HTML. Its HTML is hostile until it has been read: it is never shown.

const parser = new MarkdownIt('default', { html: true, linkify: false, typographer: false });
parser.validateLink = () => true; // bodyToCopy reads each address
readNotes(parser);
parser.inline.ruler.before('escape', 'attributes', readAttributes);

/** CommonMark with tables and footnotes, and HTML as it is; and how often each mark of another Markdown stays as text. */
export function markdownToHtml(text: string): { html: string; marks: Map<string, number> } {
  const short = shortenData(text);
  if (short.length > LONGEST_BODY)
    throw new Failure('validation_failed', `The text has more than ${LONGEST_BODY / 1024 ** 2} million characters.`);
  const marks = new Map<string, number>();
  const html = renderWithNotes(parser, short, (tokens) => countMarks(tokens, marks));
  return { html, marks };
}

/** Classes and ids of Kramdown and others, `{: .note}` and `{#part}` at the end of a line, which readers never saw. */
const ATTRIBUTES = /^\{(?::[^{}\n]{0,300}\}|[#.][\w-][^{}\n]{0,300}\}(?=[ \t]*(?:\n|$)))/;

function readAttributes(state: StateInline, isSilent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '{') return false;
  const length = ATTRIBUTES.exec(state.src.slice(state.pos, state.pos + 400))?.[0].length;
  if (length === undefined) return false;
  state.pos += length;
  if (!isSilent) state.push('html_inline', '', 0).content = '';
  return true;
}

/** Marks that other kinds of Markdown have and CommonMark has not, by how the report names them. */
const MARKS: readonly [name: string, pattern: RegExp][] = [
  ['==…==', /(?<!=)==(?=[^\s=])[^=\n]{1,300}==/g],
  [': …', /^:[ \t]+\S/gm],
  ['!!! …', /^(?:!!!|\?\?\?\+?)[ \t]+\w/gm],
  ['[!…]', /^\[![a-z]+\]/gim],
  [':::', /^:{3,}/gm],
  ['[[…]]', /\[\[[^\]\n]{1,300}\]\]/g],
  ['[^…]', /\[\^[^\]\s]{1,100}\]/g],
  ['*[…]: …', /^\*\[[^\]\n]{1,100}\]:/gm],
  ['++…++', /(?<![\w+])\+\+(?=[^\s+])[^+\n]{1,300}\+\+/g],
  ['^…^', /(?<=\w)\^[^\s^]{1,50}\^/g],
  ['~…~', /(?<=\w)~[^\s~]{1,50}~/g],
  ['$…$', /(?<![\w$])\${1,2}(?=[^\s$\d])[^$\n]{1,300}(?<=\S)\$/g],
  ['{…}', /\{[{%][^{}\n]{1,300}[}%]\}/g],
  [':…:', /(?<![\w:]):[a-z][a-z0-9_+-]{1,40}:(?![\w:])/g],
];

/** Counts the marks in the words of a text, not in its code. */
function countMarks(tokens: readonly Token[], marks: Map<string, number>): void {
  for (const { children } of tokens) {
    const words = (children ?? []).map(({ type, content }) =>
      type === 'text' ? content : /break$/.test(type) ? '\n' : '',
    );
    const text = words.join('');
    for (const [name, pattern] of MARKS) {
      const count = text.match(pattern)?.length ?? 0;
      if (count > 0) marks.set(name, (marks.get(name) ?? 0) + count);
    }
  }
}
