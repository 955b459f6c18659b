import { type Editor, Extension } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { type Decoration, DecorationSet } from '@tiptap/pm/view';

/** Marks in the text that move along with it. They are decorations: nothing of them is in the copy, and undo ignores them. */
export function createMarks(name: string) {
  const key = new PluginKey<DecorationSet>(name);
  const extension = Extension.create({
    name,
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, marks) => tr.getMeta(key) ?? (tr.docChanged ? marks.map(tr.mapping, tr.doc) : marks),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
    ],
  });
  return {
    extension,
    /** Shows these marks in place of those before. */
    show: ({ state, view }: Editor, marks: Decoration[]): void =>
      view.dispatch(state.tr.setMeta(key, DecorationSet.create(state.doc, marks)).setMeta('addToHistory', false)),
    read: (state: EditorState): DecorationSet => key.getState(state) ?? DecorationSet.empty,
  };
}
