import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

// Footnotes of Markdown, which CommonMark does not have: `[^1]` with `[^1]: words` anywhere, and `^[words]`. As in WordPress they become
// a raised number and a numbered list at the end of the text.

type Note = { text: string; number: number | null };
/** The notes by their names in small letters, and those with a number in its order. */
type Env = { notes: Map<string, Note>; order: Note[] };

const NAME = /^\[\^([^\s\]]{1,100})\]/;
/** Characters of a note within the text. */
const LONGEST_INLINE = 2000;

/** Has a parser read footnotes, which `renderWithNotes` prints. */
export function readNotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'note', readDefinition, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.before('link', 'note', readReference);
}

/** The text as HTML, then its notes by their numbers. Notes that nothing refers to come last. `onTokens` sees each part that was parsed. */
export function renderWithNotes(parser: MarkdownIt, text: string, onTokens: (tokens: Token[]) => void): string {
  const env: Env = { notes: new Map(), order: [] };
  const render = (part: string) => {
    const tokens = parser.parse(part, env);
    onTokens(tokens);
    return parser.renderer.render(tokens, parser.options, env);
  };
  const html = render(text);
  const all = env.notes.values();
  const items: string[] = [];
  for (;;) {
    const note = env.order[items.length] ?? all.next().value;
    if (note === undefined) break;
    if (note.number === null) giveNumber(env, note);
    // A note can refer to further notes. One of the whole list that was printed by its number is not printed again.
    else if (note.number <= items.length) continue;
    items.push(`<li>${render(note.text)}</li>`);
  }
  return items.length === 0 ? html : `${html}<ol>${items.join('')}</ol>`;
}

function giveNumber({ order }: Env, note: Note): number {
  note.number = order.push(note);
  return note.number;
}

/** `[^name]: words`, with the lines after it that are indented or go on with its paragraph. */
function readDefinition(state: StateBlock, first: number, end: number, isSilent: boolean): boolean {
  if (state.sCount[first] === undefined || state.sCount[first] - state.blkIndent >= 4) return false;
  const line = state.getLines(first, first + 1, state.blkIndent, false).trimStart();
  const name = NAME.exec(line)?.[1];
  if (name === undefined || !line.startsWith(':', name.length + 3)) return false;
  if (isSilent) return true;
  let next = first + 1;
  while (next < end && goesOn(state, next, end)) next++;
  const more = state.getLines(first + 1, next, state.blkIndent + 4, false);
  const { notes } = state.env as Env;
  const key = name.toLowerCase();
  if (!notes.has(key)) notes.set(key, { text: `${line.slice(name.length + 4).trimStart()}\n${more}`, number: null });
  state.line = next;
  return true;
}

/** Whether a line belongs to the note above it: it is indented, or blank before such a line, or its paragraph goes on. */
function goesOn(state: StateBlock, line: number, end: number): boolean {
  if (state.isEmpty(line)) return line + 1 < end && !state.isEmpty(line + 1) && isIndented(state, line + 1);
  if (isIndented(state, line)) return true;
  const words = state.getLines(line, line + 1, state.blkIndent, false);
  return !state.isEmpty(line - 1) && !/^\s{0,3}(?:\[\^|[#>|`~*+-]|\d+[.)])/.test(words);
}

function isIndented(state: StateBlock, line: number): boolean {
  return (state.sCount[line] ?? 0) - state.blkIndent >= 2;
}

/** `[^name]` of a note that is there, or `^[words]`. */
function readReference(state: StateInline, isSilent: boolean): boolean {
  const { notes } = state.env as Env;
  const rest = state.src.slice(state.pos, state.pos + 110);
  const name = NAME.exec(rest)?.[1];
  if (name !== undefined) {
    const note = notes.get(name.toLowerCase());
    return note !== undefined && printMark(state, note, { end: state.pos + name.length + 3, isSilent });
  }
  if (!rest.startsWith('^[')) return false;
  const end = state.md.helpers.parseLinkLabel(state, state.pos + 1);
  if (end < 0 || end - state.pos > LONGEST_INLINE) return false;
  const note = { text: state.src.slice(state.pos + 2, end), number: null };
  return printMark(state, note, { end: end + 1, isSilent });
}

type Mark = { end: number; isSilent: boolean };

function printMark(state: StateInline, note: Note, { end, isSilent }: Mark): boolean {
  state.pos = end;
  if (isSilent) return true;
  const number = note.number ?? giveNumber(state.env as Env, note);
  state.push('html_inline', '', 0).content = `<a class="footnote-ref" href="#note-${number}">${number}</a>`;
  return true;
}
