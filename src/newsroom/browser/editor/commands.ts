import { Extension, InputRule, markInputRule } from '@tiptap/core';
import { splitBlock } from '@tiptap/pm/commands';
import { Fragment, type MarkType, type Node, type NodeType } from '@tiptap/pm/model';
import { type Command, type EditorState, Selection, TextSelection } from '@tiptap/pm/state';

import { moveBlock } from './tools/move-block.ts';

// Commands that change the type of blocks, and Enter and Backspace in lists.

export type BlockName = 'paragraph' | 'heading' | 'subheading' | 'quote' | 'list' | 'numbers';

/** The keys of the blocks. */
export const BlockKeys = Extension.create({
  name: 'blockKeys',
  priority: 200,
  addKeyboardShortcuts() {
    const run = (command: Command) => () => command(this.editor.state, this.editor.view.dispatch, this.editor.view);
    return {
      Enter: run(enter),
      'Shift-Enter': run(enter),
      Backspace: run(leaveList),
      'Mod-Alt-0': run(turnInto('paragraph')),
      'Mod-Alt-2': run(turnInto('heading')),
      'Mod-Alt-3': run(turnInto('subheading')),
      'Mod-Alt-4': run(turnInto('quote')),
      'Mod-Alt-7': run(turnInto('numbers')),
      'Mod-Alt-8': run(turnInto('list')),
      'Alt-Shift-ArrowUp': run(moveBlock(-1)),
      'Alt-Shift-ArrowDown': run(moveBlock(1)),
    };
  },
});

/** The type of the block at the cursor. */
export function blockAt({ selection }: EditorState): BlockName {
  const block = selection.$from.node(1);
  if (block?.type.name !== 'list') return (block?.type.name ?? 'paragraph') as BlockName;
  return block.attrs.ordered ? 'numbers' : 'list';
}

/** Turns the selected blocks into paragraphs, headings, quotes or one list; blocks that already have this type become paragraphs. */
export function turnInto(wanted: BlockName): Command {
  return (state, dispatch) => {
    const range = chosen(state);
    if (!range) return false;
    const name = blockAt(state) === wanted ? 'paragraph' : wanted;
    const made =
      name === 'list' || name === 'numbers' ? [asList(range.blocks, name === 'numbers')] : asText(range.blocks, name);
    if (!dispatch) return true;
    const offset = depthOffset(state, name);
    const tr = state.tr.replaceWith(range.from, range.to, made);
    const at = Math.max(1, Math.min(state.selection.from + offset, tr.doc.content.size - 1));
    tr.setSelection(
      range.blocks.length === 1
        ? Selection.near(tr.doc.resolve(at))
        : TextSelection.between(
            tr.doc.resolve(range.from + 1),
            tr.doc.resolve(range.from + Fragment.from(made).size - 1),
          ),
    );
    dispatch(tr.scrollIntoView());
    return true;
  };
}

/** The cursor in a list is one level deeper in the document. */
function depthOffset({ selection }: EditorState, name: BlockName): number {
  const isIn = selection.$from.node(1).type.name === 'list';
  const willBe = name === 'list' || name === 'numbers';
  if (isIn === willBe) return 0;
  return willBe ? 1 : -1;
}

function chosen({ doc, selection }: EditorState): { from: number; to: number; blocks: Node[] } | null {
  if (selection.$from.depth < 1) return null;
  const first = selection.$from.index(0);
  const last = Math.max(first, selection.$to.indexAfter(0) - 1);
  const blocks: Node[] = [];
  for (let at = first; at <= last; at++) blocks.push(doc.child(at));
  const from = selection.$from.before(1);
  return { from, to: from + blocks.reduce((size, block) => size + block.nodeSize, 0), blocks };
}

function asList(blocks: readonly Node[], ordered: boolean): Node {
  const { list, item } = typesOf(blocks);
  const items = blocks.flatMap((block) =>
    block.type === list ? contentOf(block) : [item.create(null, block.content)],
  );
  return list.create({ id: blocks[0]?.attrs.id, raw: null, ordered }, items);
}

function asText(blocks: readonly Node[], name: string): Node[] {
  const { list, nodes } = typesOf(blocks);
  const type = nodes[name] as NodeType;
  return blocks.flatMap((block) => {
    if (block.type !== list) return [type.create(block.attrs, block.content)];
    return contentOf(block).map((item, at) =>
      type.create({ id: at === 0 ? block.attrs.id : null, raw: null }, item.content),
    );
  });
}

function typesOf(blocks: readonly Node[]): { list: NodeType; item: NodeType; nodes: Record<string, NodeType> } {
  const nodes = blocks[0]?.type.schema.nodes ?? {};
  return { list: nodes.list as NodeType, item: nodes.item as NodeType, nodes };
}

function contentOf(node: Node): Node[] {
  return Array.from({ length: node.childCount }, (_, at) => node.child(at));
}

/** Splits the block; after a heading a paragraph follows, and Enter in an empty item ends the list. */
const enter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (empty && $from.parent.type.name === 'item' && $from.parent.content.size === 0) return leaveList(state, dispatch);
  const isHeading = /heading|quote/.test($from.parent.type.name);
  return splitBlock(
    state,
    dispatch &&
      ((tr) => {
        const { $from: cursor } = tr.selection;
        const paragraph = state.schema.nodes.paragraph;
        if (isHeading && paragraph && cursor.parent.content.size === 0)
          tr.setNodeMarkup(cursor.before(), paragraph, { id: null, raw: null });
        if (cursor.parent.attrs.value) tr.setNodeAttribute(cursor.before(), 'value', null);
        dispatch(tr);
      }),
  );
};

/** Moves the item at the cursor out of its list, if the cursor is at its start. */
const leaveList: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0) return false;
  if ($from.parent.type.name !== 'item')
    return /heading|quote/.test($from.parent.type.name) && turnInto('paragraph')(state, dispatch);
  const list = $from.node(1);
  const at = $from.index(1);
  if (at > 0 && $from.parent.content.size > 0) return false; // ProseMirror joins it with the item before
  const paragraph = state.schema.nodes.paragraph?.create(
    at === 0 && list.childCount === 1 ? { id: list.attrs.id, raw: null } : null,
    $from.parent.content,
  );
  if (!paragraph) return false;
  const part = (items: Node[], id: unknown, start: number) =>
    items.length > 0 ? [list.type.create({ ...list.attrs, raw: null, id, start }, items)] : [];
  const items = contentOf(list);
  const before = part(items.slice(0, at), list.attrs.id, list.attrs.start);
  const behind = part(items.slice(at + 1), before.length > 0 ? null : list.attrs.id, list.attrs.start + at);
  if (!dispatch) return true;
  const start = $from.before(1);
  const tr = state.tr.replaceWith(start, $from.after(1), [...before, paragraph, ...behind]);
  const size = before.reduce((sum, node) => sum + node.nodeSize, 0);
  dispatch(tr.setSelection(TextSelection.create(tr.doc, start + size + 1)).scrollIntoView());
  return true;
};

/** Markdown typed in the text: `## `, `### `, `> `, `- `, `1. `, `*so*`, `**so**` and `` `so` ``. */
export const MarkdownInput = Extension.create({
  name: 'typedMarks',
  addInputRules() {
    const { marks } = this.editor.schema;
    return [
      block(/^##?\s$/, 'heading'),
      block(/^###\s$/, 'subheading'),
      block(/^>\s$/, 'quote'),
      block(/^[-*]\s$/, 'list'),
      block(/^1\.\s$/, 'list', true),
      markInputRule({ find: /(?:^|\s)(\*\*(?!\s)([^*]+)\*\*)$/, type: marks.strong as MarkType }),
      markInputRule({ find: /(?:^|\s)(\*(?!\s)([^*]+)\*)$/, type: marks.em as MarkType }),
      markInputRule({ find: /(?:^|\s)(`([^`]+)`)$/, type: marks.code as MarkType }),
    ];
  },
});

/** Turns a paragraph that starts with this text into another block; the block keeps its id. */
function block(find: RegExp, name: string, ordered = false): InputRule {
  return new InputRule({
    find,
    handler: ({ state, range }) => {
      const { tr, schema } = state;
      const $from = tr.doc.resolve(range.from);
      if ($from.parent.type.name !== 'paragraph') return null;
      tr.delete(range.from, range.to);
      const at = $from.before();
      const type = schema.nodes[name];
      const attrs = { id: $from.parent.attrs.id, raw: null };
      if (!type) return null;
      if (name !== 'list') tr.setNodeMarkup(at, type, attrs);
      else {
        const item = schema.nodes.item?.create(null, (tr.doc.nodeAt(at) as Node).content) as Node;
        tr.replaceWith(at, at + (tr.doc.nodeAt(at) as Node).nodeSize, type.create({ ...attrs, ordered }, item));
        tr.setSelection(TextSelection.create(tr.doc, at + 2));
      }
      return undefined;
    },
  });
}
