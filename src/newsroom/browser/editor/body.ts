import { Editor, Extension, getSchema } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import type { BodyBlock } from '#article/copy.ts';
import { readingMinutes } from '#article/reading-time.ts';
import { BlockNotes } from '#newsroom/browser/editor/comments/block-notes.ts';
import { BlockMenu } from '#newsroom/browser/editor/tools/block-menu.ts';
import { Found } from '#newsroom/browser/editor/tools/found.ts';
import { Links } from '#newsroom/browser/editor/tools/links.ts';
import { Arrived } from './arrived.ts';
import { toBlocks, toDoc } from './blocks.ts';
import { Colleagues } from './colleagues.ts';
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
      BlockMenu,
      BlockKeys,
      MarkKeys,
      History,
      MarkdownInput,
      Links,
      Found,
      Clipboard,
      BlockNotes,
      NumberMarks,
      Arrived,
      Colleagues,
    ],
    editorProps: {
      scrollMargin: { top: 90, bottom: 90, left: 0, right: 0 }, // the bars must not hide the cursor
      scrollThreshold: { top: 90, bottom: 90, left: 0, right: 0 },
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
 * Gives every block its own id. When a block is split, the half with text keeps the id; a copy gets a new id. Ids that
 * were already repeated when the article was opened stay. The change belongs to the edit before it, so undo
 * reverts both.
 */
const UniqueBlockIds = Extension.create({
  name: 'keepIds',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, before, after) => {
        if (!transactions.some((transaction) => transaction.docChanged)) return null;
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
  for (const [id, copies] of now) {
    const may = id === null ? 0 : Math.max(1, had.get(id) ?? 0);
    const worded = copies.toSorted((copy, other) => Number(copy.isEmpty) - Number(other.isEmpty));
    places.push(...worded.slice(may).map(({ at }) => at));
  }
  return places;
}

/** A random id for a block. */
function newBlockId(): string {
  return `b-${Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Shows the number of words at the foot of the sheet, with the number that the assignment asks for, and the reading time. */
export function showWordCount(editor: Editor, asked: number | null): void {
  const words = countWords(editor);
  const count = asked === null ? '' : ` of ${asked.toLocaleString('en')}`;
  find('words').textContent = `${words.toLocaleString('en')}${count} ${(asked ?? words) === 1 ? 'word' : 'words'}`;
  find('reading').textContent = words === 0 ? '' : `${readingMinutes(words)} min to read`;
  if (words > 0) showFieldError(find('bodyBlocks-trouble'), '', null);
}
