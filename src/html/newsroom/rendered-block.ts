import { html, raw } from 'hono/html';
import type { BodyBlock } from '#article/copy.ts';
import { blockHtml, type Html } from '#html/html.ts';
import { type Inline, listItems, readInline } from '#html/inline.ts';
import { markHidden } from '#html/newsroom/marked.ts';

// A block as readers see it, with marks of the newsroom in it: changed words, commented passages, figures. The parts of its text
// are joined with a private-use character before the Markdown is parsed, and found again by it.

export type BlockPart = {
  text: string;
  /** The markup around the visible words of this part. */
  show?: (words: Html) => Html;
  /** Shown at the place of a part without text. */
  inserted?: Html;
  /** Whether emphasis must not split the words, because their markup has an id. */
  isWhole?: true;
};

type Options = { links: 'open' | 'inert' };

const BETWEEN = '\ue000';
const EVERY_BETWEEN = /\ue000/g;

/**
 * The parts of a block, rendered. Null when the Markdown hides a part, or has another meaning when its parts are separate, as in the
 * address of a link: then the text is shown as it was typed.
 */
export function renderBlock(type: BodyBlock['type'], parts: readonly BlockPart[], options?: Options): Html | null {
  return render(type, parts, options, (text, inline) => blockHtml({ id: '', type, text }, inline));
}

/** The parts of a sentence, rendered without a block around it. Null as for a block. */
export function renderSentence(parts: readonly BlockPart[], options?: Options): Html | null {
  return render('paragraph', parts, options, (text, inline) => inline(text));
}

type Inside = (text: string, inline: (run: string) => Html) => Html;

function render(
  type: BodyBlock['type'],
  parts: readonly BlockPart[],
  { links }: Options = { links: 'open' },
  inside: Inside,
): Html | null {
  const plain = parts.map(({ text }) => text).join('');
  if (plain.includes(BETWEEN)) return null;
  const text = type === 'list' ? afterItemMarks(joinParts(parts)) : joinParts(parts);
  if (!readsAlike(runsOf(type, text), runsOf(type, plain))) return null;
  const walk = { parts, links, at: 0, shown: new Map<number, number>(), isBegun: false };
  const rendered = inside(text, (run) => runHtml(walk, run));
  return isComplete(walk) ? rendered : null;
}

function joinParts(parts: readonly BlockPart[]): string {
  return parts.map(({ text }) => text).join(BETWEEN);
}

/** Moves the parts' boundaries after the mark of a list item, which is recognised at the start of a line only. */
function afterItemMarks(text: string): string {
  return text.replace(
    /^[^\S\n\ue000]*\ue000[\ue000 \t]*(?:[-*]|\d{1,9}\.)\ue000*[^\S\n]|^[^\S\n]*(?:[-*]|\d{1,9}\.)\ue000+[^\S\n]/gm,
    (mark) => mark.replace(EVERY_BETWEEN, '') + BETWEEN.repeat(mark.match(EVERY_BETWEEN)?.length ?? 0),
  );
}

function runsOf(type: BodyBlock['type'], text: string): string[] {
  return type === 'list' ? listItems(text).items : [text];
}

function readsAlike(runs: readonly string[], others: readonly string[]): boolean {
  return runs.length === others.length && runs.every((run, at) => shapeOf(run) === shapeOf(others[at] ?? ''));
}

/** The parsed text as one string, without boundaries and without the difference between one space and several. */
function shapeOf(run: string): string {
  const shape = readInline(run).map((part) => ('text' in part ? part.text : `\0${JSON.stringify(part)}\0`));
  return shape
    .join('')
    .replace(EVERY_BETWEEN, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(\0[^\0]*\0) ?/g, '$1')
    .trim();
}

type Walk = Options & {
  parts: readonly BlockPart[];
  /** The part that the next words belong to. */
  at: number;
  isBegun: boolean;
  /** How often each part showed words. */
  shown: Map<number, number>;
};

function runHtml(walk: Walk, run: string): Html {
  const first = walk.isBegun ? '' : (walk.parts[0]?.inserted ?? '');
  walk.isBegun = true;
  return html`${first}${readInline(run).map((part) => partHtml(walk, part))}`;
}

function partHtml(walk: Walk, part: Inline): Html {
  switch (part.kind) {
    case 'text':
      return wordsHtml(walk, part.text);
    case 'code':
      return html`<code>${wordsHtml(walk, part.text)}</code>`;
    case 'open':
      if (part.mark !== 'link') return raw(`<${part.mark}>`);
      return walk.links === 'open' ? html`<a href="${part.href}" rel="noreferrer">` : raw('<u>');
    case 'close':
      if (part.mark !== 'link') return raw(`</${part.mark}>`);
      return raw(walk.links === 'open' ? '</a>' : '</u>');
  }
}

function wordsHtml(walk: Walk, text: string): Html {
  return html`${text.split(BETWEEN).map((words, turn) => {
    if (turn > 0) walk.at++;
    const part = walk.parts[walk.at];
    const inserted = turn > 0 ? (part?.inserted ?? '') : '';
    if (words === '') return inserted;
    if (words.trim() !== '') walk.shown.set(walk.at, (walk.shown.get(walk.at) ?? 0) + 1);
    return html`${inserted}${part?.show ? part.show(markHidden(words)) : markHidden(words)}`;
  })}`;
}

function isComplete({ parts, at, shown }: Walk): boolean {
  if (at !== parts.length - 1) return false;
  return parts.every(({ text, show, isWhole }, index) => {
    const times = shown.get(index) ?? 0;
    return !show || text.trim() === '' || (times > 0 && (!isWhole || times === 1));
  });
}
