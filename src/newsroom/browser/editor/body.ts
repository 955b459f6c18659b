import { Editor, Extension, getSchema } from '@tiptap/core';
import { closeHistory, history, redo, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { BodyBlock } from '#article/copy.ts';
import { BlockNotes } from '#newsroom/browser/editor/comments/block-notes.ts';
import { Found } from '#newsroom/browser/editor/tools/found.ts';
import { Links } from '#newsroom/browser/editor/tools/links.ts';
import { toBlocks, toDoc } from './blocks.ts';
import { BlockKeys, MarkdownInput } from './commands.ts';
import { NumberMarks } from './number-marks.ts';
import { find, showFieldError } from './page.ts';
import { Clipboard } from './paste.ts';
import { PARTS } from './schema.ts';

const History = Extension.create({
  name: 'history',
  addProseMirrorPlugins: () => [history()],
  addKeyboardShortcuts() {
    const run = (command: typeof undo) => () => command(this.editor.state, this.editor.view.dispatch);
    return { 'Mod-z': run(undo), 'Mod-Shift-z': run(redo), 'Mod-y': run(redo) };
  },
});

const MarkKeys = Extension.create({
  name: 'markKeys',
  addKeyboardShortcuts() {
    const toggle = (mark: string) => () => this.editor.commands.toggleMark(mark);
    return { 'Mod-i': toggle('em'), 'Mod-b': toggle('strong'), 'Mod-e': toggle('code') };
  },
});

/** Creates the body editor in `place`; `changed` is called after every edit, `moved` after every change of cursor or marks. */
export function createBodyEditor(
  place: HTMLElement,
  blocks: readonly BodyBlock[],
  changed: () => void,
  moved: () => void,
): Editor {
  return new Editor({
    element: place,
    injectCSS: false,
    content: toDoc(getSchema(PARTS), blocks).toJSON(),
    extensions: [
      ...PARTS,
      UniqueBlockIds,
      BlockKeys,
      MarkKeys,
      History,
      MarkdownInput,
      Links,
      Found,
      Clipboard,
      BlockNotes,
      NumberMarks,
    ],
    editorProps: {
      scrollMargin: { top: 140, bottom: 80, left: 0, right: 0 }, // the bars must not hide the cursor
      scrollThreshold: { top: 140, bottom: 80, left: 0, right: 0 },
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Body',
        'aria-describedby': 'body-hint',
        class: 'body',
        spellcheck: 'true',
      },
    },
    onUpdate: changed,
    onTransaction: moved,
  });
}

export function readBody({ state }: Editor): BodyBlock[] {
  return toBlocks(state.doc);
}

/**
 * Replaces the body. Changes only the blocks that differ, so that the cursor keeps its place if possible. By default undo
 * does not revert this, because it would revert the text of others.
 */
export function replaceBody(
  editor: Editor,
  blocks: readonly BodyBlock[],
  mode: 'kept out of undo' | 'undoable' = 'kept out of undo',
): void {
  const { state } = editor;
  const old = childrenOf(state.doc);
  const made = childrenOf(toDoc(editor.schema, blocks));
  const kept = sharedRun(old, made);
  const { tr } = state;
  let [oldEnd, newEnd] = [old.length, made.length];
  for (const [oldAt, newAt] of [...kept, [-1, -1] as const].sort(([one], [other]) => other - one)) {
    const from = sizeOf(old.slice(0, oldAt + 1));
    const to = sizeOf(old.slice(0, oldEnd));
    const nodes = made.slice(newAt + 1, newEnd);
    if (to > from || nodes.length > 0) tr.replaceWith(from, to, nodes);
    [oldEnd, newEnd] = [oldAt, newAt];
  }
  editor.view.dispatch(mode === 'undoable' ? closeHistory(tr) : tr.setMeta('addToHistory', false));
}

/** The longest common subsequence of blocks, as pairs of positions. */
function sharedRun(old: readonly Node[], made: readonly Node[]): [number, number][] {
  const same = (one: Node, other: Node) =>
    one.eq(other) || (one.attrs.id === other.attrs.id && one.type === other.type && one.content.eq(other.content));
  const longest = Array.from({ length: old.length + 1 }, () => new Array<number>(made.length + 1).fill(0));
  const at = (row: number, column: number) => longest[row]?.[column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = made.length - 1; column >= 0; column--) {
      const isSame = same(old[row] as Node, made[column] as Node);
      (longest[row] as number[])[column] = isSame
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < old.length && column < made.length; ) {
    if (same(old[row] as Node, made[column] as Node)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

function childrenOf(doc: Node): Node[] {
  return Array.from({ length: doc.childCount }, (_, at) => doc.child(at));
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((size, node) => size + node.nodeSize, 0);
}

/** How many words the body has. */
export function countWords({ state }: Editor): number {
  let words = 0;
  state.doc.descendants((node) => {
    if (node.isTextblock) words += node.textContent.match(/[\p{L}\p{N}](?:[^\s—–]*[\p{L}\p{N}])?/gu)?.length ?? 0;
    return !node.isTextblock;
  });
  return words;
}

/**
 * Gives every block an id of its own. When a block is split, the half with text keeps the id; a copy gets a new id. Ids that
 * were already repeated when the article was opened stay (decision 0005). The change belongs to the edit before it, so undo
 * reverts both.
 */
const UniqueBlockIds = Extension.create({
  name: 'keepIds',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        if (!transactions.some((one) => one.docChanged)) return null;
        const { tr } = after;
        for (const at of withoutOwnId(before.doc, after.doc)) {
          tr.setNodeMarkup(at, null, { ...after.doc.nodeAt(at)?.attrs, id: newBlockId(), raw: null });
        }
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

/** The positions of blocks without an id, or with the id of an earlier block. */
function withoutOwnId(before: Node, after: Node): number[] {
  const had = new Map<string, number>();
  before.forEach(({ attrs }) => had.set(attrs.id, (had.get(attrs.id) ?? 0) + 1));
  const now = new Map<string | null, { at: number; isEmpty: boolean }[]>();
  after.forEach((node, at) => {
    const { id } = node.attrs;
    now.set(id, [...(now.get(id) ?? []), { at, isEmpty: node.textContent === '' }]);
  });
  const places: number[] = [];
  for (const [id, found] of now) {
    const may = id === null ? 0 : Math.max(1, had.get(id) ?? 0);
    const worded = found.toSorted((one, other) => Number(one.isEmpty) - Number(other.isEmpty));
    places.push(...worded.slice(may).map(({ at }) => at));
  }
  return places;
}

/** A random id for a block. */
function newBlockId(): string {
  return `b-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Words that people read in a minute, silently, in English (Brysbaert 2019). */
const WORDS_A_MINUTE = 238;

/** Shows the number of words and the reading time above the text. */
export function showWordCount(editor: Editor): void {
  const words = countWords(editor);
  find('words').textContent = `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`;
  const minutes = Math.max(1, Math.round(words / WORDS_A_MINUTE));
  find('reading').textContent = words === 0 ? '' : `${minutes} min to read`;
  if (words > 0) showFieldError(find('bodyBlocks-trouble'), '', null);
}
